"""How a diagnostic is printed for people."""

import pytest

from paperkit.diagnostics.diagnostic import Counts, Diagnostic
from paperkit.diagnostics.text import as_text, counts_line, one
from paperkit.source import SourceFile

TEMPLATE = SourceFile("reports/1H/sections/results.tex.j2", "first\nthe tail stays at 12.4 ms\n")
TABLE = SourceFile("latency.csv", "n,p99_ms\n8,12.46\n")


def wrong_rounding() -> Diagnostic:
    at = TEMPLATE.text.index("12.4")
    cell = TABLE.text.index("12.46")
    return Diagnostic(
        "PK103",
        "wrong-rounding",
        "printed 12.4, but the value is 12.46",
        TEMPLATE.span(at, at + 4),
        note="rounds half-even to 12.5",
        hint="run `paperkit fix reports/1H`",
    ).label(TABLE.span(cell, cell + 5), "measured here")


def test_a_diagnostic_shows_both_places_with_carets_under_the_numbers() -> None:
    assert one(wrong_rounding()) == (
        "error[PK103] wrong-rounding: printed 12.4, but the value is 12.46\n"
        "  --> reports/1H/sections/results.tex.j2:2:19\n"
        "  |\n"
        "2 | the tail stays at 12.4 ms\n"
        "  |                   ^^^^ rounds half-even to 12.5\n"
        "  ::: latency.csv:2:3\n"
        "  |\n"
        "2 | 8,12.46\n"
        "  |   ----- measured here\n"
        "  = help: run `paperkit fix reports/1H`\n"
    )


def test_a_line_of_80_kb_is_cut_around_the_place() -> None:
    source = SourceFile("long.tex", "1 " * 20_000 + "NUMBER" + " 2" * 20_000)
    at = source.text.index("NUMBER")
    shown = one(Diagnostic("PK101", "ungrounded-number", "x", source.span(at, at + 6)))
    frame = shown.splitlines()[3]
    assert len(frame) < 250
    assert frame.index("NUMBER") == shown.splitlines()[4].index("^")


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    source = SourceFile("evil.tex", "\x1b[31mred 12\n")
    assert "\x1b" not in one(Diagnostic("PK101", "ungrounded-number", "x", source.span(9, 11)))


def test_a_name_out_of_a_file_steers_no_terminal_from_a_message_or_a_hint() -> None:
    named = Diagnostic(
        "PK102", "unresolved-expression", "no column a\x1b[2J\u202e", None, hint="its columns: \x00b, c\u00a0d"
    )
    assert one(named) == (
        "error[PK102] unresolved-expression: no column a\\x1b[2J\\x202e\n  = help: its columns: \\x00b, c\u00a0d\n"
    )


def test_wide_and_combining_characters_keep_the_carets_in_place() -> None:
    source = SourceFile("a.tex", "数 e\u0301 12")
    shown = one(Diagnostic("PK101", "ungrounded-number", "x", source.span(5, 7))).splitlines()
    assert shown[4] == "  |      ^^"


def test_a_diagnostic_about_a_missing_file_needs_no_frame() -> None:
    shown = one(Diagnostic("PK201", "uncommitted-artifact", "gone", SourceFile("a.csv", "").whole()))
    assert shown == "error[PK201] uncommitted-artifact: gone\n  --> a.csv:1:1\n"


def test_no_diagnostics_print_nothing() -> None:
    assert as_text(()) == ""


def test_counts_name_what_became_of_each_numeral() -> None:
    assert counts_line(Counts(41, 2, 118, 0, given=3)) == "41 bound (3 given), 2 waived, 118 structural, 0 ungrounded"


@pytest.mark.parametrize(
    ("bound", "ungrounded", "share"),
    [(2, 49, "3.9 %"), (1, 9, "10 %"), (0, 4, "0 %"), (9999, 1, "99.9 %"), (4, 0, "100 %"), (0, 0, "0 %")],
)
def test_the_share_is_rounded_to_a_tenth_and_is_all_only_where_all_is_bound(
    bound: int, ungrounded: int, share: str
) -> None:
    assert Counts(bound=bound, ungrounded=ungrounded).share.endswith(f" numerals bound, {share}")
