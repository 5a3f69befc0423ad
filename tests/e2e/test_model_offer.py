"""What `npcserver play` offers on a terminal where no model is found."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from npcmodels import catalogue
from tests.fakes.canned_server import Terminal
from tests.fakes.model_publisher import Publisher, publishing
from tests.processes import environment_of

OFFERED = "which suits this machine, and talk with it? [Y/n]"
pytestmark = pytest.mark.skipif(
    catalogue.recommended() is catalogue.PACKAGED, reason="this machine is too small for the offer"
)


@pytest.fixture
def publisher() -> Iterator[tuple[Publisher, str]]:
    with publishing() as both:
        yield both


def play(data: Path, mirror: str) -> Terminal:
    around = environment_of(
        data,
        HF_ENDPOINT=mirror,
        http_proxy="http://127.0.0.1:9",  # nobody listens there, and loopback does not use it
        no_grpc_proxy="127.0.0.1",
        TERM="xterm",
        COLUMNS="200",
    )
    kept = {name: text for name, text in around.items() if not name.startswith(("OPENAI_", "CI"))}
    return Terminal("play", "--data", str(data), "--as", "Ann", environment=kept)


def leave(terminal: Terminal) -> None:
    terminal.wait_for("Ann: ")
    terminal.type("/quit\n")
    assert terminal.exit_code() == 0


def test_a_refusal_is_remembered(tmp_path: Path, publisher: tuple[Publisher, str]) -> None:
    """A player who says no talks without a model, and is not asked again."""
    one, mirror = publisher
    data = tmp_path / "my data?"
    with play(data, mirror) as terminal:
        terminal.wait_for(OFFERED)
        terminal.type("perhaps\n")
        terminal.wait_for("Please answer y or n.")
        terminal.type("n\n")
        terminal.wait_for("You will not be asked again. To fetch it after all: npcserver models")
        leave(terminal)
    with play(data, mirror) as again:
        leave(again)

    assert OFFERED not in again.seen
    assert len(re.findall(r"no (?:language )?model", terminal.seen)) == 1
    assert one.ranges == []


def test_a_failed_fetch_is_told_and_the_talk_goes_on(
    tmp_path: Path, publisher: tuple[Publisher, str]
) -> None:
    """What has arrived is kept for the next time, and the actor without a model speaks."""
    one, mirror = publisher
    one.breaks_after = 1_000_000
    with play(tmp_path, mirror) as terminal:
        terminal.wait_for(OFFERED)
        terminal.type("\n")
        terminal.wait_for("run the same command again to go on")
        terminal.wait_for("You talk without a model for now")
        leave(terminal)

    assert one.ranges == [""]
    assert list((tmp_path / "models").glob("*.part"))
