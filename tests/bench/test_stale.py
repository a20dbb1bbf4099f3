"""What makes an artifact stale, by name."""

import json
import subprocess
from typing import Any

import pytest

from paperkit.bench.check import State, check_bench, standing
from paperkit.bench.run import run_bench
from paperkit.bench.stale import Known, stale_reasons

from .conftest import PROGRAM, YAML, Bench


def origin(bench: Bench) -> dict[str, Any]:
    record = json.loads((bench.artifacts / "datapackage.json").read_bytes())["resources"][0]
    return record["paperkit:provenance"]


@pytest.fixture
def ran(bench: Bench) -> Bench:
    (bench.folder / "sizes.txt").write_text("4\n")
    bench.write(yaml=YAML.replace("seed: 7", 'seed: 7\ninputs: ["*.txt"]'))
    run_bench(bench.load(), bench.project)
    return bench


def reasons(bench: Bench) -> tuple[str, ...]:
    return stale_reasons(origin(bench), bench.project)


def test_nothing_changed_is_fresh(ran: Bench) -> None:
    assert reasons(ran) == ()
    assert standing(ran.load(), ran.project).state is State.FRESH


def test_changed_code_is_named(ran: Bench) -> None:
    (ran.folder / "bench.py").write_text(PROGRAM + "\n")
    assert reasons(ran) == ("code changed: benches/tiny/bench.py",)
    assert standing(ran.load(), ran.project).state is State.STALE


def test_added_code_is_named(ran: Bench) -> None:
    (ran.folder / "more.py").write_text("")
    assert reasons(ran) == ("code added: benches/tiny/more.py",)


def test_changed_and_removed_inputs_are_named(ran: Bench) -> None:
    (ran.folder / "sizes.txt").write_text("5\n")
    assert reasons(ran) == ("input changed: benches/tiny/sizes.txt",)
    (ran.folder / "sizes.txt").rename(ran.folder / "size.txt")
    assert reasons(ran) == ("input added: benches/tiny/size.txt", "input removed: benches/tiny/sizes.txt")


@pytest.mark.parametrize(
    ("old", "new", "stale"),
    [
        ("seed: 7", "seed: 8", True),
        ("unit: cycles", "unit: us", True),
        ("--out", "--fast, --out", True),
        ("timeout_s: 20", "timeout_s: 21", False),
        ("A tiny harness", "A small harness", False),
        ("description: squares", "description: all squares", False),
    ],
)
def test_only_what_a_value_depends_on_makes_it_stale(ran: Bench, old: str, new: str, stale: bool) -> None:
    path = ran.folder / "bench.yaml"
    path.write_text(path.read_text().replace(old, new))
    assert reasons(ran) == (("configuration changed: benches/tiny/bench.yaml",) if stale else ())


def test_a_harness_that_is_gone_is_named(ran: Bench) -> None:
    record = origin(ran)
    (ran.folder / "bench.yaml").unlink()
    assert stale_reasons(record, ran.project) == ("harness unusable: benches/tiny/bench.yaml",)


def test_an_origin_without_harness_is_named(ran: Bench) -> None:
    assert stale_reasons({}, ran.project) == ("provenance missing: harness",)


def test_each_file_is_digested_once(ran: Bench) -> None:
    known = Known()
    stale_reasons(origin(ran), ran.project, known)
    assert len(known.digests) == 2
    (ran.folder / "bench.py").write_text("changed since")
    assert stale_reasons(origin(ran), ran.project, known) == ()


def test_a_harness_that_never_ran_says_so(bench: Bench) -> None:
    now = standing(bench.load(), bench.project)
    assert now.state is State.NEVER_RUN
    assert check_bench(bench.load(), bench.project).problems[0] == "missing: tiny.csv"


def test_an_edited_artifact_is_no_longer_fresh(ran: Bench) -> None:
    path = ran.artifacts / "tiny.csv"
    path.write_text(path.read_text().replace("3,9", "3,8"))
    assert standing(ran.load(), ran.project).state is State.EDITED
    problems = check_bench(ran.load(), ran.project).problems
    assert any("line 5: 3,8 became 3,9" in problem for problem in problems)
    assert any("is not what datapackage.json says" in problem for problem in problems)


def test_a_check_of_what_is_well_finds_nothing_and_writes_nothing(ran: Bench) -> None:
    before = ran.kept()
    done = check_bench(ran.load(), ran.project)
    assert (done.problems, done.reran) == ((), ("tiny.csv",))
    assert ran.kept() == before


def test_a_harness_that_gives_other_bytes_each_time_is_found(bench: Bench) -> None:
    bench.write(PROGRAM.replace("{m},{m * m}", "{m},{__import__('time').monotonic_ns()}"))
    run_bench(bench.load(), bench.project)
    assert "another run gives something else: line 2" in check_bench(bench.load(), bench.project).problems[0]


def test_measured_artifacts_are_not_run_again(bench: Bench) -> None:
    bench.write(
        PROGRAM.replace("{m},{m * m}", "{m},{__import__('time').monotonic_ns()}"),
        YAML.replace("kind: model", "kind: measured"),
    )
    run_bench(bench.load(), bench.project)
    done = check_bench(bench.load(), bench.project)
    assert (done.problems, done.reran) == ((), ())


def test_a_changed_description_is_found_in_the_descriptor(ran: Bench) -> None:
    path = ran.folder / "bench.yaml"
    path.write_text(path.read_text().replace("its square", "the square"))
    problems = check_bench(ran.load(), ran.project).problems
    assert len(problems) == 1
    assert problems[0].startswith("datapackage.json: not what would be written now")


def test_a_broken_descriptor_is_no_bug(ran: Bench) -> None:
    (ran.artifacts / "datapackage.json").write_text("{")
    assert standing(ran.load(), ran.project).state is State.EDITED
    assert check_bench(ran.load(), ran.project).problems


def test_artifacts_are_clean_in_git_after_a_run(ran: Bench) -> None:
    done = subprocess.run(
        ["git", "status", "--short", "-uall"], cwd=ran.project.root, capture_output=True, text=True, check=True
    )
    assert not [line for line in done.stdout.splitlines() if ".paperkit" in line]
