"""Documents: id, title, status, sections; ADR and SPEC as people write them."""

import pytest

from paperkit.source import SourceFile
from paperkit.sources import SourceDocument, find_document, parse_document, sentence

NYGARD = """# 7. Latency budget

Date: 2026-03-01

## Status

Accepted

## Latency

One page is 32 KiB. A read takes 4.5 us, 1. e. less than a seek.

```
## no heading
```

### Tail

p99 is 12 us.

## Latency

again
"""
MADR = """---
status: "superseded by ADR-0012"
date: 2026-02-03
---
# Use one queue

## Context and Problem Statement
"""


def read(text: str, path: str = "docs/adr/0007-latency.md") -> SourceDocument:
    return parse_document(SourceFile(path, text))


def test_a_nygard_record_is_read() -> None:
    document = read(NYGARD)
    assert (document.id, document.title, document.status, document.date) == (
        "0007",
        "Latency budget",
        "accepted",
        "2026-03-01",
    )
    assert document.accepted
    assert [s.slug for s in document.sections] == ["7-latency-budget", "status", "latency", "tail", "latency-1"]
    assert document.span.place == "docs/adr/0007-latency.md:1:1"


def test_a_section_holds_those_below_it() -> None:
    section = read(NYGARD).section("latency")
    assert section is not None
    assert "p99 is 12 us." in section.text
    assert "again" not in section.text


def test_a_madr_record_with_front_matter_is_read() -> None:
    document = read(MADR)
    assert (document.status, document.date, document.superseded_by, document.accepted) == (
        "superseded",
        "2026-02-03",
        "0012",
        False,
    )


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("# A\n\n* Status: accepted\n* Date: 2026-01-01\n", "accepted"),
        ("# A\n\n**Status:** Proposed\n", "proposed"),
        ("# A\n\n| Status | Accepted |\n", "accepted"),
        ("# A\n\n- **Status**: Deprecated\n", "deprecated"),
        ("# A\n\nno word of it\n", ""),
        ("A\n=\n\nStatus\n------\n\nAccepted\n", "accepted"),
        ("", ""),
    ],
)
def test_status_is_found_where_people_write_it(text: str, status: str) -> None:
    assert read(text).status == status


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("docs/adr/0007-latency.md", "# Latency\n", "7"),
        ("docs/adr/0007-latency.md", "# Latency\n", "ADR-0007"),
        ("docs/adr/adr-12.md", "# Latency\n", "0012"),
        ("docs/spec/machine.md", "# SPEC-2: The machine\n", "spec-2"),
        ("docs/spec/SPEC-002-machine.md", "# The machine\n", "SPEC-2"),
        ("docs/machine.md", "# The machine\n", "machine"),
    ],
)
def test_a_document_is_found_by_what_people_call_it(path: str, text: str, name: str) -> None:
    document = read(text, path)
    assert find_document((document,), name) is document


def test_the_sentence_around_a_number() -> None:
    document = read(NYGARD)
    at = NYGARD.index("32 KiB")
    assert sentence(document.source.span(at, at + 6)) == "One page is 32 KiB."
