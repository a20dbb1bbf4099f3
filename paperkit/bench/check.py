"""Hold committed artifacts against a new run, their declaration, their descriptor and their origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from paperkit.artifacts.descriptor import DESCRIPTOR
from paperkit.bench.collect import first_difference, read_outputs, record_difference
from paperkit.bench.describe import described, recorded_hashes, recorded_provenance
from paperkit.bench.origin import lasting
from paperkit.bench.run import OnLine, Produced, produce, workplace
from paperkit.bench.spec import BenchSpec
from paperkit.bench.stale import Known, find_reasons
from paperkit.digest import of_bytes
from paperkit.process.place import unfinished
from paperkit.project import Project


class State(StrEnum):
    """Where the artifacts of a harness stand."""

    NEVER_RUN = "never run"
    UNFINISHED = "unfinished"
    """A move was cut short; the next run or check finishes it."""
    EDITED = "edited"
    """A file is not what its descriptor says."""
    STALE = "stale"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a harness's artifacts, with the reasons for it."""

    state: State
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found; *reran* names the files that were made again and compared, *measured* those that were not."""

    name: str
    problems: tuple[str, ...]
    reran: tuple[str, ...]
    seconds: float
    measured: tuple[str, ...] = ()


def standing(spec: BenchSpec, project: Project, known: Known | None = None) -> Standing:
    """Where the artifacts stand, without a run."""
    if unfinished(spec.artifacts):
        return Standing(State.UNFINISHED, (f"run `paperkit bench run {spec.name}`",))
    absent = [name for name in (*(o.path for o in spec.outputs), DESCRIPTOR) if not (spec.artifacts / name).is_file()]
    if absent:
        return Standing(State.NEVER_RUN, tuple(f"missing: {name}" for name in absent))
    edited = tuple(_edited(spec))
    if edited:
        return Standing(State.EDITED, edited)
    origin = recorded_provenance(spec.artifacts, spec.outputs[0].path)
    reasons = tuple(str(reason) for reason in find_reasons(origin, project, known))
    return Standing(State.STALE if reasons else State.FRESH, reasons)


def _edited(spec: BenchSpec) -> Iterator[str]:
    hashes = recorded_hashes(spec.artifacts)
    for output in spec.outputs:
        if hashes.get(output.path) != of_bytes((spec.artifacts / output.path).read_bytes()):
            yield f"{output.path} is not what {DESCRIPTOR} says"


def check_bench(spec: BenchSpec, project: Project, on_line: OnLine = None) -> Checked:
    """Compare the artifacts with a new run, byte for byte (measured ones: with their declaration alone).

    Raises PaperkitError (status 4) when the new run does not end well.
    """
    again = tuple(output.path for output in spec.outputs if output.kind != "measured")
    with workplace(spec, project, on_line) as work:
        now = standing(spec, project)
        if now.state is State.NEVER_RUN:
            facts = (*now.reasons, f"run `paperkit bench run {spec.name}` and commit its artifacts")
            return Checked(spec.name, facts, (), 0.0)
        produced = produce(spec, project, work, on_line) if again else None
    kept, problems = read_outputs(spec, spec.artifacts)
    found = [*problems, *(f"{now.state}: {reason}" for reason in now.reasons)]
    if produced is not None:
        found += _differences(kept, produced.files, again)
        found += _descriptor_problems(spec, kept, produced) if now.state is not State.EDITED else ()
    measured = tuple(output.path for output in spec.outputs if output.path not in again)
    return Checked(spec.name, tuple(found), again, produced.seconds if produced else 0.0, measured)


def _differences(kept: Mapping[str, bytes], new: Mapping[str, bytes], again: tuple[str, ...]) -> Iterator[str]:
    for name in again:
        if name in kept and (where := first_difference(kept[name], new[name])):
            yield f"{name}: another run gives something else: {where}"


def _descriptor_problems(spec: BenchSpec, kept: Mapping[str, bytes], produced: Produced) -> Iterator[str]:
    """The descriptor as it would be written now, on the machine that wrote it."""
    old = recorded_provenance(spec.artifacts, spec.outputs[0].path)
    machine = {key: value for key, value in old.items() if key in {"versions", "isolation", "host"}}
    due = described(spec, kept, {**lasting(produced.provenance), **machine}).encode()
    where = record_difference((spec.artifacts / DESCRIPTOR).read_bytes(), due)
    if where:
        yield f"{DESCRIPTOR}: not what would be written now: {where}"
