"""Agents cannot write evidence or outputs, and do not speak for a person."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperkit.agent.guard import Decision, guard
from paperkit.agent.settings import install_hooks
from paperkit.cli.main import run
from paperkit.errors import PaperkitError
from paperkit.project import Project
from tests.build.conftest import mini, original
from tests.build.project import Mini

__all__ = ("mini", "original")

CSV = "benches/latency/artifacts/latency.csv"
SECTION = "reports/tail/sections/results.tex.j2"


@pytest.fixture
def project(mini: Mini) -> Mini:
    adr = mini.root / "docs/adr/0001-x.md"
    adr.parent.mkdir(parents=True)
    adr.write_text("# ADR-0001: X\n\nStatus: accepted\n")
    (mini.root / "machine.yaml").write_text("rate: 1\n")
    named = "sources: [docs/adr/*.md]\nartifacts:\n  machine: machine.yaml\n"
    mini.edit(mini.report / "report.yaml", "artifacts:\n", named)
    return mini


def decision(mini: Mini, tool: str, **given: Any) -> Decision:
    event = {"tool_name": tool, "tool_input": given, "cwd": str(mini.root)}
    return guard(event, Project(mini.root)).decision


PROTECTED = [
    CSV,
    "benches/latency/artifacts/datapackage.json",
    "data/datapackage.json",
    "machine.yaml",
    "docs/adr/0001-x.md",
    "reports/tail/tex/results.tex",
    "reports/tail/main.tex",
    "reports/tail/main.pdf",
    "reports/tail/ledger.json",
    "paper/paperkit-baseline.json",
    ".paperkit/checks/reports-tail.json",
]
FREE = [SECTION, "reports/tail/report.yaml", "reports/tail/figures/tail.py", "benches/latency/bench.py", "notes.md"]


@pytest.mark.parametrize("path", PROTECTED)
def test_evidence_and_outputs_are_not_written(project: Mini, path: str) -> None:
    assert decision(project, "Write", file_path=str(project.root / path), content="1") is Decision.DENY
    assert decision(project, "Edit", file_path=path, old_string="1", new_string="2") is Decision.DENY
    assert decision(project, "Bash", command=f"sed -i s/1/2/ {path}") is Decision.DENY
    assert decision(project, "Bash", command=f"cd . && echo 1 > {path}") is Decision.DENY
    assert decision(project, "Bash", command=f"python3 -c \"open('{path}', 'w').write('1')\"") is Decision.DENY


@pytest.mark.parametrize("path", FREE)
def test_what_an_agent_writes_is_free(project: Mini, path: str) -> None:
    assert decision(project, "Write", file_path=str(project.root / path), content="a word") is Decision.ALLOW
    assert decision(project, "Bash", command=f"sed -i s/a/b/ {path}") is Decision.ALLOW


@pytest.mark.parametrize(
    "command",
    [
        f"cat {CSV}",
        f"git add {CSV} && git commit -m x",
        f"git diff {CSV} | head -5",
        "paperkit bench run latency",
        f"head -3 {CSV} > /tmp/x",
        "pypdfium2 render reports/tail/main.pdf -o /tmp/pages",
        "pdftoppm -png reports/tail/main.pdf /tmp/p",
        f"cp {CSV} /tmp/x.csv",
        "tar czf /tmp/r.tgz reports/tail/main.pdf",
        "sed -n 1,5p docs/adr/0001-x.md",
        f"python3 -c 'print(1); print(len(open(\"x\").read()))' {CSV}",
        "paperkit toc agree --help",
    ],
)
def test_evidence_is_read_and_committed(project: Mini, command: str) -> None:
    assert decision(project, "Bash", command=command) is Decision.ALLOW


@pytest.mark.parametrize(
    "command",
    [
        f"rm {CSV}",
        f"git checkout HEAD~1 -- {CSV}",
        "git checkout HEAD~1 -- benches/latency/artifacts",
        f"cp /tmp/x {CSV}",
        "cp /tmp/x benches/latency/artifacts/",
        "cp -t benches/latency/artifacts /tmp/x",
        f"tee {CSV} < x",
        f"dd if=/dev/zero of={CSV}",
        "cd benches/latency/artifacts && sed -i s/1/2/ latency.csv",
        f"true; python3 -c \"import os; open('{CSV}', 'w').write('1')\"",
        f"LANG=C sed --in-place s/1/2/ {CSV}",
        "echo '# ADR-0009' > docs/adr/0009-new.md",
    ],
)
def test_evidence_is_not_replaced(project: Mini, command: str) -> None:
    assert decision(project, "Bash", command=command) is Decision.DENY


def test_an_agreement_is_not_typed_and_not_given_by_an_agent(project: Mini) -> None:
    toc = "reports/tail/toc.md"
    assert (
        decision(project, "Edit", file_path=toc, old_string="state: draft", new_string="state: agreed") is Decision.DENY
    )
    assert decision(project, "Edit", file_path=toc, old_string="x", new_string="digest: sha256:0") is Decision.DENY
    assert (
        decision(project, "Edit", file_path=toc, old_string="- purpose: a", new_string="- purpose: b") is Decision.ALLOW
    )
    assert decision(project, "Bash", command="paperkit toc agree reports/tail --by Ada") is Decision.ASK
    assert decision(project, "Bash", command="P=paperkit; $P toc amend reports/tail --by Ada --note x") is Decision.ASK
    toc = project.report / "toc.md"
    whole = toc.read_text() + "\nmore\n"
    assert decision(project, "Write", file_path=str(toc), content=whole) is Decision.ALLOW
    assert decision(project, "Write", file_path=str(toc), content=whole.replace("Ada", "Bob")) is Decision.DENY


@pytest.mark.parametrize("text", [r"\pkfree{age}{12}", "12 % paperkit: allow ungrounded-number -- age"])
def test_a_waiver_is_asked_for(project: Mini, text: str) -> None:
    assert decision(project, "Edit", file_path=SECTION, old_string="12", new_string=text) is Decision.ASK
    assert decision(project, "Edit", file_path=SECTION, old_string=text, new_string="none") is Decision.ALLOW


@pytest.mark.parametrize(
    "command",
    [
        f"cat > {SECTION} <<'E'\nIt took \\pkfree{{age}}{{12}} hours.\nE",
        f"cat >> {SECTION} <<E\n12 % paperkit: allow ungrounded-number -- age\nE",
        f"sed -i 's/12/\\\\pkfree{{age}}{{12}}/' {SECTION}",
        f"python3 - <<'E'\nopen('{SECTION}', 'w').write(r'\\pkfree{{age}}{{12}}')\nE",
        f"printf '%s' '\\pkfree{{age}}{{12}}' | tee {SECTION}",
    ],
)
def test_a_waiver_that_a_shell_writes_is_asked_for_too(project: Mini, command: str) -> None:
    assert decision(project, "Bash", command=command) is Decision.ASK


@pytest.mark.parametrize(
    "command",
    [r"grep -rn '\pkfree{' reports 2>&1 2>/dev/null | head", f"cat > {SECTION} <<'E'\nA word.\nE", "paperkit check r"],
)
def test_a_shell_that_only_reads_waivers_is_not_asked(project: Mini, command: str) -> None:
    assert decision(project, "Bash", command=command) is Decision.ALLOW


def hook(
    mini: Mini, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, event: Any
) -> tuple[int, str, str]:
    monkeypatch.chdir(mini.root)
    monkeypatch.setattr("sys.stdin", io.StringIO(event if isinstance(event, str) else json.dumps(event)))
    capsys.readouterr()
    status = run(["hook", name])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_host_gets_a_status_and_a_reason(
    project: Mini, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = {"tool_name": "Write", "tool_input": {"file_path": CSV, "content": ""}}
    status, _, err = hook(project, monkeypatch, capsys, "guard", refused)
    assert status == 2 and "`paperkit bench run latency` writes it" in err
    asked = {"tool_name": "Edit", "tool_input": {"file_path": SECTION, "new_string": r"\pkfree{x}{1}"}}
    status, out, _ = hook(project, monkeypatch, capsys, "guard", asked)
    assert status == 0 and json.loads(out)["hookSpecificOutput"]["permissionDecision"] == "ask"
    free = {"tool_name": "Edit", "tool_input": {"file_path": SECTION, "new_string": "word"}}
    assert hook(project, monkeypatch, capsys, "guard", free) == (0, "", "")
    assert hook(project, monkeypatch, capsys, "guard", "nonsense")[0] == 2


def test_a_typed_number_is_told_when_the_section_is_saved(
    project: Mini, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project.commit()
    event = {"tool_name": "Edit", "tool_input": {"file_path": str(project.section)}}
    assert hook(project, monkeypatch, capsys, "saved", event) == (0, "", "")
    project.edit(project.section, "The tail stays", "At 17 users the tail stays")
    status, _, err = hook(project, monkeypatch, capsys, "saved", event)
    assert status == 2 and f"{SECTION}:2:4: PK101 ungrounded-number" in err


def test_hooks_are_added_to_settings_once_and_nothing_else_is_touched(tmp_path: Path) -> None:
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    mine = {"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}
    path.write_text(json.dumps({"model": "x", "hooks": {"PreToolUse": [mine]}}))
    assert install_hooks(tmp_path) is True
    settings = json.loads(path.read_text())
    assert settings["model"] == "x"
    assert [group["hooks"][0]["command"] for group in settings["hooks"]["PreToolUse"]] == [
        "mine",
        "paperkit hook guard",
    ]
    assert settings["hooks"]["PostToolUse"][0]["hooks"][0]["command"] == "paperkit hook saved"
    assert install_hooks(tmp_path) is False


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}'])
def test_settings_of_another_shape_are_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(PaperkitError):
        install_hooks(tmp_path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "key", ["severity: [{check: PK101, level: off}]", "baseline: b.json", "limits: {waived: 9}", "vocabulary: [x4]"]
)
def test_what_lets_findings_pass_is_for_a_person(project: Mini, key: str) -> None:
    path = str(project.report / "report.yaml")
    text = Path(path).read_text()
    assert decision(project, "Write", file_path=path, content=f"{text}{key}\n") is Decision.ASK
    Path(path).write_text(f"{text}{key}\n")
    assert decision(project, "Write", file_path=path, content=f"{text}{key}\nkeywords: x\n") is Decision.ALLOW
