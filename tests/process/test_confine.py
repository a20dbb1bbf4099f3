"""Strangers behind walls: what they see, what they may do, and that nothing of them stays."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from paperkit.errors import PaperkitError, Status
from paperkit.process.confine import METHODS, SHIM, Confinement, Outcome, probe_isolation, python_reads, run_confined

WALLS = probe_isolation()
needs_files = pytest.mark.skipif(WALLS.filesystem == "none", reason="no file isolation on this machine")
needs_network = pytest.mark.skipif(WALLS.network == "none", reason="no network isolation on this machine")


def run(script: str, cwd: Path, timeout: float = 20, methods: tuple[str, ...] = METHODS, **walls: object) -> Outcome:
    """Run a Python program in *cwd*, which it may write."""
    confinement = Confinement(python_reads(), (cwd,), **walls)  # type: ignore[arg-type]
    environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "COLOR": "blue"}
    return run_confined([sys.executable, "-I", "-c", script], cwd, environment, confinement, timeout, methods=methods)


def alive(mark: str) -> list[str]:
    """Command lines of living processes that contain *mark*."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            line = (folder / "cmdline").read_bytes().decode("utf-8", "replace") if folder.name.isdigit() else ""
        except OSError:
            continue
        found += [line] if mark in line else []
    return found


def test_output_and_status_come_back(tmp_path):
    done = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)", tmp_path)
    assert (done.status, done.signal, done.timed_out) == (3, 0, False)
    assert (done.stdout, done.stderr) == ("out\n", "err\n")
    assert 0 < done.seconds < 20
    assert done.isolation.filesystem == WALLS.filesystem


def test_the_environment_is_exactly_the_given_one(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    done = run("import os; print(sorted(k for k in os.environ if k != 'LC_CTYPE'))", tmp_path)
    assert done.stdout == "['COLOR', 'LC_ALL', 'PATH']\n"


def test_standard_input_is_empty(tmp_path):
    assert run("import sys; print(repr(sys.stdin.read()))", tmp_path).stdout == "''\n"


def test_a_program_writes_into_its_own_folder(tmp_path):
    assert run("open('made', 'w').write('x')", tmp_path).status == 0
    assert (tmp_path / "made").read_text() == "x"


@needs_files
def test_a_file_outside_can_be_neither_read_nor_written_nor_removed_nor_linked(tmp_path):
    inside, secret = tmp_path / "in", tmp_path / "secret"
    inside.mkdir()
    secret.write_text("before")
    for act in (
        f"open({str(secret)!r}).read()",
        f"open({str(secret)!r}, 'w').write('after')",
        f"open({str(tmp_path / 'new')!r}, 'w').write('after')",
        f"import os; os.unlink({str(secret)!r})",
        f"import os; os.truncate({str(secret)!r}, 0)",
        f"import os; os.rename({str(secret)!r}, 'mine')",
        f"import os; os.link({str(secret)!r}, 'mine'); open('mine', 'w').write('after')",
        f"import os; os.symlink({str(secret)!r}, 'way'); open('way', 'w').write('after')",
    ):
        done = run(act, inside)
        assert done.status == 1, act
        assert "Error" in done.stderr, act
    assert secret.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "secret"]


@needs_files
def test_a_folder_that_may_be_read_cannot_be_written(tmp_path):
    inside, shown = tmp_path / "in", tmp_path / "shown"
    inside.mkdir()
    shown.mkdir()
    (shown / "a").write_text("seen")
    walls = Confinement((*python_reads(), shown), (inside,))
    script = f"print(open({str(shown / 'a')!r}).read()); open({str(shown / 'b')!r}, 'w')"
    done = run_confined([sys.executable, "-I", "-c", script], inside, {}, walls, 20)
    assert (done.stdout, done.status) == ("seen\n", 1)


CALL_OUT = (
    "import socket; s = socket.create_server(('127.0.0.1', 0)) if {serve} else socket.socket(); s.settimeout(2);"
    "c = socket.create_connection(s.getsockname() if {serve} else ('127.0.0.1', {port}), 2); print('connected')"
)


@needs_network
def test_the_network_of_the_machine_is_out_of_reach(tmp_path):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert "connected" not in run(CALL_OUT.format(serve=False, port=port), tmp_path).stdout
        assert "connected" in run(CALL_OUT.format(serve=False, port=port), tmp_path, network=True).stdout


@pytest.mark.skipif(WALLS.network != "namespace", reason="no network namespaces on this machine")
def test_a_program_may_talk_to_itself(tmp_path):
    assert "connected" in run(CALL_OUT.format(serve=True, port=0), tmp_path).stdout


def test_memory_is_limited(tmp_path):
    done = run("x = bytearray(900 << 20)", tmp_path, memory_bytes=400 << 20)
    assert done.status == 1
    assert "MemoryError" in done.stderr


def test_the_size_of_files_is_limited(tmp_path):
    done = run("import signal; f = open('big', 'wb'); f.write(bytes(4096 * 64)); f.flush()", tmp_path, file_bytes=4096)
    assert done.status != 0
    assert (tmp_path / "big").stat().st_size <= 4096


def test_processor_time_is_limited(tmp_path):
    done = run("while True: pass", tmp_path, cpu_seconds=1)
    assert done.signal in (9, 24)
    assert not done.timed_out
    assert done.cpu_seconds >= 0.8


def test_processors_can_be_chosen(tmp_path):
    one = min(os.sched_getaffinity(0))
    assert run("import os; print(os.sched_getaffinity(0))", tmp_path, cpus=(one,)).stdout == f"{{{one}}}\n"


def test_the_largest_process_is_measured(tmp_path):
    done = run("x = bytearray(120 << 20); x[::4096] = b'x' * len(x[::4096])", tmp_path)
    assert 120 << 20 < done.peak_rss_bytes < 400 << 20


def test_a_program_that_hangs_is_stopped_with_all_it_started(tmp_path):
    mark = f"left-{os.getpid()}-hang"
    script = (
        "import subprocess, sys, time\n"
        f"loop = ['sh', '-c', 'while :; do sleep 1; done; : {mark}']\n"
        "subprocess.Popen(loop); subprocess.Popen(loop, start_new_session=True)\n"
        "print('begun', flush=True); time.sleep(60)"
    )
    begun = time.monotonic()
    done = run(script, tmp_path, timeout=1.5)
    assert (done.timed_out, done.signal, done.stdout) == (True, 9, "begun\n")
    assert time.monotonic() - begun < 8
    assert alive(mark) == []


def test_nothing_outlives_a_program_that_ended_well(tmp_path):
    mark = f"left-{os.getpid()}-well"
    script = f"import subprocess; subprocess.Popen(['setsid', 'sh', '-c', 'while :; do sleep 1; done; : {mark}'])"
    assert run(script, tmp_path).status == 0
    assert alive(mark) == []


def test_lines_are_passed_on_as_they_come(tmp_path):
    lines = []
    script = "import sys\nfor i in range(3): print('step', i, file=sys.stderr, flush=True)"
    walls = Confinement(python_reads())
    run_confined([sys.executable, "-I", "-c", script], tmp_path, {}, walls, 20, lines.append)
    assert lines == ["step 0", "step 1", "step 2"]


def test_an_interruption_kills_the_program_and_is_passed_on(tmp_path):
    mark = f"left-{os.getpid()}-interrupt"
    script = f"import sys, time; print('{mark}', file=sys.stderr, flush=True); time.sleep(60)"

    def interrupt(_line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_confined([sys.executable, "-I", "-c", script], tmp_path, {}, Confinement(python_reads()), 30, interrupt)
    assert alive(mark) == []


def test_a_program_dies_with_the_paperkit_that_started_it(tmp_path):
    mark = f"left-{os.getpid()}-killed"
    script = f"import time; open('begun', 'w').close(); time.sleep(60)  # {mark}"
    caller = (
        "import sys; from pathlib import Path; from paperkit.process.confine import *; here = Path.cwd();"
        f"run_confined([sys.executable, '-c', {script!r}], here, {{}}, Confinement(python_reads(), (here,)), 60)"
    )
    started = subprocess.Popen([sys.executable, "-c", caller], cwd=tmp_path)
    deadline = time.monotonic() + 20
    while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    started.kill()
    started.wait()
    while alive(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert alive(mark) == []


def test_endless_output_is_cut_and_drained(tmp_path):
    done = run("import sys\nfor i in range(40): sys.stdout.write('x' * (1 << 20))", tmp_path)
    assert done.status == 0
    assert len(done.stdout) == 16 << 20


def test_a_program_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(PaperkitError, match="no-such-program: cannot be started") as caught:
        run_confined(["no-such-program"], tmp_path, {"PATH": os.defpath}, Confinement(python_reads()), 20)
    assert caught.value.status == Status.TOOL


def test_a_program_may_be_run_from_threads(tmp_path):
    done: list[str] = []
    threads = [threading.Thread(target=lambda: done.append(run("print(1)", tmp_path).stdout)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == ["1\n"] * 4


def test_without_any_wall_it_says_so(tmp_path):
    done = run("print(1)", tmp_path, methods=())
    assert done.stdout == "1\n"
    assert (done.isolation.filesystem, done.isolation.network) == ("none", "none")
    assert "no Landlock" in done.isolation.reason


@needs_files
def test_without_namespaces_landlock_keeps_tcp_out(tmp_path):
    done = run("print(1)", tmp_path, methods=("landlock",))
    if WALLS.landlock_abi >= 4:
        assert done.isolation.network == "landlock"
        assert "TCP only" in done.isolation.reason


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")
def test_bubblewrap_stands_in_for_landlock(tmp_path):
    inside, secret = tmp_path / "in", tmp_path / "secret"
    inside.mkdir()
    secret.write_text("before")
    done = run(f"open('made', 'w'); open({str(secret)!r})", inside, methods=("bubblewrap", "namespace"))
    assert (done.isolation.filesystem, done.isolation.network) == ("bubblewrap", "bubblewrap")
    assert (inside / "made").exists()
    assert "FileNotFoundError" in done.stderr


def test_the_shim_imports_nothing_of_paperkit():
    assert "import paperkit" not in SHIM.read_text()
    assert "from paperkit" not in SHIM.read_text()
