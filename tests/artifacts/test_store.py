"""What is read from artifacts, and what is said of those that are wrong."""

import subprocess
import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from paperkit.artifacts.descriptor import package_text, read_descriptor
from paperkit.artifacts.problem import CellError
from paperkit.artifacts.read_table import decode
from paperkit.artifacts.store import ArtifactSpec, Store, Tree
from paperkit.artifacts.table import Table, key_of
from paperkit.project import Project
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Kind
from tests.artifacts.conftest import FIELDS, GEMM, Describe

Stores = Callable[..., Store]


def table(store: Store, name: str = "gemm") -> Table:
    found = store.artifact(name)
    assert isinstance(found, Table)
    return found


def said(store: Store) -> list[tuple[str, str, str]]:
    store.problems(every=True)
    return [(p.code, p.span.place if p.span else "", p.message) for p in store.problems()]


def test_a_sound_table_has_no_problems(describe: Describe, store: Stores) -> None:
    assert said(store(describe())) == []


def test_a_cell_knows_its_place_and_its_text(describe: Describe, store: Stores) -> None:
    value = table(store(describe())).value(2, 2)
    assert (value.amount, value.literal, value.unit.symbol, value.uncertainty) == (
        Fraction("1100.5"),
        "1100.5",
        "cycle",
        2,
    )
    (cell,) = value.cells
    assert (cell.row, cell.column, cell.kind, cell.span.place) == (
        3,
        "latency_cycles",
        Kind.MODEL,
        "data/gemm.csv:3:15",
    )
    assert cell.span.text == "1100.5"


def test_keys_compare_as_numbers_where_both_are(describe: Describe, store: Stores) -> None:
    gemm = table(store(describe(GEMM.replace("1024,", "1024.0,"))))
    assert gemm.select({0: "composite", 1: key_of("1024")}) == (3,)


def test_quotes_are_undone_and_places_stay_right(describe: Describe, store: Stores) -> None:
    text = 'mode,m,latency_cycles,latency_stdev\n"a, ""b""",512,"1200",3\n"two\nlines",512,5,3\n'
    gemm = table(store(describe(text)))
    assert gemm.text(1, 0) == 'a, "b"'
    assert gemm.cell(1, 2).span.place == "data/gemm.csv:2:17"
    assert (gemm.text(2, 0), gemm.cell(2, 2).row, gemm.cell(2, 2).span.text) == ("two\nlines", 3, "5")


WRONG = [
    ("async,512,1200\n", "PK205", "2:1", "the row has 3 cells, but the header has 4"),
    ("async,512,1,200,3\n", "PK205", "2:1", "the row has 5 cells, but the header has 4"),
    ("\nasync,512,1200,3\n", "PK205", "2:1", "the row is empty"),
    ('async,512,"1,200.5",3\n', "PK205", "2:12", "latency_cycles: '1,200.5' has thousands marks"),
    ("async,512,nan,3\n", "PK205", "2:11", "latency_cycles: 'nan' is no number"),
    ("async,512,-inf,3\n", "PK205", "2:11", "latency_cycles: '-inf' is no number"),
    ("async,512,np.float64(0.9643),3\n", "PK205", "2:11", "latency_cycles: 'np.float64(0.9643)' is no number"),
    ("async,512, 7,3\n", "PK205", "2:11", "latency_cycles: ' 7' has spaces around it"),
    ("async,512.5,7,3\n", "PK204", "2:7", "m: 512.5 is no integer"),
    ("async,512,7,3\nasync,512.0,8,3\n", "PK204", "3:1", "the key mode=async, m=512.0 stands twice, first in line 2"),
    ('async,512,7,"3\n', "PK205", "2:1", "a quote opens and does not close"),
]


@pytest.mark.parametrize(("rows", "code", "place", "message"), WRONG)
def test_a_bad_cell_or_row_is_said_with_its_place(
    rows: str, code: str, place: str, message: str, describe: Describe, store: Stores
) -> None:
    found = said(store(describe("mode,m,latency_cycles,latency_stdev\n" + rows)))
    assert (code, f"data/gemm.csv:{place}", message) in found


HEADERS = [
    ("mode,m,latency_cycles,", "PK205", "1:23", "a column has no name"),
    ("mode,m,m,latency_stdev", "PK205", "1:8", "two columns are called 'm'"),
    ("mode,m,latency,latency_stdev", "PK204", "1:8", "column 'latency' is not in the descriptor"),
    (
        "mode,m,x,latency_stdev",
        "PK204",
        "1:1",
        "the descriptor declares latency_cycles, but the header has no such column",
    ),
    ("", "PK205", "1:1", "the file is empty"),
]


@pytest.mark.parametrize(("header", "code", "place", "message"), HEADERS)
def test_a_broken_header_is_said(
    header: str, code: str, place: str, message: str, describe: Describe, store: Stores
) -> None:
    text = GEMM.replace("mode,m,latency_cycles,latency_stdev", header) if header else ""
    assert (code, f"data/gemm.csv:{place}", message) in said(store(describe(text)))


def test_what_is_not_utf8_is_said_with_line_and_column(describe: Describe, store: Stores) -> None:
    raw = GEMM.encode().replace(b"composite,1024", b"compos\xeete,1024")
    assert said(store(describe(raw)))[0] == ("PK205", "data/gemm.csv:4:7", "not UTF-8 (byte 0xee)")


def test_what_is_not_utf8_behind_a_byte_order_mark_is_said_at_its_place() -> None:
    _, broken = decode(b'\xef\xbb\xbf":\xcf}\n', "data/a.csv")
    assert broken is not None and broken.span is not None
    assert (broken.message, broken.span.start) == ("not UTF-8 (byte 0xcf)", 2)
    _, broken = decode(b'\xef\xbb":\n', "data/a.csv")
    assert broken is not None
    assert broken.message == "not UTF-8 (byte 0xef)"


def test_a_changed_digit_is_not_what_the_descriptor_says(describe: Describe, store: Stores) -> None:
    path = describe()
    path.write_text(GEMM.replace("1200", "1300"))
    ((code, place, message),) = said(store(path))
    assert (code, place) == ("PK204", "data/gemm.csv:1:1")
    assert "but its descriptor says sha256:" in message


def test_the_length_is_held_too(describe: Describe, store: Stores) -> None:
    assert "has 98 bytes, but its descriptor says 9" in said(store(describe(bytes=9)))[0][2]


def test_a_unit_that_does_not_exist_is_said_in_the_descriptor(describe: Describe, store: Stores) -> None:
    fields = [*FIELDS[:2], {**FIELDS[2], "unit": "cylces"}, FIELDS[3]]
    ((code, place, message),) = said(store(describe(schema={"fields": fields})))
    assert (code, place.split(":")[0]) == ("PK204", "data/datapackage.json")
    assert "nearest: cycle" in message


def test_a_broken_descriptor_is_one_problem_with_a_place(describe: Describe, store: Stores) -> None:
    path = describe()
    (path.parent / "datapackage.json").write_text('{"resources": [}')
    assert ("PK204", "data/datapackage.json:1:16", "no JSON: a value is due") in said(store(path))


def test_a_table_without_descriptor_is_given_and_warns(project: Project, store: Stores) -> None:
    path = project.root / "free.csv"
    path.write_text("n,p99\n1,2.50\n")
    made = store(path)
    value = table(made, "free").value(1, 1)
    assert (value.unit.symbol, value.kinds) == ("unknown", frozenset({Kind.GIVEN}))
    (problem,) = made.problems()
    assert problem.warning
    assert "paperkit describe" in problem.hint


def test_a_long_table_has_a_unit_in_each_row(project: Project, store: Stores) -> None:
    path = project.root / "published.csv"
    path.write_text("ref,quantity,value,unit\na,rate,3.4,GB/s\nb,rate,3.4,GX\n")
    long = table(store(path), "published")
    assert long.value(1, 2).unit.symbol == "GB/s"
    with pytest.raises(CellError, match="GX"):
        long.value(2, 2)


def test_a_long_table_has_a_kind_in_each_row(project: Project, store: Stores) -> None:
    path = project.root / "platform.csv"
    path.write_text("parameter,value,unit,status\nclock,1,GHz,assumed\nrows,128,,published\n")
    long = table(store(path), "platform")
    assert [long.value(row, 1).kinds for row in (1, 2)] == [{Kind.CONFIGURED}, {Kind.PUBLISHED}]


def test_an_uncertainty_that_is_no_column_is_said(describe: Describe, store: Stores) -> None:
    fields = [*FIELDS[:2], {**FIELDS[2], "paperkit:uncertainty": "sigma"}, FIELDS[3]]
    ((code, _, message),) = said(store(describe(schema={"fields": fields})))
    assert (code, message) == ("PK204", "the uncertainty of latency_cycles is sigma, which is no field")


def test_a_link_that_leads_out_of_the_project_is_refused(project: Project, store: Stores, tmp_path_factory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "x.csv"
    outside.write_text("a\n1\n")
    (project.root / "x.csv").symlink_to(outside)
    assert said(store(project.root / "x.csv"))[0][2] == "x.csv lies outside the project"
    assert said(store(outside))[0][2].endswith("lies outside the project")


def test_where_fixes_part_of_the_key(describe: Describe, project: Project) -> None:
    path = describe()
    spec = ArtifactSpec("gemm", path, (("mode", "composite"),))
    assert table(Store(project, {"gemm": spec})).rows == (2, 3)
    wrong = ArtifactSpec("gemm", path, (("mod", "composite"),))
    assert [p.code for p in Store(project, {"gemm": wrong}).problems(every=True)] == ["PK302"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.yaml", "pe:\n  mac: {rows: 0.10}\n"),
        ("t.json", '{"pe": {"mac": {"rows": 0.10}}}'),
        ("t.toml", "[pe.mac]\nrows = 0.10\n"),
    ],
)
def test_trees_keep_the_text_of_their_leaves(name: str, text: str, project: Project, store: Stores) -> None:
    path = project.root / name
    path.write_text(text)
    tree = store(path).artifact("t")
    assert isinstance(tree, Tree)
    leaf = tree.root.get("pe").get("mac").get("rows")
    assert (leaf.text, leaf.span.line) == ("0.10", text.count("\n", 0, text.index("0.10")) + 1)


@pytest.mark.parametrize(
    ("name", "text"), [("t.yaml", "a: [1\n"), ("t.json", '{"a": 1,}'), ("t.toml", "a = \n"), ("t.json", "[1] 2")]
)
def test_a_broken_tree_is_one_problem(name: str, text: str, project: Project, store: Stores) -> None:
    path = project.root / name
    path.write_text(text)
    made = store(path)
    assert made.artifact("t") is None
    assert [p.code for p in made.problems()] == ["PK205"]


def test_markdown_is_a_document(project: Project, store: Stores) -> None:
    path = project.root / "0007-latency.md"
    path.write_text("# 7. Latency\n\n## Status\n\nAccepted\n")
    assert isinstance(store(adr=path).artifact("adr"), SourceDocument)


def test_a_descriptor_written_is_a_descriptor_read(describe: Describe) -> None:
    folder = describe().parent
    first = read_descriptor(folder)
    text = package_text(first.resources)
    (folder / "datapackage.json").write_text(text)
    again = read_descriptor(folder)
    assert again.resources == first.resources
    assert package_text(again.resources) == text


def test_ten_cells_of_a_long_table_come_quickly(describe: Describe, store: Stores) -> None:
    rows = "".join(f"composite,{number},{number}.5,1\n" for number in range(200_000))
    path = describe("mode,m,latency_cycles,latency_stdev\n" + rows)
    start = time.process_time()
    gemm = table(store(path))
    for number in range(10):
        (record,) = gemm.select({0: "composite", 1: key_of(str(number * 20_000))})
        assert gemm.cell(record, 2).span.text == f"{number * 20_000}.5"
    assert time.process_time() - start < 5


def test_two_names_of_one_file_name_their_own_cells(tmp_path):
    (tmp_path / "a.csv").write_text("n,x\n1,2\n")
    made = Store(Project(tmp_path), {n: ArtifactSpec(n, tmp_path / "a.csv") for n in ("one", "two")})
    cells = [made.artifact(name).value(1, 1).cells[0].artifact for name in ("one", "two", "one")]
    assert cells == ["one", "two", "one"]


def test_files_that_git_tracks_are_named_by_patterns(project: Project, store: Stores) -> None:
    for name in ("runs/a.dat", "runs/deep/b.dat", "runs/c.csv", "runs/new.dat", "runs/datapackage.json"):
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).write_text("1 2\n")
    tracked = ("runs/a.dat", "runs/deep/b.dat", "runs/c.csv", "runs/datapackage.json")
    subprocess.run(["git", "-C", str(project.root), "add", *tracked], check=True)
    made = store()

    def named(pattern: str) -> list[str]:
        return [one.path for one in made.tracked(pattern)]

    assert named("runs/*.dat") == ["runs/a.dat"]
    assert named("**/*.dat") == ["runs/a.dat", "runs/deep/b.dat"]
    assert named("runs/?.*") == ["runs/a.dat", "runs/c.csv"]
    assert named("runs/*.json") == []
    assert [project.shown(path) for path in made.counted] == ["runs/a.dat", "runs/deep/b.dat", "runs/c.csv"]
