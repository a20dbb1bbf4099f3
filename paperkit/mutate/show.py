"""The score printed: a line for each kind, what was missed, and last how many of how many were caught."""

from __future__ import annotations

import json
from typing import Any

from paperkit.mutate.mutation import Outcome
from paperkit.mutate.run import Row, Score

VERSION = 1
"""Raised when a key changes its meaning; new keys do not raise it."""
SHOWN = 12
"""So many misses of one kind are listed; --all lists every one."""


def as_text(score: Score, every: bool = False) -> str:
    """For people; the last line is the score."""
    width = max(len(_name(row)) for row in score.rows)
    lines = [f"{_name(row):{width}}  {_result(row)}" for row in score.rows]
    for row in score.rows:
        lines += _misses(row, len(row.missed) if every else SHOWN)
    if score.changed < score.cells:
        lines += [
            "",
            f"{score.changed} of the {score.cells} cells that numbers rest on were changed; --every changes all",
        ]
    found, tried = score.presence.found, score.presence.tried
    lines += [
        "",
        f"a mere presence match would let {found} of {tried} random numbers through ({per_cent(found, tried)})",
    ]
    lines.append(
        f"{score.target}: {score.caught} of {score.made} changes caught ({per_cent(score.caught, score.made)})"
    )
    return "\n".join(lines) + "\n"


def as_json(score: Score) -> str:
    """For programs."""
    data = {
        "version": VERSION,
        "target": score.target,
        "kinds": [_kind(row) for row in score.rows],
        "cells": {"all": score.cells, "changed": score.changed},
        "presence": {"found": score.presence.found, "tried": score.presence.tried},
        "caught": score.caught,
        "made": score.made,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def per_cent(part: int, whole: int) -> str:
    """A share, never rounded up to a hundred.

    >>> per_cent(9999, 10000), per_cent(3, 3), per_cent(0, 0)
    ('99.9%', '100.0%', '0.0%')
    """
    tenths = 1000 * part // whole if whole else 0
    return f"{tenths // 10}.{tenths % 10}%"


def _name(row: Row) -> str:
    return f"{row.subject}: {row.kind}"


def _result(row: Row) -> str:
    made, silent = len(row.counted), len(row.outcomes) - len(row.counted)
    if not made:
        return (
            "none: nothing here can be changed so" if not silent else f"none: {silent} change nothing that is printed"
        )
    caught = made - len(row.missed)
    by = ", ".join(f"{code} {count}" for code, count in _codes(row).items())
    rest = f"; {silent} change nothing that is printed" if silent else ""
    return f"{caught:>5} of {made:>5}  {per_cent(caught, made):>6}" + (f"  by {by}" if by else "") + rest


def _codes(row: Row) -> dict[str, int]:
    codes = sorted(code for one in row.counted for code in one.codes)
    return {code: codes.count(code) for code in dict.fromkeys(codes)}


def _misses(row: Row, shown: int) -> list[str]:
    if not row.missed:
        return []
    lines = ["", f"missed, {_name(row)}:"]
    lines += [f"  {one.mutation.span.place}: {_change(one)}" for one in row.missed[:shown]]
    more = len(row.missed) - shown
    return [*lines, f"  and {more} more; --all lists them"] if more > 0 else lines


def _change(one: Outcome) -> str:
    return f"{_short(one.mutation.was)} -> {_short(one.mutation.now)}"


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 160 else f"{plain[:157]}..."


def _kind(row: Row) -> dict[str, Any]:
    return {
        "subject": str(row.subject),
        "kind": str(row.kind),
        "made": len(row.counted),
        "caught": len(row.counted) - len(row.missed),
        "without_effect": len(row.outcomes) - len(row.counted),
        "codes": _codes(row),
        "missed": [
            {
                "file": one.mutation.span.path,
                "line": one.mutation.span.line,
                "column": one.mutation.span.column,
                "was": one.mutation.was,
                "now": one.mutation.now,
            }
            for one in row.missed
        ],
    }
