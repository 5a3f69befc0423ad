"""Checks of single fields, and of requests about characters and things."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import status_pb2
from google.rpc.error_details_pb2 import RetryInfo
from hypothesis import given
from hypothesis import strategies as st

from npcserver.admin.v1 import memory_service_pb2, world_service_pb2
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.app.attention import SetAttention
from npcserver.app.characters import Characters
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.perception.observations import GameEvent, Observe
from npcserver.app.thoughts.interviews import InterviewAblation
from npcserver.app.worlds import Worlds
from npcserver.model.character import Attention, Character, Persona
from npcserver.model.errors import BrokenFile, InvalidInput, ModelUnreachable, NotFound, Reason
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.senses import Channel, Range
from npcserver.model.world import ObjectState, Place, World
from npcserver.rpc import fields, status
from npcserver.rpc.decoder import decode
from npcserver.rpc.fields import request_key
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.services import character_service
from npcserver.rpc.update_mask import read_edit
from npcserver.v1 import mind_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.unit.rpc.arguments import arguments


@pytest.mark.parametrize("value", ["plain", "two\nlines\tand a tab", "日本語", "👩‍👩‍👧", "é" * 10])
def test_text_is_taken_as_it_is(value: str) -> None:
    """Line feeds, tabs and any script are text, and nothing is trimmed."""
    assert fields.text("text", value, 40) == value


@pytest.mark.parametrize("value", ["", " \n", "x" * 11, "bell\x07", "\x1b[31m", "\x81", "\ud800"])
def test_what_is_no_text_is_refused_with_its_path(value: str) -> None:
    """Empty, over-long, control characters and lone surrogates."""
    with pytest.raises(InvalidInput) as caught:
        fields.text("lines[3].text", value, 10)

    assert caught.value.field == "lines[3].text"


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("\x93Well\x94, it\x92s 3\x96 4\x85", "“Well”, it’s 3– 4…"),
        ("caf\xe9\x81 au lait", "café au lait"),
        ("两\x9f个", "两Ÿ个"),
    ],
)
def test_a_c1_control_in_a_text_is_cleaned(pasted: str, meant: str) -> None:
    """Quotes and dashes pasted from Windows programs are what they were meant to be."""
    assert fields.text("text", pasted, 40) == meant
    assert fields.name("name", pasted) == meant


def test_an_id_is_never_cleaned() -> None:
    """An id with a C1 control names nothing that was ever created, and is refused."""
    with pytest.raises(InvalidInput, match=r"U\+0092"):
        fields.reference("id", "it\x92s")


def test_length_counts_characters_not_bytes() -> None:
    """Ten Chinese characters are as long as ten Latin ones."""
    assert fields.text("text", "语" * 10, 10) == "语" * 10


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_survive_the_wire(moment: datetime) -> None:
    """Every moment of the years 1 to 9999 comes back to the microsecond."""
    written = Timestamp()
    written.FromDatetime(moment)

    assert fields.moment("time", written) == moment


@pytest.mark.parametrize(
    ("seconds", "nanos", "part"),
    [
        (253_402_300_800, 0, "seconds"),
        (-62_135_596_801, 0, "seconds"),
        (2**63 - 1, 0, "seconds"),
        (-(2**63), 0, "seconds"),
        (0, -1, "nanos"),
        (0, 1_000_000_000, "nanos"),
    ],
)
def test_times_outside_the_calendar_are_refused(seconds: int, nanos: int, part: str) -> None:
    """A number that is no moment is told, not wrapped around."""
    with pytest.raises(InvalidInput) as caught:
        fields.moment("world_time", Timestamp(seconds=seconds, nanos=nanos))

    assert caught.value.field == f"world_time.{part}"


@pytest.mark.parametrize("value", ["é", "x" * 37, "a\nb", "\x7f"])
def test_request_ids_are_short_ascii(value: str) -> None:
    """They travel in logs and keys."""
    with pytest.raises(InvalidInput):
        fields.check_request_id("request_id", value)


@pytest.mark.parametrize("value", ["7:30", "24:00", "12:60", "noon", "12:00 ", "１２:00"])
def test_a_time_of_day_has_one_form(value: str) -> None:
    """Two digits, a colon, two digits."""
    with pytest.raises(InvalidInput):
        fields.time_of_day("opens", value)


def test_the_second_of_two_equal_keys_is_named() -> None:
    """The first one is fine; the path points at the other."""
    with pytest.raises(InvalidInput) as caught:
        fields.distinct("entities", "id", ["a", "b", "a"])

    assert caught.value.field == "entities[2].id"


TOKENS = PageTokens(b"secret")
REQUEST = memory_service_pb2.ListMemoriesRequest(timeline_id="tl_1", character_id="mira")


@given(st.text(min_size=1).filter(lambda text: text.isprintable()), st.integers(1, 500))
def test_a_token_gives_back_its_cursor(cursor: str, size: int) -> None:
    """Whatever the list used as a cursor comes back, on a page of any size."""
    token = TOKENS.token(REQUEST, cursor)

    page = TOKENS.page(REQUEST, size, token)

    assert (page.cursor, page.size) == (cursor, size)


@given(st.text(max_size=60))
def test_nothing_else_is_a_token(text: str) -> None:
    """A made-up token is refused, whatever it is made of."""
    if text:
        with pytest.raises(InvalidInput) as caught:
            TOKENS.page(REQUEST, 0, text)

        assert caught.value.reason is Reason.PAGE_TOKEN_INVALID


@given(st.data())
def test_a_token_with_one_byte_changed_is_refused(data: st.DataObject) -> None:
    """Cursor and signature belong together."""
    token = TOKENS.token(REQUEST, "tl_1.42")
    place = data.draw(st.integers(0, len(token) - 2))  # spare bits of the last one may differ
    letter = data.draw(st.sampled_from("ABCxyz019-_").filter(lambda one: one != token[place]))

    with pytest.raises(InvalidInput):
        TOKENS.page(REQUEST, 0, token[:place] + letter + token[place + 1 :])


def test_a_token_belongs_to_its_filter_its_method_and_its_server() -> None:
    """Other fields, another list or another secret make another token."""
    token = TOKENS.token(REQUEST, "5")
    other = memory_service_pb2.ListMemoriesRequest(timeline_id="tl_1", character_id="jon")
    places = world_service_pb2.ListPlacesRequest(world_id="tl_1")

    for tokens, request in ((TOKENS, other), (TOKENS, places), (PageTokens(b"other"), REQUEST)):
        with pytest.raises(InvalidInput):
            tokens.page(request, 0, token)


def test_sizes_of_pages_are_bounded() -> None:
    """0 means 50, more than 500 means 500, below 0 is an error."""
    assert TOKENS.page(REQUEST, 0, "").size == 50
    assert TOKENS.page(REQUEST, 9999, "").size == 500
    with pytest.raises(InvalidInput):
        TOKENS.page(REQUEST, -1, "")


def test_the_last_page_has_no_token() -> None:
    """An empty token is the only end."""
    assert TOKENS.token(REQUEST, "") == ""


def _observe(text: str, request_id: str = "r1") -> pb.ObserveRequest:
    return pb.ObserveRequest(
        request_id=request_id,
        timeline_id="tl_1",
        observations=[pb.Observation(text=text)],
    )


def test_the_digest_is_over_all_but_the_id() -> None:
    """The same body has the same digest, another body or method another one."""

    def digest(method: str, request: pb.ObserveRequest) -> str:
        key = request_key(method, "tl_1", request.request_id, request)
        assert key is not None
        return key.digest

    same = digest("Observe", _observe("A mug falls."))

    assert digest("Observe", _observe("A mug falls.", "r2")) == same
    assert digest("Observe", _observe("A jug falls.")) != same
    assert digest("Say", _observe("A mug falls.")) != same


def test_a_request_without_an_id_has_no_key() -> None:
    """Nobody asked for it to be done once."""
    request = _observe("A mug falls.", "")

    assert request_key("Observe", "tl_1", request.request_id, request) is None


def test_the_request_itself_keeps_its_id() -> None:
    """Making a key changes nothing."""
    request = _observe("A mug falls.")
    request_key("Observe", "tl_1", request.request_id, request)

    assert request.request_id == "r1"


def test_a_wire_status_carries_its_details_and_the_request_id() -> None:
    """Both travel in the trailer, where every client finds them."""
    told = status.error_reply(NotFound("world", "harbour", "create it first"))

    sent = status.WireStatus(told, "req_1")

    trailer = dict(sent.trailing_metadata)
    packed = status_pb2.Status.FromString(trailer["grpc-status-details-bin"])
    assert (sent.code, packed.code) == (grpc.StatusCode.NOT_FOUND, 5)
    assert packed.message == sent.details == "no world 'harbour'; create it first"
    assert len(packed.details) == 2
    assert trailer["x-request-id"] == "req_1"


def test_a_long_list_of_problems_fits_into_headers() -> None:
    """Clients take 8 KB of metadata; what does not fit is left to the file's own report."""
    problems = [(f"inn.yaml:{line}", "x" * 900) for line in range(20)]

    sent = status.WireStatus(status.error_reply(BrokenFile(problems)), "req_1")

    assert sum(len(key) + len(value) for key, value in sent.trailing_metadata) < 7000


def test_a_wait_that_never_ends_is_told_as_a_day() -> None:
    """An endpoint's odd `Retry-After` is no fault of our own on the way to the caller."""
    told = status.error_reply(ModelUnreachable("busy", retry_after=float("inf")))

    waits = [one.retry_delay for one in told.details if isinstance(one, RetryInfo)]
    assert [wait.ToTimedelta() for wait in waits] == [timedelta(days=1)]


def test_what_is_not_ours_says_nothing_of_itself() -> None:
    """Neither its type nor its text leaves the server."""
    told = status.error_reply(ValueError("hunter2"))

    assert told.reason is Reason.INTERNAL
    assert "hunter2" not in repr(told)
    assert not status.is_expected(ValueError())


STOVE = {"place_id": "inn", "object_name": "stove", "state": "burning"}
NOW = datetime(2000, 1, 1, tzinfo=UTC)


def observe(**fields: Any) -> pb.ObserveRequest:
    return pb.ObserveRequest(**({"timeline_id": "tl_1"} | fields))


def world(**budget: Any) -> world_service_pb2.CreateWorldRequest:
    made = world_service_pb2.World(name="W", budget=world_service_pb2.Budget(**budget))
    return world_service_pb2.CreateWorldRequest(world=made)


def place(**fields: Any) -> world_service_pb2.CreatePlaceRequest:
    made = world_service_pb2.Place(world_id="w", name="P", **fields)
    return world_service_pb2.CreatePlaceRequest(place=made)


def character(**fields: Any) -> personas.CreateCharacterRequest:
    persona = personas.Persona(name="Mira")
    made = personas.Character(world_id="w", persona=persona, **fields)
    return personas.CreateCharacterRequest(character=made)


def tree(**fields: Any) -> memory_service_pb2.GetReflectionTreeRequest:
    return memory_service_pb2.GetReflectionTreeRequest(
        timeline_id="tl_1", character_id="mira", **fields
    )


WRONG: tuple[tuple[Callable[[Any], object], Any, str], ...] = (
    (partial(decode, Observe), observe(objects=[STOVE] * 501), "objects"),
    (
        partial(decode, Observe),
        observe(objects=[STOVE, {"place_id": "inn"}]),
        "objects[1].object_name",
    ),
    (
        partial(decode, Observe),
        observe(objects=[STOVE | {"place_id": ""}]),
        "objects[0].place_id",
    ),
    (
        partial(decode, Observe),
        observe(objects=[STOVE | {"state": "a\nb"}]),
        "objects[0].state",
    ),
    (
        partial(decode, Observe),
        observe(objects=[STOVE | {"state": "s" * 81}]),
        "objects[0].state",
    ),
    (
        partial(decode, Observe),
        observe(objects=[STOVE | {"by_id": "x" * 121}]),
        "objects[0].by_id",
    ),
    (
        partial(decode, Observe),
        observe(observations=[{"text": "x", "range": pb.OBSERVATION_RANGE_NEARBY}]),
        "observations[0].witness_ids",
    ),
    (
        partial(decode, Observe),
        observe(observations=[{"text": "x", "place_id": "inn", "range": 9}]),
        "observations[0].range",
    ),
    (
        partial(decode, Observe),
        observe(observations=[{"text": "x", "place_id": "inn", "channel": 9}]),
        "observations[0].channel",
    ),
    (partial(decode, SetAttention), pb.SetAttentionRequest(timeline_id="t"), "changes"),
    (partial(arguments, Worlds.create), world(calls=-1), "world.budget.calls"),
    (partial(arguments, Worlds.create), world(tokens=1_000_000_001), "world.budget.tokens"),
    (partial(arguments, Worlds.create), world(money_micros=-1), "world.budget.money_micros"),
    (
        partial(arguments, Worlds.create),
        world(money_micros=10**15 + 1),
        "world.budget.money_micros",
    ),
    (partial(arguments, Worlds.create_place), place(owner_ids=["mira", ""]), "place.owner_ids[1]"),
    (partial(arguments, Worlds.create_place), place(owner_ids=["m"] * 101), "place.owner_ids"),
    (
        partial(arguments, Characters.create, seeds="seed_memories"),
        character(known_place_ids=["inn", ""]),
        "character.known_place_ids[1]",
    ),
    (
        partial(arguments, Explanations.tree, root_memory_id="memory_id", depth="max_depth"),
        tree(max_depth=17),
        "max_depth",
    ),
    (
        partial(arguments, Explanations.tree, root_memory_id="memory_id", depth="max_depth"),
        tree(memory_id="m" * 121),
        "memory_id",
    ),
)


@pytest.mark.parametrize(("decode", "request_", "path"), WRONG, ids=itertools.count())
def test_what_is_wrong_is_named(
    decode: Callable[[Any], object], request_: object, path: str
) -> None:
    """The path leads to the very field."""
    with pytest.raises(InvalidInput) as caught:
        decode(request_)

    assert caught.value.field == path


def test_things_senses_and_ranges_are_read() -> None:
    """What is not set is perceived by any sense, at the place itself, as an event."""
    heard = {
        "text": "A bell rings.",
        "channel": pb.OBSERVATION_CHANNEL_SOUND,
        "range": pb.OBSERVATION_RANGE_WORLD,
        "is_standing": True,
    }
    plain = {"text": "A mug falls.", "place_id": "inn"}
    request = observe(objects=[STOVE | {"by_id": "p1"}], observations=[heard, plain])

    batch = decode(Observe, request)

    assert batch.objects == (
        ObjectState(place_id=PlaceId("inn"), object="stove", state="burning", by="p1"),
    )
    assert batch.happenings == (
        GameEvent(text="A bell rings.", channel=Channel.SOUND, range=Range.WORLD, is_standing=True),
        GameEvent(text="A mug falls.", place_id=PlaceId("inn")),
    )
    assert (batch.happenings[1].channel, batch.happenings[1].range) == (Channel.ANY, Range.PLACE)


def test_every_tier_channel_range_and_ablation_can_be_told() -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    tiers = mind_pb2.Attention.values()[1:]
    changes = [mind_pb2.AttentionChange(character_id=f"c{tier}", attention=tier) for tier in tiers]
    told = decode(SetAttention, pb.SetAttentionRequest(timeline_id="t", changes=changes)).changes
    seen = decode(
        Observe,
        observe(
            observations=[
                {"text": "x", "witness_ids": ["mira"], "channel": channel, "range": range_}
                for channel in pb.ObservationChannel.values()
                for range_ in pb.ObservationRange.values()
            ]
        ),
    ).happenings

    assert {attention for _, attention in told} == set(Attention)
    assert {one.channel for one in seen} == set(Channel)
    assert {one.range for one in seen} == set(Range)
    assert set(character_service.ABLATIONS.values()) == set(InterviewAblation)
    assert set(character_service.ABLATIONS) == set(personas.Ablation.values()) - {0}


def test_words_in_private_stay_private() -> None:
    """The flag travels, and is off where nobody set it."""
    speaker = pb.Speaker(id="p1", name="Ada")
    request = pb.SayRequest(timeline_id="t", character_id="mira", speaker=speaker, text="Psst.")

    assert not decode(SayToCharacter, request).is_private
    request.is_private = True
    assert decode(SayToCharacter, request).is_private


def test_masks_reach_budgets_owners_and_what_is_known() -> None:
    """A field that is named and empty is emptied; what is not named stays."""
    inn = Place(
        id=PlaceId("inn"), world_id=WorldId("w"), name="Inn", owner_ids=(CharacterId("mira"),)
    )
    mira = Character(
        id=CharacterId("mira"),
        world_id=WorldId("w"),
        persona=Persona(name="Mira", is_deaf=True, is_blind=True),
        knows=(PlaceId("inn"),),
        created_at=NOW,
        updated_at=NOW,
    )
    harbour = World(id=WorldId("w"), name="W", budget=Budget(calls=5))

    disowned = read_edit(
        world_service_pb2.UpdatePlaceRequest(
            place=world_service_pb2.Place(world_id="w", place_id="inn"),
            update_mask=FieldMask(paths=["owner_ids"]),
        ),
        "place",
        partial(decode, Place),
        ["owner_ids"],
        ["world_id", "name"],
    )(inn)
    healed = read_edit(
        personas.UpdateCharacterRequest(
            character=personas.Character(world_id="w", character_id="mira"),
            update_mask=FieldMask(paths=["known_place_ids", "persona.is_deaf"]),
        ),
        "character",
        partial(decode, Character),
        ["known_place_ids", "persona.is_deaf"],
        ["world_id", "persona.name"],
    )(mira)
    richer = read_edit(
        world_service_pb2.UpdateWorldRequest(
            world=world_service_pb2.World(
                world_id="w", budget=world_service_pb2.Budget(money_micros=1)
            )
        ),
        "world",
        partial(decode, World),
        ["budget"],
        ["name"],
    )(harbour)

    assert disowned == replace(inn, owner_ids=())
    assert healed == replace(mira, knows=(), persona=Persona(name="Mira", is_blind=True))
    assert richer == replace(harbour, budget=Budget(micros=1))
