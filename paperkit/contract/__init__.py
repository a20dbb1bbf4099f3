"""The contract of a report: proposed from what is there, agreed by a person, amended with its history kept."""
