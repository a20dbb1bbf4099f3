"""The report that many tests spoil."""

from tests.checks.laid import laid

__all__ = ["laid"]
