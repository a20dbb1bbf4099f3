"""Harnesses that behave, and those that do not: the former artifacts stay whole whatever they do."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperkit.bench.run import environment, run_bench
from paperkit.errors import PaperkitError, Status
from paperkit.process.confine import probe_isolation

from .conftest import PROGRAM, YAML, Bench

LANDLOCKED = pytest.mark.skipif(probe_isolation().filesystem == "none", reason="no file confinement here")


def refused(bench: Bench, program: str, yaml: str = YAML) -> str:
    """Message and hint of a run that fails behind one that did well; nothing of the former run may change."""
    if not bench.artifacts.exists():
        bench.write()
        run_bench(bench.load(), bench.project)
    before = bench.kept()
    bench.write(program, yaml)
    with pytest.raises(PaperkitError) as caught:
        run_bench(bench.load(), bench.project)
    assert caught.value.status is Status.BENCH
    assert bench.kept() == before
    assert not (bench.project.state / "bench" / "tiny" / "run").exists()
    return f"{caught.value.message}\n{caught.value.hint}"


def test_outputs_and_descriptor_are_put_into_place(bench: Bench) -> None:
    done = run_bench(bench.load(), bench.project)
    assert set(done.changed) == {"tiny.csv", "datapackage.json"}
    assert bench.kept()["tiny.csv"] == b"m,square\n0,0\n1,1\n2,4\n3,9\n"
    assert done.seconds > 0
    assert done.peak_rss_bytes > 1_000_000


def test_the_descriptor_says_what_a_reader_needs(bench: Bench) -> None:
    run_bench(bench.load(), bench.project)
    resource = json.loads(bench.kept()["datapackage.json"])["resources"][0]
    assert resource["path"] == "tiny.csv"
    assert resource["bytes"] == 25
    assert resource["hash"].startswith("sha256:")
    fields = {field["name"]: field for field in resource["schema"]["fields"]}
    assert fields["square"]["unit"] == "cycle"
    assert resource["schema"]["primaryKey"] in ("m", ["m"])
    origin = resource["paperkit:provenance"]
    assert origin["harness"] == "benches/tiny"
    assert list(origin["code"]) == ["benches/tiny/bench.py"]
    assert origin["seed"] == 7
    assert "python" in origin["versions"]
    assert "host" not in origin
    assert str(bench.project.root) not in bench.kept()["datapackage.json"].decode()


def test_a_second_run_changes_no_byte(bench: Bench) -> None:
    run_bench(bench.load(), bench.project)
    before = bench.kept()
    assert run_bench(bench.load(), bench.project).changed == ()
    assert bench.kept() == before


def test_an_output_that_is_no_longer_declared_goes(bench: Bench) -> None:
    run_bench(bench.load(), bench.project)
    bench.write(PROGRAM.replace("tiny.csv", "other.csv"), YAML.replace("tiny.csv", "other.csv"))
    (bench.artifacts / "README").write_text("mine")
    run_bench(bench.load(), bench.project)
    assert set(bench.kept()) == {"other.csv", "datapackage.json", "README"}


def test_a_measuring_harness_records_its_host(bench: Bench) -> None:
    bench.write(yaml=YAML.replace("kind: model", "kind: measured"))
    run_bench(bench.load(), bench.project)
    host = json.loads(bench.kept()["datapackage.json"])["resources"][0]["paperkit:provenance"]["host"]
    assert host["cores"] >= 1
    assert socket.gethostname() not in json.dumps(host)


def test_the_environment_holds_nothing_of_the_caller(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    spec = bench.load()
    assert "SECRET_TOKEN" not in environment(spec, spec.folder, spec.folder)
    program = "import os\nassert 'SECRET_TOKEN' not in os.environ and os.environ['TZ'] == 'UTC'\n" + PROGRAM
    bench.write(program)
    run_bench(bench.load(), bench.project)


def test_seed_parameters_and_shared_code_reach_the_harness(bench: Bench) -> None:
    shared = bench.project.root / "benches" / "shared"
    shared.mkdir()
    (shared / "__init__.py").write_text("def power(m, n):\n    return m ** n\n")
    program = PROGRAM.replace("m * m", "power(m, int(sys.argv[1]))").replace(
        "import sys", "import sys\nfrom shared import power\nassert sys.argv[2] == '7'"
    )
    yaml = YAML.replace("bench.py,", 'bench.py, "{power}", "{seed}",').replace(
        'code: ["*.py"]', 'code: ["*.py", "../shared/*.py"]\npythonpath: [../]\nparameters: {power: 3}'
    )
    bench.write(program, yaml)
    run_bench(bench.load(), bench.project)
    assert b"3,27\n" in bench.kept()["tiny.csv"]


def test_a_crash_shows_its_last_lines_and_the_log(bench: Bench) -> None:
    text = refused(bench, "print('so far')\nraise ValueError('no such tile')\n")
    assert "tiny: ended with status 1" in text
    assert "    | ValueError: no such tile" in text
    assert 'File "benches/tiny/bench.py", line 2' in text
    assert ".paperkit/bench/tiny/log.txt" in text
    assert "so far" in (bench.project.state / "bench/tiny/log.txt").read_text()


def test_a_run_that_ends_well_but_had_written_before_a_crash_is_not_taken(bench: Bench) -> None:
    assert "status 3" in refused(bench, PROGRAM + "sys.exit(3)\n")


def test_a_hang_is_ended(bench: Bench) -> None:
    begun = time.monotonic()
    text = refused(bench, "while True: pass\n", YAML.replace("timeout_s: 20", "timeout_s: 0.5"))
    assert "did not end within 0.5 s" in text
    assert "timeout_s" in text
    assert time.monotonic() - begun < 15


def test_too_much_memory_is_refused(bench: Bench) -> None:
    assert "it may take 500 MB" in refused(bench, "x = bytearray(900_000_000)\n")


def test_a_signal_is_named(bench: Bench) -> None:
    assert "signal 11 (SIGSEGV)" in refused(bench, "import os\nos.kill(os.getpid(), 11)\n")


@LANDLOCKED
def test_writing_outside_is_refused(bench: Bench, tmp_path: Path) -> None:
    target = tmp_path / "escaped"
    text = refused(bench, PROGRAM + f"open({str(target)!r}, 'w')\n")
    assert "writes into {out} alone" in text
    assert not target.exists()


@LANDLOCKED
def test_overwriting_an_artifact_is_refused(bench: Bench) -> None:
    assert "PermissionError" in refused(bench, PROGRAM + f"open({str(bench.artifacts / 'tiny.csv')!r}, 'w')\n")


@LANDLOCKED
def test_reading_a_secret_is_refused(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    assert "PermissionError" in refused(bench, PROGRAM + f"open({str(tmp_path / 'secret')!r})\n")


def test_an_undeclared_file_is_not_there(bench: Bench) -> None:
    (bench.folder / "extra.txt").write_text("x")
    text = refused(bench, "from pathlib import Path\nPath(__file__).with_name('extra.txt').read_text()\n")
    assert "name the file under code or inputs" in text


def test_an_undeclared_module_is_not_there(bench: Bench) -> None:
    (bench.project.root / "benches" / "loose.py").write_text("")
    yaml = YAML.replace("seed: 7", "seed: 7\npythonpath: [../]")
    assert "name the module's files under code" in refused(bench, "import loose\n", yaml)


@pytest.mark.skipif(probe_isolation().network == "none", reason="no network confinement here")
def test_the_network_is_out_of_reach(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        program = f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 5)\n"
        assert "ended with status 1" in refused(bench, program)
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        ("m,square\\n", "m,squares\\n", "the header is m,squares, but m,square is declared"),
        ("{m},{m * m}", "{m}", "tiny.csv:2: 1 cells, but 2 columns"),
        ("{m},{m * m}", "{m},nan", "square is 'nan', no number"),
        ("{m},{m * m}", "1,{m}", "key m=1 stands in line 2 too"),
        ("{m},{m * m}", '{m},\\"1,000\\"', "square is '1,000', no number"),
        ("tiny.csv", "tinny.csv", "tiny.csv: declared under outputs, but not written"),
        (
            '(out / "tiny.csv")',
            '(out / "notes.txt").touch(); (out / "tiny.csv")',
            "notes.txt: written, but not declared",
        ),
    ],
)
def test_outputs_that_do_not_fit_are_refused(bench: Bench, old: str, new: str, fact: str) -> None:
    assert old in PROGRAM
    text = refused(bench, PROGRAM.replace(old, new))
    assert fact in text
    assert ".paperkit/bench/tiny/refused" in text
    assert (bench.project.state / "bench/tiny/refused").is_dir()


def test_a_program_left_behind_is_ended(bench: Bench) -> None:
    mark = f"paperkit-left-behind-{os.getpid()}"
    bench.write(
        "import subprocess, sys\n"
        f"code = 'import os, time; os.setsid(); time.sleep(300) # {mark}'\n"
        "subprocess.Popen([sys.executable, '-c', code])\n" + PROGRAM
    )
    run_bench(bench.load(), bench.project)
    alive = [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark in _read(path)]
    assert alive == []


def test_a_disk_that_fills_while_the_files_are_copied_is_no_bug(bench: Bench) -> None:
    run_bench(bench.load(), bench.project)
    before = bench.kept()
    (bench.folder / "big.py").write_text("#" * 30_000)
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, old[1]))
    try:
        with pytest.raises(PaperkitError, match=r"big\.py: File too large") as caught:
            run_bench(bench.load(), bench.project)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert caught.value.status is Status.BENCH
    assert bench.kept() == before


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def test_a_missing_program_is_named(bench: Bench) -> None:
    bench.write(yaml=YAML.replace("[python, bench.py", "[no-such-program, bench.py"))
    with pytest.raises(PaperkitError, match="no-such-program"):
        run_bench(bench.load(), bench.project)


def test_two_runs_at_once_are_kept_apart(bench: Bench) -> None:
    bench.write("import time\ntime.sleep(1.5)\n" + PROGRAM)
    code = (
        "from pathlib import Path\nfrom paperkit.bench.load import load_bench\n"
        "from paperkit.bench.run import run_bench\n"
        "from paperkit.project import Project\n"
        f"project = Project(Path({str(bench.project.root)!r}))\n"
        "run_bench(load_bench(project.root / 'benches/tiny', project)[0], project)\n"
    )
    children = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(2)]
    ends = []
    for child in children:
        said = child.communicate()[1].decode()
        ends.append((child.returncode, said))
    assert any(status == 0 for status, _ in ends)
    assert all(status == 0 or "PaperkitError" in said for status, said in ends), ends
    assert set(bench.kept()) == {"tiny.csv", "datapackage.json"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_leaves_the_former_artifacts(bench: Bench, number: int) -> None:
    run_bench(bench.load(), bench.project)
    before = bench.kept()
    mark = f"paperkit-hangs-{os.getpid()}-{number}"
    bench.write(f"import time, sys\nprint('up', file=sys.stderr, flush=True)\ntime.sleep(300) # {mark}\n")
    child = subprocess.Popen(
        [sys.executable, "-m", "paperkit", "bench", "run", "tiny"],
        cwd=bench.project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have it ignored
    )
    running = bench.project.state / "bench" / "tiny" / "run"
    while not running.exists():
        assert child.poll() is None
        time.sleep(0.02)
    time.sleep(0.5)
    child.send_signal(number)
    child.communicate(timeout=20)
    assert child.returncode == (Status.INTERRUPTED if number == signal.SIGINT else -9)
    assert bench.kept() == before
    time.sleep(0.3)
    assert [path for path in Path("/proc").glob("[0-9]*/cwd") if _leads_to(path, running)] == []
    bench.write()
    assert run_bench(bench.load(), bench.project).changed == ()


def _leads_to(link: Path, folder: Path) -> bool:
    try:
        return str(folder) in str(link.readlink())
    except OSError:
        return False
