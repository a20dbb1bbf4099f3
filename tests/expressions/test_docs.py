"""docs/expressions.md: every example is evaluated, and its tables are those of the code."""

import json
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.artifacts.store import ArtifactSpec, Store
from paperkit.expressions import constants, syntax
from paperkit.expressions.arithmetic import MAX_EXPONENT
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.expressions.functions import FUNCTIONS
from paperkit.project import Project
from paperkit.source import SourceFile
from paperkit.sources import parse_document
from paperkit.values.quantity import MAX_BITS, Kind

PAGE = (Path(__file__).parents[2] / "docs" / "expressions.md").read_text()
FILES = re.findall(r"^```(\w+) (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = re.findall(r"^\| `([^`]+)` \| (true|error: [^|]+|`[^`]+`) \| [^|]*\|$", PAGE, re.MULTILINE)
UNITS = {"latency_cycles": "cycles", "traffic_bytes": "bytes", "p99 (ms)": "ms", "share": "%"}
KEYS = {"gemm": ["mode", "m", "buffers"], "lat": ["Batch size"], "published": ["ref", "quantity"]}


@pytest.fixture(scope="module")
def scope(tmp_path_factory: pytest.TempPathFactory) -> Scope:
    root = tmp_path_factory.mktemp("docs")
    resources = []
    for kind, name, text in FILES:
        (root / f"{name}.{kind}").write_text(text)
        if kind == "csv":
            columns = [
                {
                    "name": column,
                    "type": "string" if column in ("mode", "ref", "quantity", "unit") else "number",
                    **({"unit": UNITS[column]} if column in UNITS else {}),
                }
                for column in text.partition("\n")[0].split(",")
            ]
            resources.append(
                {
                    "path": f"{name}.csv",
                    "schema": {"fields": columns, "primaryKey": KEYS[name]},
                    "paperkit:kind": "model",
                    "paperkit:provenance": {"host": {"cores": 16}},
                }
            )
    (root / "datapackage.json").write_text(json.dumps({"resources": resources}))
    for order in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", "-C", str(root), *order], check=True)
    specs = {
        name: ArtifactSpec(name, root / f"{name}.{kind}", kind=Kind.GIVEN if name == "given" else None)
        for kind, name, _ in FILES
        if kind != "markdown"
    }
    documents = {
        name: parse_document(SourceFile(f"adr/{name}.md", text)) for kind, name, text in FILES if kind == "markdown"
    }
    row = 'gemm(m=1024, mode="{}").latency_cycles'
    quantities = {"gain": f"speedup({row.format('async')}, {row.format('composite')})"}
    return Scope(Store(Project(root), specs), quantities, documents)


@pytest.mark.parametrize(("text", "due"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_an_example_is_evaluated(text: str, due: str, scope: Scope) -> None:
    if due.startswith("error: "):
        with pytest.raises(ExpressionError) as caught:
            evaluate_marker(text, scope)
        assert caught.value.message == due.removeprefix("error: ")
        return
    found = evaluate_marker(text, scope)
    assert found.constants == ()
    if due == "true":
        assert found.predicate is True
        return
    (value,) = found.values
    number, _, unit = due.strip("`").partition(" ")
    shown = Fraction(number.rstrip("…"))
    assert shown == value.amount or (number.endswith("…") and 0 < value.amount - shown < Fraction(1, 1000))
    assert value.unit.symbol == unit


def test_every_example_is_found() -> None:
    assert len(EXAMPLES) == len(re.findall(r"^\| `.*\|$", "".join(_sections()), re.MULTILINE)) - len(FUNCTIONS)


def _sections() -> list[str]:
    """The sections that hold examples."""
    return [part for part in PAGE.split("\n## ")[1:] if not part.startswith(("Numbers in", "Limits"))]


def test_the_table_of_functions_is_that_of_the_code() -> None:
    rows = "\n".join(f"| `{function.signature}` | {function.gives} |" for function in FUNCTIONS.values())
    assert set(rows.split("\n")) == set(
        re.findall(
            r"^\| `[^`|]+` \| [^`|]+ \|$", PAGE.partition("## Functions")[2].partition("| expression")[0], re.MULTILINE
        )
    )


def test_the_limits_are_those_of_the_code() -> None:
    table = PAGE.partition("## Limits")[2]
    limits = (syntax.MAX_LENGTH, syntax.MAX_NODES, syntax.MAX_DEPTH, syntax.MAX_BRACKETS, MAX_EXPONENT, MAX_BITS)
    assert [int(number) for number in re.findall(r"\| (\d+) \|", table)] == list(limits)


def test_the_list_of_bare_numbers_is_that_of_the_code() -> None:
    table = PAGE.partition("## Numbers in an expression")[2].partition("A value must")[0]
    shown = {Fraction(eval(text)) for text in re.findall(r"`(\d[\d*]*)`", table)}
    assert shown <= constants.ALLOWED
    rest = constants.ALLOWED - shown
    assert rest == {1024**2, 1024**3, *(Fraction(1, 10**power) for power in (3, 6, 9, 12))}
