"""Where an expression touches evidence: cells, leaves of configuration, numbers in documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from paperkit.artifacts.columns import values_of
from paperkit.artifacts.descriptor import NUMERIC
from paperkit.artifacts.problem import CellError
from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.artifacts.tree import TreeNode
from paperkit.expressions.failure import Failure, nearest
from paperkit.expressions.objects import Branch, Labels, Quoted, Row, Rows, Series, Text, said
from paperkit.expressions.scope import Disturbance
from paperkit.expressions.select import position
from paperkit.source import Span
from paperkit.sources import SourceDocument, find_document
from paperkit.values.number_text import NUMBER, NumberError, parse_number
from paperkit.values.numeral import read_printed
from paperkit.values.quantity import STATUSES, Cell, Kind, Value
from paperkit.values.unit import BARE, UNKNOWN, Unit, UnitError, parse_unit

_LETTER = re.compile("[A-Za-z_]")


def resolved(thing: object, disturbance: Disturbance | None) -> object:
    """A leaf of a tree as a value, a row of a long table as its `value`, a column of one row as that value."""
    if isinstance(thing, Branch):
        return _leaf(thing, disturbance)
    if isinstance(thing, Row) and "value" in thing.table.positions and "unit" in thing.table.positions:
        return column(thing, "value", disturbance)
    return thing


def column(rows: Rows | Row, name: str, disturbance: Disturbance | None) -> Value | Text | Series:
    """One column of a row or of several."""
    table = rows.table
    at = position(table, name)
    if isinstance(rows, Row):
        return _cell(table, rows.record, at, disturbance)
    asked = (disturbance.seed if disturbance is not None else 0, at, rows.records)
    if asked not in table.columns_read:
        table.columns_read[asked] = _cells(table, rows.records, at, disturbance)
    items = table.columns_read[asked]
    free = tuple(one for one in table.key if one not in rows.fixed)
    return Series(items, Labels(table, rows.records, free), rows)


def _cells(table: Table, records: Sequence[int], at: int, disturbance: Disturbance | None) -> tuple[Value | Text, ...]:
    if table.columns[at].type not in NUMERIC:
        return tuple(_cell(table, record, at, disturbance) for record in records)
    values = values_of(table, records, at)
    return values if disturbance is None else tuple(map(disturbance.value, values))


def _cell(table: Table, record: int, at: int, disturbance: Disturbance | None) -> Value | Text:
    known = table.values.get((record, at))
    if known is not None:
        return known if disturbance is None else disturbance.value(known)
    if table.columns[at].type not in NUMERIC and _wordy(table.columns[at].type, table.text(record, at)):
        cell = table.cell(record, at)
        return Text(cell.text if disturbance is None else disturbance.text(cell.text, cell), (cell,))
    value = table.value(record, at)
    return value if disturbance is None else disturbance.value(value)


def _wordy(declared: str, text: str) -> bool:
    """Whether a cell of that type is no number, and is not meant to be one."""
    if declared != "any":
        return declared in ("string", "boolean", "date", "datetime", "time")
    return _LETTER.search(text) is not None and not NUMBER.fullmatch(text) and not _looks_numeric(text)


def _looks_numeric(text: str) -> bool:
    """Texts that were meant to be numbers: nan, np.float64(1.5), 12 ms."""
    return bool(
        re.fullmatch(r"\s*[+-]?(?:nan|inf|infinity|n/?a|null|none)\s*|np\..*|\s*[+-]?\d.*", text, re.IGNORECASE)
    )


def below(branch: Branch, name: str) -> Branch:
    """The node under a key."""
    node = branch.node.get(name) if branch.node.kind != "scalar" else None
    path = f"{branch.path}.{name}" if branch.path else name
    if node is None:
        where = f"{branch.artifact} has no {path}"
        raise Failure(where, nearest(name, branch.node.names, "there are"), labels=((branch.node.span, "looked here"),))
    return Branch(branch.artifact, node, path, branch.kind)


def item(thing: object, index: int) -> object:
    """The element of a list, counted from 0."""
    if isinstance(thing, Series) and 0 <= index < len(thing.items):
        return thing.items[index]
    if isinstance(thing, Branch) and thing.node.kind == "sequence" and 0 <= index < len(thing.node.items):
        return Branch(thing.artifact, thing.node.items[index], f"{thing.path}[{index}]", thing.kind)
    count = len(thing.items) if isinstance(thing, Series) else len(thing.node.items) if isinstance(thing, Branch) else 0
    raise Failure(f"{said(thing)} has no element {index}", f"elements count from 0 to {count - 1}" if count else "")


def files(store: Store, pattern: str, disturbance: Disturbance | None) -> Series:
    """The committed files that a pattern names, as a column of their paths; of kind given."""
    found = store.tracked(pattern)
    if not found:
        raise Failure(f"no committed file is called {pattern}", "patterns count from the folder of the evidence")
    cells = (Cell("files", pattern, at, one.path, Kind.GIVEN, one.whole()) for at, one in enumerate(found, 1))
    items = tuple(Text(cell.text, (cell,)) for cell in cells)
    return Series(items if disturbance is None or not disturbance.drop else items[1:])


def meta(table: Table) -> Branch:
    """The descriptor's own record: the provenance, with the other `paperkit:*` keys beside it."""
    node = table.meta_node
    if node is None:
        raise Failure(f"{table.name} has no descriptor", f"run `paperkit describe {table.path}`")
    own = {key.removeprefix("paperkit:"): i for key, i in zip(node.keys, node.items, strict=True) if ":" in key}
    provenance = own.pop("provenance", None)
    if provenance is not None and provenance.kind == "mapping":
        own = {**own, **dict(zip(provenance.keys, provenance.items, strict=True))}
    joined = TreeNode("mapping", node.span, "", tuple(own.values()), tuple(own))
    return Branch(table.name, joined, "meta", table.kind)


def _leaf(branch: Branch, disturbance: Disturbance | None) -> object:
    node = branch.node
    if node.kind == "sequence" and node.items and all(one.kind == "scalar" for one in node.items):
        items = (
            _leaf(Branch(branch.artifact, one, f"{branch.path}[{at}]", branch.kind), disturbance)
            for at, one in enumerate(node.items)
        )
        return Series(tuple(one for one in items if isinstance(one, (Value, Text))))
    if node.kind == "mapping" and (inner := node.get("value")) is not None and inner.kind == "scalar":
        kind = branch.kind if branch.kind is Kind.GIVEN else STATUSES.get(node.text_of("status") or "", branch.kind)
        return _scalar(branch, inner, _unit(node), kind, disturbance, _spread(node))
    if node.kind != "scalar":
        return branch
    return _scalar(branch, node, UNKNOWN, branch.kind, disturbance, None)


def _scalar(
    branch: Branch, node: TreeNode, unit: Unit, kind: Kind, disturbance: Disturbance | None, spread: Fraction | None
) -> Value | Text:
    cell = Cell(branch.artifact, branch.path, node.span.line, node.text, kind, node.span)
    try:
        value = Value(parse_number(node.text), unit, spread, frozenset({kind}), (cell,), node.text)
    except NumberError as error:
        if node.text and (node.quoted or not _looks_numeric(node.text)):
            return Text(node.text if disturbance is None else disturbance.text(node.text, cell), (cell,))
        raise CellError(f"{branch.path}: {error}", error.hint, node.span) from None
    return value if disturbance is None else disturbance.value(value)


def _unit(node: TreeNode) -> Unit:
    text = node.text_of("unit")
    try:
        return BARE if text is None else parse_unit(text)
    except UnitError as error:
        place = node.get("unit") or node
        raise CellError(str(error), "name a unit that is known", place.span) from None


def _spread(node: TreeNode) -> Fraction | None:
    text = node.text_of("uncertainty")
    try:
        return None if text is None else parse_number(text)
    except NumberError as error:
        raise CellError(str(error), error.hint, (node.get("uncertainty") or node).span) from None


def document(documents: Mapping[str, SourceDocument], name: str, sort: str = "") -> Quoted:
    """A document by "0007" or, with a section, "0007#latency"; *sort* "spec" makes "2" mean SPEC-2."""
    head, _, slug = name.partition("#")
    every = tuple(documents.values())
    short = find_document(every, f"{sort}-{head}") if head.isdecimal() else None
    found = short or documents.get(head) or find_document(every, head)
    if found is None:
        known = [one.id for one in documents.values()]
        raise Failure(f"no document is called {head}", nearest(head, known, "documents"))
    return section(Quoted(found), slug) if slug else Quoted(found)


def section(quoted: Quoted, slug: str) -> Quoted:
    """A section of a document by the anchor of its heading."""
    found = quoted.document.section(slug.lstrip("#"))
    if found is None:
        known = [one.slug for one in quoted.document.sections]
        fact = f"document {quoted.document.id} has no section {slug}"
        raise Failure(fact, nearest(slug, known, "its sections"), labels=((quoted.document.span, "this document"),))
    return Quoted(quoted.document, found)


def number_in(quoted: Quoted, text: str, disturbance: Disturbance | None) -> Value:
    """The number that stands word for word in a section of an accepted document; of kind given."""
    found = quoted.document
    if not found.accepted:
        later = f" by {found.superseded_by}" if found.superseded_by else ""
        fact = f"document {found.id} is {found.status + later if found.status else 'of no status'}, not accepted"
        raise Failure(fact, "quote an accepted document", "document", ((found.span, "this document"),))
    body = quoted.section.body if quoted.section else found.source.span(found.span.end, len(found.source.text))
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    hit = re.search(rf"(?<![\w.,]){pattern}(?!\w|[.,]\d)", body.text) if pattern else None
    if hit is None:
        where = f"section {quoted.section.slug} of " if quoted.section else ""
        near = nearest(text, _numbers_in(body.text), "numbers there")
        raise Failure(
            f"{text!r} does not stand in {where}document {found.id}", near, labels=((found.span, "this document"),)
        )
    span = found.source.span(body.start + hit.start(), body.start + hit.end())
    value = _quoted_value(text, span, quoted)
    return value if disturbance is None else disturbance.value(value)


def _numbers_in(text: str) -> Iterable[str]:
    return (found[0].strip() for found in re.finditer(r"(?<![\w.,])\d[\d.,]*(?: ?[%A-Za-zµ][\w/%]*)?", text))


def _quoted_value(text: str, span: Span, quoted: Quoted) -> Value:
    readings = read_printed(text.replace("%", r"\%"))
    if len(readings) != 1:
        raise Failure(f"{text!r} holds {len(readings)} numbers", 'quote one: number("32 KiB")')
    (reading,) = readings
    slug = quoted.section.slug if quoted.section else ""
    cell = Cell(quoted.document.id, slug, span.line, text, Kind.GIVEN, span)
    tail = len(text.split()) > 1
    try:
        unit = parse_unit(reading.unit) if reading.unit else UNKNOWN if tail else BARE
    except UnitError:
        unit = UNKNOWN
    literal = f"{reading.amount:f}"
    return Value(Fraction(reading.amount), unit, None, frozenset({Kind.GIVEN}), (cell,), literal)
