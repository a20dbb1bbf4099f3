"""toc.md: the contract of a report, as people read it.

Front matter with `state` (draft or agreed), `by` and `date`; then a heading for each section and below it what the
section promises:

    ## GEMM by composite command {#gemm}

    - purpose: say what a composite command is worth, and against which baseline
    - archetype: results
    - budget: 2.5 pages
    - sources: adr:0002, spec:platform
    - figures: break_even
    - tables: sweep
    - claims:
      - At no dispatch cost the command gains nothing (`gain_at_zero`)
      - It pays from `break_even_cycles` on
    - questions:
      - Which dispatch cost will the product have?

A claim names in backticks the quantities or artifacts that carry it: that is what the check looks for in the section.
Questions are for a person; a contract with open ones cannot be agreed. Prose between the lists is free. `paperkit toc
agree` writes the front matter: the digest of the body as it was agreed, and the history of amendments.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperkit import digest
from paperkit.config.fields import Field, Record, Shape, Text, problem, read_file, read_text
from paperkit.config.toc_body import Parser, Promise
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.project import Project
from paperkit.source import SourceFile

TOC_FILE = "toc.md"

FRONT = (
    Field("state", Shape.TEXT, "`draft` while it is negotiated, `agreed` from then on.", "agreed", required=True),
    Field("by", Shape.TEXT, "Who agreed.", "Ada Lovelace"),
    Field("date", Shape.DATE, "When.", "2026-06-30"),
    Field("digest", Shape.TEXT, "Digest of the body as it was agreed; `paperkit toc agree` writes it.", "sha256:..."),
    Field(
        "history",
        Shape.RECORDS,
        "Each agreement, the first one first; `paperkit toc agree` and `amend` write it.",
        "[]",
        fields=(
            Field("date", Shape.DATE, "When.", "2026-06-30", required=True),
            Field("by", Shape.TEXT, "Who agreed.", "Ada Lovelace", required=True),
            Field("digest", Shape.TEXT, "Digest of the body.", "sha256:...", required=True),
            Field("note", Shape.TEXT, "Why.", "one more baseline"),
            Field("changes", Shape.TEXTS, "What changed against the agreement before.", "[section gemm added]"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """One entry of the history."""

    date: str
    by: str
    digest: str
    note: str = ""
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """The promises of all sections, in order. *digest* is that of the text agreed to, *body* the text as it is."""

    source: SourceFile
    state: str
    by: str = ""
    date: str = ""
    promises: tuple[Promise, ...] = ()
    digest: Text | None = None
    history: tuple[Agreement, ...] = ()
    body: str = ""

    @property
    def body_digest(self) -> str:
        """Digest of the body as it is now."""
        return body_digest(self.body)

    @property
    def questions(self) -> tuple[tuple[str, Text], ...]:
        """(section, question) of each that is open."""
        return tuple((promise.key, question) for promise in self.promises for question in promise.questions)

    @property
    def agreed(self) -> bool:
        """Whether the report is held to it."""
        return self.state == "agreed"

    def promise(self, key: str) -> Promise | None:
        """The promise with that key."""
        return next((each for each in self.promises if each.key == key), None)


def load_contract(folder: Path, project: Project) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract of the report in *folder*; a missing or empty toc.md is a PK302."""
    path = folder / TOC_FILE
    source, unread = read_text(path, project) if path.is_file() else (SourceFile(project.shown(path), ""), ())
    if unread:
        return None, unread
    if not source.text.strip():
        return None, (problem(source.whole(), f"{TOC_FILE} is missing or empty", "write a heading for each section"),)
    return parse_contract(source)


def parse_contract(source: SourceFile) -> tuple[Contract | None, tuple[Diagnostic, ...]]:
    """The contract in the text of a toc.md."""
    front, body, problems = _front(source)
    state = front.single.get("state") if front else None
    if state and state.value not in {"draft", "agreed"}:
        problems = (*problems, problem(state.span, f"state is {state.value!r}, but takes draft or agreed"))
    problems = (*problems, *_unsigned(front))
    parser = Parser(source)
    parser.parse(body)
    record = front or Record(source.whole())
    contract = Contract(
        source,
        record.text("state", "draft"),
        record.text("by"),
        record.text("date"),
        tuple(parser.promises()),
        record.single.get("digest"),
        tuple(_agreement(entry) for entry in record.records.get("history", ())),
        source.text[source.line_starts[body - 1] :] if body <= len(source.line_starts) else "",
    )
    if not contract.promises and not parser.problems:
        parser.problems.append(problem(source.whole(), "no section is promised", "write `## Title {#key}` for each"))
    return contract, (*problems, *parser.problems)


def body_digest(body: str) -> str:
    """Digest of a contract without its front matter; trailing white space does not count."""
    return digest.of_bytes("\n".join(line.rstrip() for line in body.strip().splitlines()).encode())


def _agreement(record: Record) -> Agreement:
    changes = tuple(text.value for text in record.several.get("changes", ()))
    return Agreement(record.text("date"), record.text("by"), record.text("digest"), record.text("note"), changes)


def _unsigned(front: Record | None) -> tuple[Diagnostic, ...]:
    """What an agreed contract does not say of who agreed and when."""
    if front is None or front.text("state") != "agreed":
        return ()
    span = front.single["state"].span
    missing = [name for name in ("by", "date") if name not in front.keys]
    return tuple(
        problem(span, f"the contract is agreed, but has no {name!r}", f"add `{name}: ...`") for name in missing
    )


def _front(source: SourceFile) -> tuple[Record | None, int, tuple[Diagnostic, ...]]:
    """(front matter, first line of the body, problems)."""
    lines = len(source.line_starts)
    close = next((n for n in range(2, lines + 1) if source.line(n).rstrip() == "---"), 0)
    if source.line(1).rstrip() != "---" or not close:
        hint = "begin the file with `---`, `state: draft`, `---`"
        return None, 1, (problem(source.whole(), f"{source.path} has no front matter", hint),)
    # the text up to the closing line: offsets stay those of the whole file
    record, problems = read_file(SourceFile(source.path, source.text[: source.line_starts[close - 1]]), FRONT)
    return record, close + 1, problems
