"""Who heard what over the wire: whole, half or nothing, by loudness, spots and walls."""

from collections.abc import Mapping

import pytest

from npcserver.admin.v1 import memory_service_pb2, persona_service_pb2, world_service_pb2
from npcserver.v1 import memory_pb2, secret_pb2
from npcserver.v1 import play_service_pb2 as pb
from tests.fakes.server import LoopbackServer

WHISPER, TALK, SHOUT = pb.LOUDNESS_WHISPER, pb.LOUDNESS_TALK, pb.LOUDNESS_SHOUT
BELL = "A bell lies in the river."
HALF = "something about a bell and the river"
PLACES = (
    ("kitchen", "inn", world_service_pb2.WALLS_UNSPECIFIED),
    ("vault", "inn", world_service_pb2.WALLS_THICK),
    ("larder", "kitchen", world_service_pb2.WALLS_UNSPECIFIED),
    ("pantry", "larder", world_service_pb2.WALLS_UNSPECIFIED),
)


@pytest.fixture
async def inn(loopback: LoopbackServer) -> tuple[LoopbackServer, str]:
    """Serve an inn with people in it and in its parts."""
    timeline = await loopback.open("Mira", "Bram", "Cy", "Dora", "Edda", "Finn", "Gus", "Hal")
    for place_id, parent, walls in PLACES:
        place = world_service_pb2.Place(
            world_id="harbour",
            place_id=place_id,
            name=place_id.title(),
            parent_id=parent,
            walls=walls,
        )
        request = world_service_pb2.CreatePlaceRequest(place=place)
        assert (await loopback.worlds.CreatePlace(request)).place.walls == walls
    await move(loopback, timeline, mira="inn/fire", bram="inn/fire", cy="inn/bar", dora="inn")
    await move(loopback, timeline, edda="kitchen", finn="vault", gus="larder", hal="pantry")
    return loopback, timeline


async def move(loopback: LoopbackServer, timeline: str, **spots: str) -> None:
    """Move people, each to `place/spot`."""
    moved = [
        pb.Movement(id=who, place_id=at.partition("/")[0], spot=at.partition("/")[2])
        for who, at in spots.items()
    ]
    await loopback.play.Observe(pb.ObserveRequest(timeline_id=timeline, movements=moved))


async def heard(
    loopback: LoopbackServer, timeline: str, text: str = BELL, hint: str = HALF
) -> Mapping[str, str]:
    """Return who remembers a text whole, and who half of it."""
    found: dict[str, str] = {}
    for who in ("mira", "bram", "cy", "dora", "edda", "finn", "gus", "hal"):
        for one in await loopback.list_memories(timeline, who):
            if one.text == text:
                assert not one.is_half_heard
                found[who] = "whole"
            if one.is_half_heard:
                assert (one.text, one.source) == (hint, memory_pb2.MEMORY_SOURCE_OVERHEARD)
                assert one.kind == memory_pb2.MEMORY_KIND_OBSERVATION
                found[who] = "half"
    return found


@pytest.mark.parametrize(
    ("loudness", "expected"),
    [
        (WHISPER, {"mira": "whole", "bram": "half"}),
        (TALK, {"mira": "whole", "bram": "whole", "cy": "half", "dora": "half"}),
        (
            SHOUT,
            dict.fromkeys(("mira", "bram", "cy", "dora", "edda"), "whole")
            | {"finn": "half", "gus": "half"},
        ),
    ],
)
async def test_a_voice_carries_as_far_as_it_is_loud(
    inn: tuple[LoopbackServer, str], loudness: pb.Loudness.ValueType, expected: Mapping[str, str]
) -> None:
    """At the fire, in the inn, in its parts, behind thick walls, one place further, and beyond."""
    loopback, timeline = inn
    loopback.will_say("Yes.")

    await loopback.turn(timeline, BELL, loudness=loudness)

    assert await heard(loopback, timeline) == expected


async def test_without_spots_a_talk_is_heard_by_all_and_a_whisper_by_nobody_else(
    inn: tuple[LoopbackServer, str],
) -> None:
    """As long as the game names none, nobody is next to anybody."""
    loopback, timeline = inn
    await move(loopback, timeline, mira="inn", bram="inn", cy="inn")
    loopback.will_say("Yes.", "Yes.")

    await loopback.turn(timeline, BELL, loudness=WHISPER)
    assert await heard(loopback, timeline) == {"mira": "whole"}
    await loopback.turn(timeline, BELL)
    whole = dict.fromkeys(("mira", "bram", "cy", "dora"), "whole")
    assert await heard(loopback, timeline) == whole


async def test_private_words_are_not_even_half_heard(inn: tuple[LoopbackServer, str]) -> None:
    """Whatever their loudness."""
    loopback, timeline = inn
    loopback.will_say("Yes.")

    await loopback.turn(timeline, BELL, loudness=SHOUT, is_private=True)

    assert await heard(loopback, timeline) == {"mira": "whole"}


async def test_a_character_that_cries_fire_is_heard_elsewhere(
    inn: tuple[LoopbackServer, str],
) -> None:
    """Its answer is a shout, though the words that it answers were not."""
    loopback, timeline = inn
    cry = "The kitchen is on fire!"
    loopback.will_say(cry)

    await loopback.turn(timeline, "What is it?")

    for who in ("cy", "edda"):
        assert cry in [one.text for one in await loopback.list_memories(timeline, who)]
    (far,) = await loopback.list_memories(timeline, "gus")
    assert (far.text, far.is_half_heard) == ("something about the kitchen and the fire", True)
    assert not await loopback.list_memories(timeline, "hal")


async def test_a_secret_never_leaks_by_half_hearing(inn: tuple[LoopbackServer, str]) -> None:
    """Words that touch it, and the answer that tells it, leave no noun with those further off."""
    loopback, timeline = inn
    fact = "The gold of the abbot lies under the chapel."
    seed = persona_service_pb2.SeedMemory(
        text=fact, secret=secret_pb2.Secret(key="gold", to=["bram", "cy", "dora", "p1"])
    )
    persona = persona_service_pb2.Persona(name="Ida")
    await loopback.personas.CreateCharacter(
        persona_service_pb2.CreateCharacterRequest(
            character=persona_service_pb2.Character(
                world_id="harbour", character_id="ida", persona=persona, place_id="inn"
            ),
            seed_memories=[seed],
        )
    )
    timeline = await loopback.start()
    await move(loopback, timeline, mira="larder", bram="inn/fire", cy="inn/bar", edda="kitchen")
    await move(loopback, timeline, ida="inn/fire")

    for loudness in (WHISPER, TALK, SHOUT):
        loopback.will_say(fact)
        asked = "Is the gold of the abbot under the chapel?"
        events = await loopback.turn(timeline, asked, character_id="ida", loudness=loudness)
        assert fact in [event.line.text for event in events]

    bram = [one.text for one in await loopback.list_memories(timeline, "bram")]
    assert (bram.count(fact), bram.count(asked)) == (2, 2)  # all but the whisper
    for who in ("bram", "cy", "edda", "mira"):
        assert not any(one.is_half_heard for one in await loopback.list_memories(timeline, who))
    for who in ("edda", "mira"):
        texts = " ".join(one.text for one in await loopback.list_memories(timeline, who))
        assert "gold" not in texts


async def test_half_heard_words_are_no_knowledge(inn: tuple[LoopbackServer, str]) -> None:
    """`WhoKnows` names who heard them whole, by a text as well as by a memory."""
    loopback, timeline = inn
    loopback.will_say("Yes.")
    await loopback.turn(timeline, BELL)
    whole = (await loopback.list_memories(timeline, "bram"))[-1]
    half = (await loopback.list_memories(timeline, "cy"))[-1]
    assert (whole.text, half.is_half_heard) == (BELL, True)

    async def knowing(asked: memory_service_pb2.WhoKnowsRequest) -> set[str]:
        asked.timeline_id = timeline
        return {one.character_id for one in (await loopback.memories.WhoKnows(asked)).knowers}

    ask = memory_service_pb2.WhoKnowsRequest
    assert await knowing(ask(memory_id=whole.memory_id)) == {"mira", "bram"}
    assert await knowing(ask(text=BELL)) == {"mira", "bram"}
    assert await knowing(ask(text=half.text)) == {"mira", "bram"}
    assert await knowing(ask(memory_id=half.memory_id)) == set()


async def test_what_a_game_reports_is_heard_by_its_loudness(
    inn: tuple[LoopbackServer, str],
) -> None:
    """A shout reaches others than its range, a whisper those next to whom it is for."""
    loopback, timeline = inn
    shout = pb.Observation(text=BELL, place_id="inn", loudness=SHOUT)
    await loopback.play.Observe(pb.ObserveRequest(timeline_id=timeline, observations=[shout]))
    assert await heard(loopback, timeline) == dict.fromkeys(
        ("mira", "bram", "cy", "dora", "edda"), "whole"
    ) | {"finn": "half", "gus": "half"}

    timeline = await loopback.start()
    await move(loopback, timeline, mira="inn/fire", bram="inn/fire", cy="inn/bar", dora="inn")
    whisper = pb.Observation(text=BELL, witness_ids=["mira"], loudness=WHISPER)
    await loopback.play.Observe(pb.ObserveRequest(timeline_id=timeline, observations=[whisper]))
    assert await heard(loopback, timeline) == {"mira": "whole", "bram": "half"}
