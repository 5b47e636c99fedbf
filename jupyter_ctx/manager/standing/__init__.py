"""What stands at the head of every request: instructions and the memory file."""
