"""Moods, beliefs, standings and places that authors set in a timeline."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from npcserver.app.characters import Characters, MindView
from npcserver.app.context.mindset import Minds
from npcserver.app.corrections import Corrections
from npcserver.app.ledger.correction_changes import CorrectionMade
from npcserver.app.ledger.set_states import (
    BeliefSetting,
    MoodSetting,
    PlaceSetting,
    Setting,
    StandingSetting,
)
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.timeline_diff import DiffRequest, MomentRef, TimelineComparer
from npcserver.model.character import Availability
from npcserver.model.errors import Conflict, Fault, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.feelings import AxisScore, Belief, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.model_use import Budget
from npcserver.model.record import Body, Draft, Moved, RecordKind, TurnTaken, subject_key
from npcserver.model.relation_axes import RelationAxis
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import (
    ANN,
    DialogueApp,
    head_vantage,
    move_clock,
    new_dialogue_app,
)
from tests.fakes.store_world import (
    GENESIS,
    HOUR,
    INN,
    MIRA,
    START,
    WORLD,
    place,
    put,
    start,
)

CELLAR = PlaceId("cellar")
SETTINGS: Mapping[str, Setting] = {
    "mood": MoodSetting(valence=-0.7, arousal=0.8, why="the lens is gone"),
    "belief": BeliefSetting(text="Bram took the lens.", score=90),
    "standing": StandingSetting(other_id=ANN.id, affinity=-60, trust=5, view="A thief."),
    "place": PlaceSetting(place_id=CELLAR, spot="the stairs"),
}
TOPIC = "bram-took-the-lens"
SUBJECTS = {
    "mood": (RecordKind.MOOD, MIRA),
    "belief": (RecordKind.BELIEF, subject_key(MIRA, TOPIC)),
    "standing": (RecordKind.RELATION, subject_key(MIRA, ANN.id)),
    "place": (RecordKind.PRESENCE, MIRA),
}
EARLIER: Mapping[str, Body] = {
    "mood": Mood(valence=0.4, arousal=0.1, why="a good night"),
    "belief": Belief(topic=TOPIC, text="Bram may have the lens.", score=40),
    "standing": Standing(other_id=ANN.id, other_name="Ann", affinity=30, view="A friend."),
    "place": Moved(place_id=INN, spot="the bar"),
}


class Desk:
    """An author at work on the world of an app."""

    def __init__(self, here: DialogueApp) -> None:
        self.here = here
        self.corrections = Corrections(here.store, here.stream)
        self.characters = Characters(
            Minds(here.store), here.clock, Budgets(here.store, default=Budget())
        )

    async def set(self, name: str, at: TimelineId | None = None) -> CorrectionMade:
        return await self.corrections.set_state(
            timeline_id=at or self.here.timeline,
            character_id=MIRA,
            **{name: SETTINGS[name]},  # type: ignore[arg-type]
            author_id="eve",
            why="to try it",
        )

    async def undo(self, made: CorrectionMade) -> None:
        await self.corrections.undo(
            timeline_id=self.here.timeline, correction_id=made.correction_id
        )

    async def have(self, name: str) -> None:
        """Let play have brought a state about."""
        kind, subject = SUBJECTS[name]
        await put(self.here.store, Draft(kind, EARLIER[name], subject), to=self.here.timeline)

    async def mind(self, at: TimelineId | None = None) -> MindView:
        return await self.characters.mind(at or self.here.timeline, MIRA)

    async def shown(self, at: TimelineId | None = None) -> dict[str, object]:
        """Return the four states as they are shown."""
        mind = await self.mind(at)
        standing = next((one for one in mind.standings if one.other_id == ANN.id), None)
        here = mind.mindset.present[MIRA]
        mood = mind.mindset.situation.mood
        return {
            "mood": (mood.valence, mood.arousal, mood.why, mood.is_authored),
            "belief": [(one.text, one.score, one.is_authored) for one in mind.beliefs],
            "standing": standing
            and (standing.affinity, standing.trust, standing.view, standing.is_authored),
            "place": (here.place_id, here.spot),
        }


SHOWN: Mapping[str, object] = {
    "mood": (-0.7, 0.8, "the lens is gone", True),
    "belief": [("Bram took the lens.", 90, True)],
    "standing": (-60, 5, "A thief.", True),
    "place": (CELLAR, "the stairs"),
}


@pytest.fixture
async def desk() -> Desk:
    """Give a world with a cellar, and a timeline in play."""
    here = await new_dialogue_app()
    await here.store.write(lambda unit: unit.add_place(place(CELLAR, INN)))
    return Desk(here)


@pytest.mark.parametrize("name", SETTINGS)
async def test_a_state_holds_from_its_record_on_until_it_is_taken_back(
    desk: Desk, name: str
) -> None:
    """In its timeline and in later forks; the undo brings back what was, and can be undone."""
    await desk.have(name)
    early = await start(desk.here.store, "tl_early", await head_vantage(desk.here))
    before = await desk.shown()
    made = await desk.set(name)
    late = await start(desk.here.store, "tl_late", await head_vantage(desk.here))

    after = {**before, name: SHOWN[name]}
    assert await desk.shown() == after
    assert await desk.shown(late) == after
    assert await desk.shown(early) == before
    (listed,) = await desk.corrections.list(desk.here.timeline)
    assert (listed.author_id, listed.why, listed.withdrawn, listed.added) == (
        "eve",
        "to try it",
        (),
        (),
    )
    assert [(one.kind, one.subject_id) for one in listed.states] == [SUBJECTS[name]]

    await desk.undo(made)
    assert await desk.shown() == before
    assert await desk.shown(late) == after
    with pytest.raises(InvalidInput, match="taken back"):
        await desk.undo(made)
    back, _ = await desk.corrections.list(desk.here.timeline)
    await desk.corrections.undo(timeline_id=desk.here.timeline, correction_id=back.correction_id)
    assert await desk.shown() == after


@pytest.mark.parametrize("name", SETTINGS)
async def test_the_first_state_of_a_kind_is_taken_back_to_none(desk: Desk, name: str) -> None:
    """Calm, no such belief, a stranger, and where its author put it."""
    before = await desk.shown()
    await desk.undo(await desk.set(name))

    stranger = (0, 50, "", False) if name == "standing" else before["standing"]
    assert await desk.shown() == {**before, "standing": stranger}


async def test_a_mood_that_comes_back_has_faded_as_if_nothing_had_been_set(desk: Desk) -> None:
    """It counts from the time at which it arose."""
    await desk.have("mood")
    await move_clock(desk.here, START + 3 * HOUR)
    made = await desk.set("mood")
    await desk.undo(made)
    async with desk.here.store.read() as reader:
        view = await reader.head(desk.here.timeline)
        first, *_, last = reversed(await view.tail(MIRA, (RecordKind.MOOD,), 5))
    assert (last.body, last.game_time) == (first.body, first.game_time)


async def test_play_moves_a_state_on_and_an_undo_leaves_it_then(desk: Desk) -> None:
    """What was moved is the author's no longer."""
    made = await desk.set("belief")
    (belief,) = (await desk.mind()).beliefs
    moved = belief.moved(-5)
    await put(
        desk.here.store,
        Draft(RecordKind.BELIEF, moved, subject_key(MIRA, TOPIC)),
        to=desk.here.timeline,
    )
    await desk.undo(made)

    assert (await desk.shown())["belief"] == [("Bram took the lens.", 85, False)]
    assert not Standing(other_id="x", is_authored=True).moved(trust=1).is_authored
    set_off = Standing(other_id="x", is_authored=True).set_off
    assert not set_off(affinity=1, trust=0, familiarity=0).is_authored


async def test_receipts_and_diffs_say_that_an_author_set_it(desk: Desk) -> None:
    """As they say all else of a standing."""
    before = await head_vantage(desk.here)
    await desk.set("standing")
    diff = await TimelineComparer(desk.here.store).diff(
        DiffRequest(
            a=MomentRef(timeline_id=before.timeline_id, seq=before.seq),
            b=MomentRef(timeline_id=desk.here.timeline),
        )
    )
    await desk.here.turn()
    (record,) = await desk.here.records(RecordKind.TURN)

    assert [one.is_authored for one in diff.minds[0].b.standings] == [True]
    assert isinstance(record.body, TurnTaken)
    assert record.body.receipt.standing is not None
    assert record.body.receipt.standing.is_authored


async def test_a_thought_that_is_under_way_is_thought_again(desk: Desk) -> None:
    """It began with what no longer holds."""
    minds = Minds(desk.here.store)
    async with desk.here.store.read() as reader:
        mindset = await minds.load(reader, desk.here.timeline, MIRA)
    await desk.set("mood")
    with pytest.raises(Conflict) as refused:
        await minds.save(mindset, [Draft(RecordKind.MOOD, Mood(), MIRA)])
    assert refused.value.reason is Reason.MIND_MOVED


async def test_axes_of_the_world_are_set_within_their_bounds(desk: Desk) -> None:
    """And others are refused with the names of those that there are."""
    axes = (RelationAxis(name="respect", low=0, high=10, start=5),)

    async def work(unit: UnitOfWork) -> None:
        await unit.put_world(replace(await unit.world(WORLD), axes=axes))

    await desk.here.store.write(work)

    async def set_axes(**scores: int) -> None:
        await desk.corrections.set_state(
            timeline_id=desk.here.timeline,
            character_id=MIRA,
            standing=StandingSetting(other_id=ANN.id, axes=scores),
        )

    await set_axes(respect=9)
    (standing,) = (await desk.mind()).standings
    assert standing.scores == (AxisScore("respect", 9),)
    for name, score in (("awe", 1), ("respect", 11)):
        with pytest.raises(InvalidInput, match="respect"):
            await set_axes(**{name: score})


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({}, InvalidInput),
        ({"mood": MoodSetting(), "belief": SETTINGS["belief"]}, InvalidInput),
        ({"belief": BeliefSetting(score=5)}, InvalidInput),
        ({"standing": StandingSetting(other_id=MIRA)}, InvalidInput),
        ({"place": PlaceSetting(place_id=PlaceId("moon"))}, NotFound),
    ],
)
async def test_what_cannot_be_set_is_refused(
    desk: Desk, given: dict[str, object], fault: type[Fault]
) -> None:
    """Nothing is recorded then."""
    before = await head_vantage(desk.here)
    with pytest.raises(fault):
        await desk.corrections.set_state(
            timeline_id=desk.here.timeline,
            character_id=MIRA,
            **given,  # type: ignore[arg-type]
        )
    assert await head_vantage(desk.here) == before


async def test_nothing_is_set_where_the_world_begins_nor_the_place_of_the_dead(
    desk: Desk,
) -> None:
    """Their sentences say what to do instead."""
    with pytest.raises(InvalidInput, match="start a timeline"):
        await desk.set("mood", GENESIS)
    gone = Moved(place_id=None, availability=Availability.DEAD, returns_to=INN)
    await put(desk.here.store, Draft(RecordKind.PRESENCE, gone, MIRA), to=desk.here.timeline)
    with pytest.raises(NotPossibleNow, match="SetAvailability"):
        await desk.set("place")
