"""What others published: as they print it, described, and each row with its source."""

import csv
import json
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pytest

from paperkit.artifacts.descriptor import read_descriptor
from paperkit.values.unit import parse_unit

FOLDER = Path(__file__).parents[2] / "benches" / "published"
FILES = sorted(path.name for path in FOLDER.glob("*.csv"))
RELATIONS = {"equals", "below", "up_to", "low", "high"}


def rows(name):
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_every_file_is_described_as_it_is():
    descriptor = read_descriptor(FOLDER)
    assert descriptor.problems == ()
    assert sorted(each.path for each in descriptor.resources) == FILES
    for each in descriptor.resources:
        raw = (FOLDER / each.path).read_bytes()
        assert (each.kind, each.bytes, each.hash) == ("published", len(raw), f"sha256:{sha256(raw).hexdigest()}")
        assert [one.name for one in each.fields] == list(rows(each.path)[0])


@pytest.mark.parametrize("name", FILES)
def test_each_row_has_reference_and_locator_and_a_key_of_its_own(name):
    key = next(each.primary_key for each in read_descriptor(FOLDER).resources if each.path == name)
    found = rows(name)
    assert all(row["ref"] and row["locator"] for row in found)
    assert len({tuple(row[column] for column in key) for row in found}) == len(found)


def test_files_of_data_that_carry_a_licence_say_so():
    package = json.loads((FOLDER / "datapackage.json").read_text(encoding="utf-8"))
    by = {each["name"]: each for each in package["resources"]}
    assert all(each["sources"] for each in by.values())
    for name in ("gemm_a100", "allreduce_a100x4", "gpt3_layer_a100x4"):
        assert by[name]["licenses"] == [{"name": "BSD-3-Clause"}]


def test_cited_figures_keep_the_digits_that_are_printed():
    for row in rows("published.csv"):
        assert -Decimal(row["value"]).as_tuple().exponent == int(row["decimals"])
        assert row["relation"] in RELATIONS
        parse_unit(row["unit"])


def test_speculative_decoding_follows_from_its_own_theorems():
    """Leviathan, Kalman and Matias 2023, Theorems 3.8 and 3.11, at a draft that costs no time and no work."""
    for row in rows("published.csv"):
        if row["ref"] == "leviathan2023" and row["locator"] == "Table 1":
            _, alpha, _, gamma = row["case"].split()
            a, g = Decimal(alpha), int(gamma)
            tokens = (1 - a ** (g + 1)) / (1 - a)
            due = tokens if row["quantity"] == "speedup" else (g + 1) / tokens
            assert round(due, 2) == Decimal(row["value"]), row


def test_shares_of_memory_sum_to_the_whole():
    parts = ("token_states", "reservation", "internal_fragmentation", "external_fragmentation_and_other")
    for case in ("Orca Max", "Orca Pow2"):
        shares = [Decimal(row["value"]) for row in rows("published.csv")
                  if row["ref"] == "kwon2023" and row["case"] == case and row["quantity"] in parts]  # fmt: skip
        assert len(shares) == len(parts)
        assert abs(sum(shares) - 100) <= Decimal("0.2")
