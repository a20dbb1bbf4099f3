"""toc.md: the contract, in the Markdown that people read."""

from pathlib import Path

import pytest

from paperkit.config.toc import Contract, load_contract, parse_contract
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.project import Project
from paperkit.source import SourceFile

WELL = """\
---
state: agreed
by: Ada
date: 2026-06-30
---

# First half

What we want to show.

## GEMM by composite command {#gemm}

- purpose: say what it is worth,
  and against what
- sources: adr:0002, `spec:platform`
- figures: break_even
- tables: none
- claims:
  - It gains nothing (`gain`)
  - It pays from
    `break_even` on

Open question: which baseline?

```
## not a heading
- nonsense: x
```

## Threats

* claims: one only
"""


def parse(text: str) -> tuple[Contract, tuple[Diagnostic, ...]]:
    contract, problems = parse_contract(SourceFile("toc.md", text))
    assert contract is not None
    return contract, problems


def test_each_heading_is_a_section_with_its_promises() -> None:
    contract, problems = parse(WELL)
    assert problems == ()
    assert (contract.state, contract.by, contract.date, contract.agreed) == ("agreed", "Ada", "2026-06-30", True)
    assert [(p.key, p.title) for p in contract.promises] == [
        ("gemm", "GEMM by composite command"),
        ("threats", "Threats"),
    ]
    gemm = contract.promises[0]
    assert gemm.purpose == "say what it is worth, and against what"
    assert [text.value for text in gemm.sources] == ["adr:0002", "spec:platform"]
    assert [text.span.text for text in gemm.sources] == ["adr:0002", "`spec:platform`"]
    assert [text.value for text in gemm.figures] == ["break_even"]
    assert gemm.tables == ()
    assert [text.value for text in gemm.claims] == ["It gains nothing (`gain`)", "It pays from `break_even` on"]
    assert [text.value for text in contract.promises[1].claims] == ["one only"]


@pytest.mark.parametrize(
    ("change", "line", "message", "hint"),
    [
        (("state: agreed", "state: final"), 2, "state is 'final', but takes draft or agreed", ""),
        (("state: agreed\n", ""), 2, "has no key 'state'", "add"),
        (("by: Ada\n", ""), 2, "the contract is agreed, but has no 'by'", "add `by"),
        (("- figures:", "- figure:"), 16, "promises no 'figure'", "did you mean 'figures'?"),
        (("{#gemm}", "{#GE MM}"), 11, "'GE MM' is no key", "lower case"),
        (("## Threats", "## Threats {#gemm}"), 30, "section 'gemm' is promised twice", ""),
        (("---\n\n#", "\n#"), 1, "no front matter", "begin the file"),
        (("2026-06-30", "soon"), 4, "date is 'soon'", ""),
    ],
)
def test_what_does_not_fit_is_said_at_its_line(change: tuple[str, str], line: int, message: str, hint: str) -> None:
    assert change[0] in WELL
    _, problems = parse(WELL.replace(*change, 1))
    found = [each for each in problems if message in each.message]
    assert len(found) == 1
    assert found[0].span is not None
    assert (found[0].code, found[0].span.line) == ("PK302", line)
    assert hint in found[0].hint


@pytest.mark.parametrize("text", [None, "", " \n"])
def test_a_missing_contract_is_said(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "toc.md").write_text(text)
    contract, problems = load_contract(tmp_path, Project(tmp_path))
    assert contract is None
    assert [each.message for each in problems] == ["toc.md is missing or empty"]


def test_a_contract_without_sections_is_said() -> None:
    _, problems = parse("---\nstate: draft\n---\nnothing yet\n")
    assert [each.message for each in problems] == ["no section is promised"]
