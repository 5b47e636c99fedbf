"""What becomes of the older turns of a request: measured, stubbed, summarised."""
