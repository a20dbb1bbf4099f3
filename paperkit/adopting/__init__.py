"""A paper that is there already, brought in: its main file, its data, its numbers by kind, and its declared values."""
