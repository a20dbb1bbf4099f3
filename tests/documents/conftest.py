"""The small project of the build's tests."""

from tests.build.conftest import mini, original

__all__ = ("mini", "original")
