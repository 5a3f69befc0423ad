"""The answers to the offer of `npcserver play` to fetch a model, and what becomes of each."""

import asyncio
import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from npcmodels import catalogue, discovery, runtime, weights
from npcmodels.cli import model_offer
from npcmodels.endpoints import model_spec
from npcserver.config import ModelSettings, Settings
from npcserver.model.errors import Reason, Unavailable
from tests.fakes.model_publisher import CONTENT, Publisher

ENTRY = replace(catalogue.catalogue_entry("qwen2.5-1.5b"), sha256="")
QUESTION = "Fetch qwen2.5-1.5b (1.1 GB), which suits this machine, and talk with it? [Y/n]"


class Keyboard(io.StringIO):
    """Typed lines, or an output, of a terminal."""

    def isatty(self) -> bool:
        return True


async def nobody(*_: object) -> None:
    """Answer for a port at which no model server is."""


@pytest.fixture(autouse=True)
def newcomer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a machine of a fixed size, on which no model server runs."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(discovery, "_at_port", nobody)
    monkeypatch.setattr(catalogue, "recommended", lambda: ENTRY)


async def offered(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    typed: str,
    shown: io.StringIO | None = None,
    errors: type[io.StringIO] = Keyboard,
) -> str:
    """Run the offer with these keystrokes; return what it prints."""
    shown = shown or io.StringIO()
    monkeypatch.setattr(sys, "stdin", Keyboard(typed))
    monkeypatch.setattr(sys, "stderr", errors())
    await model_offer.offer_model(settings, Console(file=shown, width=300, highlight=False))
    return shown.getvalue()


@pytest.mark.parametrize("typed", ["\n", "y\n", "what?\nYES\n"])
async def test_after_a_yes_the_model_speaks(
    tmp_path: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """The model is fetched and is the one that `play` starts with, with no further setting."""
    settings = Settings(data=tmp_path)

    shown = await offered(monkeypatch, settings, typed)
    spec, _ = await model_spec(settings)
    again = await offered(monkeypatch, settings, "")

    assert "Licence Apache-2.0" in shown
    assert (spec.name, spec.gguf) == ("local", tmp_path / "models" / ENTRY.file)
    assert (tmp_path / "models" / ENTRY.file).read_bytes() == CONTENT
    assert again == ""
    assert publisher.ranges == [""]


async def test_a_second_yes_goes_on_where_the_first_broke_off(
    tmp_path: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cut connection prints an error; the next offer resumes the download."""
    settings = Settings(data=tmp_path)
    publisher.breaks_after = 1_000_000
    first = await offered(monkeypatch, settings, "\n")
    publisher.breaks_after = None

    await offered(monkeypatch, settings, "\n")

    assert "You talk without a model for now" in first
    assert "`npcserver play` offers it again" in first
    assert publisher.ranges[1].startswith("bytes=")
    assert (tmp_path / "models" / ENTRY.file).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"content": CONTENT[:-1] + b"!"}, "damaged or changed"),
        ({"size": 1 << 60}, "is full"),
        ({"code": 503}, "try again later"),
    ],
)
async def test_a_failed_fetch_prints_why(
    tmp_path: Path,
    publisher: Publisher,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, object],
    told: str,
) -> None:
    """Nothing wrong is put in place, and the talk goes on without a model."""
    for name, value in change.items():
        setattr(publisher, name, value)

    shown = await offered(monkeypatch, Settings(data=tmp_path), "\n")

    assert told in shown
    assert "You talk without a model for now" in shown
    assert weights.pulled(tmp_path / "models") is None


@pytest.mark.parametrize(
    ("proxy", "told"),
    [("", "is this machine online?"), ("http://127.0.0.1:9", "the proxy that http_proxy names")],
)
async def test_no_way_to_the_publisher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str, told: str
) -> None:
    """The error distinguishes a machine without network from a dead proxy."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    if proxy:
        monkeypatch.setenv("http_proxy", proxy)
    address = "http://publisher.invalid" if proxy else "http://127.0.0.1:1"
    monkeypatch.setenv(catalogue.PUBLISHER_VARIABLE, address)

    shown = await offered(monkeypatch, Settings(data=tmp_path), "\n")

    assert told in shown
    assert "You talk without a model for now" in shown


async def test_a_no_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A no prints the command that fetches it later; the next start does not ask."""
    settings = Settings(data=tmp_path)

    first = await offered(monkeypatch, settings, "n\n")
    second = await offered(monkeypatch, settings, "\n")

    assert QUESTION in first
    assert "npcserver models pull qwen2.5-1.5b" in first
    assert second == ""


@pytest.mark.parametrize("why", ["pipe", "CI", "named", "logged", "weak machine"])
async def test_nobody_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    """Without a terminal, in CI, with a model named, or where none fits, there is no offer."""
    settings = Settings(data=tmp_path)
    if why == "named":
        settings = Settings(data=tmp_path, model=ModelSettings(name="offline"))
    elif why == "CI":
        monkeypatch.setenv("CI", "true")
    elif why == "weak machine":
        monkeypatch.setattr(catalogue, "recommended", lambda: catalogue.PACKAGED)
    elif why == "pipe":
        monkeypatch.setattr(Keyboard, "isatty", lambda _: False)

    errors = io.StringIO if why == "logged" else Keyboard
    assert await offered(monkeypatch, settings, "\n", errors=errors) == ""


async def test_the_end_of_the_input_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-D fetches nothing, and the next start asks again."""
    settings = Settings(data=tmp_path)

    await offered(monkeypatch, settings, "")

    assert QUESTION in await offered(monkeypatch, settings, "")
    assert not (tmp_path / "models").exists()


async def test_ctrl_c_says_how_to_go_on(
    tmp_path: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped download prints the command that resumes it."""

    async def stopped(*_: object) -> None:
        raise asyncio.CancelledError

    shown = io.StringIO()
    monkeypatch.setattr(weights, "pull_entry", stopped)
    with pytest.raises(asyncio.CancelledError):
        await offered(monkeypatch, Settings(data=tmp_path), "\n", shown)

    assert "To go on: npcserver models pull qwen2.5-1.5b" in shown.getvalue()
    assert publisher.ranges == []


@pytest.mark.parametrize("is_installed", [True, False])
async def test_the_runtime_comes_with_the_same_yes(
    tmp_path: Path, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, *, is_installed: bool
) -> None:
    """What runs the model is installed first; where that fails, nothing is fetched."""
    installs: list[str] = []

    async def install() -> None:
        installs.append("once")
        if not is_installed:
            raise Unavailable("xllamacpp was not installed", Reason.MODEL_UNAVAILABLE)

    monkeypatch.setattr(model_offer, "has_runtime", lambda: False)
    monkeypatch.setattr(model_offer, "install_runtime", install)

    shown = await offered(monkeypatch, Settings(data=tmp_path), "\n")

    assert "the package xllamacpp (100 MB), is installed too" in shown
    assert installs == ["once"]
    assert publisher.ranges == ([""] if is_installed else [])
    assert ("Xllamacpp was not installed" in shown) is not is_installed


@pytest.mark.parametrize(
    ("errors", "told"),
    [
        ("ERROR: no matching distribution", "no matching distribution"),
        ("/usr/bin/python: No module named pip", "this Python has no pip"),
        ("", "pip gave no reason"),
    ],
)
async def test_a_runtime_that_cannot_be_installed(errors: str, told: str) -> None:
    """The sentence says why, and what to run by hand."""
    failing = f"import sys; sys.exit({errors!r})"

    with pytest.raises(Unavailable, match=r"pip install 'npcserver\[local\]'") as caught:
        await runtime.install_runtime((sys.executable, "-c", failing))

    assert told in caught.value.message


def test_the_requirement_of_the_runtime_has_its_bound() -> None:
    """What is installed is what the extra `local` names."""
    assert runtime.requirement().startswith("xllamacpp>=")
