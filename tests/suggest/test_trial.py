"""The trial: papers whose numbers are labelled with the expressions that they came from."""

import pytest

from tests.suggest.trial import PAPERS, labels_of, outcomes

LEAST = 0.85
"""The share of literals whose right expression must be among the first three."""


@pytest.mark.parametrize("name", sorted(paper.name for paper in PAPERS.iterdir() if paper.is_dir()))
def test_the_right_expression_is_among_the_first_three(name: str) -> None:
    every = list(outcomes(PAPERS / name))
    assert len(every) >= 0.9 * len(labels_of(PAPERS / name))
    missed = [f"{one.place} {one.label.printed}: {one.label.right[0]}" for one in every if not one.found]
    assert len(missed) <= (1 - LEAST) * len(every), missed
