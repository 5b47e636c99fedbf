"""The kernel side: records executions, describes variables, reports errors."""
