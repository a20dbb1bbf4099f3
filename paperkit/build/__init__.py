"""The steps of a build, what may be skipped, and why a step ran."""
