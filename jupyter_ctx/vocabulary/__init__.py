"""The words of models: their own tokenizers, from files that are on this machine."""
