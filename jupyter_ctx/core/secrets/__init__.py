"""Secrets: the rules that find them, and what masks them in text, values and states."""
