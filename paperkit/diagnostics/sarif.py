"""SARIF 2.1.0, for code scanning: one run, a rule for each check, relative URIs, fingerprints that survive edits."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from paperkit.diagnostics.diagnostic import Diagnostic, Fix, Label, counts_data
from paperkit.diagnostics.verdict import Rule, Verdict, fingerprints
from paperkit.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "SRCROOT"
"""Name of the project's root; a viewer knows where that is."""
FINGERPRINT = "paperkit/v1"


def as_sarif(verdict: Verdict, version: str) -> str:
    """One SARIF log, ending in a newline; *version* is paperkit's. The counts are the run's properties."""
    index = {rule.code: number for number, rule in enumerate(verdict.rules)}
    run = {
        "tool": {
            "driver": {
                "name": "paperkit",
                "semanticVersion": version,
                "rules": [_rule(rule) for rule in verdict.rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, mark, index) for each, mark in fingerprints(verdict.diagnostics)],
        "properties": {"target": verdict.target, "counts": counts_data(verdict.counts)},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    first, _, rest = rule.doc.strip().partition("\n")
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": first.partition(": ")[2] or first},
        "fullDescription": {"text": rest.strip() or first},
        "help": {"text": rule.doc.strip()},
        "defaultConfiguration": {"level": str(rule.severity)},
    }


def _result(found: Diagnostic, mark: str, index: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.code,
        **({"ruleIndex": index[found.code]} if found.code in index else {}),
        "level": str(found.severity),
        "message": {"text": found.message + (f"\n{found.hint}" if found.hint else "")},
        "partialFingerprints": {FINGERPRINT: mark},
    }
    if found.span is not None:
        result["locations"] = [_location(found.span, found.note)]
    if found.labels:
        result["relatedLocations"] = [_related(number, label) for number, label in enumerate(found.labels)]
    if found.fix is not None:
        result["fixes"] = [_fix(found.fix)]
    return result


def _location(span: Span, text: str) -> dict[str, Any]:
    message = {"message": {"text": text}} if text else {}
    return {"physicalLocation": {"artifactLocation": _file(span.path), **_region(span)}, **message}


def _related(number: int, label: Label) -> dict[str, Any]:
    return {"id": number, **_location(label.span, label.text)}


def _region(span: Span) -> dict[str, Any]:
    """Nothing for a file that is not there: a region needs text."""
    return {"region": _places(span)} if span.source.text else {}


def _places(span: Span) -> dict[str, int]:
    end_line, end_column = span.source.place(span.end)
    return {"startLine": span.line, "startColumn": span.column, "endLine": end_line, "endColumn": end_column}


def _file(path: str) -> dict[str, str]:
    """Relative to the project's root; what lies outside has an absolute URI."""
    if PurePosixPath(path).is_absolute():
        return {"uri": "file://" + quote(path)}
    return {"uri": quote(path), "uriBaseId": ROOT}


def _fix(fix: Fix) -> dict[str, Any]:
    replacement = {"deletedRegion": _places(fix.span), "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": _file(fix.span.path), "replacements": [replacement]}
    return {"description": {"text": f"{fix.safety} fix"}, "artifactChanges": [change]}
