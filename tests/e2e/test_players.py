"""What the client of a player can do with its token, and with a changed game it cannot."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import jwt
import pytest
from google.protobuf.message import Message

from npcserver.admin.v1 import access_service_pb2 as access
from npcserver.admin.v1 import memory_service_pb2 as memories
from npcserver.model.access import KeyRole
from npcserver.model.errors import Reason
from npcserver.v1 import access_policy_pb2 as policy
from npcserver.v1 import affordance_pb2
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import timeline_service_pb2 as timelines
from tests.conformance import schema
from tests.fakes.wires import BothWires, CallOutcome, call_outcome, serve_both_wires

BOTH = ("grpc", "json")
GREET = affordance_pb2.Affordance(name="greet", description="Greet the guest.")
RING = affordance_pb2.Affordance(name="ring", description="Ring the bell.")


@dataclass
class Harbour:
    """A world that is played, a key of its game, and what anybody may have a client send."""

    wires: BothWires
    timeline: str
    host: str
    wire: str = "grpc"

    async def call(self, method: str, request: Message, shown: str = "") -> CallOutcome:
        headers = {"authorization": f"Bearer {shown or self.host}"}
        wire = self.wires.by(self.wire)
        return await call_outcome(wire, schema.path(method), request, headers)

    async def ask(self, method: str, request: Message, shown: str = "") -> Any:
        """Call a method with one answer, which is returned."""
        came = await self.call(method, request, shown)
        assert came.refused is None, came.refused
        return came.messages[-1]

    async def token(self, player: str = "p1", name: str = "Ada", *verbs: Any) -> str:
        """Have the game make a token."""
        request = access.MintPlayerTokenRequest(
            timeline_id=self.timeline, player_id=player, player_name=name, verbs=verbs
        )
        token: str = (await self.ask("AccessService/MintPlayerToken", request)).token
        return token

    def said(self, text: str = "Hello?", **fields: Any) -> play.SayRequest:
        return play.SayRequest(timeline_id=self.timeline, character_id="mira", text=text, **fields)

    async def watched(self, shown: str, until: str) -> list[play.WatchResponse]:
        """Return the events from the beginning on, up to the first of a kind."""
        request = play.WatchRequest(timeline_id=self.timeline, after_seq=0)
        came = CallOutcome()
        headers = {"authorization": f"Bearer {shown}"}
        path = "npcserver.v1.PlayService/Watch"
        wire = self.wires.by(self.wire)
        watching = asyncio.create_task(call_outcome(wire, path, request, headers, into=came))
        await self.wires.until(
            lambda: any(event.WhichOneof("event") == until for event in came.messages)
        )
        watching.cancel()
        await asyncio.wait((watching,))
        return came.messages


@pytest.fixture(params=BOTH)
async def harbour(request: pytest.FixtureRequest) -> AsyncGenerator[Harbour, None]:
    """Give a running world with two people in its inn, whose server was shut by a first key."""
    async with serve_both_wires() as wires:
        timeline = await wires.loopback.open("Mira", "Tom")
        keys = wires.loopback.services.keys
        _, host = await keys.create(name="game", role=KeyRole.GAME_SERVER)
        yield Harbour(wires, timeline, host, request.param)


async def test_a_player_speaks_as_itself_whatever_its_client_says(harbour: Harbour) -> None:
    """Not as another player, not as a character, and not under another name."""
    token = await harbour.token()
    for claimed in (
        play.Speaker(id="p2", name="Bob"),
        play.Speaker(id="tom", name="Tom", is_character=True),
        play.Speaker(id="p1", name="System"),
        play.Speaker(),
    ):
        await harbour.ask("PlayService/Say", harbour.said(speaker=claimed), token)

        partner = harbour.wires.loopback.script.heard[-1].partner
        assert (partner.id, partner.name, partner.is_player) == ("p1", "Ada", True)


async def test_a_player_declares_no_affordances_and_no_entities(harbour: Harbour) -> None:
    """Its client would have characters do what the game never offered."""
    token = await harbour.token()
    for offered in (
        {"affordances": [GREET]},
        {"entities": [affordance_pb2.Entity(id="gold", name="Gold")]},
    ):
        came = await harbour.call("PlayService/Say", harbour.said(**offered), token)

        assert came.why.reason == Reason.PERMISSION_DENIED
        assert "PutAffordanceSet" in came.why.message
    assert not harbour.wires.loopback.script.heard


async def test_a_player_refers_to_what_the_game_registered(harbour: Harbour) -> None:
    """By name: for all players, or for it alone."""
    for name, player, affordance in (("bar", "", GREET), ("bell", "p2", RING), ("bar", "", RING)):
        registered = access.PutAffordanceSetRequest(
            timeline_id=harbour.timeline,
            name=name,
            player_id=player,
            affordances=[affordance],
            entities=[affordance_pb2.Entity(id="bell", name="Bell")],
        )
        await harbour.ask("AccessService/PutAffordanceSet", registered)
    token = await harbour.token()

    await harbour.ask("PlayService/Say", harbour.said(affordance_set="bar"), token)

    heard = harbour.wires.loopback.script.heard[-1]
    assert [each.name for each in heard.affordances] == ["ring"]  # the later set of that name
    assert [each.id for each in heard.entities] == ["bell"]
    refused = [
        (await harbour.call("PlayService/Say", harbour.said(affordance_set=name), token)).why
        for name in ("bell", "cellar")
    ]
    assert {why.reason for why in refused} == {Reason.AFFORDANCE_SET_NOT_FOUND}
    assert refused[0].message.replace("bell", "cellar") == refused[1].message
    await harbour.ask(
        "PlayService/Say", harbour.said(affordance_set="bell"), await harbour.token("p2", "Bob")
    )


async def test_a_set_is_registered_again_after_a_save_was_loaded(harbour: Harbour) -> None:
    """It belongs to its timeline, and a loaded save is another one; so does the token."""
    registered = access.PutAffordanceSetRequest(
        timeline_id=harbour.timeline, name="bar", affordances=[RING]
    )
    await harbour.ask("AccessService/PutAffordanceSet", registered)
    saving = timelines.SaveRequest(timeline_id=harbour.timeline, name="evening")
    saved = (await harbour.ask("TimelineService/Save", saving)).save
    old = await harbour.token()
    loading = timelines.LoadRequest(save_id=saved.save_id)
    loaded = (await harbour.ask("TimelineService/Load", loading)).timeline
    harbour.timeline = registered.timeline_id = loaded.timeline_id
    said, token = harbour.said(affordance_set="bar"), await harbour.token()

    refused = [(await harbour.call("PlayService/Say", said, one)).why for one in (old, token)]
    await harbour.ask("AccessService/PutAffordanceSet", registered)
    await harbour.ask("PlayService/Say", said, token)

    assert [why.reason for why in refused] == [
        Reason.PERMISSION_DENIED,
        Reason.AFFORDANCE_SET_NOT_FOUND,
    ]


async def test_a_game_names_a_set_or_declares_and_not_both(harbour: Harbour) -> None:
    """Which of them would count is not guessed."""
    speaker = play.Speaker(id="p1", name="Ada")
    request = harbour.said(speaker=speaker, affordances=[GREET], affordance_set="bar")

    came = await harbour.call("PlayService/Say", request)

    assert came.why.reason == Reason.INVALID_FIELD
    assert came.why.fields == ("affordance_set",)


@pytest.mark.parametrize("how", [{"is_private": True}, {"loudness": play.LOUDNESS_WHISPER}])
async def test_private_words_are_for_those_who_may(harbour: Harbour, how: dict[str, Any]) -> None:
    """They open what is told to nobody else present."""
    private = harbour.said(**how)
    came = await harbour.call("PlayService/Say", private, await harbour.token())
    assert came.why.reason == Reason.PERMISSION_DENIED

    may = await harbour.token("p1", "Ada", policy.VERB_SAY, policy.VERB_SAY_PRIVATELY)

    await harbour.ask("PlayService/Say", private, may)


async def test_a_token_holds_only_the_verbs_it_was_made_for(harbour: Harbour) -> None:
    """One that watches does not speak, and the other way round."""
    watcher = await harbour.token("p1", "Ada", policy.VERB_WATCH)
    speaker = await harbour.token("p1", "Ada", policy.VERB_SAY)
    watch = play.WatchRequest(timeline_id=harbour.timeline, after_seq=10_000)

    assert (
        await harbour.call("PlayService/Say", harbour.said(), watcher)
    ).why.reason == Reason.PERMISSION_DENIED
    assert (
        await harbour.call("PlayService/Watch", watch, speaker)
    ).why.reason == Reason.PERMISSION_DENIED
    assert (
        await harbour.call("PlayService/Watch", watch, watcher)
    ).why.reason == Reason.CURSOR_TOO_NEW


async def test_a_token_lives_for_fifteen_minutes_or_as_long_as_the_game_says(
    harbour: Harbour,
) -> None:
    """Up to an hour."""
    lives = []
    for seconds in (0, 60, 3600, 3601):
        request = access.MintPlayerTokenRequest(
            timeline_id=harbour.timeline,
            player_id="p1",
            player_name="Ada",
            lifetime_seconds=seconds,
        )
        came = await harbour.call("AccessService/MintPlayerToken", request)
        if came.refused is None:
            claims = jwt.decode(came.messages[0].token, options={"verify_signature": False})
            lives.append(claims["exp"] - claims["iat"])

    assert lives == [15 * 60, 60, 3600]
    assert came.why.fields == ("lifetime_seconds",)


async def test_no_token_holds_more_than_a_player_may(harbour: Harbour) -> None:
    """Not even if the game asks for it."""
    for verb in policy.Verb.values():
        request = access.MintPlayerTokenRequest(
            timeline_id=harbour.timeline, player_id="p1", player_name="Ada", verbs=[verb]
        )
        came = await harbour.call("AccessService/MintPlayerToken", request)
        is_for_players = policy.Verb.Name(verb) in (
            "VERB_SAY",
            "VERB_SAY_PRIVATELY",
            "VERB_INTERRUPT",
            "VERB_WATCH",
        )
        assert (came.refused is None) is is_for_players


async def test_two_players_with_one_request_id_have_a_turn_each(harbour: Harbour) -> None:
    """Or one would be told what was said to the other; a repeat of its own is no new turn."""
    ada, bob = await harbour.token(), await harbour.token("p2", "Bob")
    request = harbour.said("Where is the key?", request_id="r1")

    first = await harbour.call("PlayService/Say", request, ada)
    again = await harbour.call("PlayService/Say", request, ada)
    other = await harbour.call("PlayService/Say", request, bob)

    turns = [came.messages[0].event.turn_id for came in (first, again, other)]
    assert turns[0] == turns[1] != turns[2]


async def test_a_player_interrupts_only_whom_it_speaks_with(harbour: Harbour) -> None:
    """Another turn goes on, as though it did not exist."""
    gate = asyncio.Event()
    harbour.wires.loopback.will_say("Well.", gate, "That is all.")
    ada, bob = await harbour.token(), await harbour.token("p2", "Bob")
    came = CallOutcome()
    headers = {"authorization": f"Bearer {ada}"}
    wire, path = harbour.wires.by(harbour.wire), "npcserver.v1.PlayService/Say"
    saying = asyncio.create_task(call_outcome(wire, path, harbour.said(), headers, into=came))
    await harbour.wires.until(lambda: len(came.messages) >= 2)
    interrupt = play.InterruptRequest(turn_id=came.messages[0].event.turn_id)

    assert not (await harbour.ask("PlayService/Interrupt", interrupt, bob)).was_speaking
    assert not saying.done()
    assert (await harbour.ask("PlayService/Interrupt", interrupt, ada)).was_speaking
    await saying


async def test_a_player_speaks_only_in_its_own_circles(harbour: Harbour) -> None:
    """Without words it could otherwise listen to any."""
    members = [
        play.Speaker(id="p2", name="Bob"),
        play.Speaker(id="mira", is_character=True),
        play.Speaker(id="tom", is_character=True),
    ]
    opened = await harbour.ask(
        "PlayService/OpenCircle",
        play.OpenCircleRequest(timeline_id=harbour.timeline, members=members),
    )
    ada, bob = await harbour.token(), await harbour.token("p2", "Bob")
    told = []
    for circle in (opened.circle.circle_id, "cir_none"):
        listening = play.SayInCircleRequest(timeline_id=harbour.timeline, circle_id=circle)
        came = await harbour.call("PlayService/SayInCircle", listening, ada)
        told.append((came.why.reason, came.why.message))
    assert told[0] == told[1]
    assert told[0][0] == Reason.PERMISSION_DENIED

    said = play.SayInCircleRequest(
        timeline_id=harbour.timeline,
        circle_id=opened.circle.circle_id,
        speaker_id="mira",
        text="Who has seen the key?",
    )
    came = await harbour.call("PlayService/SayInCircle", said, bob)

    assert came.refused is None
    listing = memories.ListMemoriesRequest(timeline_id=harbour.timeline, character_id="tom")
    listed = await harbour.ask("MemoryService/ListMemories", listing)
    assert "p2" in {memory.told_by_id for memory in listed.memories}


async def test_a_player_watches_what_it_could_perceive(harbour: Harbour) -> None:
    """Its own turns, and who comes and goes; no memory, no thought, no other's words."""
    at_inn = [play.Movement(id="p1", name="Ada", place_id="inn")]
    observed = play.ObserveRequest(
        timeline_id=harbour.timeline,
        movements=at_inn,
        observations=[play.Observation(text="A shutter bangs.", witness_ids=["mira"])],
        flags=[play.StoryFlag(name="storm")],
    )
    await harbour.ask("PlayService/Observe", observed)
    ada, bob = await harbour.token(), await harbour.token("p2", "Bob")
    await harbour.ask("PlayService/Say", harbour.said("My own words."), ada)
    await harbour.ask("PlayService/Say", harbour.said("The words of Bob."), bob)
    away = play.ObserveRequest(
        timeline_id=harbour.timeline, movements=[play.Movement(id="tom", place_id="")]
    )
    await harbour.ask("PlayService/Observe", away)
    clock = play.AdvanceClockRequest(timeline_id=harbour.timeline)
    clock.world_time.FromJsonString("2200-01-01T08:00:00Z")
    await harbour.ask("PlayService/AdvanceClock", clock)

    events = await harbour.watched(ada, "clock")

    kinds = [event.WhichOneof("event") for event in events]
    assert [event.turn.heard for event in events if event.HasField("turn")] == ["My own words."]
    assert [event.movement.id for event in events if event.HasField("movement")] == ["p1", "tom"]
    assert set(kinds) <= {"turn", "movement", "clock", "act", "object_state", "checkpoint"}
    assert "The words of Bob." not in str(events)
    everything = {
        event.WhichOneof("event") for event in await harbour.watched(harbour.host, "clock")
    }
    assert {"memory", "flag"} <= everything


async def test_a_stream_ends_when_its_key_is_revoked(harbour: Harbour) -> None:
    """Before anything that happens later is sent."""
    keys = harbour.wires.loopback.services.keys
    reader, secret = await keys.create(name="wall", role=KeyRole.READ_ONLY)
    came = CallOutcome()
    request = play.WatchRequest(timeline_id=harbour.timeline)
    headers = {"authorization": f"Bearer {secret}"}
    wire, path = harbour.wires.by(harbour.wire), "npcserver.v1.PlayService/Watch"
    watching = asyncio.create_task(call_outcome(wire, path, request, headers, into=came))

    async def happen(text: str) -> None:
        seen = [play.Observation(text=text, witness_ids=["mira"])]
        observed = play.ObserveRequest(timeline_id=harbour.timeline, observations=seen)
        await harbour.ask("PlayService/Observe", observed)

    while not came.messages:
        await happen("A shutter bangs.")
        await asyncio.sleep(0.01)
    await keys.revoke(reader.id)
    await happen("The secret of the harbour.")
    await watching

    assert came.why.reason == Reason.UNAUTHENTICATED
    assert "The secret of the harbour." not in str(came.messages)


async def test_keys_are_made_and_revoked_over_the_wire(harbour: Harbour) -> None:
    """By an administrator; the list shows no secret."""
    keys = harbour.wires.loopback.services.keys
    _, admin = await keys.create(name="owner", role=KeyRole.ADMIN)
    request = access.CreateKeyRequest(
        name="Build farm", role=access.ROLE_READ_ONLY, world_ids=["harbour"], lifetime_seconds=3600
    )
    made = await harbour.ask("AccessService/CreateKey", request, admin)
    get = memories.ListMemoriesRequest(timeline_id=harbour.timeline, character_id="mira")
    await harbour.ask("MemoryService/ListMemories", get, made.secret)

    turned = access.RotateKeyRequest(key_id=made.key.key_id)
    rotated = await harbour.ask("AccessService/RotateKey", turned, admin)
    came = await harbour.call("MemoryService/ListMemories", get, made.secret)
    assert came.why.reason == Reason.UNAUTHENTICATED
    await harbour.ask("MemoryService/ListMemories", get, rotated.secret)

    gone = access.RevokeKeyRequest(key_id=made.key.key_id)
    await harbour.ask("AccessService/RevokeKey", gone, admin)
    came = await harbour.call("MemoryService/ListMemories", get, rotated.secret)
    assert came.why.reason == Reason.UNAUTHENTICATED
    listed = await harbour.ask("AccessService/ListKeys", access.ListKeysRequest(), admin)
    (found,) = [key for key in listed.keys if key.key_id == made.key.key_id]
    assert (found.name, found.role, list(found.world_ids)) == (
        "Build farm",
        access.ROLE_READ_ONLY,
        ["harbour"],
    )
    assert found.HasField("revoke_time")
    assert rotated.secret.startswith(found.prefix)
    assert not any(secret in str(listed) for secret in (made.secret, rotated.secret, admin))
    assert not any(
        secret in str(harbour.wires.loopback.logs) for secret in (made.secret, admin, harbour.host)
    )
