"""Cases from the field as fast units; those in real kernels are in `tests/live`."""
