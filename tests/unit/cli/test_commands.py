"""What commands share: given settings, leave for hosted models, the play file, and errors."""

import errno
import io
import os
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import typer
from pydantic import ValidationError
from rich.console import Console

from npcmodels import discovery
from npcmodels.cli.model_offer import with_consent
from npcserver.cli import settings_args
from npcserver.cli.commands import app
from npcserver.cli.error_messages import messages
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.plugins import load
from npctools.cli.checks import masked
from npctools.cli.play_console import PlayFile, SavedPlay


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
        (b"\xff\xfe\xff", "npcserver.toml: is not UTF-8; save the file in that encoding"),
        (b"[model]\nname = '\xe9'", "npcserver.toml: is not UTF-8; save the file in that encoding"),
        (b"[embedder]\nname = 'x\t'\n", "embedder.name: ends with a tab; remove it"),
        (b'data = "C:\\temp"\n', "data: contains a tab; remove it, or write \\ in 'single quotes'"),
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
        (
            b'[server]\nkeys = ["a b", ""]\n',
            "server.keys: a key is empty; write it or leave it out",
        ),
        (b'[server]\nkeys = ["k "]\n', "server.keys: a key begins or ends with a blank; "),
        (b'[server]\nkeys = ["k\xc2\xa0"]\n', "server.keys: a key has U+00A0 (no-break space); "),
        (
            '[server]\nkeys = ["ключ"]\n'.encode(),
            "server.keys: a key has U+043A (cyrillic small letter ka); a key has plain ASCII ",
        ),
        (
            b'[server]\nkeys = ["hunter2!"]\n',
            "server.keys: a key has 16 characters or more, and is random, since its holder is an ",
        ),
        (
            b'[access.issuers.studio]\nalgorithm = "HS256"\nsecret = "hunter2!"\n',
            "access.issuers.studio: a secret has 32 random characters or more; `openssl rand ",
        ),
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


@pytest.mark.parametrize("path", [r"C:\Users\me", r"C:\data", r"\\server\x", "C:\\dir\\"])
def test_a_path_in_double_quotes_is_told_how_to_be_written(tmp_path: Path, path: str) -> None:
    """TOML reads a backslash as the start of a special character, as in C."""
    (tmp_path / "npcserver.toml").write_text(f'data = "{path}"\n')

    answer = told()

    assert answer.startswith("npcserver.toml: is no valid TOML: ")
    assert "(at line 1, column" in answer
    assert answer.endswith("so write a path with / or in 'single quotes'")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_settings_file_of_any_editor_is_read(tmp_path: Path, encoding: str) -> None:
    """Editors on Windows write a byte order mark, two bytes a character, or both."""
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    text = f"{mark}data = 'größe'\r\n[model]\r\nname = 'offline'\r\n"
    (tmp_path / "npcserver.toml").write_bytes(text.encode(encoding))

    settings = settings_args.load_settings()

    assert (settings.data, settings.model.name) == (Path("größe"), "offline")


@pytest.mark.parametrize("name", ["DATA", "MODELS", "PROMPTS", "DATABASE__URL", "MODEL__NAME"])
@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_line_end_in_a_variable_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, end: str
) -> None:
    """A script saved on Windows ends each value with a carriage return."""
    monkeypatch.setenv(f"NPCSERVER_{name}", f"/srv/x{end}")

    assert told().startswith(name.lower().replace("__", "."))
    assert "a carriage return" in told() or "a line break" in told()


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


def session(player: str, timeline: str, world: str = "harbour") -> SavedPlay:
    return SavedPlay(
        world_id=world, player=player, timeline_id=timeline, partner_id="mira", met=["mira"]
    )


def test_last_session_is_found_again(tmp_path: Path) -> None:
    """A second process finds what the first kept, and which came last."""
    first = PlayFile(tmp_path / "play.json")
    first.keep(session("Ann", "tl_1"))
    first.keep(session("Bo", "tl_2"))
    first.keep(session("Ann", "tl_3"))
    second = PlayFile(tmp_path / "play.json")

    assert second.last() == session("Ann", "tl_3")
    assert second.of("harbour", "Bo") == session("Bo", "tl_2")
    assert second.of("harbour", "Cy") is None
    assert second.of("elsewhere", "Ann") is None


def test_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    """Nobody is kept from playing by a file that can be made again."""
    path = tmp_path / "play.json"
    for content in ("", "{", '{"a": 1}', '[{"world_id": 1}]', "[1]"):
        path.write_text(content, encoding="utf-8")
        assert PlayFile(path).last() is None
    file = PlayFile(path)
    file.keep(session("Ann", "tl_1"))

    assert PlayFile(path).last() == session("Ann", "tl_1")


def test_a_session_is_known_where_it_cannot_be_written(tmp_path: Path) -> None:
    """A full disk, or a folder that is gone, does not end the conversation."""
    file = PlayFile(tmp_path / "gone/play.json")
    file.keep(session("Ann", "tl_1"))

    assert file.last() == session("Ann", "tl_1")


def test_file_does_not_grow_for_ever(tmp_path: Path) -> None:
    """Only the last hundred lines of play are kept."""
    file = PlayFile(tmp_path / "play.json")
    for number in range(120):
        file.keep(session(f"player {number}", "tl"))

    again = PlayFile(tmp_path / "play.json")
    assert again.of("harbour", "player 119") is not None
    assert again.of("harbour", "player 0") is None


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (InvalidInput("model.name", "is odd"), "model.name: is odd"),
        (NotFound("world", "x", "import it first"), "No world 'x'; import it first"),
        (ExceptionGroup("two", [NotFound("world", "x", "import it")]), "No world 'x'; import it"),
        (OSError(errno.ENOSPC, "No space", "/data/db"), "The disk is full at /data/db; free some"),
        (OSError(errno.EADDRINUSE, "in use"), "The port is in use; stop what listens there"),
        (OSError(errno.EROFS, "no", "/srv/x"), "The disk may only be read at /srv/x; name another"),
        (
            PermissionError(errno.EACCES, "no", "/srv/x"),
            "This user may not use /srv/x; give it the right",
        ),
        (ModuleNotFoundError("no", name="xllamacpp"), "xllamacpp is not installed"),
        (KeyboardInterrupt(), "Stopped."),
        (ZeroDivisionError("oops"), "Something broke that should not: ZeroDivisionError at"),
    ],
    ids=lambda it: repr(it) if isinstance(it, BaseException) else "",
)
def test_failure_is_one_line(failure: BaseException, told: str) -> None:
    """Each kind of failure says what is wrong and, where it can, what to do."""
    (message,) = messages(failure)

    assert message.startswith(told)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql+psycopg://me:p@ss:word@host/db", "postgresql+psycopg://me:********@host/db"),
        ("postgresql://me@host/db", "postgresql://me@host/db"),
        ("sqlite:////tmp/a.db", "sqlite:////tmp/a.db"),
    ],
)
def test_passwords_are_masked(url: str, shown: str) -> None:
    """A database's address is shown without its password, whatever that is made of."""
    assert masked(url) == shown


def test_what_commands_run_takes_their_options() -> None:
    """What is named as text is there, and takes settings and each other option by its name."""
    callbacks = {one.runs: one for one in _callbacks(app) if hasattr(one, "runs")}
    for (target, by), callback in callbacks.items():
        options = callback.__annotations__.keys() - {"return"}
        if by.startswith("npcserver.cli.settings_args:"):
            signature(load(target)).bind(
                object(), **dict.fromkeys(options - {*settings_args.OF_SETTINGS})
            )
        elif by.startswith("npcbench.harness:"):
            signature(load(target)).bind_partial(**dict.fromkeys(options - {"json"}))
        else:
            signature(load(by)).bind(target, options)
    assert len(callbacks) > 30


def _callbacks(of: typer.Typer) -> Iterator[Any]:
    yield from (one.callback for one in of.registered_commands)
    for group in of.registered_groups:
        if group.typer_instance is not None:
            yield from _callbacks(group.typer_instance)
