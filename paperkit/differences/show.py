"""Differences as people read them in a terminal or under a pull request, and as programs do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from paperkit.differences.compare import Differences, Moved
from paperkit.differences.snapshot import Amount, Number
from paperkit.ledger import exact
from paperkit.values.plain_text import MARK, THIN, plain_text

NOISE = {True: "within the noise", False: "beyond the noise", None: ""}


def summary(found: Differences) -> str:
    """One line with all counts."""
    quiet = sum(pair.noise is True for pair in found.moved)
    counts = (
        f"{len(found.moved)} moved" + (f" ({quiet} within the noise)" if quiet else ""),
        f"{len(found.rebound)} rebound",
        f"{len(found.appeared)} appeared",
        f"{len(found.gone)} gone",
        f"{len(found.verdicts)} verdicts changed",
        f"{len(found.kinds)} kinds changed",
        f"{found.unchanged} unchanged",
    )
    return f"{found.before} -> {found.after}: {', '.join(counts)}"


def as_text(found: Differences) -> str:
    """For a terminal."""
    return "\n".join(_lines(found))


def _lines(found: Differences) -> Iterator[str]:
    yield summary(found)
    for title, pairs in (("moved", found.moved), ("rebound", found.rebound)):
        if pairs:
            yield f"{title}:"
        for pair in pairs:
            yield f"  {pair.after.place}: {_shown(pair.before)} -> {_shown(pair.after)}{_amount(pair)}"
            yield f"    {pair.before.expression}" if not pair.rebound else f"    was {pair.before.expression}"
            if pair.rebound:
                yield f"    is  {pair.after.expression}"
    for title, numbers in (("appeared", found.appeared), ("gone", found.gone)):
        if numbers:
            yield f"{title}:"
        yield from (f"  {one.place}: {_shown(one)}  {one.expression}" for one in numbers)
    if found.verdicts:
        yield "verdicts:"
    for pair in found.verdicts:
        yield f"  {pair.after.place}: '{_shown(pair.after)}' {_verdict(pair)}"
    if found.kinds:
        yield "kinds:"
    for pair in found.kinds:
        yield f"  {pair.after.place}: {_shown(pair.after)} was {_kinds(pair.before)}, is {_kinds(pair.after)}"
    if found.apart:
        yield "made otherwise:"
    for one in found.apart:
        yield f"  {one.path}: {one.what}" + (" (not comparable)" if one.severe else "")


def as_markdown(found: Differences) -> str:
    """For a pull request."""
    return "\n".join(_markdown(found)) + "\n"


def _markdown(found: Differences) -> Iterator[str]:
    yield f"**{_cell(summary(found))}**"
    pairs = (*found.moved, *found.rebound)
    if pairs:
        yield from ("", "| number | before | after | change | where |", "|---|---:|---:|---:|---|")
    for pair in pairs:
        name = f"`{_cell(pair.after.expression)}`" + (" (rebound)" if pair.rebound else "")
        change = _amount(pair).strip() or "-"
        row = (name, _shown(pair.before), _shown(pair.after), change, pair.after.place)
        yield f"| {' | '.join((row[0], *(_cell(text) for text in row[1:])))} |"
    for title, numbers in (("Appeared", found.appeared), ("Gone", found.gone)):
        if numbers:
            yield from ("", f"{title}:", "")
        yield from (f"- {_cell(_shown(one))} (`{_cell(one.expression)}`), {one.place}" for one in numbers)
    notes = [f"- '{_cell(_shown(pair.after))}' {_verdict(pair)}, {pair.after.place}" for pair in found.verdicts]
    notes += [f"- {_cell(_shown(p.after))} was {_kinds(p.before)}, is {_kinds(p.after)}" for p in found.kinds]
    notes += [f"- `{one.path}`: {one.what}" + (" (**not comparable**)" if one.severe else "") for one in found.apart]
    if notes:
        yield from ("", *notes)


def as_data(found: Differences) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "before": found.before,
        "after": found.after,
        "moved": [_pair(pair) for pair in found.moved],
        "rebound": [_pair(pair) for pair in found.rebound],
        "appeared": [_number(one) for one in found.appeared],
        "gone": [_number(one) for one in found.gone],
        "verdicts": [_pair(pair) for pair in found.verdicts],
        "kinds": [_pair(pair) for pair in found.kinds],
        "apart": [{"path": one.path, "what": one.what, "comparable": not one.severe} for one in found.apart],
        "unchanged": found.unchanged,
    }


def _pair(pair: Moved) -> dict[str, Any]:
    change, share = pair.change, pair.share
    return {
        "before": _number(pair.before),
        "after": _number(pair.after),
        "change": None if change is None else exact(change),
        "share": None if share is None else float(share),
        "within_noise": pair.noise,
    }


def _number(one: Number) -> dict[str, Any]:
    values = [_value(amount) for amount in one.amounts]
    return {
        "macro": one.macro,
        "expression": one.expression,
        "format": one.format,
        "printed": one.printed,
        "values": values,
        "holds": one.holds,
        "kinds": list(one.kinds),
        "place": one.place,
    }


def _value(amount: Amount) -> dict[str, Any]:
    spread = {} if amount.spread is None else {"uncertainty": exact(amount.spread)}
    return {"exact": exact(amount.exact), "unit": amount.unit, **spread}


def _shown(one: Number) -> str:
    return plain_text(one.printed).replace(MARK, ",").replace(THIN, " ") or "(nothing)"


def _amount(pair: Moved) -> str:
    """`  +4 (+0.1 %), beyond the noise`."""
    change, share = pair.change, pair.share
    if change is None or pair.before.amounts == pair.after.amounts:
        return ""
    shown = f"  {_signed(change)}" + (f" ({float(share) * 100:+.2g} %)" if share is not None else "")
    return shown + (f", {NOISE[pair.noise]}" if pair.noise is not None else "")


def _signed(amount: Fraction) -> str:
    text = exact(amount)
    short = text if "/" not in text and len(text) <= 12 else f"{float(amount):.6g}"
    return short if short.startswith("-") else f"+{short}"


def _verdict(pair: Moved) -> str:
    return {True: "holds now", False: "no longer holds", None: "is no claim any more"}[pair.after.holds]


def _kinds(one: Number) -> str:
    return " and ".join(one.kinds) or "of no kind"


def _cell(text: str) -> str:
    """Text for a cell of a Markdown table."""
    return " ".join(text.replace("|", "\\|").split())
