"""Plans as values: what the goal says, what a model wrote, what is sound, in order."""
