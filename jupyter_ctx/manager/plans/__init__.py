"""Plans: proposed, confirmed, then done one step at a time with its diff."""
