"""Expressions: text that names a value, evaluated over committed artifacts by a walker of our own."""
