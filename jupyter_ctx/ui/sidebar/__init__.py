"""The sidebar's door: pages of JupyterLab on a comm, answered while a cell runs."""
