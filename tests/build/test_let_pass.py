"""What a report lets pass is on record: in the ledger, and in the appendix of the PDF."""

from __future__ import annotations

import json
from typing import Any

from paperkit.build.load import load
from paperkit.build.prepare import prepare
from paperkit.build.rendering import LEDGER
from paperkit.build.run import build, request
from paperkit.checks.ledgered import ledger_data_of
from paperkit.cli.main import run
from tests.build.project import Mini

APPENDIX = "reports/tail/tex/evidence.tex"


def let_pass(mini: Mini) -> None:
    text = "\nOn the H100 it is\n% paperkit: allow ungrounded-number -- the norm's own limit\n0.7 of the whole;"
    mini.edit(mini.section, "The tail stays", f"{text} \\pkfree{{names a column}}{{$1.1\\times$}}. The tail stays")
    mini.edit(mini.report / "report.yaml", "artifacts:\n", "vocabulary: [H100, GPT-3]\nartifacts:\n")


def data(mini: Mini) -> dict[str, Any]:
    return ledger_data_of(prepare(load(mini.report)).checked.evidence)


def test_the_ledger_names_each_waiver_with_its_reason_and_each_name_with_its_uses(mini: Mini) -> None:
    let_pass(mini)
    found, section = data(mini), "reports/tail/sections/results.tex.j2"
    assert [(one["text"], one["check"], one["reason"], one["file"], one["line"]) for one in found["waivers"]] == [
        ("0.7", "ungrounded-number", "the norm's own limit", section, 4),
        ("1.1×", "", "names a column", section, 5),
    ]
    assert [(one["word"], one["uses"]) for one in found["vocabulary"]] == [("H100", 1), ("GPT-3", 0)]
    assert data(mini) == found


def test_a_report_that_lets_nothing_pass_says_so_and_has_no_table_of_it(mini: Mini) -> None:
    assert (data(mini)["waivers"], data(mini)["vocabulary"]) == ([], [])
    rendered = prepare(load(mini.report)).rendered
    assert rendered is not None and "Waived and named" not in rendered.texts[APPENDIX]


def test_a_build_prints_what_is_let_pass_and_is_not_stopped_by_it(mini: Mini) -> None:
    let_pass(mini)
    mini.commit()
    built = build(request(mini.report))
    assert built.status == 0, built.diagnostics
    appendix = (mini.root / APPENDIX).read_text().split("Waived and named")[1].split("Artifacts")[0]
    assert "$1.1\\times$ & names a column" in appendix
    assert "0.7 & the norm" in appendix and "H100 & a name" in appendix and "GPT" not in appendix
    assert len(json.loads((mini.report / LEDGER).read_text())["waivers"]) == 2
    assert run(["verify", str(mini.report / "main.pdf")]) == 0
