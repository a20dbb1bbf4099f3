"""`paperkit bench`: list, run and check the harnesses that write artifacts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperkit.cli.paths import BENCH
from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from paperkit.bench.spec import BenchSpec
    from paperkit.project import Project

NAMES = click.argument("names", metavar="[NAME]...", nargs=-1, type=BENCH)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("bench")
def COMMAND() -> None:  # noqa: N802
    """List, run and check the harnesses under benches/.

    A harness is a program that writes artifacts and knows nothing of paperkit. It runs as a stranger: confined,
    without network, with nothing but its declared files.
    """


@COMMAND.command("list")
@JSON
def list_benches(as_json: bool) -> int:
    """Each harness with its outputs and whether they are fresh."""
    from paperkit.bench.check import standing
    from paperkit.bench.stale import Known

    project, specs, status = _specs(())
    known = Known()
    rows = [_row(spec, standing(spec, project, known)) for spec in specs]
    if as_json:
        click.echo(json.dumps({"version": 1, "benches": rows}, indent=2, ensure_ascii=False))
    else:
        click.echo(_table(rows), nl=False)
    return status


@COMMAND.command("run")
@NAMES
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Harnesses at once.")
@JSON
def run(names: tuple[str, ...], jobs: int, as_json: bool) -> int:
    """Run harnesses and put their artifacts into place.

    Without NAME all of them run. What does not fit its declaration is refused; the former artifacts stay.
    """
    if jobs > 1:
        raise PaperkitError(f"--jobs {jobs}: harnesses run one at a time so far", "leave --jobs out", Status.USAGE)
    from paperkit.bench.run import run_bench

    return _each(names, as_json, run_bench, _ran)


@COMMAND.command("check")
@NAMES
@JSON
def check(names: tuple[str, ...], as_json: bool) -> int:
    """Run harnesses again elsewhere and compare.

    `model` and `projection` artifacts must come out the same, byte for byte; `measured` ones must fit their
    declaration. Stale artifacts and descriptors that do not match fail as well. No artifact is written.
    """
    from paperkit.bench.check import check_bench

    return _each(names, as_json, check_bench, _checked)


def _each(
    names: tuple[str, ...], as_json: bool, act: Callable[..., Any], say: Callable[[Any], tuple[str, bool]]
) -> int:
    """Do *act* for each harness, go on after a failure, say how each ended."""
    from paperkit.cli.ticker import Ticker

    project, specs, status = _specs(names)
    results: list[dict[str, Any]] = []
    for spec in specs:
        try:
            with Ticker(spec.name, spec.expected_runtime_s) as ticker:
                done = act(spec, project, ticker.line)
        except PaperkitError as error:
            results.append({"name": spec.name, "well": False, "message": error.message, "hint": error.hint})
            _say_error(error)
            status = max(status, error.status)
            continue
        text, well = say(done)
        results.append({"well": well, **_plain(done)})
        status = status if well else max(status, Status.BENCH)
        if not as_json:
            click.echo(text)
    if as_json:
        click.echo(json.dumps({"version": 1, "benches": results}, indent=2, ensure_ascii=False))
    return status


def _specs(names: tuple[str, ...]) -> tuple[Project, list[BenchSpec], int]:
    """The harnesses of those names (all without any); what is wrong with a bench.yaml is printed."""
    from paperkit.bench.load import load_bench
    from paperkit.bench.spec import find_bench, find_benches
    from paperkit.diagnostics.text import one
    from paperkit.project import find_project

    project = find_project(Path.cwd())
    folders = [find_bench(project.root, name) for name in names] or find_benches(project.root)
    if not folders:
        raise PaperkitError(
            "no harness: there is no benches/*/bench.yaml", "begin one: `paperkit new bench NAME`", Status.USAGE
        )
    specs, status = [], Status.WELL
    for folder in folders:
        spec, problems = load_bench(folder, project)
        for problem in problems:
            click.echo(one(problem), err=True)
        if spec is not None:
            specs.append(spec)
        else:
            status = Status.DIAGNOSTICS
    return project, specs, status


def _row(spec: BenchSpec, now: Any) -> dict[str, Any]:
    return {
        "name": spec.name,
        "title": spec.title,
        "kinds": list(spec.kinds),
        "state": str(now.state),
        "reasons": list(now.reasons),
        "expected_runtime_s": spec.expected_runtime_s,
        "outputs": [output.path for output in spec.outputs],
    }


def _table(rows: Iterable[dict[str, Any]]) -> str:
    """Aligned columns; under each harness that is not fresh, why."""
    cells = [("name", "kind", "state", "takes", "outputs", "title")] + [_cells(row) for row in rows]
    widths = [max(len(line[at]) for line in cells) for at in range(len(cells[0]))]

    def lines() -> Iterator[str]:
        reasons = [[], *(row["reasons"] for row in rows)]
        for line, why in zip(cells, reasons, strict=True):
            yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            yield from (f"    {reason}" for reason in why)

    return "".join(line + "\n" for line in lines())


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    takes = "" if row["expected_runtime_s"] is None else f"{row['expected_runtime_s']:g} s"
    first, *others = row["outputs"]
    outputs = f"{first} +{len(others)}" if others else first
    return (row["name"], ",".join(row["kinds"]), row["state"], takes, outputs, row["title"])


def _ran(done: Any) -> tuple[str, bool]:
    what = f"{len(done.changed)} of {_count(len(done.files), 'file')} changed" if done.changed else "nothing changed"
    wall = f"{done.isolation.filesystem}, network {done.isolation.network}"
    size = f"{done.peak_rss_bytes / 1e6:.0f} MB"
    return f"{done.name}: ran {done.seconds:.1f} s, {size} at most ({wall}); {what}", True


def _checked(done: Any) -> tuple[str, bool]:
    if done.problems:
        facts = "".join(f"\n    {problem}" for problem in done.problems)
        return f"{done.name}: {_count(len(done.problems), 'problem')}{facts}", False
    how = (
        f"{_count(len(done.reran), 'file')} came out the same in {done.seconds:.1f} s"
        if done.reran
        else "fits its declaration"
    )
    left = f"; measured, so not compared: {', '.join(done.measured)}" if done.measured else ""
    return f"{done.name}: {how}{left}", True


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _plain(done: Any) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(done).items()}


def _say_error(error: PaperkitError) -> None:
    from paperkit.cli.main import say_error

    say_error(error)
