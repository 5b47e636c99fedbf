"""Source to meaning: pure functions over the text of cells."""
