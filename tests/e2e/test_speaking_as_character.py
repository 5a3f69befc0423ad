"""No token speaks, listens or looks as a character, however its player is spelt."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import jwt
import pytest
from google.protobuf.message import Message

from npcserver.admin.v1 import access_service_pb2 as access
from npcserver.admin.v1 import persona_service_pb2 as characters
from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.model.access import KeyRole, TokenIssuer
from npcserver.model.errors import Reason
from npcserver.rpc.access import POLICIES
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import server_service_pb2
from npcserver.v1 import timeline_service_pb2 as timelines
from tests.conformance import schema
from tests.fakes.language_models import ManualClock
from tests.fakes.server import ReplyScript, use_cases
from tests.fakes.wires import BothWires, CallOutcome, call_outcome, serve_both_wires

SECRET = "a secret of the studio that nobody guesses"  # noqa: S105 - of these tests
STUDIO = TokenIssuer(kid="studio", algorithm="HS256", key=SECRET)
METHODS = {path.rpartition(".")[2] for path, one in POLICIES.items() if one.is_for_players}
SPELLINGS = {
    "id": ("bob-the-smith", "Ann"),
    "id in capitals": ("BOB-the-smith", "Ann"),
    "id in Cyrillic": ("\u044cо\u044c-the-smith", "Ann"),
    "id with a hidden letter": ("bob\u200b-the-smith", "Ann"),
    "id in full width": ("\uff42\uff4f\uff42-the-smith", "Ann"),
    "id with a digit": ("b0b-the-smith", "Ann"),
    "id without its signs": ("bob the smith", "Ann"),
    "name as id": ("Robert", "Ann"),
    "name": ("p1", "Robert"),
    "id as name": ("p1", "bob-the-smith"),
    "name in Greek": ("p1", "R\u03bfbert"),
}


@dataclass
class Harbour:
    """A world in which Bob, called Robert, may live, a circle in it, and keys."""

    wires: BothWires
    admin: str
    host: str
    timeline: str = ""
    circle: str = ""

    async def call(self, method: str, request: Message, shown: str) -> CallOutcome:
        headers = {"authorization": f"Bearer {shown}"}
        return await call_outcome(self.wires.by("grpc"), schema.path(method), request, headers)

    async def ask(self, method: str, request: Message) -> Any:
        """Call a method as its author and game, and return the answer."""
        came = await self.call(method, request, self.admin)
        assert came.refused is None, came.refused
        return came.messages[-1]

    async def settle(self, character_id: str, name: str) -> None:
        """Let an author create a character."""
        character = characters.Character(
            world_id="harbour", character_id=character_id, persona=characters.Persona(name=name)
        )
        request = characters.CreateCharacterRequest(character=character)
        await self.ask("PersonaService/CreateCharacter", request)

    async def build(self) -> None:
        """Make the world, start it, and open a circle with a player in it."""
        world = worlds.World(world_id="harbour", name="Harbour")
        await self.ask("WorldService/CreateWorld", worlds.CreateWorldRequest(world=world))
        await self.settle("mira", "Mira")
        start = timelines.StartTimelineRequest(world_id="harbour")
        started = await self.ask("TimelineService/StartTimeline", start)
        self.timeline = started.timeline.timeline_id

    async def open_circle(self, player: str, name: str) -> None:
        """Let a player stand with Mira."""
        members = [play.Speaker(id=player, name=name), play.Speaker(id="mira", is_character=True)]
        request = play.OpenCircleRequest(timeline_id=self.timeline, members=members)
        self.circle = (await self.ask("PlayService/OpenCircle", request)).circle.circle_id

    async def mint(self, player: str, name: str) -> CallOutcome:
        """Have the game make a token."""
        request = access.MintPlayerTokenRequest(
            timeline_id=self.timeline, player_id=player, player_name=name
        )
        return await self.call("AccessService/MintPlayerToken", request, self.host)

    def sign(self, player: str, name: str) -> str:
        """Have the studio's backend make one."""
        now = int(ManualClock().now().timestamp())
        claims: dict[str, object] = {
            "aud": "npcserver",
            "world": "harbour",
            "timeline": self.timeline,
        }
        claims |= {"sub": player, "name": name, "iat": now, "exp": now + 600}
        claims |= {"verbs": ["say", "say_privately", "watch", "interrupt"]}
        return jwt.encode(claims, SECRET, "HS256", headers={"kid": "studio"})

    async def refusals(self, token: str, *, watched: float = 10) -> dict[str, tuple[str, str]]:
        """Return why each method for players refuses a token; empty texts if it does not.

        One that is not refused within `watched` seconds may watch.
        """
        requests: dict[str, Message] = {
            "PlayService/Say": play.SayRequest(
                timeline_id=self.timeline, character_id="mira", text="Hm?"
            ),
            "PlayService/SayInCircle": play.SayInCircleRequest(
                timeline_id=self.timeline,
                circle_id=self.circle,
                text="Where is the ring?",
                to_ids=["mira"],
                is_whisper=True,
            ),
            "PlayService/Interrupt": play.InterruptRequest(turn_id="trn_none"),
            "PlayService/Watch": play.WatchRequest(timeline_id=self.timeline, after_seq=0),
            "TimelineService/GetTimeline": timelines.GetTimelineRequest(timeline_id=self.timeline),
            "ServerService/GetServer": server_service_pb2.GetServerRequest(),
        }
        assert set(requests) == METHODS
        found = {}
        for method, request in requests.items():
            why = None
            with suppress(TimeoutError):  # a watch goes on
                async with asyncio.timeout(watched if "Watch" in method else 10):
                    why = (await self.call(method, request, token)).refused
            found[method] = ("", "") if why is None else (why.reason, why.message)
        return found


@pytest.fixture
async def harbour() -> AsyncGenerator[Harbour, None]:
    """Give a running world whose server trusts the studio's backend, too."""
    script = ReplyScript()
    services = use_cases(script, issuers=(STUDIO,))
    async with serve_both_wires(services, script=script) as wires:
        _, admin = await services.keys.create(name="me", role=KeyRole.ADMIN)
        _, host = await services.keys.create(name="game", role=KeyRole.GAME_SERVER)
        made = Harbour(wires, admin, host)
        await made.build()
        yield made


@pytest.mark.parametrize(("player", "name"), SPELLINGS.values(), ids=SPELLINGS)
async def test_a_token_of_the_studio_opens_nothing_as_a_character(
    harbour: Harbour, player: str, name: str
) -> None:
    """Though it is truly signed; the account's name is what backends put into `sub`."""
    await harbour.open_circle(player, name)
    token = harbour.sign(player, name)
    assert set((await harbour.refusals(token, watched=0.3)).values()) == {("", "")}

    await harbour.settle("bob-the-smith", "Robert")

    refused = await harbour.refusals(token)
    assert {reason for reason, _ in refused.values()} == {Reason.PERMISSION_DENIED}
    assert all("character of this world" in message for _, message in refused.values())
    assert len(harbour.wires.loopback.script.heard) == 2  # those before Bob came


@pytest.mark.parametrize(("player", "name"), SPELLINGS.values(), ids=SPELLINGS)
async def test_a_token_of_the_game_opens_nothing_as_a_character(
    harbour: Harbour, player: str, name: str
) -> None:
    """Neither one made before the character came, nor one after, which is not made."""
    await harbour.open_circle(player, name)
    token = (await harbour.mint(player, name)).messages[-1].token
    await harbour.settle("bob-the-smith", "Robert")

    refused = await harbour.refusals(token)
    made = await harbour.mint(player, name)

    assert {reason for reason, _ in refused.values()} == {Reason.PERMISSION_DENIED}
    assert made.refused is not None
    assert made.why.reason == Reason.INVALID_FIELD
    assert made.why.fields[0] in ("player_id", "player_name")


@pytest.mark.parametrize(
    ("player", "name"), [("player:bob-the-smith", "Roberta"), ("p1", "Ann"), ("小明", "小明")]
)
async def test_a_player_with_a_name_of_its_own_is_let_in(
    harbour: Harbour, player: str, name: str
) -> None:
    """The prefix that the refusal proposes helps, since no character can have it."""
    await harbour.settle("bob-the-smith", "Robert")
    await harbour.settle("lan", "小红")
    await harbour.open_circle(player, name)

    token = harbour.sign(player, name)

    assert set((await harbour.refusals(token, watched=0.3)).values()) == {("", "")}


async def test_a_whisper_is_for_those_who_may_speak_in_private(harbour: Harbour) -> None:
    """As private words are; aloud all may speak to one of a circle."""
    await harbour.open_circle("p1", "Ann")
    token = (await harbour.mint("p1", "Ann")).messages[-1].token
    said = play.SayInCircleRequest(
        timeline_id=harbour.timeline, circle_id=harbour.circle, text="The ring?", to_ids=["mira"]
    )
    assert (await harbour.call("PlayService/SayInCircle", said, token)).refused is None
    heard = len(harbour.wires.loopback.script.heard)

    said.is_whisper = True
    came = await harbour.call("PlayService/SayInCircle", said, token)

    assert came.why.reason == Reason.PERMISSION_DENIED
    assert "VERB_SAY_PRIVATELY" in came.why.message
    assert len(harbour.wires.loopback.script.heard) == heard
