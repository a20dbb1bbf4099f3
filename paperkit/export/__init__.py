"""A report for others: plain LaTeX in one folder, its markers resolved, nothing of paperkit needed."""
