"""The client's calls, retries and errors, and that no method or field is missing."""

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import grpc
import npcclient
import pytest
from google.protobuf.descriptor import MethodDescriptor
from npcclient import errors, messages
from npcclient.chat.gathering import several
from npcclient.chat.names import closest, matching, player_id
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk
from npcclient.messages import OutcomeStatus

from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.admin.v1 import (
    world_service_pb2,
)
from npcserver.admin.v1.persona_service_pb2 import Character, Persona
from npcserver.rpc.access import FILES
from npcserver.v1 import play_service_pb2, timeline_service_pb2
from npcserver.v1.play_service_pb2 import SayRequest, Speaker
from tests.fakes.canned_server import CannedFailure, ServerControl


async def test_ten_line_example(address: str) -> None:
    """The example of the README works as it stands."""
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("harbour")
        said = [
            event.line.text
            async for event in npc.play.say(timeline, "mira", "Hello!", speaker="Ann")
            if event.line.text
        ]

    assert said == ["Come in.", "Mind the step."]


async def test_list_is_awaited_or_walked(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A list fetches all its pages, and only those that are reached when it is walked through."""
    everything = [world.world_id for world in await npc.worlds.list()]
    control.requests.clear()
    async for _ in npc.worlds.list():
        break

    assert everything == ["a", "b", "c"]
    assert len(control.requests) == 1


# as gRPC answers a call that a server which stops has not taken up yet
NOT_THERE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


@pytest.mark.parametrize("code", NOT_THERE)
async def test_retry_repeats_the_request_id(
    npc: npcclient.NpcClient, control: ServerControl, code: grpc.StatusCode
) -> None:
    """A write that found no server is sent again under the same id, so it happens once."""
    control.failures = [CannedFailure(code, "restarting", times=2)]

    await npc.timelines.save("tl_1", "before the storm")

    ids = [request.request_id for request in control.asked(timeline_service_pb2.SaveRequest)]
    assert len(ids) == 3
    assert len(set(ids)) == 1
    assert 0 < len(ids[0]) <= 36


async def test_two_writes_have_two_request_ids(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Two calls that mean two things never share an id."""
    await npc.timelines.save("tl_1", "one")
    await npc.timelines.save("tl_1", "one")

    first, second = control.asked(timeline_service_pb2.SaveRequest)
    assert first.request_id != second.request_id


async def test_retries_end(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A server that stays away becomes `Unavailable` after the stated number of attempts."""
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "still down", times=9)]

    with pytest.raises(npcclient.Unavailable, match="still down"):
        await npc.worlds.get("harbour")

    assert len(control.requests) == npcclient.Patience().attempts


async def test_only_absence_is_retried(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A refusal is final at the first answer."""
    control.failures = [CannedFailure(grpc.StatusCode.ABORTED, "changed since", "ETAG_MISMATCH")]

    with pytest.raises(npcclient.Conflict) as caught:
        await npc.worlds.get("harbour")

    assert caught.value.reason == "ETAG_MISMATCH"
    assert len(control.requests) == 1


@pytest.mark.parametrize(("code", "kind"), errors.KINDS.items(), ids=str)
async def test_error_is_decoded(
    npc: npcclient.NpcClient,
    control: ServerControl,
    code: grpc.StatusCode,
    kind: type[npcclient.NpcError],
) -> None:
    """Every status has its type, with reason, metadata and the time to wait."""
    control.failures = [
        CannedFailure(code, "what to do", "SOME_REASON", {"field": "x.y"}, retry_after=3, times=9)
    ]

    with pytest.raises(kind) as caught:
        await npc.worlds.get("harbour")

    error = caught.value
    assert (error.code, error.message, error.reason) == (code, "what to do", "SOME_REASON")
    assert error.metadata == {"field": "x.y"}
    assert error.retry_after == 3.0


async def test_unknown_status_is_server_failed(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """What nobody foresaw is still an error of this package."""
    control.failures = [CannedFailure(grpc.StatusCode.DATA_LOSS, "oh no")]

    with pytest.raises(npcclient.ServerFailed, match="oh no"):
        await npc.worlds.get("harbour")


async def test_nobody_listens() -> None:
    """A wrong address is `Unavailable`, with no reason since no server gave one."""
    patience = npcclient.Patience(attempts=1)
    async with npcclient.connect("127.0.0.1:1", patience=patience) as npc:
        with pytest.raises(npcclient.Unavailable) as caught:
            await npc.worlds.get("harbour")

    assert caught.value.reason == ""
    assert "connect" in caught.value.message.lower()


async def test_calls_have_deadlines(address: str, control: ServerControl) -> None:
    """The server knows how long the client will wait, for calls and for turns."""
    patience = npcclient.Patience(call=5.0, turn=30.0)
    async with npcclient.connect(address, patience=patience) as npc:
        await npc.worlds.get("harbour")
        await npc.play.say("tl_1", "mira", "Hi", speaker="Ann").text()

    call, turn = control.deadlines
    assert 0 < call <= 5.5  # gRPC rounds up
    assert 5.5 < turn <= 31.0


async def test_update_names_its_fields(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Named fields become the mask; none named leaves it out."""
    world = world_service_pb2.World(world_id="harbour", name="Haven")
    await npc.worlds.update(world, "name")
    await npc.worlds.update(world)

    named, all_set = control.asked(world_service_pb2.UpdateWorldRequest)
    assert list(named.update_mask.paths) == ["name"]
    assert not all_set.HasField("update_mask")


async def test_seed_memory_may_be_plain_text(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A text without importance is sent as one that is to be rated."""
    rated = personas.SeedMemory(text="The sea took her brother.", importance=9)
    await npc.characters.create(
        personas.Character(world_id="harbour"), ["She owns the inn.", rated]
    )

    (request,) = control.asked(personas.CreateCharacterRequest)
    plain, given = request.seed_memories
    assert plain.text == "She owns the inn."
    assert not plain.HasField("importance")
    assert given.importance == 9


async def test_clock_takes_plain_datetimes(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Game time goes in and comes out as a datetime; one with a zone is turned to UTC."""
    now = await npc.play.advance_clock("tl_1", datetime(2023, 2, 14, 17, tzinfo=UTC))

    assert now == datetime(2023, 2, 14, 17)  # noqa: DTZ001 - game time has no zone


async def test_watch_yields_events(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Watching yields what the server sends, from the position asked for."""
    seen = [event.seq async for event in npc.play.watch("tl_1", after_seq=6)]

    assert seen == [7, 8]
    assert control.asked(play_service_pb2.WatchRequest)[0].after_seq == 6


async def test_watch_failure_is_typed(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A stream that is refused raises the same errors as a call."""
    control.failures = [CannedFailure(grpc.StatusCode.OUT_OF_RANGE, "not yet", "CURSOR_TOO_NEW")]

    with pytest.raises(npcclient.CursorTooNew):
        await anext(npc.play.watch("tl_1", after_seq=99))


METHODS: tuple[MethodDescriptor, ...] = tuple(
    method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
# A list asks for its pages by itself.
OF_LISTINGS = {"page_size", "page_token"}


def nodes() -> Iterator[ast.AST]:
    for path in sorted(Path(npcclient.__file__).parent.glob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


STUBS = {"stub", "memories", "personas", "play", "spending", "timelines"}


def called() -> set[str]:
    """Return the methods of stubs that any module refers to."""
    return {
        node.attr
        for node in nodes()
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value).removeprefix("self._") in STUBS
    }


def filled(request: str) -> set[str]:
    """Return the fields of a request that are set anywhere, at its making or after it."""
    found: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == request:
            found |= {keyword.arg for keyword in node.keywords if keyword.arg}
        if isinstance(node, ast.Assign):
            found |= {
                target.attr
                for target in node.targets
                if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "request"
            }
    return found


def test_there_are_methods_to_compare() -> None:
    """The comparison below compares something."""
    assert len(METHODS) > 50


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.full_name)
def test_every_method_can_be_called(method: MethodDescriptor) -> None:
    """A method of the server that the client does not know fails here."""
    assert method.name in called()


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.full_name)
def test_every_field_can_be_set(method: MethodDescriptor) -> None:
    """A field of a request that no argument of the client reaches fails here."""
    fields = {field.name for field in method.input_type.fields}

    assert fields - OF_LISTINGS - filled(method.input_type.name) == set()


README = Path(__file__).resolve().parents[3] / "clients" / "python" / "README.md"
BLOCK = re.compile(r"^ *```python\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
GIVEN = {"npc", "timeline"}  # what the first program makes, and the others go on with


def test_all_names_are_there() -> None:
    """A name that a block uses is made in it, given, built in, or among the messages."""
    text = README.read_text(encoding="utf-8")
    blocks = [ast.parse(_inside(textwrap.dedent(block))) for block in BLOCK.findall(text)]
    missing = {name for block in blocks for name in _free(block)} - GIVEN
    known = {*vars(builtins), *vars(messages), "npcclient"}

    assert len(blocks) > 3
    assert missing <= known, missing - known


def test_words_in_the_text_are_there() -> None:
    """Enum values, errors and calls that the text names exist."""
    text = README.read_text(encoding="utf-8")
    values = re.findall(r"OutcomeStatus\.(\w+)", text)
    told = re.search(r"Errors are types: (.*?); all are", text)
    assert told
    errors = re.findall(r"`([A-Z]\w+)`", told[1])
    client = npcclient.connect("http://host:1")
    calls = set(re.findall(r"npc\.(\w+)\.(\w+)\(", text))

    assert [OutcomeStatus.Value(value) for value in values]
    assert set(errors) == {kind.__name__ for kind in npcclient.NpcError.__subclasses__()}
    assert len(calls) > 5
    assert all(hasattr(getattr(client, space), call) for space, call in calls)


def _inside(block: str) -> str:
    """Put a block where `await` may stand."""
    return f"async def tour():\n{textwrap.indent(block, '    ')}"


def _free(block: ast.AST) -> set[str]:
    used = [node for node in ast.walk(block) if isinstance(node, ast.Name)]
    made = {node.id for node in used if not isinstance(node.ctx, ast.Load)}
    made |= {node.name for node in ast.walk(block) if isinstance(node, ast.AsyncFunctionDef)}
    imports = [it for it in ast.walk(block) if isinstance(it, ast.Import | ast.ImportFrom)]
    made |= {alias.name for node in imports for alias in node.names}
    return {node.id for node in used} - made


PEOPLE = ("Isabella Rodriguez", "Klaus Mueller", "Maria Lopez", "Mei Lin", "Li Mei", "Ann")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("isabella", {"Isabella Rodriguez"}),
        ("ISABELLA RODRIGUEZ", {"Isabella Rodriguez"}),
        ("rodriguez", {"Isabella Rodriguez"}),
        ("isa", {"Isabella Rodriguez"}),
        ("isabela", {"Isabella Rodriguez"}),
        ("mei", {"Mei Lin", "Li Mei"}),
        ("ann", {"Ann"}),
        ("li", {"Li Mei"}),
        ("lop", {"Maria Lopez"}),
        ("zorro", set()),
        ("  ", set()),
    ],
)
def test_matching(typed: str, meant: set[str]) -> None:
    """The nearest kind of likeness decides, and all that share it are meant."""
    assert set(matching(typed, PEOPLE, lambda name: (name,))) == meant


def test_closest_command() -> None:
    """A mistyped word finds its neighbour, nonsense finds nothing."""
    assert closest("/expalin", ["/explain", "/save"]) == "/explain"
    assert closest("/zzz", ["/explain", "/save"]) is None


def test_player_id_is_stable_and_plain() -> None:
    """The same name, however written, is the same player; any script will do."""
    assert player_id("Ann  Lee") == player_id("ann lee") == "player-ann-lee"
    assert player_id("王芳") == "player-王芳"
    assert player_id("!!!") == "player-unnamed"
    assert len(player_id("x" * 500)) == 80


NAMES = {"hester": "Hester Quillam", "wenna": "Wenna Carrow", "dr": "Doctor Lin", "lan": "兰儿"}


@pytest.fixture
def talk() -> Talk:
    """Return a talk in a world of four."""
    characters = {
        key: Character(character_id=key, persona=Persona(name=name)) for key, name in NAMES.items()
    }
    return Talk(
        world=None,  # type: ignore[arg-type]
        places={},
        characters=characters,
        timeline_id="tl_1",
        player=Speaker(id="player-ann", name="Ann"),
        partner=characters["hester"],
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hester, wenna", ["hester", "wenna"]),
        ("hester wenna and doctor lin", ["hester", "wenna", "dr"]),
        ("Wenna Carrow and Hester Quillam,", ["wenna", "hester"]),
        ("hester、兰儿，wenna", ["hester", "lan", "wenna"]),
        ("hester, Hester Quillam", ["hester"]),
        ("Hester Quillam", []),
        ("hester", []),
    ],
)
def test_names_are_told_apart_however_they_are_listed(
    talk: Talk, typed: str, found: list[str]
) -> None:
    """By commas of both languages, `and`, or spaces; a name of two words is one name."""
    assert [one.character_id for one in several(typed, talk)] == found


def test_who_is_not_there_is_named(talk: Talk) -> None:
    """Not the whole list, only the name that nobody has."""
    with pytest.raises(Unknown, match="nobody here is called 'zoe'"):
        several("hester wenna and zoe", talk)


@pytest.mark.parametrize("reason", ["", "SHUTTING_DOWN"])
async def test_a_server_that_is_restarted_is_waited_for(
    npc: npcclient.NpcClient, control: ServerControl, reason: str
) -> None:
    """One that answered before is tried for longer than one that never did."""
    await npc.worlds.get("harbour")
    gone = npcclient.Patience().attempts + 2
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "gone", reason, times=gone)]

    assert (await npc.worlds.get("harbour")).world_id == "harbour"


async def test_a_turn_waits_for_a_server_that_is_restarted(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """Under one request id, as long as nothing of it was heard."""
    await npc.worlds.get("harbour")
    gone = npcclient.Patience().attempts + 2
    control.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "gone", times=gone)]

    assert await npc.play.say("tl_1", "mira", "Hello!", speaker="Ann").text()
    assert len({request.request_id for request in control.asked(SayRequest)}) == 1


async def test_a_restart_is_waited_for_as_long_as_a_call_may_take(
    address: str, control: ServerControl
) -> None:
    """A turn, which may take longer, gives up after the same seconds, however many attempts."""
    patience = npcclient.Patience(call=0.4, turn=300.0, pause=0.001)
    async with npcclient.connect(address, patience=patience) as npc:
        await npc.worlds.get("harbour")
        gone = CannedFailure(grpc.StatusCode.UNAVAILABLE, "gone", times=1_000_000)
        control.failures = [gone]

        with pytest.raises(npcclient.Unavailable):
            await npc.play.say("tl_1", "mira", "Hello!", speaker="Ann").text()

    assert len(control.asked(SayRequest)) > patience.attempts


async def test_a_server_that_is_there_and_cannot_is_not_waited_for(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """What it lacks is no restart."""
    await npc.worlds.get("harbour")
    control.failures = [
        CannedFailure(grpc.StatusCode.UNAVAILABLE, "gone", "STORAGE_UNAVAILABLE", times=99)
    ]
    before = len(control.requests)

    with pytest.raises(npcclient.Unavailable):
        await npc.worlds.get("harbour")

    assert len(control.requests) - before == npcclient.Patience().attempts
