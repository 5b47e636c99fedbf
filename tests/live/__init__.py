"""Tests against a real kernel process."""
