"""Teeth, shown: a project changed in memory in every way that a wrong number arises, and what the checks say to it."""
