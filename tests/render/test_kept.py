"""What one rendering leaves to the next: never what an edit has made untrue."""

import pytest

from paperkit.render.pages import Kept
from paperkit.render.sections import render_report

MACROS = "\\BLOCK{macro told()}in all \\BLOCK{endmacro}\n"
FIRST = (
    '\\BLOCK{from "sections/_macros.tex.j2" import told}\n'
    '\\section{First}\n\\VAR{told()}\\pkval{gemm(mode="async", m=512).latency_cycles | d}{} cycles.\n'
)
SECOND = "\\section{Second}\nIt gains \\pkval{gain | .3f}{}.\n"


@pytest.fixture
def rendered(small):
    """Renders the report from one loading: with what the last time left, and from nothing."""
    small.section("_macros", MACROS)
    small.section("first", FIRST)
    small.section("second", SECOND)
    small.figure("f", 'def draw(evidence, pen):\n    evidence.text("gain | .2f")\n')
    loaded, kept = small.load(), Kept()

    def both():
        report = loaded.report, loaded.contract, loaded.scope, loaded.project
        return render_report(*report, kept=kept), render_report(*report)

    again, fresh = both()
    assert again == fresh
    return both


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("first", FIRST.replace("cycles.", "cycles, which is not much.")),
        ("first", FIRST.replace("m=512", "m=1024")),
        ("first", FIRST.replace("| d", "| .2f")),
        ("second", SECOND + '\\pkval{gemm(mode="async", m=1024).latency_cycles | ,.1f}{}\n'),
        ("_macros", MACROS.replace("in all", "at best")),
        ("second", "\\VAR{nothing}"),
        ("_macros", "\\BLOCK{macro told()}"),
    ],
)
def test_an_edited_section_is_rendered_as_from_nothing(small, rendered, key, text):
    before, _ = rendered()
    small.section(key, text)
    again, fresh = rendered()
    assert again == fresh
    assert again != before


def test_a_fault_is_gone_once_it_is_mended(small, rendered):
    before, _ = rendered()
    small.section("first", "\\BLOCK{for}")
    assert rendered()[0].diagnostics
    small.section("first", FIRST)
    assert rendered() == (before, before)


def test_templates_and_rows_are_made_once(small, rendered, monkeypatch):
    from paperkit.render import appendix, environment

    made = []
    row, parse = appendix._prose_row, environment.CountingParser.parse
    monkeypatch.setattr(appendix, "_prose_row", lambda text, *rest: made.append(text) or row(text, *rest))
    monkeypatch.setattr(environment.CountingParser, "parse", lambda parser: made.append(parser.name) or parse(parser))
    small.section("second", SECOND.replace("gains", "wins"))
    again, fresh = rendered()
    assert again == fresh
    assert made.count("sections/second.tex.j2") == 2
    assert made.count("sections/first.tex.j2") == made.count("gain | .3f") == 1
