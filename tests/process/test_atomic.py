"""Files are whole or as they were."""

import os
import subprocess
import sys
import threading
import time

import pytest

from paperkit.process.atomic import commit_files, lock, replace_folder, write_atomic


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path):
    target = tmp_path / "new" / "file.txt"
    write_atomic(target, "one")
    write_atomic(target, b"two")
    assert target.read_bytes() == b"two"
    assert names(target.parent) == ["file.txt"]


def test_permissions_stay_and_can_be_given(tmp_path):
    target = tmp_path / "tool"
    write_atomic(target, "x", mode=0o755)
    write_atomic(target, "y")
    assert target.stat().st_mode & 0o777 == 0o755


def test_a_new_file_gets_the_usual_permissions(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "f", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "f").stat().st_mode & 0o777 == 0o640


FULL = """
import resource, signal, sys
from pathlib import Path
from paperkit.process.atomic import commit_files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
first, second = map(Path, sys.argv[1:])
try:
    commit_files({first: "new", second: b"x" * 9000})
except OSError as error:
    print(error.strerror)
"""


def test_a_full_disk_leaves_all_files_as_they_were(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("old")
    done = subprocess.run([sys.executable, "-c", FULL, first, second], capture_output=True, text=True, check=True)
    assert done.stdout == "File too large\n"
    assert first.read_text() == "old"
    assert names(tmp_path) == ["first"]


def test_a_file_that_cannot_be_replaced_brings_back_the_others(tmp_path):
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    first.write_text("old")
    third.mkdir()
    with pytest.raises(OSError, match="third"):
        commit_files({first: "new", second: "new", third: "a folder is in the way"})
    assert first.read_text() == "old"
    assert names(tmp_path) == ["first", "third"]


def test_many_files_come_together(tmp_path):
    commit_files({tmp_path / f"{number}": str(number) for number in range(20)})
    assert len(names(tmp_path)) == 20


def test_a_folder_takes_the_place_of_another(tmp_path):
    target, staged = tmp_path / "target", tmp_path / "staged"
    for folder, name in ((target, "old"), (staged, "new")):
        folder.mkdir()
        (folder / name).write_text(name)
    replace_folder(target, staged)
    assert names(target) == ["new"]
    assert names(tmp_path) == ["target"]


def test_a_folder_takes_an_empty_place(tmp_path):
    staged = tmp_path / "staged"
    staged.mkdir()
    replace_folder(tmp_path / "deep" / "target", staged)
    assert names(tmp_path) == ["deep"]


def test_of_two_that_want_a_lock_the_second_waits(tmp_path):
    order, waiting = [], threading.Event()

    def second() -> None:
        with lock(tmp_path / "lock", waiting.set):
            order.append("second")

    with lock(tmp_path / "lock"):
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(5)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_a_lock_ends_with_its_process(tmp_path):
    script = (
        "import sys, time; from pathlib import Path; from paperkit.process.atomic import lock\n"
        "with lock(Path('lock')): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    begun = time.monotonic()
    with lock(tmp_path / "lock"):
        assert time.monotonic() - begun < 5
