"""What a report could be written from: documents, harnesses, artifacts, each by the name that a contract uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperkit.artifacts.descriptor import Resource, read_descriptor
from paperkit.bench.load import load_bench
from paperkit.bench.spec import BenchSpec, Output, find_benches
from paperkit.build.load import Loaded
from paperkit.config.documents import read_documents
from paperkit.config.fields import Text
from paperkit.source import SourceFile
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Kind

DOCUMENT_FOLDERS = ("docs/adr", "docs/adrs", "docs/spec", "docs/specs", "doc/adr", "adr", "adrs", "spec", "specs")
"""Where documents lie when report.yaml names none."""


@dataclass(frozen=True, slots=True)
class Material:
    """One artifact. *name* is what expressions call it, *listed* whether report.yaml does; *harness* may be ""."""

    name: str
    path: str
    kind: Kind
    listed: bool
    harness: str = ""
    columns: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    sweeps: bool = False
    """Whether a column of its key is a number, so that a figure can run along it."""
    about: str = ""
    made: bool = True
    """Whether the file is there; else its harness has still to write it."""


def documents(loaded: Loaded) -> dict[str, SourceDocument]:
    """The documents of the report by key; those of the usual folders where report.yaml names none."""
    if loaded.scope.documents:
        return dict(loaded.scope.documents)
    here = SourceFile("", "").whole()
    there = [folder for folder in DOCUMENT_FOLDERS if any((loaded.project.root / folder).glob("*.md"))]
    return read_documents([Text(f"{folder}/*.md", here) for folder in there], loaded.project)[0]


def materials(loaded: Loaded) -> tuple[Material, ...]:
    """Every artifact that report.yaml names, then those of the harnesses that it does not."""
    specs = loaded.report.artifacts.values() if loaded.report else ()
    known: dict[Path, str] = {}
    for spec in specs:
        known.setdefault(spec.path, spec.name)
    named = [(name, path) for path, name in known.items()]
    outputs = dict(_outputs(loaded))
    found = [(path.stem, path) for path in outputs if path not in known]
    taken = {name for name, _ in named}
    return (
        *(_material(loaded, name, path, outputs, listed=True) for name, path in named),
        *(_material(loaded, _free(name, taken), path, outputs, listed=False) for name, path in found),
    )


def harnesses(loaded: Loaded) -> dict[str, BenchSpec]:
    """The harnesses of the project by name, as far as their bench.yaml can be read."""
    read = (load_bench(folder, loaded.project)[0] for folder in find_benches(loaded.project.root))
    return {spec.name: spec for spec in read if spec is not None}


def _outputs(loaded: Loaded) -> Iterator[tuple[Path, Output]]:
    """What the harnesses say that they write, by path."""
    for spec in harnesses(loaded).values():
        yield from ((spec.artifacts / output.path, output) for output in spec.outputs)


def _free(stem: str, taken: set[str]) -> str:
    name = re.sub(r"\W", "_", stem)
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _material(loaded: Loaded, name: str, path: Path, outputs: Mapping[Path, Output], *, listed: bool) -> Material:
    resource = read_descriptor(path.parent).resource(path.name)
    shown = loaded.project.shown(path)
    folder = path.parent.parent
    harness = folder.name if path.parent.name == "artifacts" and (folder / "bench.yaml").is_file() else ""
    if resource is None and path in outputs:
        return _promised(name, shown, outputs[path], listed, harness)
    if resource is None:
        kind = Kind.CONFIGURED if path.suffix in {".yaml", ".yml", ".toml", ".json"} else Kind.GIVEN
        return Material(name, shown, kind, listed, harness)
    numbers = {each.name for each in resource.fields if each.type in {"integer", "number"}}
    return Material(
        name,
        shown,
        resource.kind,
        listed,
        harness,
        tuple(each.name for each in resource.fields if each.name not in resource.primary_key),
        resource.primary_key,
        bool(numbers & set(resource.primary_key)),
        _about(resource),
    )


def _promised(name: str, shown: str, output: Output, listed: bool, harness: str) -> Material:
    """An artifact that bench.yaml describes and that no run has written yet."""
    numbers = {each.name for each in output.columns if each.type in {"integer", "number"}}
    return Material(
        name,
        shown,
        Kind(output.kind),
        listed,
        harness,
        tuple(each.name for each in output.columns if not each.key),
        output.key,
        bool(numbers & set(output.key)),
        output.description.rstrip("."),
        made=False,
    )


def _about(resource: Resource) -> str:
    return resource.description.rstrip(".")
