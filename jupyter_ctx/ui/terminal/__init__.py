"""The door of terminals: replies printed with style, choices picked from a list."""
