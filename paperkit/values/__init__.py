"""Exact amounts with units, and how they are printed. No I/O."""
