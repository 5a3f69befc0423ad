"""What becomes of the settings a command was given."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from npcserver.cli import given
from npcserver.cli.trouble import messages
from npcserver.model.errors import InvalidInput


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin without settings, in an empty folder."""
    for name in [name for name in os.environ if name.startswith("NPCSERVER_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def told() -> str:
    """Return what is told about the settings that are in force."""
    with pytest.raises((InvalidInput, ValidationError)) as refused:
        given.settings()
    return "\n".join(messages(refused.value))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("NPCSERVER_MODEL__NAMEE", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_MODL__NAME", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_MODEL_NAME", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_DTAA", "did you mean NPCSERVER_DATA?"),
        ("npcserver_dta", "did you mean NPCSERVER_DATA?"),
        ("NPCSERVER_FOO__BAR", "npcserver check lists all"),
        ("NPCSERVER_MODEL", "is a group of settings; set one, such as NPCSERVER_MODEL__NAME"),
    ],
)
def test_misspelt_variable_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, answer: str
) -> None:
    """A variable that was meant as a setting is not passed over, and the right one is named."""
    monkeypatch.setenv(name, "offline")

    assert told().startswith(name)
    assert answer in told()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NPCSERVER_SERVICE_HOST", "10.0.0.1"),
        ("NPCSERVER_SERVER_PORT", "tcp://10.0.0.1:50051"),
        ("NPCSERVER_DEBUG", "1"),
        ("NPCSERVER_HOME_OF_MINE", "/srv"),
    ],
)
def test_variables_of_others_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """What a platform puts into the environment does not stop a server."""
    monkeypatch.setenv(name, value)

    assert given.settings().model.name == "auto"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"[model\n", "npcserver.toml: is no valid TOML: "),
        (b"\xff\xfe", "npcserver.toml: is no valid TOML: "),
        (b'[model]\nnam = "x"\n', "model.nam: is no setting; did you mean model.name?"),
        (b'[modle]\nname = "x"\n', "modle: is no setting; "),
        (b'model = "offline"\n', "model: is a group of settings; set one of them, such as model."),
        (b"[server]\nport = 70000\n", "Setting server.port: "),
    ],
)
def test_broken_file_is_refused(tmp_path: Path, content: bytes, answer: str) -> None:
    """A settings file that cannot be read, or holds what is no setting, says where and what."""
    (tmp_path / "npcserver.toml").write_bytes(content)

    assert told().startswith(answer)


def test_named_file_has_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A settings file that was named and is missing is not passed over."""
    monkeypatch.setenv("NPCSERVER_CONFIG", "gone.toml")

    assert told() == "NPCSERVER_CONFIG: there is no file 'gone.toml'; correct or unset it"


def test_data_folder_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file where the data folder should be is told before anything is opened."""
    (tmp_path / "it").write_text("")
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "it"))

    assert told() == f"data: {tmp_path / 'it'} is a file; name a folder with --data"
