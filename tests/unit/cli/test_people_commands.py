"""`npcserver people`: the first account, and who has one."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from npcserver.cli.commands import app


def test_the_first_account_gets_a_link_and_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second one of its name is refused; a new link is another one."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NPCSERVER_STUDIO__ADDRESS", "https://studio.example.com")

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["people", *words, "--data", str(tmp_path)])
        return done.exit_code, done.output + str(done.exception or "")

    assert run("list")[0] != 0, "there is no database yet"
    status, told = run("add", "Ada [b]Lovelace")
    assert status == 0
    assert "https://studio.example.com/join?link=" in told
    assert run("add", "ada b lovelace")[0] != 0
    assert run("add", "Bob", "--role", "king")[0] != 0
    status, again = run("link", "Ada [b]Lovelace")
    assert (status, again == told) == (0, False)
    assert run("link", "Bob")[0] != 0
    (listed,) = (line for line in run("list")[1].splitlines() if "Ada" in line)
    assert listed.split()[-3:] == ["admin", "all", "no"]
    assert "[b]" in listed
