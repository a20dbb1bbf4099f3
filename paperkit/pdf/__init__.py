"""The PDF read back: its objects, its pages as printed, and the evidence that is attached to it."""
