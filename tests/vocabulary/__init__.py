"""Tests of the models' own tokenizers."""
