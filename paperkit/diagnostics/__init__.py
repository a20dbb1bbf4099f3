"""What a check found, and how it is printed."""
