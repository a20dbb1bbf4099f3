"""LaTeX as a reader sees it: tokens, printed text, numerals, markers and what else a check asks for."""
