"""The files around a notebook: its project's tree, its changes and its set-up."""
