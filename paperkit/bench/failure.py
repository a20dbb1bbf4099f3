"""What is said of a run that did not end well, and what to do about it."""

from __future__ import annotations

import signal
from typing import NoReturn

from paperkit.bench.spec import BenchSpec
from paperkit.errors import PaperkitError, Status
from paperkit.process.confine import Outcome

TAIL = 12
"""Lines of the log that are shown at once."""

HINTS = (
    ("MemoryError", "it may take {memory_mb} MB: raise memory_mb in bench.yaml, or let it use less"),
    ("Cannot allocate memory", "it may take {memory_mb} MB: raise memory_mb in bench.yaml, or let it use less"),
    ("Network is unreachable", "a harness has no network: commit what it needs and name it under inputs"),
    ("Name or service not known", "a harness has no network: commit what it needs and name it under inputs"),
    ("Temporary failure in name resolution", "a harness has no network: commit what it needs and name it under inputs"),
    ("ModuleNotFoundError", "only declared files are there when it runs: name the module's files under code"),
    ("FileNotFoundError", "only declared files are there when it runs: name the file under code or inputs"),
    ("No such file", "only declared files are there when it runs: name the file under code or inputs"),
    ("PermissionError", "a harness reads its declared files and writes into {{out}} alone"),
    ("Permission denied", "a harness reads its declared files and writes into {{out}} alone"),
)
"""What its messages hint at, most telling first."""


def refuse_ending(spec: BenchSpec, outcome: Outcome, log: str, tree: str) -> None:
    """Nothing when the run ended well; else PaperkitError (status 4) with the last lines and the path of the log.

    *tree* is the copy that it ran in: paths in its messages become those of the project.
    """
    if outcome.status == 0 and not outcome.timed_out and not outcome.signal:
        return
    text = (outcome.stdout.rstrip() + "\n" + outcome.stderr.rstrip()).strip().replace(tree + "/", "")
    lines = [f"    | {line}" for line in text.splitlines()[-TAIL:]]
    raise PaperkitError(
        "\n".join([f"{spec.name}: {_ending(spec, outcome)}", *lines]),
        f"{_hint(spec, outcome)}; the whole log is {log}; the former artifacts are untouched",
        Status.BENCH,
    )


def refuse_outputs(spec: BenchSpec, problems: tuple[str, ...], kept: str) -> NoReturn:
    """PaperkitError (status 4): the run ended well, but what it wrote does not fit."""
    raise PaperkitError(
        "\n".join([f"{spec.name}: what it wrote does not fit bench.yaml", *(f"    {fact}" for fact in problems)]),
        f"mend the harness or its outputs in bench.yaml; what it wrote: {kept}; the former artifacts are untouched",
        Status.BENCH,
    )


def _ending(spec: BenchSpec, outcome: Outcome) -> str:
    if outcome.timed_out:
        return f"did not end within {spec.timeout_s:g} s"
    if outcome.signal:
        return f"was ended by signal {outcome.signal} ({_signal_name(outcome.signal)}) after {outcome.seconds:.1f} s"
    return f"ended with status {outcome.status} after {outcome.seconds:.1f} s"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _hint(spec: BenchSpec, outcome: Outcome) -> str:
    if outcome.timed_out:
        return "raise timeout_s in bench.yaml, or make it faster"
    printed = outcome.stderr + outcome.stdout
    found = next((hint for sign, hint in HINTS if sign in printed), "")
    if not found and outcome.signal == signal.SIGKILL:
        found = "it may have run out of memory: {memory_mb} MB are declared in bench.yaml"
    return found.format(memory_mb=spec.memory_mb) or "start it by hand as bench.yaml says"
