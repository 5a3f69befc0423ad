"""`TimelineService` over the wire, and how far edits of authors reach into saves."""

import grpc
import npcclient
from npcclient import messages

from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.model.errors import Reason
from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.server import LoopbackServer, get_mind
from tests.fakes.wires import read_refusal


async def remembered(loopback: LoopbackServer, timeline_id: str) -> list[str]:
    return [memory.text for memory in reversed(await loopback.list_memories(timeline_id))]


async def test_a_timeline_starts_from_the_worlds_genesis(loopback: LoopbackServer) -> None:
    """It knows its world and parent, and what time it is there."""
    await loopback.open()

    started = (
        await loopback.timelines.StartTimeline(
            pb.StartTimelineRequest(world_id="harbour", label="First try")
        )
    ).timeline
    found = await loopback.timelines.GetTimeline(
        pb.GetTimelineRequest(timeline_id=started.timeline_id)
    )

    assert found.timeline == started
    assert (started.world_id, started.label, started.head_seq) == ("harbour", "First try", 0)
    assert started.parent_id
    assert started.world_time.ToJsonString() == "2000-01-01T08:00:00Z"


async def test_a_loaded_save_sees_what_was_saved_and_nothing_after(
    loopback: LoopbackServer,
) -> None:
    """Both lines of play go on, and neither hears of the other."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "A mug falls.")
    save = (await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, name="Dawn"))).save
    await loopback.happen(timeline, "A dog barks.")

    loaded = (await loopback.timelines.Load(pb.LoadRequest(save_id=save.save_id))).timeline
    await loopback.happen(loaded.timeline_id, "Jon laughs.")

    assert (save.timeline_id, save.seq, save.name) == (timeline, 1, "Dawn")
    assert (loaded.parent_id, loaded.fork_seq, loaded.head_seq) == (timeline, 1, 1)
    assert await remembered(loopback, timeline) == ["A mug falls.", "A dog barks."]
    assert await remembered(loopback, loaded.timeline_id) == ["A mug falls.", "Jon laughs."]


async def test_an_earlier_moment_can_be_saved(loopback: LoopbackServer) -> None:
    """A position beyond the head cannot, nor a negative one."""
    timeline = await loopback.open()
    for text in ("One.", "Two."):
        await loopback.happen(timeline, text)

    save = (await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, seq=1))).save
    beyond = await read_refusal(
        loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, seq=3))
    )
    below = await read_refusal(
        loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, seq=-1))
    )

    assert save.seq == 1
    assert (beyond.code, beyond.reason) == (grpc.StatusCode.OUT_OF_RANGE, Reason.CURSOR_TOO_NEW)
    assert below.fields == ("seq",)


async def test_saves_are_listed(loopback: LoopbackServer) -> None:
    """All saves of a world are found again, page by page."""
    timeline = await loopback.open()
    made = set()
    for name in ("Dawn", "Noon", "Dusk"):
        saved = await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, name=name))
        made.add(saved.save.save_id)
    request = pb.ListSavesRequest(world_id="harbour", page_size=2)

    first = await loopback.timelines.ListSaves(request)
    request.page_token = first.next_page_token
    second = await loopback.timelines.ListSaves(request)

    assert {save.save_id for page in (first, second) for save in page.saves} == made
    assert (len(first.saves), len(second.saves), second.next_page_token) == (2, 1, "")


async def test_repeating_a_start_a_save_or_a_load_makes_nothing_new(
    loopback: LoopbackServer,
) -> None:
    """A retry gets the first answer; the same id for something else is refused."""
    timeline = await loopback.open()
    start = pb.StartTimelineRequest(request_id="1", world_id="harbour")
    save = pb.SaveRequest(request_id="1", timeline_id=timeline)

    starts = [await loopback.timelines.StartTimeline(start) for _ in range(2)]
    saves = [await loopback.timelines.Save(save) for _ in range(2)]
    load = pb.LoadRequest(request_id="1", save_id=saves[0].save.save_id)
    loads = [await loopback.timelines.Load(load) for _ in range(2)]
    start.label = "another"
    failure = await read_refusal(loopback.timelines.StartTimeline(start))

    assert starts[0] == starts[1]
    assert saves[0] == saves[1]
    assert loads[0] == loads[1]
    assert failure.reason == Reason.REQUEST_ID_REUSED


async def test_what_does_not_exist_is_not_found(loopback: LoopbackServer) -> None:
    """Each kind of thing has its own reason."""
    reasons = [
        (await read_refusal(call)).reason
        for call in (
            loopback.timelines.StartTimeline(pb.StartTimelineRequest(world_id="nowhere")),
            loopback.timelines.GetTimeline(pb.GetTimelineRequest(timeline_id="tl_none")),
            loopback.timelines.Load(pb.LoadRequest(save_id="sav_none")),
        )
    ]

    assert reasons == [Reason.WORLD_NOT_FOUND, Reason.TIMELINE_NOT_FOUND, Reason.SAVE_NOT_FOUND]


async def test_a_position_within_a_turn_is_saved_at_its_end(loopback: LoopbackServer) -> None:
    """The answer says that it moved; a save at the end, and one of the head, stand where asked."""
    timeline = await loopback.open()
    await loopback.happen(timeline, "A mug falls.")
    events = await loopback.turn(timeline)
    end = events[-1].finished.seq

    saves = [
        await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, name="x", seq=seq))
        for seq in range(1, end + 1)
    ]
    loaded = [
        (await loopback.timelines.Load(pb.LoadRequest(save_id=one.save.save_id))).timeline
        for one in saves[:2]
    ]

    assert end > 3
    assert [one.save.seq for one in saves] == [1] + [end] * (end - 1)
    assert [one.moved for one in saves] == [False] + [True] * (end - 2) + [False]
    assert await remembered(loopback, loaded[0].timeline_id) == ["A mug falls."]
    assert await remembered(loopback, loaded[1].timeline_id) == await remembered(loopback, timeline)
    head = await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, name="head"))
    assert (head.save.seq, head.moved) == (end, False)


async def saved(loopback: LoopbackServer) -> tuple[str, str]:
    """Return a timeline in which Mira saw something, and a save of it."""
    timeline = await loopback.open("Mira", "Jon")
    async with npcclient.connect(f"127.0.0.1:{loopback.port}") as npc:
        await npc.play.observe(
            timeline, [messages.Observation(text="The lamp fell.", witness_ids=["mira"])]
        )
    return timeline, await loopback.save(timeline)


def mira(seed: str = "") -> personas.CreateCharacterRequest:
    seeds = [personas.SeedMemory(text=seed)] if seed else []
    return personas.CreateCharacterRequest(
        character=personas.Character(
            world_id="harbour",
            character_id="mira",
            persona=personas.Persona(name="Mira"),
            place_id="inn",
        ),
        seed_memories=seeds,
    )


async def remembered_then(loopback: LoopbackServer, timeline: str) -> list[str]:
    return [memory.text for memory in await loopback.list_memories(timeline)]


async def test_a_relation_that_play_did_not_move_is_the_authors_of_now(
    loopback: LoopbackServer,
) -> None:
    """Also at the position of a save made before."""
    timeline, _ = await saved(loopback)
    before = await get_mind(loopback, timeline, seq=1)

    request = personas.UpdateCharacterRequest(character=mira().character)
    request.character.persona.relations.add(to="Jon", affinity=-90)
    request.update_mask.paths.append("persona.relations")
    await loopback.personas.UpdateCharacter(request)
    after = await get_mind(loopback, timeline, seq=1)

    assert list(before.relations) == []
    assert [one.affinity for one in after.relations] == [-90]


async def test_a_character_that_comes_back_has_its_old_saves_back(loopback: LoopbackServer) -> None:
    """Deleted it is gone from them; new timelines begin with what its new author wrote alone."""
    timeline, save = await saved(loopback)
    deletion = personas.DeleteCharacterRequest(world_id="harbour", character_id="mira")
    await loopback.personas.DeleteCharacter(deletion)
    gone = await read_refusal(remembered_then(loopback, await loopback.load(save)))
    await loopback.personas.CreateCharacter(mira("You keep the lamp."))

    assert gone.reason == Reason.CHARACTER_NOT_FOUND
    assert await remembered_then(loopback, await loopback.load(save)) == ["The lamp fell."]
    assert await remembered_then(loopback, timeline) == ["The lamp fell."]
    assert await remembered_then(loopback, await loopback.start()) == ["You keep the lamp."]
