"""The workflow runs what `make` runs, with few rights and pinned majors, and publishes the one PDF."""

from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
FLOW: dict[Any, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
JOBS: dict[str, dict[str, Any]] = FLOW["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]
MAJORS = {
    "actions/checkout": "v7",
    "actions/setup-python": "v7",
    "actions/upload-artifact": "v7",
    "actions/cache": "v5",
}


def test_nothing_but_reading_is_allowed() -> None:
    assert FLOW["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in JOBS.values())


def test_a_newer_push_replaces_the_run_of_a_pull_request() -> None:
    assert "github.ref" in FLOW["concurrency"]["group"]
    assert "pull_request" in FLOW["concurrency"]["cancel-in-progress"]


@pytest.mark.parametrize("name", JOBS)
def test_every_job_ends(name: str) -> None:
    assert 0 < JOBS[name]["timeout-minutes"] <= 60


def test_actions_have_the_pinned_majors() -> None:
    used = dict(step["uses"].split("@") for step in STEPS if "uses" in step)
    assert used == MAJORS


def test_checkout_keeps_no_token() -> None:
    checkouts = [step for step in STEPS if step.get("uses", "").startswith("actions/checkout")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_it_runs_the_check_the_tests_and_the_report() -> None:
    commands = {step["run"] for step in STEPS if "run" in step}
    assert {"make check", "make test", "make report"} <= commands


def test_every_make_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for command in (step["run"] for step in STEPS if step.get("run", "").startswith("make ")):
        assert f"\n{command.split()[1]}:" in makefile, command


def test_the_pdf_is_published_as_it_is_and_must_exist() -> None:
    (upload,) = (step for step in STEPS if step.get("uses", "").startswith("actions/upload-artifact"))
    assert upload["with"] == {"path": "reports/1H/main.pdf", "archive": False, "if-no-files-found": "error"}


def test_the_teeth_of_the_checks_are_held() -> None:
    assert "make teeth" in [step.get("run") for step in JOBS["report"]["steps"]]
    assert "make teeth" in (ROOT / ".ci/run").read_text().splitlines()
    assert "paperkit mutate reports/1H" in (ROOT / "Makefile").read_text()
