"""Tests of the kernel side without a kernel."""
