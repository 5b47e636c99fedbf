"""The worker process: litellm and the embedded engine, away from the kernel."""
