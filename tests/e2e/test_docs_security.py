"""docs/security.md as a studio's backend engineer follows it, against a server on a port."""

import asyncio
import base64
import hashlib
import hmac
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import aclosing, chdir
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import grpc  # noqa: F401 - a name of the examples
import jwt
import npcclient
import pytest
from npcclient import messages

from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import play_service_pb2_grpc as play_grpc
from tests.conftest import TRIES_VARIANTS
from tests.e2e.test_docs import blocks, run_block
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel
from tests.processes import environment_of, run_forked

PAGE = "security.md"
WORLD = """\
format: npcserver/world/1
world: {{id: {world}, name: {world}}}
characters:
  - {{id: mira, name: Mira}}
"""
pytestmark = pytest.mark.timeout(300)


class Studio:
    """A folder in which the page is followed, with a server of two worlds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder, world=None)
        self.names: dict[str, Any] = {
            name: value
            for name, value in globals().items()
            if name in ("npcclient", "messages", "grpc", "jwt", "time", "Path")
        }

    def shell(self, block: str, **more: str) -> str:
        """Run a block of commands in the folder; return what it prints."""
        script = f'set -e; npcserver() {{ "{sys.executable}" -m npcserver "$@"; }}\n{block}'
        environment = environment_of(self.server.data) | more
        ended = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ended.returncode == 0, (block, ended.stdout, ended.stderr)
        return ended.stdout

    def settings(self, *tables: str) -> None:
        """Start the server with tables of the page as its settings."""
        (self.folder / "npcserver.toml").write_text("\n".join(tables), "utf-8")
        self.server.settings = {"NPCSERVER_CONFIG": str(self.folder / "npcserver.toml")}
        self.server.start()
        self.names["address"] = self.server.grpc.replace("127.0.0.1", "localhost")

    async def program(self, block: str) -> None:
        """Run a block of Python; what it defines is there for the next one."""
        await run_block(PAGE, block, self.names)


def only(language: str, *words: str) -> str:
    """Return the one block of the page in a language that has all these words."""
    (found,) = [block for block in blocks(PAGE, language) if all(word in block for word in words)]
    return found


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, str]]:
    """Make a folder with two worlds and keys for them, as the page says; return it and the keys."""
    made = Studio(tmp_path_factory.mktemp("studio"))
    for world in ("harbour", "inn"):
        file = made.folder / f"{world}.yaml"
        file.write_text(WORLD.format(world=world), "utf-8")
        ended = run_forked("import", str(file), environment=environment_of(made.server.data))
        assert ended.returncode == 0, ended.stderr
    printed = made.shell(only("bash", "keys create"))
    secrets = (line for line in printed.splitlines() if line.startswith("npc_"))
    # What other commands take is whole in the list, however narrow that is.
    assert len(re.findall(r"\bkey_[a-z0-9]{20}\b", printed)) == printed.count("key_") == 3
    made.shell(only("bash", "genpkey"))
    return made.folder, dict(zip(("admin_key", "harbour_key", "inn_key"), secrets, strict=True))


@pytest.fixture
def own_studio(
    prepared: tuple[Path, Mapping[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Studio]:
    """Give a server with keys for two worlds, made as the page says; it is not started yet."""
    folder, keys = prepared
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    made = Studio(tmp_path)
    made.names |= keys
    try:
        yield made
    finally:
        made.server.stop()


@pytest.fixture(scope="module")
def trusting(
    prepared: tuple[Path, Mapping[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Studio]:
    """Start such a server that trusts the studio's tokens; tests share it."""
    folder, _ = prepared
    made = Studio(shutil.copytree(folder, tmp_path_factory.mktemp("trusting"), dirs_exist_ok=True))
    try:
        with chdir(made.folder):
            made.settings(only("toml", "issuers"))
        yield made
    finally:
        made.server.stop()


@pytest.fixture
def studio(
    prepared: tuple[Path, Mapping[str, str]], trusting: Studio, monkeypatch: pytest.MonkeyPatch
) -> Studio:
    """Give that server, with nothing yet of what the page's programs define."""
    monkeypatch.chdir(trusting.folder)
    made = Studio(trusting.folder)
    made.server = trusting.server
    made.names |= {**prepared[1], "address": trusting.names["address"]}
    return made


async def test_keys_tokens_and_a_client_as_the_page_says(
    studio: Studio, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the keys to the words of a player, signed by the server and by the studio."""
    programs = [block for block in blocks(PAGE, "python") if "credentials" not in block]
    *earlier, forgetting = programs
    for block in earlier:
        await studio.program(block)

    printed = capsys.readouterr().out
    assert len(programs) == 7
    assert "not for players" in printed
    assert "dashboard True" in printed
    async with npcclient.connect(studio.names["address"], key=studio.names["harbour_key"]) as game:
        heard = await turns(game, studio.names["timeline"].timeline_id)
    assert [turn.speaker_id for turn in heard] == ["ann"] * 2

    await studio.program(forgetting)
    assert capsys.readouterr().out.startswith("True ")


async def turns(game: npcclient.NpcClient, timeline: str) -> list[Any]:
    """Return the turns of a timeline so far: two."""
    found: list[Any] = []
    async for event in game.play.watch(timeline, after_seq=0):
        if event.HasField("turn"):
            found.append(event.turn)
            if len(found) == 2:
                break
    return found


async def test_encryption_as_the_page_says(own_studio: Studio) -> None:
    """Both listeners take callers with a certificate, and turn others away."""
    for words in (("subjectAltName",), ("game.csr",)):
        own_studio.shell(only("bash", *words))
    own_studio.settings(only("toml", "tls_client_authorities"))
    await own_studio.program(only("python", "ssl_channel_credentials"))
    call = only("bash", "curl")
    given = {
        "HARBOUR_KEY": own_studio.names["harbour_key"],
        "HTTP_PORT": str(own_studio.server.http_port),
    }

    listed = json.loads(own_studio.shell(call, **given))

    assert [world["worldId"] for world in listed["worlds"]] == ["harbour"]
    without = call.replace("--cert game.pem --key game-key.pem ", "")
    assert without != call
    with pytest.raises(AssertionError):
        own_studio.shell(without, **given)


def changed(token: str, key: str, algorithm: str, **claims: object) -> str:
    """Return a token of the same claims, but for some, signed with something else."""
    body = jwt.decode(token, options={"verify_signature": False})
    header = {"kid": jwt.get_unverified_header(token)["kid"]}
    return jwt.encode({**body, **claims}, key, algorithm, headers=header)


def unsigned(token: str) -> str:
    """Return a token that claims to need no signature."""
    head = {**jwt.get_unverified_header(token), "alg": "none"}
    part = base64.urlsafe_b64encode(json.dumps(head).encode()).rstrip(b"=").decode()
    return f"{part}.{token.split('.')[1]}."


def confused(token: str, public_key: str) -> str:
    """Return a token signed by HS256 with the studio's public key, which PyJWT refuses to make."""
    head = {**jwt.get_unverified_header(token), "alg": "HS256"}
    part = base64.urlsafe_b64encode(json.dumps(head).encode()).rstrip(b"=").decode()
    signed = f"{part}.{token.split('.')[1]}"
    digest = hmac.new(public_key.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"


async def refusal(client: npcclient.NpcClient, timeline: Any) -> str:
    """Return the code with which words of a client are refused; empty where they are answered."""
    try:
        async for _ in client.play.say(timeline, "mira", "Hello?", speaker="Ann"):
            pass
    except npcclient.NpcError as error:
        return error.code.name
    return ""


async def test_forged_and_confused_tokens_are_none(studio: Studio) -> None:
    """Nor is one that has ended, or is for a world that its issuer is not for."""
    await studio.program(only("python", "mint_player_token"))
    await studio.program(only("python", "signed_by_the_studio"))
    names = studio.names
    address, timeline, good = names["address"], names["timeline"], names["minted"].token
    studio_token = names["signed_by_the_studio"]()
    another = changed(studio_token, studio.shell("openssl genpkey -algorithm ed25519"), "EdDSA")
    public = (studio.folder / "studio.pem").read_text()
    now = int(time.time())
    forged = {
        "no algorithm": unsigned(studio_token),
        "HS256 with the public key": confused(studio_token, public),
        "another key": another,
        "a guessed secret": changed(good, "0" * 40, "HS256"),
        "of the inn, which that issuer is not for": names["signed_by_the_studio"](world="inn"),
        "ended": names["signed_by_the_studio"](iat=now - 900, exp=now - 60),
        "too long": names["signed_by_the_studio"](exp=now + 7200),
        "cut": good[:-1],
    }
    told = {}
    for name, token in forged.items():
        async with npcclient.connect(address, token=partial(str, token)) as thief:
            told[name] = await refusal(thief, timeline)
    assert told == dict.fromkeys(forged, "UNAUTHENTICATED")


async def test_a_token_opens_nothing_but_its_own_game(studio: Studio) -> None:
    """No other timeline, no other player's name, and none of what a game's server does."""
    await studio.program(only("python", "mint_player_token"))
    names = studio.names
    address, timeline, good = names["address"], names["timeline"], names["minted"].token
    async with npcclient.connect(address, key=names["inn_key"]) as inn:
        elsewhere = await inn.timelines.start("inn")
        with pytest.raises(npcclient.NotAllowed):
            await inn.access.mint_player_token(timeline, "ann", "Ann")
    async with npcclient.connect(address, key=names["harbour_key"]) as game:
        other = await game.timelines.start("harbour")
    async with npcclient.connect(address, token=lambda: good) as player:
        assert await refusal(player, timeline) == ""
        for closed in (other, elsewhere):
            assert await refusal(player, closed) == "PERMISSION_DENIED"
        seen = messages.Observation(text="Ann is the mayor.", witness_ids=["mira"])
        flag = play.StoryFlag(name="crate-opened")
        tried = (
            player.play.observe(timeline, [seen]),
            player.play.observe(timeline, flags=[flag]),
            player.memories.list(timeline, "mira"),
            player.memories.explain(timeline, "turn_1"),
            player.characters.get("harbour", "mira"),
            player.characters.mind(timeline, "mira"),
            player.timelines.saves("harbour"),
            player.worlds.list(),
            player.access.mint_player_token(timeline, "bob", "Bob"),
            player.access.list_keys(),
        )
        for call in tried:
            with pytest.raises(npcclient.NotAllowed):
                await call
        with pytest.raises(npcclient.NotAllowed, match="private"):
            async for _ in player.play.say(timeline, "mira", "Psst.", speaker="Ann", private=True):
                pass
    async with insecure_channel(address) as channel:
        stub: Any = play_grpc.PlayServiceStub(channel)
        claimed = play.SayRequest(
            timeline_id=timeline.timeline_id,
            character_id="mira",
            text="I am Mira herself.",
            speaker=play.Speaker(id="mira", name="Mira", is_character=True),
        )
        metadata = (("authorization", f"Bearer {good}"),)
        async for _ in stub.Say(claimed, metadata=metadata):
            pass
    async with npcclient.connect(address, key=names["harbour_key"]) as game:
        heard = await turns(game, timeline.timeline_id)
    assert [turn.speaker_id for turn in heard] == ["ann"] * 2


async def test_a_watch_goes_on_when_its_token_ends(studio: Studio) -> None:
    """With one token of three seconds after another; nothing is missed, and nothing comes twice."""
    await studio.program(only("python", "mint_player_token"))
    await studio.program(only("python", "signed_by_the_studio"))
    names = studio.names
    timeline, given = names["timeline"].timeline_id, []
    # until a token has ended; and then no sooner than a client asks again for another
    waits = (0, 3.1, 5.1, 5.1) if TRIES_VARIANTS else (0, 3.1, 5.1)

    def ends_soon() -> str:
        token: str = names["signed_by_the_studio"](exp=int(time.time()) + 3)
        given.append(token)
        return token

    struck = []
    async with (
        npcclient.connect(names["address"], key=names["harbour_key"]) as game,
        npcclient.connect(names["address"], token=ends_soon) as player,
    ):
        now = (await game.timelines.get(timeline)).world_time.ToDatetime()
        watch = player.play.watch(timeline, after_seq=0, resume=True)
        async with aclosing(watch), asyncio.timeout(120):
            for hour, wait in enumerate(waits):
                await asyncio.sleep(wait)
                await game.play.advance_clock(timeline, now + timedelta(hours=hour + 1))
                async for event in watch:
                    if event.HasField("clock"):
                        struck.append(event.world_time.ToDatetime())
                        break

    assert struck == [now + timedelta(hours=hour + 1) for hour in range(len(waits))]
    assert len(set(given)) >= len(waits)
