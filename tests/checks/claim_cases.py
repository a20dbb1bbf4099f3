"""The cases of tests/corpus/claims.yaml: data, an expression, and words that hold or break.

`python -m tests.checks.claim_cases [FILE]` prints how many verdicts are as the file says.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import yaml

from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.checks.judge import judge
from paperkit.config.yaml import load_yaml
from paperkit.expressions.evaluate import Scope
from paperkit.latex.scan import scan
from paperkit.project import Project
from paperkit.source import SourceFile
from paperkit.values.numeral import Agreement

FILE = Path(__file__).parents[1] / "corpus" / "claims.yaml"
UNITS = {"s": "s", "ms": "ms", "pct": "%", "cycles": "cycles", "rps": "request/s", "bytes": "B"}
"""Units of the cases' columns by the ending of their names; paperkit itself takes units from descriptors alone."""


@dataclass(frozen=True)
class Claim:
    data: dict[str, object]
    expression: str
    words: str
    holds: bool
    macro: str = "pkclaim"


def claims(path: Path = FILE) -> list[Claim]:
    found = []
    for case in yaml.safe_load(path.read_text()):
        for verdict in ("holds", "breaks"):
            found += [Claim(case["data"], case["expr"], words, verdict == "holds") for words in case.get(verdict, ())]
    return found


def lay_out(data: dict[str, object], root: Path) -> Scope:
    """The data as an artifact with its descriptor; a name alone is its one cell, or its column where it has rows."""
    columns = {name: value if isinstance(value, list) else [value] for name, value in data.items()}
    rows = max(map(len, columns.values()))
    columns = {name: value * rows if len(value) == 1 else value for name, value in columns.items()}
    lines = [",".join(map(str, (at, *(value[at] for value in columns.values())))) for at in range(rows)]
    (root / "t.csv").write_text("\n".join((",".join(("id", *columns)), *lines)) + "\n")
    fields = [{"name": "id", "type": "integer"}, *(_field(name, columns) for name in columns)]
    resource = {"name": "t", "path": "t.csv", "paperkit:kind": "model",
                "schema": {"primaryKey": ["id"], "fields": fields}}  # fmt: skip
    (root / "datapackage.json").write_text(json.dumps({"name": "t", "resources": [resource]}))
    store = Store(Project(root), {"t": ArtifactSpec("t", root / "t.csv")}, load_yaml)
    return Scope(store, {name: f"t.{name}" if isinstance(data[name], list) else f"t(id=0).{name}" for name in data})


def _field(name: str, columns: dict[str, list[object]]) -> dict[str, str]:
    stem, _, suffix = name.rpartition("_")
    field = {"name": name, "type": "number", "unit": UNITS.get(suffix, "")}
    spread = f"{stem}_stdev"
    if suffix == "stdev":
        other = next((one for one in columns if one.startswith(f"{stem}_") and one != name), "")
        field["unit"] = UNITS.get(other.rpartition("_")[2], "")
    elif spread in columns:
        field["paperkit:uncertainty"] = spread
    return field


def verdict(claim: Claim, left: str = "", right: str = "") -> Agreement:
    """What paperkit says of the words, with *left* and *right* beside the marker."""
    with tempfile.TemporaryDirectory() as folder:
        scope = lay_out(claim.data, Path(folder))
        marker = rf"\{claim.macro}{{{claim.expression}}}{{{claim.words}}}"
        text = rf"\begin{{document}}{left} {marker} {right}\end{{document}}"
        (judged,) = judge((scan(SourceFile("a.tex", text)),), scope)
        if judged.error is not None:
            return Agreement(False, "", f"{judged.error.message} ({judged.error.hint})", "error")
        return Agreement(judged.agrees, "", judged.reason, judged.cause, judged.hint)


def main(path: Path) -> None:
    found = [(claim, verdict(claim)) for claim in claims(path)]
    for claim, said in found:
        if said.ok != claim.holds or said.cause == "error":
            word = "hold" if claim.holds else "break"
            print(f"{claim.expression}: {claim.words!r} should {word}: {said.reason or 'it holds'}")
    right = sum(said.ok == claim.holds and said.cause != "error" for claim, said in found)
    print(f"{right} of {len(found)} verdicts are as {path.name} says")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
