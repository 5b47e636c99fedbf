"""Benchmarks of what a person pays: `jupyter ctx bench NAME`."""
