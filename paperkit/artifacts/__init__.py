"""Committed files that are evidence: tables with their descriptors, configuration, and what is wrong with them."""
