"""The conversation: its log, what it folds to, how it is shown, checked and carried."""
