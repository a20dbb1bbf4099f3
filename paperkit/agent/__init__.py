"""The face for coding agents: the skill, the command, and what they ask."""
