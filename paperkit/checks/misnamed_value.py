r"""misnamed-value: the words beside a number name another row, or another statistic, than its expression does.

Why: "in prefill" beside the number of `mode="decode"` and "the median" beside `mean(...)` are right numbers of
something else.
Instead: correct the words, or select what they name. Compared are words by which the expression selects rows with other
words of the same column, in the clause of the number (in a table: the label of the row and the head of the column);
mean, median, percentiles and totals with the function or the name of the column; and "largest at" with `argmax`.
Nothing is said where the sentence names the row itself, too, or compares ("than in prefill"). A number that a sentence
names as a key ("at batch 32") is held against the keys of its other numbers: these are of another row if none has it.
In the same way the name of another column is looked for right before the number, and in the labels of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from paperkit.artifacts.store import Store
from paperkit.checks.around import ahead, behind_it
from paperkit.checks.base import Check, Evidence, Judged
from paperkit.checks.labels import Labels, labels_of
from paperkit.checks.named_columns import column_choices
from paperkit.checks.named_numbers import other_numbers
from paperkit.checks.named_rows import Choice, choices, said
from paperkit.checks.named_statistics import other_statistic, statistic_of_head
from paperkit.checks.words import show_cells
from paperkit.diagnostics.diagnostic import Diagnostic, Severity

CHECK = Check("PK132", "misnamed-value", since="0.2", doc=__doc__, severity=Severity.WARNING, waivable=True)
BOTH = 2
"""Rows that an expression compares; where it gathers more, a word tells one apart from them."""
HINT = "correct the words, or the expression"
_LEAD = re.compile(r"[,;:]\s|[)]\s|\s(?:while|whereas|and|or|against|versus|vs\.?|than|compared (?:with|to))\s|---?")
_BASE = re.compile(
    r"\b(?:reduc|cut|lower|bring|brought|improv|rais|ris|rose|fall|fell|drop|shr[iau]nk|grow|grew|increas|decreas|go|went|mov)"
    r"\w* (?:\S+ ){0,8}from (?:about |some |roughly |nearly )?[$(]?$"
)
"""Before a number that something comes from: the subject is what it comes to."""
_RIGHT_BEFORE = re.compile(r" (?:(?:of|is|was|at|reaches|about) )*")
_CAPITAL = re.compile(r"(?<=[\w,(] )[A-Z][a-z]{4,}\b")
_END = re.compile(r"[.!?;:]\s|\n\n")
_OURS = re.compile(r"\b(?:our|ours|we|proposed|this (?:work|paper))\b")
_REFERENCE = frozenset({" baseline ", " reference ", " vanilla ", " default ", " original ", " unmodified ", " stock "})
"""What our own rows are compared with, whatever these are called."""
_TRAIL = re.compile(
    r"[,;:](?:\s|$)|[()]|---?"
    r"|\s(?:while|whereas|but|and|or|than|against|versus|vs\.?|compared|over|from|to|of that|relative|that)\s"
)
_ASIDE = re.compile(r"^ ?(?:[^\s\d(),;]{1,12} ?){0,2}\((?:for |in |on |with |at )?([^()]{1,40})\)")
_COMPARED = re.compile(
    r"\b(?:than|over|above|below|against|versus|vs|to|from|compared|unlike|relative|beyond|like|as|but|except|without|no"
    r"|outperforms?|beats?|(?:that|those) of)(?: (?:with|to|in|for|on|of|the|a|an|any|all|plain))* $"
)
_COMMON = frozenset(
    f" {word} "
    for line in (
        "all any and are as at base best big both by can each even fast first for full good half has high in is it",
        "large last left less long low max mean min more most much new no none normal not off old on one only or other",
        "our out own rest right run same set short single slow small some such test the then this time to top total",
        "true false two up us use used we with yes",
    )
    for word in line.split()
)
"""Words of a column that mean something else in most sentences: they count beside the column's name or in brackets."""


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each number whose words are another's."""
    judged = [each for each in evidence.judged if _plain(each, evidence)]
    numbered = {each.entry.span: fact for each, fact in other_numbers(judged, evidence.store)}
    known = _Tables(judged, evidence.store)
    for each in judged:
        entry = each.entry
        made, columns = tuple(choices(entry.text, evidence.store)), column_choices(entry.text, evidence.store)
        if each.marker.place == "cell":
            labels = known.labels(each)
            fact = _other_label(labels, (*made, *columns), known) if labels is not None else ""
            fact = fact or (statistic_of_head(labels.beside, entry.text) if labels is not None else "")
        else:
            fact = _other_row(each, made) or other_statistic(each) or numbered.get(entry.span, "")
            fact = fact or _other_column(each, columns)
        if fact:
            yield show_cells(CHECK.at(entry.printed_span, f"the text says {fact}", HINT), entry.cells)


def _plain(each: Judged, evidence: Evidence) -> bool:
    return each.error is None and each.marker.use is None and each.entry.span.path not in evidence.generated


class _Tables:
    """What the cells of all tables are called, and which rows each label stands beside rightly."""

    def __init__(self, judged: Sequence[Judged], store: Store) -> None:
        self.sources: dict[str, Mapping[int, Labels]] = {}
        self.rightly: set[tuple[int, str, str]] = set()
        for each in judged:
            labels = self.labels(each) if each.marker.place == "cell" else None
            if labels is not None:
                self._add(labels, choices(each.entry.text, store))
                self._add(labels, column_choices(each.entry.text, store))

    def _add(self, labels: Labels, made: Iterable[Choice]) -> None:
        for choice in made:
            right = choice.taken.intersection(labels.beside)
            self.rightly.update((id(labels.table), choice.column, label) for label in right)

    def labels(self, each: Judged) -> Labels | None:
        """What stands beside a marker in its table."""
        source = each.entry.span.source
        if source.path not in self.sources:
            self.sources[source.path] = labels_of(source)
        return self.sources[source.path].get(each.entry.span.start)

    def right(self, labels: Labels, label: str, choice: Choice) -> bool:
        """Whether it is the label of the row, and elsewhere in the table stands beside a number of that very row."""
        return label == labels.beside[-1] and (id(labels.table), choice.column, label) in self.rightly


def _other_label(labels: Labels, made: tuple[Choice, ...], known: _Tables) -> str:
    """The label of the row, or head of the column, that is another word, where it or the own one stands elsewhere."""
    for choice in made:
        wrong = [label for label in labels.beside if label in choice.others]
        named = any(word in label for label in labels.beside for word in choice.taken)
        if wrong and not named and (choice.taken <= labels.table or known.right(labels, wrong[0], choice)):
            return _fact(wrong[0], choice)
    return ""


def _other_row(each: Judged, made: tuple[Choice, ...]) -> str:
    if not made:
        return ""
    before, after = ahead(each.marker), behind_it(each.marker)
    lead, trail = _LEAD.split(before)[-1], _TRAIL.split(after)[0]
    within = each.marker.printed_plain if each.entry.macro == "pkclaim" else ""
    aside = _ASIDE.match(after)
    sentence = said(f"{before} {within} {after}")
    for choice in made:
        bracketed = [said(part) for part in aside[1].split(",")] if aside is not None else []
        wrong = [part for part in bracketed if part in choice.others]
        if wrong and choice.taken.isdisjoint(bracketed):
            return _fact(wrong[0], choice)
        if len(choice.taken) > BOTH or _names(sentence, choice.taken):
            continue
        name = _proper(f"{each.marker.before}|{each.marker.after}", choice)
        if name and not _COMPARED.search(f"{before} "):
            return _fact(name, choice)
        for part in (said(trail),) if _BASE.search(before) else (said(lead), said(within), said(trail)):
            found = _mention(part, choice)
            if found and not (found in _REFERENCE and _OURS.search(sentence)):
                return _fact(found, choice)
    return ""


def _proper(text: str, choice: Choice) -> str:
    """The other row of whose name a part is said in capitals, `Huelva` of `spain_huelva`, where none of the own is."""
    own = {part for word in choice.taken for part in word.split()}
    if own.intersection(said(text).split()):
        return ""
    parts = Counter(part for word in choice.others for part in set(word.split()))
    names = {found[0].lower() for found in _CAPITAL.finditer(_sentence_around(text))}
    telling = {part for part in names if parts[part] == 1 and part not in own}
    found = [word for word in choice.others if telling.intersection(word.split()) and len(word.split()) > 1]
    return found[0] if len(found) == 1 == len(telling) else ""


def _sentence_around(text: str) -> str:
    """The sentence of the bar in *text*."""
    before, _, after = text.partition("|")
    return f"{re.split(_END, before)[-1]} {re.split(_END, after)[0]}"


def _other_column(each: Judged, made: tuple[Choice, ...]) -> str:
    """The name of another column right before the number, "recall of", where the sentence does not name its own."""
    written = each.marker.before.lower()
    if not any(word.split()[0] in written for choice in made for word in choice.others):
        return ""
    before, after = ahead(each.marker), behind_it(each.marker)
    near = said(before[-80:])
    for choice in made:
        single = (word for word in choice.others if word in near and not word.endswith("s "))  # messages of 64 bytes
        named = [word for word in single if _RIGHT_BEFORE.fullmatch(_rest(near, word))]
        if named and not _names(said(f"{before} {after}"), choice.taken):
            return _fact(max(named, key=len), choice)
    return ""


def _rest(text: str, word: str) -> str:
    """What stands behind the last place of *word*, from the space that ends it."""
    return text[text.rfind(word) + len(word) - 1 :]


def _names(text: str, words: frozenset[str]) -> bool:
    return any(_at(text, word) >= 0 for word in words)


def _at(text: str, word: str) -> int:
    """Where *word* stands in *text*, also with an s at its end."""
    at = text.find(word)
    return at if at >= 0 else text.find(f"{word[:-1]}s ")


def _mention(text: str, choice: Choice) -> str:
    """A word of another row that *text* names, and does not compare with."""
    for word in sorted(choice.others, key=len, reverse=True):
        at = _at(text, word)
        if at < 0 or _COMPARED.search(text[: at + 1]):
            continue
        behind = text[at + len(word) :].split()[:2]
        if word not in _COMMON or said(choice.column).strip() in behind:
            return word
    return ""


def _fact(word: str, choice: Choice) -> str:
    taken = " and ".join(sorted(each.strip() for each in choice.taken))
    return f"{word.strip()} beside it, but the value is of {choice.column} {taken}"
