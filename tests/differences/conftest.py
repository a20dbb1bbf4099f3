"""The small project of the build's tests, as it is and as a build left it."""

from tests.build.conftest import built, mini, original, original_built

__all__ = ("built", "mini", "original", "original_built")
