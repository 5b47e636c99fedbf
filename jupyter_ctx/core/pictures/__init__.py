"""Pictures: what they cost, and which of them go along."""
