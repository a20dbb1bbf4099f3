"""All that can be changed in a marker, a claim and the text right behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from paperkit.checks.base import Judged
from paperkit.checks.claim_words import read_words
from paperkit.checks.comparators import Comparator
from paperkit.expressions.meaning import meaning_of
from paperkit.latex.document import Numeral
from paperkit.mutate.digits import in_words, lower_digit, negated, other_digit, tenfold
from paperkit.mutate.mutation import Kind, Mutation, Subject
from paperkit.mutate.units import other_unit, unit_place
from paperkit.mutate.words import reversed_words
from paperkit.mutate.world import World
from paperkit.source import Span
from paperkit.values.numeral import Format, FormatError, PrintError, parse_format, print_values
from paperkit.values.quantity import Value
from paperkit.values.rounding import Rounding, magnitude, round_significant
from paperkit.values.words import from_words


@dataclass(frozen=True, slots=True)
class Bound:
    """A marker with the numerals in it; all of it written out in its file, nothing put in by a user's macro."""

    judged: Judged
    numerals: tuple[Numeral, ...]

    @property
    def whole(self) -> Span:
        """The marker."""
        return self.judged.marker.span

    def with_numeral(self, numeral: Numeral, text: str) -> str:
        """What the marker prints with another number in it."""
        whole, part = self.judged.marker.arguments[1], numeral.span
        source = whole.source.text
        return source[whole.start : part.start] + text + source[part.end : whole.end]

    def with_argument(self, number: int, text: str) -> str:
        """The marker with another argument."""
        whole, part = self.whole, self.judged.marker.arguments[number]
        source = whole.source.text
        return source[whole.start : part.start] + text + source[part.end : whole.end]


def bound(world: World) -> tuple[Bound, ...]:
    """Every marker of the author that can be changed where it stands, in reading order."""
    inside: dict[tuple[str, int], list[Numeral]] = defaultdict(list)
    for document in world.evidence.documents:
        for numeral in document.numerals:
            if numeral.marker is not None:
                span = document.markers[numeral.marker].span
                inside[span.path, span.start].append(numeral)
    found = []
    for one in world.judged:
        marker = one.marker
        written = marker.use is None and all(
            text == argument.text for text, argument in zip(marker.texts, marker.arguments, strict=True)
        )
        if written and one.error is None and one.agrees:
            within = (n for n in inside[marker.span.path, marker.span.start] if _within(n.span, marker.arguments[1]))
            found.append(Bound(one, tuple(within)))
    return tuple(found)


def _within(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start and inner.end <= outer.end


def mutations(world: World, subject: Subject, kind: Kind) -> Iterator[Mutation]:
    """All changes of one kind: of `pkval` markers, or of claims."""
    macro = "pkclaim" if subject is Subject.CLAIM else "pkval"
    every = bound(world)
    chosen = [one for one in every if one.judged.marker.macro == macro]
    if kind is Kind.TWIN:
        yield from _twins(world, chosen)
        return
    for one in chosen:
        yield from _MAKERS[kind](one, subject)


def _of_numerals(kind: Kind, change: Callable[[str], str | None]) -> Callable[[Bound, Subject], Iterator[Mutation]]:
    def make(one: Bound, subject: Subject) -> Iterator[Mutation]:
        for numeral in one.numerals:
            bound = kind is Kind.DIGIT and subject is Subject.CLAIM and _is_upper(one, numeral)
            text = lower_digit(numeral.span.text) if bound else change(numeral.span.text)
            if text is not None and text != numeral.span.text:
                yield _printed(one, subject, kind, one.with_numeral(numeral, text))

    return make


def _is_upper(one: Bound, numeral: Numeral) -> bool:
    """Whether the words only bound the value from above there: a digit more leaves them true."""
    numbers = read_words(one.judged.marker.printed_plain, (numeral,)).numbers
    return bool(numbers) and numbers[0].comparator in (Comparator.BELOW, Comparator.MOST)


def _printed(one: Bound, subject: Subject, kind: Kind, printed: str) -> Mutation:
    return Mutation(subject, kind, one.whole, one.whole.text, one.with_argument(1, printed), printed)


def _literal(one: Bound, subject: Subject) -> Iterator[Mutation]:
    printed = one.judged.marker.arguments[1].text
    if printed.strip():
        yield Mutation(subject, Kind.LITERAL, one.whole, one.whole.text, printed)


def _word(one: Bound, subject: Subject) -> Iterator[Mutation]:
    if len(one.numerals) != 1 or from_words(one.numerals[0].span.text) is not None:
        return
    words = in_words(one.numerals[0].value)
    if words is not None:
        said = one.with_numeral(one.numerals[0], words)
        now = rf"\text{{{said}}}" if one.judged.marker.math else said
        yield Mutation(subject, Kind.WORD, one.whole, one.whole.text, now)


def _typed(one: Bound, subject: Subject) -> Iterator[Mutation]:
    if one.judged.marker.printed_plain[-1:].isdigit() and not one.judged.marker.math:
        yield Mutation(subject, Kind.TYPED, one.whole, one.whole.text, f"{one.whole.text}0")


def _unit(one: Bound, subject: Subject) -> Iterator[Mutation]:
    if not one.numerals or not one.numerals[-1].unit:
        return
    numeral, source = one.numerals[-1], one.whole.source
    place = unit_place(numeral.unit, source.text, numeral.span.end)
    if place is not None:
        span = Span(source, one.whole.start, max(place[1], one.whole.end))
        now = source.text[span.start : place[0]] + other_unit(numeral.unit) + source.text[place[1] : span.end]
        yield Mutation(subject, Kind.UNIT, span, span.text, now)


def _reversed(one: Bound, subject: Subject) -> Iterator[Mutation]:
    words = reversed_words(one.judged.marker.arguments[1].text)
    if words is not None:
        yield _printed(one, subject, Kind.REVERSED, words)


def _rounding(one: Bound, subject: Subject) -> Iterator[Mutation]:
    entry = one.judged.entry
    printed = one.judged.expected
    try:
        form = parse_format(entry.format) if entry.format else None
        now = next((text for text in _otherwise(entry.values, form) if text != printed), None)
    except (FormatError, PrintError):
        return
    if now is not None and printed:
        yield _printed(one, subject, Kind.ROUNDING, now)


def _otherwise(values: tuple[Value, ...], form: Format | None) -> Iterator[str]:
    """The same values down, up, and with a digit fewer."""
    if form is not None:
        for rule in (Rounding.FLOOR, Rounding.CEIL):
            if rule is not form.rule:
                yield print_values(values, replace(form, rounding=rule))
        if form.digits > 1:
            yield print_values(values, replace(form, digits=form.digits - 1))
    yield print_values(tuple(_coarse(value) for value in values), form)


def _coarse(value: Value) -> Value:
    """One significant digit fewer; as it is where that leaves none."""
    digits = len(str(abs(value.amount.numerator)).rstrip("0")) if value.amount.denominator == 1 else 0
    if digits < 2 or magnitude(value.amount) < 1:
        return value
    return replace(value, amount=Fraction(round_significant(value.amount, digits - 1)), literal=None)


def _twins(world: World, chosen: list[Bound]) -> Iterator[Mutation]:
    """Each marker with the expression of the next one that prints the same and is another quantity."""
    alike: dict[str, list[Bound]] = defaultdict(list)
    for one in chosen:
        alike[" ".join(one.judged.marker.printed_plain.split())].append(one)
    for group in alike.values():
        for at, one in enumerate(group):
            later = (*group[at + 1 :], *group[:at])
            other = next((each for each in later if not _same(world, one.judged, each.judged)), None)
            if other is not None:
                text = one.with_argument(0, other.judged.marker.arguments[0].text)
                yield Mutation(Subject.MARKER, Kind.TWIN, one.whole, one.whole.text, text)


def _same(world: World, one: Judged, other: Judged) -> bool:
    """Whether two markers name one quantity, however it is written."""
    first, second = (meaning_of(each.marker.texts[0], world.scope) for each in (one, other))
    return first == second


_MAKERS: dict[Kind, Callable[[Bound, Subject], Iterator[Mutation]]] = {
    Kind.SIGN: _of_numerals(Kind.SIGN, negated),
    Kind.FACTOR: _of_numerals(Kind.FACTOR, tenfold),
    Kind.DIGIT: _of_numerals(Kind.DIGIT, other_digit),
    Kind.ROUNDING: _rounding,
    Kind.UNIT: _unit,
    Kind.LITERAL: _literal,
    Kind.WORD: _word,
    Kind.TYPED: _typed,
    Kind.REVERSED: _reversed,
}
