"""Values and pure functions; knows no Jupyter."""
