"""`paperkit numerals`."""

import json
from pathlib import Path

from click.testing import CliRunner

from paperkit.cli.numerals import COMMAND
from paperkit.errors import PaperkitError


def run(folder: Path, *more: str) -> str:
    (folder / "a.tex").write_text("It took 4.2\\,ms in Figure 3.\n\\input{b}\n", encoding="utf-8")
    (folder / "b.tex").write_text("On $2^{4}$ or twelve cores.\n", encoding="utf-8")
    result = CliRunner().invoke(COMMAND, [str(folder / "a.tex"), *more])
    assert result.exit_code == 0, result.output
    return result.output


def test_json_lists_each_numeral_with_its_place_value_unit_and_role(tmp_path: Path) -> None:
    first, second, third, fourth = json.loads(run(tmp_path, "--json"))["numerals"]
    assert first == {
        "file": str(tmp_path / "a.tex"),
        "line": 1,
        "column": 9,
        "text": "4.2",
        "value": "4.2",
        "unit": "ms",
        "role": "claim",
        "reason": "digits",
    }
    assert (second["text"], second["role"], second["reason"]) == ("3", "structure", "reference")
    assert (third["text"], third["value"], third["file"]) == ("2^{4}", "16", str(tmp_path / "b.tex"))
    assert (fourth["text"], fourth["value"], fourth["unit"], fourth["reason"]) == ("twelve", "12", "cores", "words")


def test_the_table_ends_with_the_counts(tmp_path: Path) -> None:
    assert run(tmp_path).splitlines()[-1] == "4 numerals, 3 claims without a marker"


def test_what_the_main_file_declares_holds_for_its_parts(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_bytes("\\usepackage[latin1]{inputenc}\\input{b}\n".encode("latin-1"))
    (tmp_path / "b.tex").write_bytes("Es dauert länger, 5\\,µs.\n".encode("latin-1"))
    result = CliRunner().invoke(COMMAND, [str(tmp_path / "a.tex"), "--json"])
    assert [(each["text"], each["unit"]) for each in json.loads(result.output)["numerals"]] == [("5", "µs")]


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    result = CliRunner().invoke(COMMAND, [str(tmp_path)])
    assert isinstance(result.exception, PaperkitError)
    assert "is a folder" in result.exception.message
