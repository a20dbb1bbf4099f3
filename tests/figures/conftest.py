"""A small report in a project of its own."""

import pytest

from tests.small_report import Small


@pytest.fixture
def small(tmp_path):
    return Small(tmp_path)
