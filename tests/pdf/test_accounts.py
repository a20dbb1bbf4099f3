"""Digits of pages: another digit anywhere is a stray one, unless LaTeX counts there."""

from __future__ import annotations

import numpy as np

from paperkit.pdf.accounts import said, strays
from paperkit.pdf.links import Link, Target
from paperkit.pdf.sheets import Sheet

SOURCE = (
    "Results\nThe queue of 16 entries serves fp16 and, since version 2.10, up to 4096 threads on 8 engines.\nSummary\n"
)


def sheet(text: str, *links: Link) -> Sheet:
    """A page on which each character is four points wide and a line twelve high."""
    boxes, line, column = np.zeros((len(text), 4), np.float32), 0, 0
    for at, one in enumerate(text):
        if one == "\n":
            line, column = line + 1, 0
        else:
            boxes[at] = (4 * column, 700 - 12 * line, 4 * column + 3, 708 - 12 * line)
            column += 1
    return Sheet(1, (0, 0, 600, 800), text, boxes, links)


def found(text: str, *links: Link) -> list[str]:
    return [stray.text for stray in strays([sheet(text, *links)], said([SOURCE]))]


def test_what_the_sources_print_is_accounted_for_however_lines_break() -> None:
    broken = SOURCE.replace(" entries", "\nentries").replace("threads", "thr\ufffe\neads")
    assert found(broken) == []


def test_every_other_digit_is_found() -> None:
    places = [at for at, one in enumerate(SOURCE) if one.isdigit()]
    for at in places:
        changed = SOURCE[:at] + str((int(SOURCE[at]) + 1) % 10) + SOURCE[at + 1 :]
        assert found(changed), changed[max(0, at - 10) : at + 10]


def test_numbers_before_what_begins_a_block_are_latex_s_own_and_long_ones_are_not() -> None:
    assert found("1 Results\nThe queue") == []
    assert found("3.2. Summary") == []
    assert found("12345 Summary") == ["12345"]


def test_a_heading_of_few_letters_is_one_where_nothing_follows_it_in_its_line() -> None:
    page = [sheet("3 Runs\nThe queue")]
    assert list(strays(page, said(["Runs\nThe queue"]))) == []
    assert [each.text for each in strays([sheet("3 Runs more\nThe queue")], said(["Runs\nThe queue"]))] == ["3"]


def test_a_reference_without_a_link_is_what_the_sources_refer_to_there() -> None:
    sources = said(["Both are fast.\nTable § shows the times, as do others."])
    assert [each.text for each in strays([sheet("Both are fast.\nTable 2 shows the times")], sources)] == []
    assert [each.text for each in strays([sheet("Both are fast.\nModel 2 shows the times")], sources)] == ["2"]
    box = (0.0, 690.0, 60.0, 720.0)
    linked = sheet("Table 7 shows", Link(box, "Link", target=Target(1, 0, 0)))
    assert [each.text for each in strays([linked, sheet("Table")], sources, ["1", "2"])] == ["7"]


def test_a_reference_is_what_the_page_it_leads_to_shows() -> None:
    box = (0.0, 690.0, 60.0, 720.0)
    assert found("Table 7", Link(box, "Link", target=Target(0, 0, 0))) == []
    other = [sheet("Table 7", Link(box, "Link", target=Target(1, 0, 0))), sheet("Table 8")]
    assert [stray.text for stray in strays(other, said([SOURCE]), ["1", "2"])] == ["7", "8"]


def test_a_page_number_stands_in_the_first_or_last_line() -> None:
    assert found("words\nmore words\nyet more\n1") == []
    assert found("words\n1 more\nyet more\nlast") == ["1"]
