"""Tests of jupyter_ctx; the folders mirror the package."""
