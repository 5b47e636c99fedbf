"""The context engine: from pieces with ladders to a payload within its budget."""
