"""Variables as summaries: one file a kind or library, found by the true type."""
