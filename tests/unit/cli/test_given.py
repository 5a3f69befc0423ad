"""What becomes of the settings a command was given."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from npcserver.cli import settings_args
from npcserver.cli.error_messages import messages
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
        settings_args.load_settings()
    return "\n".join(messages(refused.value))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("NPCSERVER_MODEL__NAMEE", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_MODL__NAME", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_MODEL_NAME", "did you mean NPCSERVER_MODEL__NAME?"),
        ("NPCSERVER_DTAA", "did you mean NPCSERVER_DATA?"),
        ("npcserver_dta", "did you mean NPCSERVER_DATA?"),
        (
            "NPCSERVER_FOO__BAR",
            "is no setting; there are data, models, prompts, database, server, http, ",
        ),
        ("NPCSERVER_LOG__COLOURFUL", "is no setting; log has level, format"),
        ("NPCSERVER_SERVER__KEYS", "must be a list in JSON: NPCSERVER_SERVER__KEYS='[\"…\"]'"),
        ("NPCSERVER_HTTP__ORIGINS", "must be a list in JSON: "),
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

    assert settings_args.load_settings().model.name == "auto"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"[model\n", "npcserver.toml: is no valid TOML: "),
        (b"\xff\xfe", "npcserver.toml: is no valid TOML: "),
        (b'[model]\nnam = "x"\n', "model.nam: is no setting; did you mean model.name?"),
        (b'[modle]\nname = "x"\n', "modle: is no setting; did you mean model?"),
        (
            b"[xyz]\na = 1\n",
            "xyz: is no setting; there are data, models, prompts, database, server, ",
        ),
        (b"[log]\ncolourful = 1\n", "log.colourful: is no setting; log has level, format"),
        (b'model = "offline"\n', "model: is a group of settings; set one of them, such as model."),
        (b"[server]\nport = 70000\n", "Setting server.port: must be less than or equal to 65535. "),
        (b'[server]\nkeys = "x"\n', 'Setting server.keys: must be a list, such as ["…"]. Set it '),
        (b"[server]\nkeys = [1]\n", "Setting server.keys: must be a valid string. Set it "),
        (b'[server]\nkeys = ["a b", ""]\n', "server.keys: a key is one or more plain ASCII "),
        (b'[server]\nkeys = ["k "]\n', "server.keys: a key is one or more plain ASCII "),
        ('[server]\nkeys = ["ключ"]\n'.encode(), "server.keys: a key is one or more plain ASCII "),
        (
            b'[server]\ntls_certificate = "x"\n',
            "server: tls_certificate and tls_private_key go together; set both or none",
        ),
        (
            b'[http]\norigins = ["play.example.com"]\n',
            "http.origins: 'play.example.com' is no origin of a page; write scheme, host and port",
        ),
        (b'[http]\norigins = ["https://x.org/game"]\n', "http.origins: 'https://x.org/game' is no"),
    ],
)
def test_broken_file_is_refused(tmp_path: Path, content: bytes, answer: str) -> None:
    """A settings file that cannot be read, or holds what is no setting, says where and what."""
    (tmp_path / "npcserver.toml").write_bytes(content)

    assert told().startswith(answer)


def test_origin_is_taken_as_browsers_say_it(tmp_path: Path) -> None:
    """An address that was copied with its last slash names the page that a browser names."""
    origins = b'["https://x.org/", "http://[::1]:8080", "tauri://localhost", "*"]'
    (tmp_path / "npcserver.toml").write_bytes(b"[http]\norigins = " + origins)

    taken = settings_args.load_settings().http.origins

    assert taken == ("https://x.org", "http://[::1]:8080", "tauri://localhost", "*")


def test_named_file_has_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A settings file that was named and is missing is not passed over."""
    monkeypatch.setenv("NPCSERVER_CONFIG", "gone.toml")

    assert told() == "NPCSERVER_CONFIG: there is no file 'gone.toml'; correct or unset it"


def test_data_folder_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file where the data folder should be is told before anything is opened."""
    (tmp_path / "it").write_text("")
    monkeypatch.setenv("NPCSERVER_DATA", str(tmp_path / "it"))

    assert told() == f"data: {tmp_path / 'it'} is a file; name a folder with --data"
