"""The papers of the trial with every label bound: what the checks say to right numbers in sentences that are right."""

import shutil
from pathlib import Path

import pytest

from paperkit.checks.tree import check_tree
from paperkit.suggest.find import place_of, search
from tests.checks.corpus import git
from tests.suggest.trial import PAPERS, _aligned, _meaning, labels_of

ASKED = frozenset({"PK101", "PK117"})
"""Numbers without a label; said of them only."""
MANNER = frozenset({"PK103", "PK105", "PK110", "PK201", "PK204"})
"""How a number was rounded, a constant, a place, a commit: the markers are made here without thought."""
SAID = {"distil": ["PK116 the text says at most 90.7, but the exact value is 90.74"]}
"""What is wrong in a sentence: the author writes `never more than`."""


@pytest.mark.parametrize("name", sorted(each.name for each in PAPERS.iterdir() if each.is_dir()))
def test_right_numbers_in_right_sentences_are_let_be(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(PAPERS / name, folder)
    git(folder, "init", "-q")
    bound = bind(folder)
    assert bound > 50
    found = check_tree(folder / "main.tex", folder / "data").diagnostics
    said = [f"{each.code} {each.message}" for each in found if each.code not in ASKED | MANNER]
    assert said == SAID.get(name, [])


def bind(folder: Path) -> int:
    """Put the marker of its label around each number; how many."""
    main = folder / "main.tex"
    searched = search(place_of(str(main)), artifacts=folder / "data")
    text, markers = main.read_text(), []
    for unbound, label in _aligned(searched.found, labels_of(folder)):
        worth = _meaning(label.right[0], searched.scope)
        if worth is not None and unbound.exact:
            form = unbound.literal.format(worth[0], unbound.literal.places)
            expression = label.right[0].partition("|")[0].strip().replace("%", r"\%")
            markers.append((unbound.span, rf"\pkval{{{expression} | {form}}}{{{unbound.span.text}}}"))
    for span, marker in sorted(markers, key=lambda one: -one[0].start):
        text = text[: span.start] + marker + text[span.end :]
    main.write_text(text)
    return len(markers)
