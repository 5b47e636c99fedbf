"""The wire between a page of JupyterLab and the kernel side: defined here, once."""
