"""A first descriptor, read from the file itself."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from paperkit.artifacts.describe import describe, unit_of_header
from paperkit.artifacts.descriptor import package_text, read_descriptor
from paperkit.artifacts.read_table import read_table
from paperkit.cli.main import run
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.values.quantity import Kind
from paperkit.values.unit import UNKNOWN

CSV = "mode,n,latency (ms),share_pct,note\nasync,4,3.01,12,ok\nasync,8,12.46,13,ok\nblocking,4,5.5,14,ok\n"


def described(tmp_path: Path, text: str = CSV, **more: object) -> dict[str, object]:
    (tmp_path / "lat.csv").write_text(text)
    found, _ = describe(tmp_path / "lat.csv", Project(tmp_path), **more)  # type: ignore[arg-type]
    return json.loads(found)["resources"][0]


def test_types_units_and_key_come_from_the_file(tmp_path: Path) -> None:
    resource = described(tmp_path)
    assert [(one["name"], one["type"], one.get("unit")) for one in resource["schema"]["fields"]] == [
        ("mode", "string", None),
        ("n", "integer", None),
        ("latency (ms)", "number", "ms"),
        ("share_pct", "integer", "%"),
        ("note", "string", None),
    ]
    assert resource["schema"]["primaryKey"] == ["mode", "n"]
    assert resource["paperkit:kind"] == "given"


def test_what_is_written_describes_the_file_without_complaint(tmp_path: Path) -> None:
    (tmp_path / "lat.csv").write_text(CSV)
    text, _ = describe(tmp_path / "lat.csv", Project(tmp_path), Kind.MEASURED)
    (tmp_path / "datapackage.json").write_text(text)
    resource = read_descriptor(tmp_path).resource("lat.csv")
    assert resource is not None
    assert read_table("lat", CSV.encode(), "lat.csv", resource).problems == ()


def test_other_files_of_the_folder_stay_described(tmp_path: Path) -> None:
    for name in ("b.csv", "a.csv"):
        (tmp_path / name).write_text("n,x_us\n1,2\n")
        text, _ = describe(tmp_path / name, Project(tmp_path))
        (tmp_path / "datapackage.json").write_text(text)
    assert [one.path for one in read_descriptor(tmp_path).resources] == ["a.csv", "b.csv"]


def test_a_number_without_a_unit_in_its_name_is_of_unknown_unit(tmp_path: Path) -> None:
    fields = described(tmp_path, "n,speed\n1,2.5\n")["schema"]["fields"]
    assert fields[1] == {"name": "speed", "type": "number", "unit": "unknown"}


@pytest.mark.parametrize(
    ("name", "symbol"),
    [("t_us", "us"), ("size (KiB)", "KiB"), ("rate [GB/s]", "GB/s"), ("x_foo", "unknown"), ("busy_cycles", "cycle")],
)
def test_the_unit_of_a_header(name: str, symbol: str) -> None:
    assert unit_of_header(name).symbol == symbol


def test_a_broken_file_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(PaperkitError, match=r"lat\.csv:3:"):
        described(tmp_path, "n,x\n1,2\n3\n")


def test_an_unknown_key_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PaperkitError, match="no column 'm'"):
        described(tmp_path, key=("m",))


def test_what_a_harness_wrote_keeps_its_descriptor(tmp_path: Path) -> None:
    (tmp_path / "lat.csv").write_text(CSV)
    _, resource = describe(tmp_path / "lat.csv", Project(tmp_path))
    meta = {"provenance": {"harness": "benches/lat"}}
    from dataclasses import replace

    (tmp_path / "datapackage.json").write_text(package_text([replace(resource, meta=meta)]))
    with pytest.raises(PaperkitError, match="written by a harness") as caught:
        describe(tmp_path / "lat.csv", Project(tmp_path))
    assert caught.value.hint == "run `paperkit bench run lat`"


def test_the_command_says_what_is_left_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "lat.csv").write_text("n,speed\n1,2.5\n")
    assert run(["describe", str(tmp_path / "lat.csv"), "--kind", "measured"]) == 0
    assert "say the unit of speed" in capsys.readouterr().out
    assert (tmp_path / "datapackage.json").is_file()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lat.dat", "# mode n latency_ms\nasync 4 3.01\nasync 8 12.46\nblocking 4 5.5\n"),
        (
            "lat.jsonl",
            '{"mode": "async", "n": 4, "latency_ms": 3.01}\n{"mode": "async", "n": 8, "latency_ms": 12.46}\n',
        ),
        ("lat.csv", "mode;n;latency_ms\nasync;4;3,01\nasync;8;12,46\n"),
        ("lat.tsv", "mode\tn\tlatency_ms\nasync\t4\t3.01\nasync\t8\t12.46\n"),
    ],
)
def test_tables_of_other_projects_are_described(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    package, resource = describe(tmp_path / name, Project(tmp_path), Kind.MEASURED)
    (tmp_path / "datapackage.json").write_text(package)
    assert resource.primary_key == ("mode", "n")
    assert resource.fields[2].unit.symbol == "ms"
    known = read_descriptor(tmp_path).resource(name)
    read = read_table("lat", (tmp_path / name).read_bytes(), name, known)
    assert read.problems == ()
    assert read.value(2, 2).amount == Fraction("12.46")


def test_a_described_table_between_spaces_is_held_to_its_types(tmp_path: Path) -> None:
    (tmp_path / "lat.dat").write_text("n ms\n1 3.5\n2 4.5\n")
    package, _ = describe(tmp_path / "lat.dat", Project(tmp_path))
    (tmp_path / "datapackage.json").write_text(package)
    raw = b"n ms\n1 3.5\n2 four\n"
    read = read_table("lat", raw, "lat.dat", read_descriptor(tmp_path).resource("lat.dat"))
    assert "lat.dat:3:3 ms: 'four' is no number" in [
        f"{one.span.place} {one.message}" for one in read.problems if one.span
    ]


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("p99 latency (ms, 10 runs)", "ms"),
        ("Throughput [GB/s]", "GB/s"),
        ("time in ms", "ms"),
        ("Latency, ms", "ms"),
        ("latency / ms", "ms"),
        ("size_MiB", "MiB"),
        ("p99-us", "us"),
        ("lat_ns_mean", "ns"),
        ("latency_ms_stdev", "ms"),
        ("rate_req_per_s", "request/s"),
        ("tokens/s", "token/s"),
        ("bytes_per_cycle", "B/cycle"),
        ("seconds", "s"),
        ("energy_j", "J"),
        ("mean_power_w", "W"),
    ],
)
def test_units_are_read_as_people_write_them(name: str, symbol: str) -> None:
    assert unit_of_header(name).symbol == symbol


@pytest.mark.parametrize(
    "name",
    [
        "n",
        "m",
        "tile_m",
        "plan_A",
        "latency_min",
        "time_per_layer",
        "energy_per_op",
        "batch",
        "ratio_of_s2",
        "seed",
        "index_j",
    ],
)
def test_what_may_mean_something_else_is_no_unit(name: str) -> None:
    assert unit_of_header(name) == UNKNOWN
