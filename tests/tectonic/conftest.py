"""A cache of its own for each test, the fake engine, and the real one."""

import os
import shutil
from pathlib import Path

import pytest

from paperkit.digest import of_file
from paperkit.errors import PaperkitError
from paperkit.tectonic.bundle import Bundle, find_bundle
from paperkit.tectonic.install import VERSION, Engine, find_engine

FAKE = Path(__file__).with_name("fake_engine.sh")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache; no setting of this machine's user counts."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PAPERKIT_TECTONIC", raising=False)
    monkeypatch.delenv("PAPERKIT_BUNDLE", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return tmp_path / "cache" / "paperkit"


@pytest.fixture
def engine(tmp_path, cache):
    """The fake engine."""
    path = tmp_path / "bin" / "tectonic"
    path.parent.mkdir()
    shutil.copy(FAKE, path)
    return Engine(path, VERSION, of_file(path), "configured", "for a test")


@pytest.fixture
def bundle(tmp_path):
    """A file that stands for a bundle."""
    path = tmp_path / "bundle.ttb"
    path.write_text("TeX files")
    return Bundle(path, of_file(path), "configured", (), "for a test")


@pytest.fixture(scope="session")
def real():
    """The real engine with its bundle, from the user's cache or got now. Without both: skipped, in CI a failure."""
    try:
        engine = find_engine()
        return engine, find_bundle(engine)
    except PaperkitError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(error.message)
