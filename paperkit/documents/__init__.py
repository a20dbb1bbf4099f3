"""The ADR and SPEC documents of a report: what they say, which of them it uses, and where they contradict."""
