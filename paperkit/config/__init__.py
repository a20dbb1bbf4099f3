"""What a report declares: report.yaml, toc.md and given.yaml, read once, each value with its place."""
