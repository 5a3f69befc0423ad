"""No word leaves the machine for a model that nobody named before leave was given."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from npcserver.adapters.llm import discovery
from npcserver.cli.play_console import with_consent
from npcserver.config import Settings


@pytest.fixture(autouse=True)
def no_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find no server on the machine that runs the tests."""
    monkeypatch.setattr(discovery.choose_model, "__kwdefaults__", _without_ports())


def _without_ports() -> dict[str, object]:
    return {**(discovery.choose_model.__kwdefaults__ or {}), "ports": ()}


def _console() -> tuple[Console, io.StringIO]:
    words = io.StringIO()
    return Console(file=words, width=1000), words


def _settings(folder: Path, **model: object) -> Settings:
    return Settings(data=folder, model=model)  # type: ignore[arg-type]


@pytest.mark.parametrize("is_yes", [True, False])
async def test_a_found_key_needs_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_yes: bool
) -> None:
    """Where words go and what a line costs is said first; without a terminal the answer is no."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    aside, words = _console()
    settings = await with_consent(_settings(tmp_path), aside, is_yes=is_yes)

    assert settings.model.allow_hosted is is_yes
    assert "goes to gpt-4o-mini at api.openai.com" in words.getvalue()
    assert "0.0005 US dollars" in words.getvalue()
    assert ("OPENAI_API_KEY is not used" in words.getvalue()) is not is_yes
    assert "sk-1" not in words.getvalue()


async def test_a_model_that_was_named_is_not_asked_about(tmp_path: Path) -> None:
    """Where its words go is said all the same, with the price that the settings give."""
    aside, words = _console()
    named = _settings(
        tmp_path, name="openai:large", base_url="https://api.example.com/v1", prompt_price=10.0
    )
    settings = await with_consent(named, aside, is_yes=False)

    assert settings is named
    assert "goes to large at api.example.com" in words.getvalue()
    assert "0.0300, and thoughts behind it as much again (your settings)" in words.getvalue()


async def test_nothing_is_said_of_what_stays_here(tmp_path: Path) -> None:
    """The offline actor and servers of this machine send nothing anywhere."""
    aside, words = _console()
    await with_consent(_settings(tmp_path, name="offline"), aside, is_yes=False)
    await with_consent(
        _settings(tmp_path, name="openai:x", base_url="http://127.0.0.1:1/v1"), aside, is_yes=False
    )

    assert words.getvalue() == ""
