"""GitLab code quality: a JSON list with a fingerprint for each diagnostic, and one entry with the counts."""

from __future__ import annotations

import json
from typing import Any

from paperkit.diagnostics.diagnostic import Severity
from paperkit.diagnostics.text import counts_line
from paperkit.diagnostics.verdict import Verdict, fingerprints
from paperkit.digest import of_bytes
from paperkit.source import Span

GRADES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def as_gitlab(verdict: Verdict) -> str:
    """The report of one command. GitLab compares fingerprints, so the counts (an `info`) never look new."""
    issues = [
        _issue(f"{each.name}: {each.message}", each.code, mark, GRADES[each.severity], *_place(verdict, each.span))
        for each, mark in fingerprints(verdict.diagnostics)
    ]
    mark = of_bytes(f"counts\0{verdict.target}".encode()).removeprefix("sha256:")[:32]
    issues.append(_issue(counts_line(verdict.counts), "paperkit-counts", mark, "info", verdict.target, 1))
    return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"


def _issue(description: str, check: str, mark: str, severity: str, path: str, line: int) -> dict[str, Any]:
    return {
        "description": description,
        "check_name": check,
        "fingerprint": mark,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    }


def _place(verdict: Verdict, span: Span | None) -> tuple[str, int]:
    return (verdict.target, 1) if span is None else (span.path, span.line)
