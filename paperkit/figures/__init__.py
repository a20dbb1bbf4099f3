"""Figures: scripts of a report's author, judged as text, drawn in a confined child."""
