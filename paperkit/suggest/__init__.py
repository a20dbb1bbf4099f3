"""Suggestions: expressions over the artifacts that an unbound literal may have come from; a person chooses."""
