"""A PDF that proves itself: what is attached to it, and how it is verified from the file alone."""
