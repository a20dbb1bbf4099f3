"""The page that shows a report while it is written."""
