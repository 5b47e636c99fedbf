"""The doors: magics, widgets, command line; all show the same view."""
