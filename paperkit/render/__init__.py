"""Templates and evidence become LaTeX whose every line knows its template line."""
