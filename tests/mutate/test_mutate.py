r"""The mutation score is honest: each kind is made where it can be, and what no check sees is a miss."""

import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.artifacts.store import Store
from paperkit.artifacts.table import Table
from paperkit.cli.main import run
from paperkit.expressions.evaluate import ExpressionError, Scope, evaluate_marker
from paperkit.mutate.cells import cell_mutations, changed_world, replaced, targets, try_cells
from paperkit.mutate.edits import try_edits
from paperkit.mutate.markers import mutations
from paperkit.mutate.mutation import KINDS, Kind, Mutation, Subject
from paperkit.mutate.older import try_older
from paperkit.mutate.patch import with_texts
from paperkit.mutate.presence import presence
from paperkit.mutate.run import Score, mutate
from paperkit.mutate.show import as_json, as_text
from paperkit.mutate.world import World, open_world

CSV = "n,mode,p99_ms,share\n4,old,3.01,0.25\n8,old,12.46,0.50\n16,old,51.5,0.75\n4,new,2.5,0.25\n8,new,8.25,0.51\n"
TEX = r"""\documentclass{article}\usepackage{paperkit}
\begin{document}
The tail is \pkval{lat(n=8, mode="old").p99_ms | .1f}{12.5} and then \pkval{lat(n=16, mode="old").p99_ms | .2f}{51.50}.
At best it is \pkval{min(lat.p99_ms) | .1f}{2.5}; the load was \pkval{lat(n=4, mode="old").n | d}{4}.
The new one has \pkval{lat(n=8, mode="new").p99_ms | .2f}{8.25}, and
it is \pkclaim{lat(n=8, mode="old").p99_ms / lat(n=8, mode="new").p99_ms}{more than 1.5 times} as fast.
A share of \pkval{lat(n=4, mode="old").share | .2f}{0.25} and again \pkval{lat(n=4, mode="new").share | .2f}{0.25}.
\end{document}
"""


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    git(folder, "init", "-q")
    (folder / "lat.csv").write_text(CSV.replace("12.46", "12.96"))
    (folder / "main.tex").write_text(TEX)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    (folder / "lat.csv").write_text(CSV)
    git(folder, "commit", "-q", "-a", "-m", "second")
    return folder / "main.tex"


@pytest.fixture(scope="module")
def world(paper: Path) -> World:
    return open_world(paper)


@pytest.fixture(scope="module")
def score(world: World) -> Score:
    return mutate(world, "main.tex", lambda what: None)


def made(world: World, subject: Subject, kind: Kind) -> list[Mutation]:
    return list(mutations(world, subject, kind))


def values(text: str, store: Store) -> list[Fraction] | str:
    try:
        return [value.amount for value in evaluate_marker(text, Scope(store)).values]
    except ExpressionError as error:
        return error.message


def changed(world: World, kind: Kind, subject: Subject = Subject.MARKER) -> list[str]:
    """What becomes of the printed part of each marker."""
    return [one.now.rsplit("{", 1)[-1].rstrip("}") for one in made(world, subject, kind)]


# what is changed


def test_signs_sizes_and_digits(world: World) -> None:
    assert changed(world, Kind.SIGN)[:3] == ["-12.5", "-51.50", "-2.5"]
    assert changed(world, Kind.FACTOR)[:3] == ["125", "515.0", "25"]
    assert changed(world, Kind.DIGIT)[:3] == ["12.6", "51.51", "2.6"]


def test_rounding_takes_the_other_neighbour_or_a_digit_fewer(world: World) -> None:
    assert changed(world, Kind.ROUNDING)[:2] == ["12.4", "51.5"]


def test_a_twin_is_another_quantity_that_prints_the_same(world: World) -> None:
    twins = made(world, Subject.MARKER, Kind.TWIN)
    assert twins[0].now == r'\pkval{lat(n=4, mode="new").share | .2f}{0.25}'
    assert len(twins) == 2


def test_a_claim_is_turned_round(world: World) -> None:
    assert changed(world, Kind.REVERSED, Subject.CLAIM) == ["less than 1.5 times"]


def test_words_take_the_place_of_a_marker(world: World) -> None:
    assert [one.now for one in made(world, Subject.MARKER, Kind.WORD)][3] == "four"


def test_every_cell_that_a_number_rests_on_is_changed(world: World) -> None:
    cells = {(one.cell.row, one.cell.column) for one in targets(world)}
    assert cells == {(row, "p99_ms") for row in (2, 3, 4, 5, 6)} | {(2, "n"), (2, "share"), (5, "share")}


def test_no_file_is_written(paper: Path, score: Score) -> None:
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=paper.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout == ""


# what becomes of it


def test_wrong_numbers_are_caught_by_the_check_of_numbers(world: World) -> None:
    for kind in (Kind.SIGN, Kind.FACTOR, Kind.DIGIT, Kind.ROUNDING):
        outcomes = list(try_edits(world, made(world, Subject.MARKER, kind)))
        assert outcomes
        assert all("PK103" in one.codes for one in outcomes), kind


def test_changes_that_share_a_run_fare_as_each_alone(world: World) -> None:
    for subject, kind in KINDS:
        if subject in (Subject.MARKER, Subject.CLAIM):
            several = {one.mutation: one.codes for one in try_edits(world, made(world, subject, kind))}
            assert several == {
                one.mutation: one.codes for one in try_edits(world, made(world, subject, kind), alone=True)
            }


def test_a_cell_put_into_a_table_is_found_as_in_a_file_that_is_read_again(world: World) -> None:
    store = world.scope.store
    for kind in (Kind.SIGN, Kind.FACTOR, Kind.DIGIT, Kind.SWAP):
        for mutation, target in cell_mutations(world, kind, targets(world)):
            texts = {(mutation.span.start, mutation.span.end): mutation.now}
            put = with_texts(store, ("lat",), texts)
            again = changed_world(world, "lat.csv", replaced(mutation.span.source, texts)).scope.store
            assert put is not None
            one, other = put.artifact("lat"), again.artifact("lat")
            assert isinstance(one, Table)
            assert isinstance(other, Table)
            assert list(one.records.texts) == list(other.records.texts)
            for text in ("sum(lat.p99_ms) + sum(lat.n)", 'max(lat.where(mode="old").p99_ms)', "lat.share"):
                assert values(text, put) == values(text, again), (text, target.cell, mutation.now)
            for columns in ((0,), (1,), (0, 1)):
                assert one.index(columns) == other.index(columns), (target.cell, mutation.now)


def test_a_cell_that_is_not_the_least_leaves_the_least_right(world: World) -> None:
    (change,) = [pair for pair in cell_mutations(world, Kind.FACTOR, targets(world)) if pair[1].cell.text == "3.01"]
    (outcome,) = try_cells(world, [change])
    assert not outcome.effect
    assert not outcome.caught


def test_an_artifact_from_an_earlier_commit_is_caught_by_the_number(world: World) -> None:
    (outcome,) = try_older(world)
    assert "PK103" in outcome.codes


def test_what_no_check_sees_is_a_miss(world: World) -> None:
    same = made(world, Subject.MARKER, Kind.SIGN)[0]
    harmless = Mutation(same.subject, same.kind, same.span, same.was, same.was)
    (outcome,) = try_edits(world, [harmless])
    assert not outcome.caught


def test_invented_numbers_that_stand_in_the_data_are_counted_alike_each_time(world: World) -> None:
    first = presence(world)
    assert 0 < first.found < first.tried
    assert presence(world) == first


# what is printed


def test_the_last_line_is_the_score(score: Score) -> None:
    last = as_text(score).splitlines()[-1]
    assert last.startswith(f"main.tex: {score.caught} of {score.made} changes caught (")


def test_each_kind_has_its_line_and_one_without_opportunity_says_so(score: Score) -> None:
    lines = as_text(score).splitlines()
    assert len([line for line in lines if line.split(":")[0] in set(Subject)]) == len(KINDS)
    (unit,) = [line for line in lines if line.startswith("marker: unit")]
    assert "nothing here can be changed so" in unit


def test_json_names_what_was_missed(score: Score) -> None:
    data = json.loads(as_json(score))
    assert data["version"] == 1
    assert sum(kind["made"] for kind in data["kinds"]) == data["made"]
    missed = [one for kind in data["kinds"] for one in kind["missed"]]
    assert len(missed) == data["made"] - data["caught"]
    assert all(one["file"] == "main.tex" and one["line"] > 1 for one in missed)


def test_below_a_hundred_per_cent_the_command_fails(
    paper: Path, score: Score, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["mutate", str(paper)]) == int(score.caught < score.made)
    assert capsys.readouterr().out.splitlines()[-1].endswith(as_text(score).splitlines()[-1].partition(": ")[2])


def test_a_paper_without_markers_is_an_error_and_no_score(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "main.tex").write_text("Nothing.")
    assert run(["mutate", str(tmp_path / "main.tex")]) == 2
