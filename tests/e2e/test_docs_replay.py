"""The worked example of docs/replay.md, run as it stands there."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from npcserver.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "replay.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_page_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader who types the example of the page sees what it says, exit codes included."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")
    commands = 0
    for kind, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        named = re.match(r"# ([\w.-]+)\n", text)
        if kind == "yaml" and named is not None:
            Path(named[1]).write_text(text, encoding="utf-8")
        if kind == "console":
            for command in text.split("$ ")[1:]:
                _run(command)
                commands += 1

    assert commands == 7
    report = ET.parse("report.xml").getroot()  # noqa: S314 - our own report
    failures = [case.get("name") for case in report.iter("testcase") if len(case)]
    assert failures == [
        "Hester keeps the inn: says /traveller|the Gull|captain's chair|third step/"
    ]


def _run(command: str) -> None:
    """Run a command line of the page; what stands below it has to be part of what it prints."""
    line, _, expected = command.partition("\n")
    line, _, code = line.partition(" ; exit code ")
    words = re.findall(r'"([^"]*)"|(\S+)', line.removeprefix("npcserver "))
    done = CliRunner().invoke(app, [quoted or plain for quoted, plain in words])

    assert done.exit_code == int(code or 0), (line, done.output, done.exception)
    for part in filter(None, expected.split("\n")):
        assert part in done.output, (line, part, done.output)
