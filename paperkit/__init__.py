"""paperkit: LaTeX technical reports in which every number comes from committed evidence."""

__version__ = "0.1.0"
