"""Every method, called with every role, for its own worlds and others, on both wires.

The table is written by hand and does not look at the policy in the protos: the two must agree.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from npcserver.admin.v1 import memory_service_pb2 as memories
from npcserver.admin.v1 import persona_service_pb2 as characters
from npcserver.admin.v1 import world_service_pb2 as worlds
from npcserver.app.access import TokenWish
from npcserver.model.access import PLAYER_VERBS, KeyRole, Principal
from npcserver.model.errors import Reason
from npcserver.model.ids import TimelineId
from npcserver.rpc.access import FILES
from npcserver.v1 import play_service_pb2 as play
from npcserver.v1 import timeline_service_pb2 as timelines
from tests.conformance import schema
from tests.fakes.wires import BothWires, call_outcome, serve_both_wires

ADMIN, MAKERS, PLAYING = "admin", "admin designer", "admin designer game_server"
HOST, ASKING = "admin game_server", "admin designer game_server tools"
ALL = "admin designer game_server tools read_only"
COUNTING = f"{ALL} figures"
WORLD, TIMELINE = ("world_id",), ("timeline_id",)
SERVER: tuple[str, ...] = ()

TABLE: dict[str, tuple[str, tuple[str, ...]]] = {
    # method: who may, and which fields say what it is about
    "AccessService/CreateKey": (ADMIN, SERVER),
    "AccessService/ListKeys": (ADMIN, SERVER),
    "AccessService/RotateKey": (ADMIN, SERVER),
    "AccessService/RevokeKey": (ADMIN, SERVER),
    "AccessService/MintPlayerToken": (HOST, TIMELINE),
    "AccessService/ListAffordanceSets": (ALL, TIMELINE),
    "PersonaService/CreateCharacter": (MAKERS, ("character.world_id",)),
    "CharacterService/ListCast": (ALL, WORLD),
    "PersonaService/GetCharacter": (ALL, WORLD),
    "PersonaService/ListCharacters": (ALL, WORLD),
    "PersonaService/UpdateCharacter": (MAKERS, ("character.world_id",)),
    "PersonaService/DeleteCharacter": (MAKERS, WORLD),
    "PersonaService/ListPersonaVersions": (ALL, WORLD),
    "PersonaService/Whisper": (PLAYING, TIMELINE),
    "PersonaService/MoveStanding": (PLAYING, TIMELINE),
    "CharacterService/GetMind": (ALL, TIMELINE),
    "SpendingService/GetDaySpending": (COUNTING, TIMELINE),
    "PersonaService/ListSeedMemories": (ALL, WORLD),
    "PersonaService/UpdateSeedMemories": (MAKERS, WORLD),
    "PersonaService/Interview": (ASKING, TIMELINE),
    "SceneService/OpenScene": (PLAYING, TIMELINE),
    "SceneService/GetScene": (ALL, TIMELINE),
    "SceneService/ListScenes": (ALL, TIMELINE),
    "SceneService/WatchScene": (ALL, TIMELINE),
    "SceneService/AdvanceScene": (PLAYING, TIMELINE),
    "SceneService/TakeSeat": (PLAYING, TIMELINE),
    "SceneService/LeaveSeat": (PLAYING, TIMELINE),
    "SceneService/SpeakInScene": (PLAYING, TIMELINE),
    "SceneService/ChoosePartner": (PLAYING, TIMELINE),
    "SceneService/CastVote": (PLAYING, TIMELINE),
    "SceneService/CloseScene": (PLAYING, TIMELINE),
    "SceneService/GetSceneResult": (ALL, TIMELINE),
    "LoreService/PutBook": (MAKERS, ("book.world_id",)),
    "LoreService/GetBook": (ALL, WORLD),
    "LoreService/ListBooks": (ALL, WORLD),
    "LoreService/ListPassages": (ALL, WORLD),
    "LoreService/DeleteBook": (MAKERS, WORLD),
    "LoreService/Ask": (ASKING, ("world_id", "timeline_id")),
    "MemoryService/ListMemories": (ALL, TIMELINE),
    "MemoryService/Recall": (ALL, TIMELINE),
    "MemoryService/Explain": (ALL, TIMELINE),
    "MemoryService/ExportIncident": (ALL, TIMELINE),
    "MemoryService/GetReflectionTree": (ALL, TIMELINE),
    "MemoryService/TraceMemory": (ALL, TIMELINE),
    "MemoryService/WhoKnows": (ALL, TIMELINE),
    "MemoryService/PinMemory": (PLAYING, TIMELINE),
    "MemoryService/ReportMemories": (COUNTING, TIMELINE),
    "PlayService/Observe": (PLAYING, TIMELINE),
    "PlayService/Say": (f"{PLAYING} player", TIMELINE),
    "PlayService/OpenCircle": (PLAYING, TIMELINE),
    "PlayService/GetCircle": (ALL, TIMELINE),
    "PlayService/ListCircles": (ALL, TIMELINE),
    "PlayService/JoinCircle": (PLAYING, TIMELINE),
    "PlayService/LeaveCircle": (PLAYING, TIMELINE),
    "AccessService/PutAffordanceSet": (PLAYING, TIMELINE),
    "PlayService/ReportOutcome": (PLAYING, TIMELINE),
    "PlayService/AdvanceClock": (PLAYING, TIMELINE),
    "PlayService/SettleCommitment": (PLAYING, TIMELINE),
    "PlayService/SuggestLines": (ALL, TIMELINE),
    "PlayService/SetAttention": (PLAYING, TIMELINE),
    "PlayService/Watch": (f"{ALL} player", TIMELINE),
    "TimelineService/StartTimeline": (PLAYING, WORLD),
    "TimelineService/GetTimeline": (f"{ALL} player", TIMELINE),
    "TimelineService/Save": (PLAYING, TIMELINE),
    "TimelineService/SetAvailability": (PLAYING, TIMELINE),
    "TimelineService/Load": (PLAYING, ("save_id", "leaving_timeline_id")),
    "TimelineService/ListSaves": (ALL, WORLD),
    "TimelineService/ListTimelines": (ALL, WORLD),
    "MemoryService/Diff": (ALL, ("a.save_id", "a.timeline_id", "b.save_id", "b.timeline_id")),
    "TimelineService/DeleteSave": (HOST, ("save_id",)),
    "TimelineService/DeleteTimeline": (HOST, TIMELINE),
    "WorldService/CreateWorld": (MAKERS, ("world.world_id",)),
    "WorldService/GetWorld": (ALL, WORLD),
    "WorldService/UpdateWorld": (MAKERS, ("world.world_id",)),
    "WorldService/DeleteWorld": (ADMIN, WORLD),
    "WorldService/ImportWorld": (MAKERS, WORLD),
    "WorldService/ExportWorld": (ALL, WORLD),
    "WorldService/CreatePlace": (MAKERS, ("place.world_id",)),
    "WorldService/GetPlace": (ALL, WORLD),
    "WorldService/ListPlaces": (ALL, WORLD),
    "WorldService/UpdatePlace": (MAKERS, ("place.world_id",)),
    "WorldService/DeletePlace": (MAKERS, WORLD),
    "TimelineService/ListObjectStates": (ALL, TIMELINE),
    "AuditService/ListAuditEntries": (ALL, WORLD),
    "AuditService/ExportAudit": (ALL, WORLD),
    "AuditService/GetAuditHead": (ALL, WORLD),
    "CorrectionService/PreviewCorrection": (ALL, TIMELINE),
    "CorrectionService/CorrectMemory": (MAKERS, TIMELINE),
    "CorrectionService/AddMemory": (MAKERS, TIMELINE),
    "CorrectionService/SetState": (MAKERS, TIMELINE),
    "CorrectionService/UndoCorrection": (MAKERS, TIMELINE),
    "CorrectionService/ListCorrections": (ALL, TIMELINE),
    "DraftService/UpdateDraft": (MAKERS, TIMELINE),
    "DraftService/GetDraft": (ALL, TIMELINE),
    "DraftService/ListDrafts": (ALL, TIMELINE),
    "DraftService/DiscardDraft": (MAKERS, TIMELINE),
    "DraftService/PreviewPublication": (ALL, TIMELINE),
    "DraftService/PublishDraft": (MAKERS, TIMELINE),
    "DraftService/ExportDrafts": (ALL, TIMELINE),
    "DraftService/ImportDrafts": (MAKERS, TIMELINE),
    "PlayerService/ExportPlayer": (ALL, WORLD),
    "PlayerService/ImportPlayer": (PLAYING, TIMELINE),
    "PlayerService/ForgetPlayer": (HOST, WORLD),
    "SpendingService/SetSpendingLimit": (ADMIN, WORLD),
    "SpendingService/ListSpending": (COUNTING, WORLD),
}
FILTERED = {
    # these answer everybody who may call them, and leave out what the caller may not see
    "PlayService/Interrupt": f"{PLAYING} player",
    "ServerService/GetServer": f"{COUNTING} player",
    "WorldService/ListWorlds": ALL,
}
IN_CIRCLE = "PlayService/SayInCircle"  # a player needs to be a member: tested apart
SHUT = (Reason.PERMISSION_DENIED, Reason.UNAUTHENTICATED)
BOTH = ("grpc", "json")


@dataclass(frozen=True)
class Things:
    """A world with what is in it, one of each kind, by the last part of a field's path."""

    world_id: str
    timeline_id: str
    save_id: str

    def named(self, path: str) -> str:
        kind = path.rpartition(".")[2].removeprefix("leaving_")
        value: str = getattr(self, kind)
        return value


@dataclass
class Tavern:
    """Two worlds, a key of each role for all worlds and for one, and tokens."""

    wires: BothWires
    ours: Things
    theirs: Things
    other_timeline: str
    keys: dict[tuple[str, bool], str]
    token: str

    async def call(self, wire: str, method: str, request: Message, shown: str | None) -> str | None:
        """Make a call; return the reason of its refusal, None if it was answered."""
        headers = {} if shown is None else {"authorization": f"Bearer {shown}"}
        path = schema.path(method)
        came = await call_outcome(self.wires.by(wire), path, request, headers)
        return None if came.refused is None else came.refused.reason


async def _things(wires: BothWires, world_id: str) -> Things:
    """Create a world, start a timeline of it, and save that."""
    here = wires.loopback
    world = worlds.World(world_id=world_id, name=world_id)
    await here.worlds.CreateWorld(worlds.CreateWorldRequest(world=world))
    started = await here.timelines.StartTimeline(timelines.StartTimelineRequest(world_id=world_id))
    timeline_id = started.timeline.timeline_id
    return Things(world_id, timeline_id, await here.save(timeline_id))


@pytest.fixture(scope="module")
async def tavern() -> AsyncGenerator[Tavern, None]:
    """Give two worlds on a server that was open until its keys were made."""
    async with serve_both_wires() as wires:
        services = wires.loopback.services
        ours, theirs = await _things(wires, "ours"), await _things(wires, "theirs")
        other = await wires.loopback.timelines.StartTimeline(
            timelines.StartTimelineRequest(world_id="ours")
        )
        keys = {}
        for role in KeyRole:
            for is_limited in (False, True):
                limits = ("ours",) if is_limited else ()
                _, keys[role.value, is_limited] = await services.keys.create(
                    name=role, role=role, world_ids=limits
                )
        host = await services.access.authenticate(keys["game_server", True])
        token = await _token(wires, host, ours.timeline_id)
        yield Tavern(wires, ours, theirs, other.timeline.timeline_id, keys, token)


async def _token(wires: BothWires, maker: Principal, timeline_id: str) -> str:
    wish = TokenWish(
        timeline_id=TimelineId(timeline_id),
        player_id="p1",
        player_name="Ada",
        verbs=PLAYER_VERBS,
        lifetime=timedelta(minutes=15),
    )
    token, _ = await wires.loopback.services.tokens.mint(maker, wish)
    return token


METHODS: dict[str, MethodDescriptor] = {
    f"{service.name}/{method.name}": method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}


def _request(method: str, fields: tuple[str, ...], things: Things) -> Any:
    """Return a request about these things, which changes nothing where it is let in."""
    made: Any = GetMessageClass(METHODS[method].input_type)()
    for path in fields:
        target = made
        *outer, last = path.split(".")
        for name in outer:
            target = getattr(target, name)
        setattr(target, last, things.named(path))
    if "request_id" in METHODS[method].input_type.fields_by_name:
        made.request_id = "x" * 40  # too long, which is found out once the call was let in
    if method == "PlayService/Watch":
        made.after_seq = 1_000_000  # beyond the head, so that the stream ends
    return made


def test_the_table_has_every_method_and_no_other() -> None:
    """A method that nobody thought of has no row, and fails here."""
    assert set(TABLE) | set(FILTERED) | {IN_CIRCLE} == set(METHODS)


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("method", sorted(TABLE))
async def test_each_key_may_call_what_its_role_says(tavern: Tavern, method: str, wire: str) -> None:
    """Whatever else comes of a call, it is refused for its caller exactly where the table says."""
    roles, fields = TABLE[method]
    found, wanted = {}, {}
    for (role, is_limited), secret in tavern.keys.items():
        for things in (tavern.ours, tavern.theirs):
            case = (role, is_limited, things.world_id)
            is_own = not is_limited or (bool(fields) and things is tavern.ours)
            reason = await tavern.call(wire, method, _request(method, fields, things), secret)
            found[case] = reason not in SHUT
            wanted[case] = role in roles.split() and is_own

    assert found == wanted


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("method", sorted(TABLE))
async def test_a_player_may_call_what_is_for_players_in_its_own_timeline(
    tavern: Tavern, method: str, wire: str
) -> None:
    """Neither another timeline of its world, nor another world, nor a call of the game."""
    roles, fields = TABLE[method]
    elsewhere = Things("ours", tavern.other_timeline, tavern.ours.save_id)
    found = {
        name: await tavern.call(wire, method, _request(method, fields, things), tavern.token)
        for name, things in (
            ("own", tavern.ours),
            ("another timeline", elsewhere),
            ("another world", tavern.theirs),
            ("nowhere", Things("none", "tl_none", "sav_none")),
        )
    }

    assert (found.pop("own") not in SHUT) is ("player" in roles.split())
    assert set(found.values()) == {Reason.PERMISSION_DENIED}


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("method", sorted({*TABLE, *FILTERED, IN_CIRCLE}))
async def test_without_a_key_nothing_can_be_called(tavern: Tavern, method: str, wire: str) -> None:
    """Neither with none, nor with one that was never made."""
    request = _request(method, TABLE.get(method, ("", ()))[1], tavern.ours)

    for shown in (None, "npc_guessed", "a.b.c"):
        assert await tavern.call(wire, method, request, shown) == Reason.UNAUTHENTICATED


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("method", sorted(FILTERED))
async def test_a_call_that_leaves_things_out_is_for_its_roles(
    tavern: Tavern, method: str, wire: str
) -> None:
    """The role decides whether it may be called at all."""
    roles = FILTERED[method].split()
    for (role, _), secret in tavern.keys.items():
        reason = await tavern.call(wire, method, _request(method, (), tavern.ours), secret)
        assert (reason not in SHUT) is (role in roles)
    reason = await tavern.call(wire, method, _request(method, (), tavern.ours), tavern.token)
    assert (reason not in SHUT) is ("player" in roles)


@pytest.mark.parametrize("wire", BOTH)
async def test_a_limited_key_lists_its_own_worlds_alone(tavern: Tavern, wire: str) -> None:
    """What else there is does not show, not even as a further page."""
    path = "npcserver.admin.v1.WorldService/ListWorlds"
    request = worlds.ListWorldsRequest(page_size=1)

    listed = {}
    for is_limited in (False, True):
        headers = {"authorization": f"Bearer {tavern.keys['read_only', is_limited]}"}
        (answer,) = (await call_outcome(tavern.wires.by(wire), path, request, headers)).messages
        listed[is_limited] = ([one.world_id for one in answer.worlds], bool(answer.next_page_token))

    assert listed == {False: (["ours"], True), True: (["ours"], False)}


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize(
    "method", ["WorldService/GetWorld", "TimelineService/GetTimeline", "TimelineService/Load"]
)
async def test_what_is_elsewhere_and_what_is_nowhere_look_the_same(
    tavern: Tavern, wire: str, method: str
) -> None:
    """A key of another world learns nothing about which worlds, timelines and saves there are."""
    headers = {"authorization": f"Bearer {tavern.keys['designer', True]}"}
    told = []
    for things in (tavern.theirs, Things("none", "tl_none", "sav_none")):
        request = _request(method, TABLE[method][1], things)
        came = await call_outcome(tavern.wires.by(wire), schema.path(method), request, headers)
        told.append((came.why.code, came.why.message, came.why.reason))

    assert told[0] == told[1]
    assert tavern.theirs.timeline_id not in told[0][1]


async def test_figures_hold_no_words(tavern: Tavern) -> None:
    """Of what is remembered such a key learns how much, and of whom."""
    persona = characters.Persona(name="Cass")
    character = characters.Character(world_id="ours", character_id="cass", persona=persona)
    key = tavern.keys["admin", False]
    asked = {
        "PersonaService/CreateCharacter": characters.CreateCharacterRequest(character=character),
        "PlayService/Observe": play.ObserveRequest(
            timeline_id=tavern.ours.timeline_id,
            observations=[
                play.Observation(text="The number is 4711.", witness_ids=["cass"]) for _ in range(2)
            ],
        ),
    }
    for method, request in asked.items():
        assert await tavern.call("grpc", method, request, key) is None
    report = memories.ReportMemoriesRequest(timeline_id=tavern.ours.timeline_id)
    path, answers = "npcserver.admin.v1.MemoryService/ReportMemories", {}

    for role in ("read_only", "figures"):
        headers = {"authorization": f"Bearer {tavern.keys[role, True]}"}
        (answers[role],) = (
            await call_outcome(tavern.wires.by("grpc"), path, report, headers)
        ).messages

    assert "4711" in str(answers["read_only"])
    assert "4711" not in str(answers["figures"])
    assert answers["figures"].reports[0].total == answers["read_only"].reports[0].total == 2
