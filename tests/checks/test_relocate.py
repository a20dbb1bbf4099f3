"""From the rendered line to the author's."""

from hypothesis import given
from hypothesis import strategies as st

from paperkit.checks.relocate import relocate
from paperkit.diagnostics.diagnostic import Diagnostic, Fix
from paperkit.source import SourceFile, Span


def place(template: str, rendered: str, start: int, end: int) -> Diagnostic:
    """A diagnostic at [start, end) of a one-line page, relocated to its template."""
    source, page = SourceFile("a.tex.j2", template), SourceFile("a.tex", rendered)
    span = page.span(start, end)
    found = Diagnostic("PK103", "wrong-rounding", "m", span, fix=Fix(span, "7"))
    return relocate(found, {"a.tex": ((source, 1),)})


def at(found: Diagnostic) -> Span:
    assert found.span is not None
    return found.span


def test_a_line_that_is_the_same_in_both_keeps_its_column() -> None:
    found = place("takes 17 s", "takes 17 s", 6, 8)
    assert (at(found).path, at(found).text, at(found).column) == ("a.tex.j2", "17", 7)
    assert found.labels == ()


def test_text_that_stands_in_the_template_is_pointed_at() -> None:
    found = place(r"\VAR{name} takes 17 s", "the old one takes 17 s", 18, 20)
    assert at(found).text == "17"
    assert found.fix is not None
    assert found.fix.span == found.span


def test_the_second_of_two_alike_is_the_second() -> None:
    found = place(r"17 or 17 \VAR{x}", "17 or 17 y", 6, 8)
    assert at(found).column == 7


def test_text_that_the_template_computes_gives_the_line_with_the_rendered_place() -> None:
    found = place(r"  takes \VAR{n} s", "  takes 17 s", 8, 10)
    assert at(found).text == r"  takes \VAR{n} s"
    assert [(label.span.path, label.span.text, label.text) for label in found.labels] == [
        ("a.tex", "17", "rendered here")
    ]
    assert found.fix is None


def test_a_place_outside_every_template_stays() -> None:
    page = SourceFile("b.tex", "17")
    found = Diagnostic("PK101", "ungrounded-number", "m", page.span(0, 2))
    assert relocate(found, {"a.tex": ()}) == found


@given(st.text(max_size=20), st.text(max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_any_place_lands_inside_the_template(template: str, rendered: str, start: int, length: int) -> None:
    template, rendered = template.replace("\n", " "), rendered.replace("\n", " ")
    start = min(start, len(rendered))
    span = at(place(template, rendered, start, min(start + length, len(rendered))))
    assert span.path == "a.tex.j2"
    assert 0 <= span.start <= span.end <= len(template)
