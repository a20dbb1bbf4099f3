"""What the skill's references show is what paperkit takes: formats, expressions, files and codes."""

import re
from pathlib import Path

import pytest

from paperkit.agent import skill
from paperkit.bench.load import load_bench
from paperkit.checks.registry import CHECKS
from paperkit.config.given import load_given
from paperkit.config.report import load_report
from paperkit.config.toc import load_contract
from paperkit.expressions.functions import NAMES
from paperkit.expressions.syntax import parse, split
from paperkit.project import Project
from paperkit.values.numeral import parse_format

PAGES = skill.skill_files()
MARKERS = PAGES["references/markers.md"]
EXPRESSIONS = PAGES["references/expressions.md"]
FILES = PAGES["references/files.md"]
DIAGNOSTICS = PAGES["references/diagnostics.md"]
FORMATS = re.findall(r"^\| `([^`]+)` \|", MARKERS.split("## Formats")[1].split("\n## ")[0], re.MULTILINE)
ROWS = re.findall(r"^\| (PK\d+) ([a-z-]+) \|", DIAGNOSTICS, re.MULTILINE)


REPORT, GIVEN, BENCH = re.findall(r"^```yaml\n(.*?)^```", FILES, re.MULTILINE | re.DOTALL)
(TOC,) = re.findall(r"^```markdown\n(.*?)^```", FILES, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", [*FORMATS, ".1f us", "floor", "ceil", "half_up", ".1f ± .1f"])
def test_every_format_that_is_shown_is_one(text: str) -> None:
    parse_format(text)


def test_the_formats_are_the_documented_ones() -> None:
    assert {"d", ",d", ".2f", ",.1f", ".3e", ".2g", ".1%", "+.1f", "words", "ordinal", "asis"} == set(FORMATS)


@pytest.mark.parametrize("line", re.search(r"```text\n(.*?)```", EXPRESSIONS, re.DOTALL)[1].splitlines())
def test_every_expression_that_is_shown_is_one(line: str) -> None:
    parse(split(re.split(r"\s{3,}", line)[0])[0])


def test_every_function_that_is_shown_is_one() -> None:
    functions = re.search(r"^Arithmetic.*?\.\n\n", EXPRESSIONS, re.MULTILINE | re.DOTALL)[0]
    shown = {name for span in re.findall(r"`([^`]+)`", functions) for name in re.findall(r"^[a-z_]+", span)}
    assert "speedup" in shown
    assert shown <= set(NAMES)


def test_every_code_has_its_row_under_its_name() -> None:
    assert [(check.code, check.name) for check in CHECKS] == ROWS


def test_toc_md_is_one(tmp_path: Path) -> None:
    (tmp_path / "toc.md").write_text(TOC)
    contract, problems = load_contract(tmp_path, Project(tmp_path))
    assert problems == ()
    assert contract.state == "draft" and contract.promises[0].key == "gemm"


def test_report_yaml_is_one(tmp_path: Path) -> None:
    (tmp_path / "report.yaml").write_text(REPORT)
    report, problems = load_report(tmp_path, Project(tmp_path))
    assert problems == ()
    assert set(report.artifacts) == {"gemm", "zero"} and set(report.quantities) == {"gain_at_zero"}


def test_given_yaml_is_one(tmp_path: Path) -> None:
    (tmp_path / "given.yaml").write_text(GIVEN)
    given, problems = load_given(tmp_path, Project(tmp_path))
    assert problems == ()
    assert given[0].unit == "GB/s"


def test_bench_yaml_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "latency"
    folder.mkdir()
    (folder / "bench.py").write_text("")
    (tmp_path / "topology.yaml").write_text("cores: 8\n")
    (folder / "bench.yaml").write_text(BENCH)
    spec, problems = load_bench(folder, Project(tmp_path))
    assert problems == ()
    assert spec.outputs[0].key == ("n",)
