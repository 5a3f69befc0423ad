"""Every method of every service once, by the Python client, and outcomes of its intents."""

from contextlib import aclosing
from datetime import timedelta

import npcclient
import pytest
from npcclient import NotFound, NotPossibleNow, NpcClient
from npcclient.admin.v1.correction_service_pb2 import (
    BeliefSetting,
    MoodSetting,
    PlaceSetting,
    StandingSetting,
)
from npcclient.channel import Entry, open_channel
from npcclient.messages import (
    Affordance,
    Attention,
    Availability,
    BudgetScope,
    Character,
    Entity,
    Movement,
    ObjectChange,
    Observation,
    OutcomeStatus,
    Parameter,
    ParameterType,
    Persona,
    Place,
    SeedMemory,
    Speaker,
    SpendingLimit,
    Timeline,
    World,
)

from npcserver.admin.v1.lore_service_pb2 import Book, Chapter
from npcserver.model.errors import Reason
from npcserver.v1.mind_pb2 import CommitmentStatus
from npcserver.v1.play_service_pb2 import StoryFlag
from tests.fakes.canned_server import RecordingChannel
from tests.unit.npcclient.test_client import METHODS

WAVE = Affordance(
    name="wave",
    description="Wave at somebody.",
    parameters=[
        Parameter(name="target", type=ParameterType.PARAMETER_TYPE_ENTITY),
        Parameter(name="times", type=ParameterType.PARAMETER_TYPE_INTEGER),
    ],
)
LAMP = Entity(id="lamp_7", name="oil lamp", kind="item")
OF_KEYS = ("CreateKey", "ListKeys", "RotateKey", "RevokeKey")
LOAF = """\
format: npcserver/scene/1
scene: {premise: One loaf is left on the boat.}
members:
  - {name: Ann, goal: Share the loaf by weight.}
  - {name: Bob, goal: Give it to those who row.}
"""


async def test_every_method_works(address: str) -> None:
    """What the descriptors list is called, and answers.

    Keys would shut the server of other tests: test_docs_security makes and revokes them.
    """
    recording = RecordingChannel(open_channel(address, Entry()))
    async with NpcClient(recording.as_channel()) as npc:
        assert (await npc.server.get()).languages[0].code == "en"
        world = await author(npc)
        timeline = await play(npc, world)
        await look(npc, world, timeline)
        await perform(npc, timeline)
        await throw_away(npc, world, timeline)

    known = {f"{method.containing_service.full_name}/{method.name}" for method in METHODS}
    left = {f"npcserver.admin.v1.AccessService/{name}" for name in OF_KEYS}
    assert known - recording.called == left


async def author(npc: NpcClient) -> World:
    """Make a world of three places and two people, with a book."""
    world = await npc.worlds.create(World(name="Überfahrt 渡し"))
    assert world.world_id in {known.world_id for known in await npc.worlds.list()}
    world.description = "Two boats — one captain. 海"
    await npc.worlds.update(world, "description")
    assert (await npc.worlds.get(world)).description == world.description
    for name in ("Pier", "Boat", "Shed"):
        await npc.worlds.create_place(
            Place(world_id=world.world_id, place_id=name.lower(), name=name, objects=["lamp"])
        )
    pier = await npc.worlds.place(world, "pier")
    pier.description = "Wet stones."
    await npc.worlds.update_place(pier, "description")
    assert {place.place_id for place in await npc.worlds.places(world)} == {"pier", "boat", "shed"}
    for name in ("Mira", "Tom", "Ghost"):
        persona = Persona(name=name, background="Keeps the ferry.")
        new = Character(world_id=world.world_id, persona=persona, place_id="pier")
        await npc.characters.create(new, ["The ferry leaves at noon."])
    assert {one.name for one in await npc.characters.cast(world)} == {"Mira", "Tom", "Ghost"}
    mira = await npc.characters.get(world, "mira")
    mira.persona.voice = "Short words."
    await npc.characters.update(mira, "persona.voice")
    assert len(await npc.characters.persona_versions(world, "mira")) == 2
    await npc.characters.delete(world, "ghost")
    assert [one.character_id for one in await npc.characters.list(world)] == ["mira", "tom"]
    (seed,) = await npc.characters.seed_memories(world, "tom")
    etag = await npc.characters.seeds_etag(world, "tom")
    fear = SeedMemory(text="Tom fears the ebb.")
    await npc.characters.update_seed_memories(world, "tom", [seed, fear], etag=etag)
    assert len(await npc.characters.seed_memories(world, "tom")) == 2
    written = await npc.worlds.export_file(world)
    same = await npc.worlds.import_file(world, written.yaml, etag=written.etag)
    assert same.world_id == world.world_id
    await keep_books(npc, world)
    return world


async def keep_books(npc: NpcClient, world: World) -> None:
    book = Book(
        world_id=world.world_id,
        book_id="tides",
        title="Tides",
        chapters=[Chapter(title="Noon", text="At noon the ferry crosses with the ebb.")],
    )
    await npc.lore.put(book)
    assert (await npc.lore.get(world, "tides")).title == "Tides"
    assert len(await npc.lore.list(world)) == 1
    assert [one.title for one in await npc.lore.passages(world, "tides", text="EBB")] == ["Tides"]
    await npc.lore.ask(world, "When does the ferry cross?")
    await npc.lore.delete(world, "tides")


async def play(npc: NpcClient, world: World) -> str:
    """Play a little; return the timeline."""
    start = await npc.timelines.start(world, "every method")
    timeline = start.timeline_id
    assert (await npc.access.mint_player_token(timeline, "ann", "Ann")).token.count(".") == 2
    now = (await npc.timelines.get(timeline)).world_time.ToDatetime()
    stored = await npc.play.observe(
        timeline,
        [Observation(text="A bell rings.", place_id="pier")],
        movements=[Movement(id="ann", name="Ann", place_id="pier")],
        flags=[StoryFlag(name="noon")],
    )
    assert stored.memories > 0
    await npc.access.put_affordance_set(timeline, "pier", [WAVE], [LAMP])
    (registered,) = await npc.access.affordance_sets(timeline, player_id="ann")
    assert [registered.name, *(one.name for one in registered.affordances)] == ["pier", "wave"]
    await wave(npc, timeline)
    await npc.play.advance_clock(timeline, now + timedelta(hours=1))
    await npc.play.set_attention(timeline, Attention.ATTENTION_DORMANT, "tom")
    await npc.timelines.set_availability(timeline, "tom", Availability.AVAILABILITY_ABSENT)
    cast = await npc.characters.cast(world, timeline)
    states = {one.character_id: one.availability for one in cast}
    assert states["tom"] == Availability.AVAILABILITY_ABSENT
    assert states["mira"] == Availability.AVAILABILITY_PRESENT
    await npc.timelines.set_availability(timeline, "tom", Availability.AVAILABILITY_PRESENT)
    lit = ObjectChange(place_id="pier", object_name="lamp", state="lit")
    await npc.play.observe(timeline, objects=[lit])
    each = BudgetScope.BUDGET_SCOPE_PLAYER
    await npc.worlds.set_spending_limit(world, each, "*", limit=SpendingLimit(money_micros=500_000))
    spent = await npc.worlds.day_spending(timeline)
    assert spent is None or spent.calls > 0
    assert (await npc.worlds.spending(world))[-1].limit.money_micros == 500_000
    (lamp,) = await npc.worlds.objects(timeline, only_touched=True)
    assert lamp.state == "lit"
    async with aclosing(npc.play.watch(timeline, after_seq=0)) as events:
        assert (await anext(events)).seq == 1
    kept = CommitmentStatus.COMMITMENT_STATUS_KEPT
    with pytest.raises(NotFound):
        await npc.play.settle_commitment(timeline, "com_none", kept)
    assert await npc.play.suggest_lines(timeline, "mira", "Ann") == ()  # a model speaks here
    await stand_together(npc, timeline)
    return timeline


async def wave(npc: NpcClient, timeline: str) -> None:
    """Have a person wave, and say what came of it; intents keep their types."""
    turn = npc.play.say(
        timeline, "mira", "Please wave!", speaker="Ann", affordances=[WAVE], entities=[LAMP]
    )
    intents = [event.intent async for event in turn if event.HasField("intent")]
    assert [(it.name, it.WhichOneof("value")) for it in intents[0].arguments] == [
        ("target", "text"),
        ("times", "integer"),
    ]
    completed = OutcomeStatus.OUTCOME_STATUS_COMPLETED
    assert await npc.play.report_outcome(timeline, turn.turn_id, intents[0], completed) > 0
    assert not await npc.play.interrupt(turn.turn_id)
    assert (await npc.memories.explain(timeline, turn.turn_id)).turn_id == turn.turn_id
    assert (await npc.memories.export_incident(timeline, turn.turn_id)).text


async def stand_together(npc: NpcClient, timeline: str) -> None:
    ann, bo = (Speaker(id=name.lower(), name=name) for name in ("Ann", "Bo"))
    circle = await npc.circles.open(
        timeline, [ann, Speaker(id="mira", name="Mira", is_character=True)]
    )
    await npc.circles.join(timeline, circle, bo)
    assert len((await npc.circles.get(timeline, circle)).members) == 3
    assert len(await npc.circles.list(timeline, member_id=bo.id)) == 1
    async with npc.circles.say(timeline, circle, "Good day!", who=ann, most_turns=1) as talk:
        events = [event.WhichOneof("event") async for event in talk]
    assert (events[0], events[-1]) == ("heard", "quiet")
    await npc.circles.leave(timeline, circle, bo)


async def correct(npc: NpcClient, loaded: Timeline) -> None:
    """Change what Mira remembers and feels."""
    made = await npc.corrections.add(loaded, "mira", "The mill is haunted.")
    price = await npc.corrections.preview(loaded, made.memory_id)
    assert price.timeline_ids == [loaded.timeline_id]
    corrected = await npc.corrections.correct(loaded, made.memory_id, withdraw=True)
    await npc.corrections.undo(loaded, corrected.correction_id)
    await npc.corrections.set_state(loaded, "mira", BeliefSetting(text="It rains.", score=90))
    await npc.corrections.set_state(loaded, "mira", MoodSetting(valence=0.5))
    await npc.corrections.set_state(loaded, "mira", StandingSetting(other_id="tom", trust=10))
    await npc.corrections.set_state(loaded, "mira", PlaceSetting(place_id="shed"))
    listed = list(await npc.corrections.list(loaded))
    found = [one.states[0].WhichOneof("state") for one in listed if one.states]
    assert found == ["place_id", "standing", "mood", "belief"]
    mind = await npc.characters.mind(loaded, "mira")
    assert [(one.text, one.is_authored) for one in mind.beliefs] == [("It rains.", True)]
    assert len(listed) == 7


async def look(npc: NpcClient, world: World, timeline: str) -> None:
    """Look into minds, save, load and compare."""
    memories = await npc.memories.list(timeline, "mira")
    assert any("A bell rings." in memory.text for memory in memories)
    assert await npc.memories.recall(timeline, "mira", "the bell")
    await npc.memories.trace(timeline, memories[0])
    await npc.memories.who_knows(timeline, memories[0])
    await npc.memories.pin(timeline, memories[0])
    await npc.memories.report(timeline, "mira")
    await npc.memories.reflection_tree(timeline, "mira")
    assert (await npc.characters.mind(timeline, "mira")).character_id == "mira"
    await npc.characters.whisper(timeline, "mira", "I should paint the boat.")
    assert (await npc.characters.move_standing(timeline, "mira", "ann", trust=9)).trust == 59
    assert (await npc.characters.interview(timeline, "mira", "What do you keep?")).answer
    save = await npc.timelines.save(timeline, "noon")
    assert [known.name for known in await npc.timelines.saves(world)] == ["noon"]
    loaded = await npc.timelines.load(save)
    assert len(await npc.timelines.list(world)) == 3  # the world's own, and ours
    await npc.timelines.diff(save, loaded)
    lines = await npc.players.export(world, "nobody")
    assert await npc.players.import_lines(loaded, lines) == 0
    assert not (await npc.players.forget(world, "nobody")).was_known
    assert (await npc.audit.list(world), await npc.audit.export(world)) == ([], "")
    assert (await npc.audit.head(world)).number == 0
    await correct(npc, loaded)
    drafted = await npc.drafts.update(loaded, "mira", Persona(voice="She sings."))
    assert (await npc.drafts.get(loaded, "mira")).changed == drafted.changed == ["voice"]
    assert len((await npc.drafts.preview(loaded, "mira")).timeline_ids) == 2
    assert (await npc.drafts.publish(loaded, "mira", if_seq=drafted.seq)).version > 1
    await npc.drafts.update(loaded, "mira", Persona(), "voice")
    text = await npc.drafts.export_file(loaded, "mira")
    tried = await npc.drafts.import_file(loaded, text, validate_only=True)
    assert [one.changed for one in tried] == [["voice"]]
    await npc.drafts.discard(loaded, "mira")
    assert await npc.drafts.list(loaded) == []
    await npc.drafts.update(
        loaded, Book(book_id="stars", title="Stars", chapters=[Chapter(text="The pole star.")])
    )
    await npc.drafts.update(loaded, Book(book_id="stars"), None, "reader_ids")
    await npc.worlds.update(World(world_id=world.world_id, affordances=[Affordance(name="wave")]))
    waved = await npc.drafts.update(loaded, Affordance(name="wave", description="Wave slowly."))
    assert (waved.affordance_name, waved.base_etag) == ("wave", waved.published_etag)
    assert [one.book_id or one.affordance_name for one in await npc.drafts.list(loaded)] == [
        "stars",
        "wave",
    ]
    assert (await npc.drafts.publish(loaded, Book(book_id="stars"))).etag
    assert "Wave slowly." in await npc.drafts.export_file(loaded, waved.affordance)
    await npc.timelines.delete_timeline(loaded)
    await npc.timelines.delete_save(save)


async def perform(npc: NpcClient, timeline: str) -> None:
    """Open a scene, sit down in it, and break it off; what it does not wait for it refuses."""
    scene = await npc.scenes.open(timeline, LOAF, seed=1, file_name="loaf.yaml")
    ann, bob = (member.member_id for member in scene.members)
    await npc.scenes.take_seat(timeline, scene, ann, "p1", "Pia")
    for refused in (
        npc.scenes.speak(timeline, scene, "By weight!", member=ann),
        npc.scenes.choose(timeline, scene, ann, bob),
        npc.scenes.vote(timeline, scene, ann, bob),
    ):
        with pytest.raises(NotPossibleNow):
            await refused
    await npc.scenes.leave_seat(timeline, scene, ann)
    await npc.scenes.close(timeline, scene)
    await npc.scenes.advance(timeline, await npc.scenes.open(timeline, LOAF, seed=2))
    async with aclosing(npc.scenes.watch(timeline, scene)) as events:
        seen = [event.seq async for event in events]
    assert seen == sorted(seen)
    assert (await npc.scenes.get(timeline, scene)).scene_id == scene.scene_id
    assert len(await npc.scenes.list(timeline)) == 2
    assert (await npc.scenes.result(timeline, scene)).json


async def throw_away(npc: NpcClient, world: World, timeline: str) -> None:
    """Delete everything again."""
    await npc.timelines.delete_timeline(timeline, saves=True)
    await npc.worlds.delete_place(world, "shed")
    await npc.worlds.delete(world)
    assert world.world_id not in {known.world_id for known in await npc.worlds.list()}


COMPLETED = OutcomeStatus.OUTCOME_STATUS_COMPLETED
WAVED = "Hester waved at the lamp."
WAVING = Affordance(
    name="wave",
    parameters=[
        Parameter(name="target", type=ParameterType.PARAMETER_TYPE_ENTITY),
        Parameter(name="times", type=ParameterType.PARAMETER_TYPE_INTEGER),
    ],
)


async def wish(npc: npcclient.NpcClient, timeline: Timeline) -> tuple[str, str]:
    """Let Hester want to wave; return the turn and the intent."""
    turn = npc.play.say(
        timeline, "hester", "Please wave!", speaker="Ann", affordances=[WAVING], entities=[LAMP]
    )
    async with turn:
        (intent,) = [event.intent.intent_id async for event in turn if event.HasField("intent")]
    return turn.turn_id, intent


async def deeds(npc: npcclient.NpcClient, timeline: Timeline) -> int:
    """Return how often Hester remembers that she waved."""
    return [it.text async for it in npc.memories.list(timeline, "hester")].count(WAVED)


async def test_an_outcome_follows_the_game_into_the_timeline_that_is_played(address: str) -> None:
    """Accepted before the save and completed after the load, it is a deed where it is played."""
    async with npcclient.connect(address) as npc:
        old = await npc.timelines.start("farrowhithe")
        wished = await wish(npc, old)
        accepted = OutcomeStatus.OUTCOME_STATUS_ACCEPTED
        await npc.play.report_outcome(old, *wished, accepted)
        save = await npc.timelines.save(old, "dusk")
        played = await npc.timelines.load(save, leaving=old)

        seq = await npc.play.report_outcome(old, *wished, COMPLETED, WAVED)

        assert seq > played.head_seq
        assert (await deeds(npc, played), await deeds(npc, old)) == (1, 0)


async def test_an_outcome_that_no_played_timeline_has_the_turn_of_is_dropped(address: str) -> None:
    """It raises NotPossibleNow with a reason of its own, and no timeline has the deed."""
    async with npcclient.connect(address) as npc:
        old = await npc.timelines.start("farrowhithe")
        save = await npc.timelines.save(old, "dusk")
        wished = await wish(npc, old)
        played = await npc.timelines.load(save, leaving=old)

        with pytest.raises(npcclient.NotPossibleNow) as dropped:
            await npc.play.report_outcome(old, *wished, COMPLETED, WAVED)

        assert dropped.value.reason == Reason.INTENT_TIMELINE_LEFT
        assert dropped.value.metadata["playedTimelineId"] == played.timeline_id
        assert (await deeds(npc, played), await deeds(npc, old)) == (0, 0)
