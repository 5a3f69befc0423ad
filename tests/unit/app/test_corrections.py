"""Corrections of what characters remember, and what rests on it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from npcserver.app.corrections import Chosen, Corrections
from npcserver.app.ledger.correction_changes import CorrectionMade, DependentChoice
from npcserver.app.memories import Memories
from npcserver.app.pagination import Page
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, Block, DayPlan, Step
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Body, Draft, RecordKind, Remembered, Source, subject_key
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from tests.fakes.store_world import GENESIS, START, key
from tests.fakes.store_world import start as start_timeline
from tests.fakes.written_logs import (
    ANN,
    BRAM_PERSON,
    CY_PERSON,
    DOV_PERSON,
    MIRA_PERSON,
    RumourLog,
    rumour_log,
)

MILL = "The old mill burned down last night."
BAKERY = "The bakery burned down last night."
ANEW, DOUBT, LEAVE = DependentChoice.MAKE_ANEW, DependentChoice.DOUBT, DependentChoice.LEAVE


class Desk:
    """An author at work on a written log."""

    def __init__(self, log: RumourLog) -> None:
        self.log = log
        self.corrections = Corrections(log.store, log.stream)
        self.memories = Memories(log.store, log.stream, DEFAULT)

    async def correct(self, memory: str, **how: object) -> CorrectionMade:
        return await self.corrections.correct(
            timeline_id=self.log.timeline,
            memory_id=memory,
            **how,  # type: ignore[arg-type]
        )

    async def undo(self, made: CorrectionMade) -> CorrectionMade:
        return await self.corrections.undo(
            timeline_id=self.log.timeline, correction_id=made.correction_id
        )

    async def texts(self, who: str = "mira", at: TimelineId | None = None) -> list[str]:
        """Return what a character remembers, oldest first."""
        found = await self.memories.list(
            timeline_id=at or self.log.timeline, character_id=CharacterId(who), page=Page(500)
        )
        return [one.text for one in reversed(found.items)]

    async def recalled(
        self, text: str, who: str = "mira", at: TimelineId | None = None
    ) -> list[str]:
        found, _ = await self.memories.recall(
            timeline_id=at or self.log.timeline, character_id=CharacterId(who), text=text, limit=50
        )
        return [one.memory.text for one in found]

    async def price(self, memory: str) -> list[tuple[str, str, str, int]]:
        found = await self.corrections.preview(self.log.timeline, memory)
        return [(one.character_id, one.kind, one.text, one.hops) for one in found.dependents]


async def desk() -> Desk:
    return Desk(await rumour_log())


async def test_a_withdrawn_memory_is_gone_from_then_on() -> None:
    """Listed, recalled or forked from later: never. From before: as it was."""
    at = await desk()
    before = at.log.timeline
    (mill, *_) = await at.log.see(MILL, MIRA_PERSON, BRAM_PERSON)
    await at.log.see("It rains.", MIRA_PERSON)
    earlier = await start_timeline(at.log.store, "tl_before", Vantage(before, 3))
    assert MILL in await at.recalled("the mill")  # the index knows it before it is withdrawn

    made = await at.correct(mill, is_withdrawn=True, why="it never burned", author_id="dana")

    later = await start_timeline(at.log.store, "tl_later", Vantage(before, made.seq))
    for where in (before, later):
        assert await at.texts(at=where) == ["It rains."]
        assert await at.recalled("the mill", at=where) == ["It rains."]
        assert await at.texts("bram", at=where) == [MILL]
    assert await at.texts(at=earlier) == [MILL, "It rains."]
    assert await at.recalled("the mill", at=earlier) == [MILL, "It rains."]
    seen = await at.memories.list(
        timeline_id=before, character_id=CharacterId("mira"), seq=made.seq - 1, page=Page()
    )
    assert [one.text for one in seen.items] == ["It rains.", MILL]


async def test_new_words_take_the_place_of_old_ones() -> None:
    """With the time, importance and source of the old."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    (old,) = (
        await at.memories.list(
            timeline_id=at.log.timeline, character_id=CharacterId("mira"), page=Page()
        )
    ).items

    made = await at.correct(mill, text=BAKERY)

    (new,) = (
        await at.memories.list(
            timeline_id=at.log.timeline, character_id=CharacterId("mira"), page=Page()
        )
    ).items
    assert (new.text, new.id) == (BAKERY, made.memory_id)
    assert (new.created_at, new.source, new.kind) == (old.created_at, old.source, old.kind)
    assert await at.recalled("what burned down?") == [BAKERY]


async def test_what_rests_on_a_memory_is_listed_first() -> None:
    """Inferred, said, heard and told on; not what else was said, nor what came from elsewhere."""
    at = await desk()
    (mill, _) = await at.log.see(MILL, MIRA_PERSON, DOV_PERSON)
    party = await at.log.tell(ANN, MIRA_PERSON, "Klaus throws a party on Friday.")
    await at.log.infer(MIRA_PERSON, "Someone hates the miller.", mill)
    told = await at.log.tell(
        MIRA_PERSON, BRAM_PERSON, "The old mill burned down. And there is a party on Friday!",
        mill, party,
    )  # fmt: skip
    await at.log.tell(BRAM_PERSON, CY_PERSON, "The mill burned down, they say.", told)
    await at.log.tell(BRAM_PERSON, DOV_PERSON, "Klaus has a party on Friday.", told)

    assert await at.price(mill) == [
        ("mira", "reflection", "Someone hates the miller.", 1),
        ("mira", "line", "The old mill burned down. And there is a party on Friday!", 1),
        ("bram", "utterance", "The old mill burned down. And there is a party on Friday!", 2),
        ("bram", "line", "The mill burned down, they say.", 3),
        ("cy", "utterance", "The mill burned down, they say.", 4),
    ]


async def test_every_branch_that_sees_it_is_priced() -> None:
    """A branch from before the memory is not; a record that two branches share counts once."""
    at = await desk()
    first = at.log.timeline
    await at.log.see("It rains.", MIRA_PERSON)
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    await at.log.infer(MIRA_PERSON, "Someone hates the miller.", mill)
    await start_timeline(at.log.store, "tl_before", Vantage(first, 1))
    await at.log.fork("tl_second", 3)
    await at.log.tell(MIRA_PERSON, BRAM_PERSON, "The old mill burned down!", mill)

    found = await at.corrections.preview(first, mill)

    assert found.timeline_ids == (first, "tl_second")
    assert [(one.timeline_id, one.seq) for one in found.dependents] == [
        (first, 3), ("tl_second", 4), ("tl_second", 5),
    ]  # fmt: skip


async def test_a_branch_that_sees_it_is_priced_however_many_others_there_are() -> None:
    """Those that do not see the memory take no place among those that are searched."""
    at = await desk()
    first = at.log.timeline
    await at.log.see("It rains.", MIRA_PERSON)
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    await start_timeline(at.log.store, "tl_a", Vantage(first, 2))
    await start_timeline(at.log.store, "tl_a_later", Vantage(TimelineId("tl_a"), 2))
    for number in range(250):
        await start_timeline(at.log.store, f"tl_before_{number}", Vantage(first, 1))
    await start_timeline(at.log.store, "tl_b", Vantage(TimelineId("tl_before_7"), 1))

    found = await at.corrections.preview(first, mill)

    assert found.timeline_ids == (first, "tl_a_later", "tl_a")


async def test_each_dependent_is_treated_as_chosen() -> None:
    """Gone, doubted or left; the rest as the request says of the others."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    insight = await at.log.infer(MIRA_PERSON, "Someone hates the miller.", mill)
    told = await at.log.tell(MIRA_PERSON, BRAM_PERSON, "The old mill burned down!", mill)
    heard = await at.log.tell(BRAM_PERSON, CY_PERSON, "The old mill burned down, I hear.", told)
    seqs = [int(one.rpartition(".")[2]) for one in (insight, told, heard)]

    made = await at.correct(
        mill,
        text="The old mill is closed.",
        others=ANEW,
        choices=(Chosen(seq=seqs[1], choice=DOUBT), Chosen(seq=seqs[2], choice=LEAVE)),
    )

    assert made.left == (seqs[2],)
    assert await at.texts() == ["The old mill is closed."]
    (doubted,) = (
        await at.memories.list(
            timeline_id=at.log.timeline, character_id=CharacterId("bram"), page=Page()
        )
    ).items
    assert (doubted.text, doubted.body.trust, doubted.source) == (
        "The old mill burned down!", 20, Source.TOLD,
    )  # fmt: skip
    assert await at.texts("cy") == ["The old mill burned down, I hear."]


async def test_undo_brings_all_back() -> None:
    """And what was taken back can be put in force again."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    await at.log.tell(MIRA_PERSON, BRAM_PERSON, "The old mill burned down!", mill)
    before = [await at.texts(who) for who in ("mira", "bram")]
    recalled = await at.recalled("mill")
    made = await at.correct(mill, text=BAKERY, others=ANEW)
    after = [await at.texts(who) for who in ("mira", "bram")]
    assert after == [[BAKERY], []]

    undone = await at.undo(made)

    assert [await at.texts(who) for who in ("mira", "bram")] == before
    assert await at.recalled("mill") == recalled
    await at.undo(undone)
    assert [await at.texts(who) for who in ("mira", "bram")] == after
    with pytest.raises(InvalidInput, match="taken back"):
        await at.undo(undone)
    listed = await at.corrections.list(at.log.timeline)
    assert [(one.undoes, one.is_undone) for one in listed] == [
        (undone.correction_id, False), (made.correction_id, True), ("", False),
    ]  # fmt: skip
    assert [one.text for one in listed[-1].withdrawn] == [
        MILL, "The old mill burned down!", "The old mill burned down!",
    ]  # fmt: skip


def _plan(*activities: str) -> DayPlan:
    blocks = tuple(
        Block(starts_at=START + timedelta(hours=at), minutes=60, activity=activity)
        for at, activity in enumerate(activities)
    )
    return DayPlan(
        day=date(2000, 1, 1), wakes_at=START, sleeps_at=blocks[-1].ends_at, outline=activities,
        blocks=blocks,
    )  # fmt: skip


RELATION, BELIEF = subject_key("mira", "cy"), subject_key("mira", "arson")
PROMISE = subject_key("mira", "c")
FAIR = Standing(other_id="cy", other_name="Cy", affinity=10, view="A fair man.")
CLEARING = "clearing the burned old mill"


async def states(at: Desk) -> list[Body]:
    """Return how Mira stands to Cy, what she believes of him, her promise, plan and act."""
    wanted = {
        RecordKind.RELATION: RELATION,
        RecordKind.BELIEF: BELIEF,
        RecordKind.COMMITMENT: PROMISE,
        RecordKind.DAY: "mira",
        RecordKind.ACT: "mira",
    }
    async with at.log.store.read() as reader:
        view = await reader.head(at.log.timeline)
        found = [await view.latest(kind, subject) for kind, subject in wanted.items()]
    return [one.body for one in found if one is not None]


async def live_with_the_fire(at: Desk) -> str:
    """Let Mira see the mill burn, and think, promise and plan because of it; name the memory."""
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    seq = int(mill.rpartition(".")[2])
    blamed = FAIR.moved(affinity=-8, view="He let the old mill burn down.", evidence=(seq,))
    arson = Belief(topic="arson", text="Cy burned the mill.", score=60, evidence=(seq,))
    promise = Commitment(
        commitment_id="c", by_id="mira", by_name="Mira", to_id="bram", to_name="Bram",
        what="help clear the burned old mill",
    )  # fmt: skip
    step = Step(starts_at=START + timedelta(hours=1), minutes=60, activity=CLEARING)
    await at.log.put(
        Draft(RecordKind.RELATION, FAIR, RELATION),
        Draft(RecordKind.RELATION, blamed, RELATION),
        Draft(RecordKind.RELATION, blamed.moved(trust=5), RELATION),
        Draft(RecordKind.BELIEF, arson, BELIEF),
        Draft(RecordKind.COMMITMENT, promise, PROMISE),
        Draft(RecordKind.DAY, _plan("baking", CLEARING, "resting"), "mira"),
        Draft(RecordKind.ACT, Act(step=step), "mira"),
    )
    return mill


async def test_states_lose_what_rested_on_it() -> None:
    """A standing keeps what else moved it; a promise is withdrawn; plans lose what rests on it."""
    at = await desk()
    mill = await live_with_the_fire(at)
    before = await states(at)
    assert {kind for _, kind, _, _ in await at.price(mill)} == {
        "relation", "belief", "commitment", "day", "act",
    }  # fmt: skip

    made = await at.correct(mill, is_withdrawn=True, others=ANEW)

    standing, belief, promise, plan, act = await states(at)
    assert standing == replace(FAIR.moved(trust=5), view="A fair man.")
    assert isinstance(belief, Belief)
    assert (belief.score, belief.text) == (50, "")
    assert isinstance(promise, Commitment)
    assert promise.status is CommitmentStatus.WITHDRAWN
    assert isinstance(plan, DayPlan)
    assert [one.activity for one in plan.blocks] == ["baking", "baking", "resting"]
    assert plan.outline == ("baking", "resting")
    assert isinstance(act, Act)
    assert act.step.activity == "baking"
    await at.undo(made)
    assert await states(at) == before


async def test_words_that_were_said_stay_said() -> None:
    """Who heard them knows the new text instead, as a fact that it was told."""
    at = await desk()
    told = await at.log.tell(ANN, MIRA_PERSON, "The old mill burned down!")

    await at.correct(told, text="The bakery burned down.")

    (memory,) = (
        await at.memories.list(
            timeline_id=at.log.timeline, character_id=CharacterId("mira"), page=Page()
        )
    ).items
    assert (memory.kind, memory.text) == (RecordKind.OBSERVATION, "The bakery burned down.")
    assert (memory.body.told_by, memory.body.turn_id) == ("p1", None)


async def test_a_lock_limits_to_whom_it_may_be_told() -> None:
    """The words stay, with a secret."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)

    await at.correct(mill, lock=Secret(key="the-mill", to=("bram",)))

    (memory,) = (
        await at.memories.list(
            timeline_id=at.log.timeline, character_id=CharacterId("mira"), page=Page()
        )
    ).items
    assert (memory.text, [one.key for one in memory.body.secrets]) == (MILL, ["the-mill"])


async def test_a_memory_that_is_added_can_be_taken_back() -> None:
    """Recalled as any other until then."""
    at = await desk()
    made = await at.corrections.add(
        timeline_id=at.log.timeline, character_id=CharacterId("mira"), text="The duke is her uncle."
    )
    assert await at.recalled("the duke") == ["The duke is her uncle."]
    await at.undo(made)
    assert await at.texts() == []


async def test_a_repeated_request_changes_nothing() -> None:
    """And returns the same correction."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    same = key("req-1", scope=at.log.timeline)
    made = await at.correct(mill, text=BAKERY, key=same)
    assert await at.correct(mill, text=BAKERY, key=same) == made
    assert await at.texts() == [BAKERY]


async def test_what_cannot_be_done_is_refused_with_what_to_do() -> None:
    """No change or several, no such record, what is withdrawn, and where the world begins."""
    at = await desk()
    (mill,) = await at.log.see(MILL, MIRA_PERSON)
    (seed,) = await Desk(at.log).log.put(
        Draft(RecordKind.OBSERVATION, Remembered(source=Source.AUTHORED), "mira", text="A seed.")
    )
    with pytest.raises(InvalidInput, match="one of them"):
        await at.correct(mill)
    with pytest.raises(InvalidInput, match="one of them"):
        await at.correct(mill, text="x", is_withdrawn=True)
    with pytest.raises(InvalidInput, match="rests on this memory"):
        await at.correct(mill, text="x", choices=(Chosen(seq=99, choice=LEAVE),))
    with pytest.raises(NotFound):
        await at.correct("tl_play.77", text="x")
    await at.correct(mill, is_withdrawn=True)
    with pytest.raises(NotFound):
        await at.correct(mill, text="again")
    at.log.timeline = GENESIS
    with pytest.raises((InvalidInput, NotFound)):
        await at.correct(seed, text="x")
