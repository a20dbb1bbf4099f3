r"""Suggestions: what a literal may have come from, the likeliest first; nothing is bound unasked."""

import json
import subprocess
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.checks.tree import check_tree
from paperkit.cli.main import run
from paperkit.errors import PaperkitError, Status
from paperkit.suggest.find import Search, place_of, search
from paperkit.suggest.fits import Manner, manner_of
from paperkit.suggest.suggest import Answer, suggest
from paperkit.suggest.write import write_marker

LATENCY = """n,mode,p99_ms,busy_pct
1,eager,3.20,11.0
8,eager,12.46,44.5
64,eager,96.5,93.25
1,graph,1.60,12.0
8,graph,6.23,51.5
64,graph,77.2,97.75
"""


class Paper:
    """A folder with artifacts and one file of LaTeX."""

    def __init__(self, folder: Path) -> None:
        self.main = folder / "main.tex"
        subprocess.run(["git", "init", "-q", str(folder)], check=True)

    def file(self, name: str, text: str) -> None:
        (self.main.parent / name).write_text(text)

    def ask(self, body: str) -> Answer:
        """The answer for the last unbound number of *body*."""
        self.main.write_text(f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n")
        found = search(place_of(str(self.main)))
        *_, answer = suggest((one.literal for one in found.found), found.scope)
        return answer

    def first(self, body: str) -> str:
        return self.ask(body).suggestions[0].marker


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    one = Paper(tmp_path)
    one.file("latency.csv", LATENCY)
    return one


# what is found


@pytest.mark.parametrize(
    ("body", "marker"),
    [
        ("At a load of 8 the eager tail is 12.46~ms.", 'latency(n=8, mode="eager").p99_ms | .2f'),
        ("At a load of 8 the eager tail is 12.5~ms.", 'latency(n=8, mode="eager").p99_ms | .1f'),
        ("At a load of 8, graph mode is 2.0 times faster than eager.",
         'speedup(latency(n=8, mode="eager").p99_ms, latency(n=8, mode="graph").p99_ms) | .1f'),
        ("The largest p99 is 96.5.", "max(latency.p99_ms) | .1f"),
        ("The mean busy share is 51.7.", "mean(latency.busy_pct) | .1f"),
        ("The median busy share is 48.", "median(latency.busy_pct) | d"),
        ("Graph mode is busier at a load of 8, by 7 percentage points more than eager.",
         'latency(n=8, mode="graph").busy_pct - latency(n=8, mode="eager").busy_pct | d'),
    ],
)  # fmt: skip
def test_the_first_suggestion_is_what_the_sentence_names(paper: Paper, body: str, marker: str) -> None:
    assert paper.first(body) == marker


SOLVED = "simple,clever,hit\n46.5,19.25,0.71\n36.25,14.5,0.65\n27.75,6.25,0.83\n"


@pytest.mark.parametrize(
    ("body", "marker"),
    [
        ("On average the clever solver is 2.76 times faster.",
            "speedup(mean(solved.simple), mean(solved.clever)) | .2f"),
        ("The three take 110.5 s altogether.", "sum(solved.simple) | .1f"),
        ("The hits of the third are 18.0 percentage points above those of the second.",
         "100 * (solved(simple=27.75).hit - solved(simple=36.25).hit) | .1f"),
    ],
)  # fmt: skip
def test_a_table_of_plain_runs_is_taken_as_a_whole(paper: Paper, body: str, marker: str) -> None:
    paper.file("solved.csv", SOLVED)
    assert marker in [one.marker for one in paper.ask(body).suggestions[:3]]


def test_a_count_of_rows_is_no_number_of_a_row(paper: Paper) -> None:
    paper.file("runs.csv", "run,x\n" + "".join(f"{run},{run}.5\n" for run in range(2000)))
    assert paper.first("All 2000 runs end.") == "count(runs) | d"
    assert not any("*" in one.marker for one in paper.ask("All 2000 runs end.").suggestions)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("The table has 6 rows.", "count(latency"),
        ("With graph, a load of 64 takes 20.0\\% less p99 than eager.", "percent(1 - latency("),
        ("With eager, a load of 64 takes 25.0\\% more p99 than graph.", "percent(change(latency("),
        (
            "At a load of 8 the graph busy share is larger than the eager one by 7.0.",
            '.busy_pct - latency(n=8, mode="eager").busy_pct',
        ),
    ],
)
def test_functions_of_cells_are_among_the_first_three(paper: Paper, body: str, part: str) -> None:
    assert any(part in one.marker for one in paper.ask(body).suggestions[:3])


def test_a_cell_of_a_table_is_found_by_its_row_and_column(paper: Paper) -> None:
    rows = "n & eager & graph \\\\ \\midrule\n8 & 12.46 & 6.23 \\\\"
    table = f"\\begin{{tabular}}{{rrr}}\n{rows}\n\\end{{tabular}}"
    assert paper.first(table) == 'latency(n=8, mode="graph").p99_ms | .2f'


def test_neighbouring_markers_say_which_row_is_meant(paper: Paper) -> None:
    paper.file("latency.csv", LATENCY.replace("77.2", "12.46"))
    body = '\\pkval{latency(n=64, mode="graph").busy_pct | .1f}{97.8} at 12.46.'
    assert paper.first(body) == 'latency(n=64, mode="graph").p99_ms | .2f'


@pytest.mark.parametrize(
    ("name", "text", "marker"),
    [
        ("runs.tsv", "size\tspeed\n4\t17.25\n8\t19.5\n", "runs(size=4).speed | .2f"),
        ("runs.json", '{"speed": {"small": 17.25, "large": 19.5}}', "runs.speed.small | .2f"),
        ("runs.yaml", "speed:\n  small: 17.25\n  large: 19.5\n", "runs.speed.small | .2f"),
        ("runs.json", '[{"size": 4, "speed": 17.25}, {"size": 8, "speed": 19.5}]', "runs(size=4).speed | .2f"),
    ],
)
def test_data_of_other_projects(paper: Paper, name: str, text: str, marker: str) -> None:
    paper.file(name, text)
    assert paper.first("The small speed is 17.25.") == marker


def test_given_values_are_converted(paper: Paper) -> None:
    paper.file("given.yaml", "window:\n  value: 2500\n  unit: us\n  source: set by hand\n")
    assert paper.first("The window is 2.5~ms.") == 'to(given.window, "ms") | .1f'


def test_nothing_fits_a_number_that_is_not_there(paper: Paper) -> None:
    assert paper.ask("It weighs 123456.789 grams.").suggestions == ()


def test_each_says_how_many_others_would_fit(paper: Paper) -> None:
    answer = paper.ask("There are 8 of them.")
    assert answer.fits > 1
    assert {one.others for one in answer.suggestions} == {answer.fits - 1}


def test_a_suggestion_is_worth_what_is_printed(paper: Paper) -> None:
    for one in paper.ask("At a load of 8 it is 2.0 times faster.").suggestions:
        assert manner_of(one.value.amount, Decimal("2.0"), 1) is not None


# roundings


@pytest.mark.parametrize(
    ("amount", "printed", "places", "manner"),
    [
        ("12.46", "12.46", 2, Manner.EXACT),
        ("0.125", "0.12", 2, Manner.HALF_EVEN),
        ("0.125", "0.13", 2, Manner.HALF_UP),
        ("1.005", "1.01", 2, Manner.HALF_UP),
        ("1.015", "1.01", 2, Manner.BINARY),
        ("12.4471", "12.5", 1, Manner.TWICE),
        ("12.46", "12.4", 1, Manner.FLOOR),
        ("12.41", "12.5", 1, Manner.CEIL),
        ("-12.46", "-12.4", 1, Manner.CEIL),
        ("14954", "15000", -3, Manner.HALF_EVEN),
        ("12.46", "12.7", 1, None),
    ],
)
def test_the_ways_in_which_people_round(amount: str, printed: str, places: int, manner: Manner | None) -> None:
    assert manner_of(Fraction(amount), Decimal(printed), places) is manner


def test_a_rounding_that_has_a_name_stands_in_the_format(paper: Paper) -> None:
    assert (
        paper.first("At a load of 8 the eager p99 tail is 12.4~ms.") == 'latency(n=8, mode="eager").p99_ms | .1f floor'
    )


# choosing


def line_of(paper: Paper, text: str) -> str:
    number = next(n for n, line in enumerate(paper.main.read_text().splitlines(), 1) if text in line)
    return f"{paper.main}:{number}"


def test_nothing_is_written_unasked(paper: Paper) -> None:
    paper.ask("At a load of 8 the eager tail is 12.46~ms.")
    before = paper.main.read_bytes()
    assert run(["suggest", str(paper.main)]) == 0
    assert paper.main.read_bytes() == before


def test_the_chosen_marker_is_written_around_the_literal(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    paper.ask("The eager p99 tail is 12.46~ms.")
    assert run(["suggest", line_of(paper, "12.46"), "--write", "1"]) == 0
    assert r'is \pkval{latency(n=8, mode="eager").p99_ms | .2f}{12.46}~ms.' in paper.main.read_text()
    assert search(place_of(str(paper.main))).found == ()
    assert "pkval" in capsys.readouterr().out


def test_line_ends_and_byte_order_mark_stay(paper: Paper) -> None:
    paper.main.write_bytes(b"\xef\xbb\xbfone\r\nThe p99 is 12.46.\r\n")
    assert run(["suggest", f"{paper.main}:2", "--write", "1"]) == 0
    raw = paper.main.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfone\r\nThe p99 is \\pkval{")
    assert raw.endswith(b"{12.46}.\r\n")


def test_the_encoding_and_each_line_end_stay(paper: Paper) -> None:
    raw = b"\\usepackage[latin1]{inputenc}\r\ncaf\xe9: the p99 is 12.46.\nend\r\n"
    paper.main.write_bytes(raw)
    assert run(["suggest", f"{paper.main}:2", "--write", "1"]) == 0
    before, _, after = raw.partition(b"12.46")
    written = paper.main.read_bytes()
    assert written.startswith(before + b"\\pkval{")
    assert written.endswith(b"{12.46}" + after)


def test_a_place_with_two_literals_asks_for_the_column(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    paper.ask("It is 12.46 or 6.23.")
    assert run(["suggest", line_of(paper, "12.46"), "--write", "1"]) == 2
    assert "name one of them" in capsys.readouterr().err
    assert "\\pkval" not in paper.main.read_text()


def test_a_number_that_is_not_there_is_an_error(paper: Paper) -> None:
    paper.ask("It is 12.46.")
    assert run(["suggest", line_of(paper, "12.46"), "--write", "29"]) == 2


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PaperkitError, match="no such file"):
        place_of(str(tmp_path / "none.tex:3"))


def test_json_is_an_envelope_with_a_version(paper: Paper, capsys: pytest.CaptureFixture[str]) -> None:
    paper.ask("The eager p99 tail is 12.46~ms.")
    assert run(["suggest", str(paper.main), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == 1
    (literal,) = data["literals"]
    assert literal["suggestions"][0]["marker"] == 'latency(n=8, mode="eager").p99_ms | .2f'
    assert literal["writable"]


def test_the_same_paper_gets_the_same_suggestions(paper: Paper) -> None:
    body = "At a load of 8 it is 2.0 times faster, and at 64 it is 97.75."
    assert [one.marker for one in paper.ask(body).suggestions] == [one.marker for one in paper.ask(body).suggestions]


# foreign data


@pytest.mark.parametrize(
    ("name", "text", "marker"),
    [
        ("runs.jsonl", '{"size": 4, "speed": 17.25}\n{"size": 8, "speed": 19.5}\n', "runs(size=4).speed | .2f"),
        ("runs.dat", "# size speed\n4 17.25\n8 19.5\n", "runs(size=4).speed | .2f"),
        ("runs.csv", "size;speed\n4;17,25\n8;19,5\n", "runs(size=4).speed | .2f"),
        ("runs.json", '{"small": {"speed": 17.25}, "large": {"speed": 19.5}}', "runs.small.speed | .2f"),
        ("runs.toml", "[small]\nspeed = 17.25\n[large]\nspeed = 19.5\n", "runs.small.speed | .2f"),
    ],
)
def test_more_data_of_other_projects(paper: Paper, name: str, text: str, marker: str) -> None:
    paper.file(name, text)
    assert paper.first("At size 4 the small speed is 17.25.") == marker


def test_leaves_of_configuration_are_held_against_one_another(paper: Paper) -> None:
    paper.file("disk.yaml", "disk:\n  read_mb: 3650\n  write_mb: 1460\n")
    assert paper.first("The disk can read 2.5 times as fast as write.") == (
        "speedup(disk.disk.read_mb, disk.disk.write_mb) | .1f"
    )


SEEDS = "model,task,seed,acc\n" + "".join(
    f"{model},{task},{seed},{base + (0.1, 0.95, 0.27)[seed]:.2f}\n"
    for model, task, base in (("big", "qa", 91), ("big", "nli", 83), ("small", "qa", 87), ("small", "nli", 76))
    for seed in (0, 1, 2)
)


def test_groups_of_rows_are_taken_by_several_columns(paper: Paper) -> None:
    paper.file("scores.csv", SEEDS)
    body = "Averaged over the seeds, the big model has an accuracy of 83.44 on NLI."
    assert paper.first(body) == 'mean(scores.where(model="big", task="nli").acc) | .2f'


def test_groups_are_held_against_one_another(paper: Paper) -> None:
    paper.file("scores.csv", SEEDS)
    body = "On NLI the mean accuracy of the big model is larger than that of the small one by 7.0 points."
    assert paper.first(body) == (
        'mean(scores.where(model="big", task="nli").acc) - mean(scores.where(model="small", task="nli").acc) | .1f'
    )


def test_what_fits_a_whole_column_of_a_table_comes_before_what_fits_one_cell(paper: Paper) -> None:
    paper.file("scores.csv", SEEDS)
    paper.file("other.csv", "name,acc\nbig qa,91.4\nbig,83.4\n")
    rows = "big & 91.4 & 83.4 \\\\\nsmall & 87.4 & 76.4 \\\\"
    table = f"\\begin{{tabular}}{{lrr}}\nmodel & qa & nli \\\\ \\midrule\n{rows}\n\\end{{tabular}}"
    assert paper.first(table).startswith('mean(scores.where(model="small", task="nli").acc)')


def test_committed_files_are_counted(paper: Paper) -> None:
    for seed in range(7):
        paper.file(f"seed_{seed}.csv", "epoch,loss\n1,0.5\n2,0.25\n")
    subprocess.run(["git", "-C", str(paper.main.parent), "add", "."], check=True)
    assert any('count(files("seed_' in one.marker for one in paper.ask("We ran seven seeds.").suggestions[:3])


def test_a_number_that_a_macro_holds_is_bound_where_the_macro_is_defined(paper: Paper) -> None:
    paper.file("numbers.tex", "\\newcommand{\\tail}{12.46}\n\\def\\many{1{,}024}\n")
    paper.ask("\\input{numbers}In eager mode the highest tail is \\tail{}~ms; again, \\tail{} of \\many.")
    found = search(place_of(str(paper.main)))
    assert [(one.span.path, one.span.text, one.exact) for one in found.found] == [
        ("numbers.tex", "12.46", True),
        ("numbers.tex", "1{,}024", True),
    ]
    answer = next(iter(suggest((one.literal for one in found.found), found.scope)))
    assert answer.suggestions[0].marker.endswith("| .2f")
    assert write_marker(Search(found.found[:1], found.scope, found.root), (answer,), 1)
    assert (paper.main.parent / "numbers.tex").read_text().startswith("\\newcommand{\\tail}{\\pkval{")


# words that compare, heads of columns, what is counted

SERVED = "name,batch,p99_us,each\nbase,8,22900,3.625\nbase,32,131800,9\nours,8,11000,31.7\nours,32,65900,2\n"
HEADED = r"""\begin{tabular}{lrr}
\toprule
Name & Batch & p99 (ms) \\
\midrule
base & 32 & 131.8 \\
\bottomrule
\end{tabular}"""


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("At batch 32 ours has a p99 that is twice as fast as the base.", "twice"),
        ("At batch 32 ours has half the p99 of the base.", "half"),
    ],
)
def test_a_word_that_compares_becomes_a_claim_that_the_check_takes(paper: Paper, body: str, word: str) -> None:
    paper.file("served.csv", SERVED)
    answer = paper.ask(body)
    assert answer.suggestions
    assert {one.macro for one in answer.suggestions} == {"pkclaim"}
    paper.main.write_text(paper.main.read_text().replace(word, answer.suggestions[0].around(word)))
    assert [each.code for each in check_tree(paper.main).diagnostics if each.code in ("PK102", "PK103", "PK113")] == []


def test_the_head_of_a_column_says_the_unit_of_its_cells(paper: Paper, tmp_path: Path) -> None:
    paper.file("served.csv", SERVED)
    assert paper.first(HEADED) == 'served(name="base", batch=32).p99_us / 1000 | .1f'
    assert run(["describe", str(tmp_path / "served.csv")]) == Status.WELL
    assert paper.first(HEADED) == 'to(served(name="base", batch=32).p99_us, "ms") | .1f'


def test_a_part_of_a_key_that_is_named_before_the_number_comes_first(paper: Paper) -> None:
    paper.file("served.csv", SERVED)
    for body in ("The each of ours at batch 32.", "With a batch of 32, each p99 of ours is higher."):
        assert paper.first(body).endswith(".batch | d")


def test_parts_of_a_key_are_not_added_up(paper: Paper, tmp_path: Path) -> None:
    paper.file("served.csv", SERVED)
    assert run(["describe", str(tmp_path / "served.csv")]) == Status.WELL
    assert not any("sum" in one.marker for one in paper.ask("It has 16 cores, or 80.").suggestions)


@pytest.mark.parametrize("said", ["3 nodes", "3 cores", "3 threads", r"3\% of it", "3 GB", r"$3\times$"])
def test_a_time_is_offered_for_nothing_that_is_counted_or_of_another_unit(paper: Paper, said: str) -> None:
    (paper.main.parent / "latency.csv").unlink()
    paper.file("waits.csv", "n,wait_us\n1,3.0\n2,7.25\n")
    assert run(["describe", str(paper.main.parent / "waits.csv")]) == Status.WELL
    assert not any(one.value.unit.symbol == "us" for one in paper.ask(f"It has {said}.").suggestions)
    assert paper.first(r"It waits 3~us.") == "waits(n=1).wait_us | d"


def test_a_place_that_was_printed_holds_after_the_package_is_loaded(paper: Paper) -> None:
    paper.main.write_text(
        "\\documentclass{article}\n\\begin{document}\nThe largest p99 is 96.5.\n\nThe least p99 is 1.60.\n\n"
        "The mean busy share is 51.7.\n\\end{document}\n"
    )
    assert run(["suggest", f"{paper.main}:3", "--write", "1"]) == Status.WELL
    assert run(["suggest", f"{paper.main}:5", "--write", "1"]) == Status.WELL
    lines = paper.main.read_text().splitlines()
    assert lines[2].endswith("{96.5}.")
    assert lines[4].endswith("{1.60}.")
    assert lines[6] == "The mean busy share is 51.7."


def test_a_place_that_holds_another_number_than_was_shown_is_refused(
    paper: Paper, capsys: pytest.CaptureFixture[str]
) -> None:
    paper.ask("The largest p99 is 96.5.")
    text = paper.main.read_text()
    assert run(["suggest", f"{paper.main}:2", "--write", "1", "--of", "12.46"]) == Status.USAGE
    assert "holds 96.5, and not 12.46" in capsys.readouterr().err
    assert paper.main.read_text() == text
    assert run(["suggest", f"{paper.main}:2", "--write", "1", "--of", "96.5"]) == Status.WELL
