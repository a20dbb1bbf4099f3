"""The checks: one rule a file, each judges the LaTeX that a reader's PDF is made from."""
