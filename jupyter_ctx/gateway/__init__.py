"""Models: one seam, `Gateway`; litellm lives behind it in the worker process."""
