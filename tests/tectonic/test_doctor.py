"""The survey of tools, and the command that prints it."""

import json

import pytest
from click.testing import CliRunner

from paperkit.cli.doctor import COMMAND
from paperkit.tectonic.doctor import Standing, survey


def by_name(tools):
    return {tool.name: tool for tool in tools}


def test_every_tool_is_listed_with_its_standing(cache):
    tools = by_name(survey())
    assert {"paperkit", "python", "git", "tectonic", "bundle", "file isolation", "network isolation"} <= tools.keys()
    assert {"pypdfium2", "matplotlib", "pandas"} <= tools.keys()
    assert all(tool.hint for tool in tools.values() if tool.status != Standing.READY)


def test_an_empty_cache_stays_empty_and_says_what_the_first_build_does(cache):
    tools = by_name(survey())
    assert (tools["tectonic"].status, tools["bundle"].status) == (Standing.LATER, Standing.LATER)
    assert "downloads it" in tools["tectonic"].hint
    assert not cache.exists()


def test_configured_tools_are_shown_with_digest_and_origin(engine, bundle, monkeypatch):
    monkeypatch.setenv("PAPERKIT_TECTONIC", str(engine.path))
    monkeypatch.setenv("PAPERKIT_BUNDLE", str(bundle.path))
    tools = by_name(survey())
    assert tools["tectonic"].digest == engine.digest
    assert "named by $PAPERKIT_TECTONIC" in tools["tectonic"].origin
    assert tools["bundle"].digest == bundle.digest


def test_a_broken_setting_is_missing_and_status_5(cache, monkeypatch):
    monkeypatch.setenv("PAPERKIT_TECTONIC", "/nowhere/tectonic")
    done = CliRunner().invoke(COMMAND)
    assert done.exit_code == 5
    assert "missing tectonic" in done.stdout
    assert "correct or remove the setting in $PAPERKIT_TECTONIC" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_the_command_prints_text_and_json(cache, arguments):
    done = CliRunner().invoke(COMMAND, arguments)
    assert done.exit_code == 0
    if arguments:
        found = json.loads(done.stdout)
        assert found["ok"]
        assert {"name", "version", "digest", "origin", "status", "hint"} == found["tools"][0].keys()
    else:
        assert "tectonic" in done.stdout


def test_the_survey_loads_no_heavy_library(cache):
    import subprocess
    import sys

    script = "import sys, paperkit.tectonic.doctor as d; d.survey(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert not {"pandas", "matplotlib", "jinja2", "yaml", "pypdfium2", "click"} & set(loaded)
