"""All files or none, whatever kills the move in between."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperkit.errors import PaperkitError, Status
from paperkit.process.place import JOURNAL, STAGED, finish_move, place_files, unfinished

OLD = {"a.csv": b"old a\n", "b.csv": b"old b\n", "datapackage.json": b"old\n"}
NEW = {"a.csv": b"new a\n", "b.csv": b"new b\n", "datapackage.json": b"new\n"}


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def filled(folder: Path) -> Path:
    folder.mkdir()
    place_files(folder, OLD)
    return folder


def test_files_are_placed_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "artifacts"
    assert place_files(folder, OLD) == ("a.csv", "b.csv", "datapackage.json")
    assert files(folder) == OLD


def test_a_file_that_stays_the_same_is_not_touched(tmp_path: Path) -> None:
    folder = filled(tmp_path / "artifacts")
    before = (folder / "a.csv").stat()
    assert place_files(folder, {**OLD, "b.csv": b"x"}) == ("b.csv",)
    assert place_files(folder, {**OLD, "b.csv": b"x"}) == ()
    after = (folder / "a.csv").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_what_is_no_longer_written_goes(tmp_path: Path) -> None:
    folder = filled(tmp_path / "artifacts")
    (folder / "README").write_text("mine")
    assert place_files(folder, {"a.csv": b"x"}, remove=("b.csv", "absent.csv")) == ("a.csv", "b.csv")
    assert set(files(folder)) == {"a.csv", "datapackage.json", "README"}


def test_files_below_are_placed_and_a_killed_move_of_them_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    place_files(folder, {"tex/a.tex": b"old", "main.pdf": b"old"})
    (folder / (STAGED + "tex%2Fa.tex")).write_bytes(b"new")
    (folder / JOURNAL).write_text('{"move": ["tex/a.tex"], "remove": []}')
    assert finish_move(folder)
    assert (folder / "tex/a.tex").read_bytes() == b"new"
    assert not list(folder.glob(STAGED + "*"))


def test_a_move_killed_before_its_journal_is_undone(tmp_path: Path) -> None:
    folder = filled(tmp_path / "artifacts")
    (folder / (STAGED + "a.csv")).write_bytes(b"half")
    assert not unfinished(folder)
    assert not finish_move(folder)
    assert files(folder) == OLD


def test_a_move_killed_behind_its_journal_is_finished(tmp_path: Path) -> None:
    folder = filled(tmp_path / "artifacts")
    (folder / "a.csv").write_bytes(NEW["a.csv"])
    for name in ("b.csv", "datapackage.json"):
        (folder / (STAGED + name)).write_bytes(NEW[name])
    (folder / JOURNAL).write_text('{"move": ["a.csv", "b.csv", "datapackage.json"], "remove": []}')
    assert unfinished(folder)
    assert finish_move(folder)
    assert files(folder) == NEW


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"move": ["../../x"], "remove": []}', '{"move": 1, "remove": []}'])
def test_a_journal_that_is_none_of_ours_moves_nothing(tmp_path: Path, text: str) -> None:
    folder = filled(tmp_path / "artifacts")
    (folder / JOURNAL).write_text(text)
    with pytest.raises(PaperkitError, match="not a journal"):
        finish_move(folder)


FULL = """
import resource, signal, sys
from pathlib import Path
from paperkit.errors import PaperkitError
from paperkit.process.place import place_files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    place_files(Path(sys.argv[1]), {"a.csv": b"new", "b.csv": b"x" * 30_000, "datapackage.json": b"new"})
except PaperkitError as error:
    print(int(error.status), error.message)
"""


def test_a_full_disk_leaves_the_former_files(tmp_path: Path) -> None:
    folder = filled(tmp_path / "artifacts")
    done = subprocess.run([sys.executable, "-c", FULL, str(folder)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{int(Status.BENCH)} ")
    assert done.stdout.endswith("/artifacts: cannot be written: File too large\n")
    assert files(folder) == OLD


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a file system")
def test_a_disk_that_is_really_full_leaves_the_former_files(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("no mount here")
    try:
        folder = filled(disk / "artifacts")
        with pytest.raises(PaperkitError, match="No space left"):
            place_files(folder, {**NEW, "b.csv": b"x" * 100_000})
        assert files(folder) == OLD
    finally:
        subprocess.run(["umount", str(disk)], check=True)


CHILD = """
import sys
from pathlib import Path
from paperkit.process.place import place_files
folder = Path(sys.argv[1])
print("ready", flush=True)
for turn in range(10_000):
    text = f"{turn}\\n".encode()
    place_files(folder, {f"{name}.csv": text * 500 for name in "abcd"} | {"datapackage.json": text})
"""


def test_sigkill_at_any_moment_leaves_one_state(tmp_path: Path) -> None:
    folder = tmp_path / "artifacts"
    chance = random.Random(7)
    unfinished_seen = 0
    for _ in range(12):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(folder)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(chance.uniform(0.005, 0.08))
        child.kill()
        child.wait()
        child.stdout.close()
        unfinished_seen += unfinished(folder)
        finish_move(folder)
        found = files(folder)
        assert len({text.split(b"\n")[0] for text in found.values()}) <= 1
        assert len(found) in {0, 5}
        assert not found or all(len(set(text.split(b"\n")[:-1])) == 1 for text in found.values())
