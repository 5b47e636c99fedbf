"""Tests of what source code says by itself."""
