"""What can be mentioned with `@`: completed while it is written, missed aloud."""
