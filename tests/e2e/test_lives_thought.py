"""What minds make of their lives, from end to end: insights upon insights, within their means."""

from pathlib import Path

from npcclient import connect

from npcmodels.scripted import ScriptedThinker
from npcserver.model.character import Attention
from npcserver.model.inputs import Insight, InsightsInput, ReplyInput
from npcserver.model.model_use import SHARES, Budget, Cost, Purpose
from npcserver.model.record import Rated, Record, RecordKind
from npcserver.model.thought import AnswerStatus, Spent, Thought
from npcserver.v1 import memory_pb2, turn_pb2
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    ADA,
    COLD,
    EVERYBODY,
    DayScript,
    open_village_server,
    role,
    village_file,
    village_time,
)

CALLS = 30
OLD = "The brook is a good neighbour."


def insights(question: object) -> object:
    """Answer with the same old insight, and with one on what matters most so far."""
    if not isinstance(question, InsightsInput):
        return DayScript(weighty=("brook",))(question)
    evidence = question.evidence
    deepest = max(range(len(evidence)), key=lambda n: (evidence[n].body.depth, evidence[n].seq))
    texts = (OLD, f"Ada minds {len(evidence)} things, {evidence[deepest].seq} above all.")
    places = tuple(dict.fromkeys((deepest, 0)))
    return tuple(Insight(text=one, evidence=places, importance=8) for one in texts)


async def test_insights_rest_on_insights_down_to_what_was_seen(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The tree is two levels deep or more, its leaves were lived through, no insight is twice."""
    url = new_migrated_sqlite()
    async with open_village_server(
        url, tmp_path, insights, village_file(role(ADA)), serve=True, reflection_threshold=30
    ) as app:
        await app.attend(Attention.DORMANT, ADA)
        for number in range(4):
            seen = [f"the brook rose by {number}.{part} feet" for part in range(4)]
            await app.observe(*seen, who=ADA)
            await app.game.settle()
        async with connect(f"127.0.0.1:{app.here.port}") as npc:
            nodes = await npc.memories.reflection_tree(app.timeline_id, ADA)
        texts = [one.text for one in await app.of(RecordKind.REFLECTION, ADA)]
        ratings = [one.body for one in await app.of(RecordKind.RATING, ADA)]
        vectors = await app.here.embedder.embed(texts)

    by_id = {node.memory.memory_id: node for node in nodes}
    leaves = [node for node in nodes if not node.child_ids]
    assert max(node.memory.depth for node in nodes) >= 2
    assert {node.memory.kind for node in leaves} == {memory_pb2.MEMORY_KIND_OBSERVATION}
    assert all(
        by_id[child].memory.depth < node.memory.depth
        for node in nodes
        for child in node.memory.evidence_ids
    )
    cosines = vectors @ vectors.T
    assert [
        (texts[a], texts[b]) for a in range(len(texts)) for b in range(a) if cosines[a, b] > 0.95
    ] == []
    assert texts.count(OLD) == 1
    assert any(isinstance(one, Rated) and one.evidence for one in ratings)


def reserving(records: list[Record]) -> list[Spent]:
    """Return the entries of the accounts that were made before a call."""
    entries = [one.body for one in records if isinstance(one.body, Spent)]
    before = [Spent(day="", total=Cost()), *entries]
    pairs = zip(before, entries, strict=False)
    return [new for old, new in pairs if new.reserved.calls > old.reserved.calls]


async def test_a_day_costs_no_more_than_it_may(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Thinking thins out in the stated order, and who is spoken to answers all the same."""
    model = ScriptedThinker(DayScript())
    file = village_file(*COLD, budget=Budget(calls=CALLS))
    async with open_village_server(new_migrated_sqlite(), tmp_path, model, file, serve=True) as app:
        await app.attend(Attention.FOREGROUND, *EVERYBODY)
        await app.live(village_time("06:05"), minutes=5)
        async with connect(f"127.0.0.1:{app.here.port}") as npc:
            early = await npc.worlds.day_spending(app.timeline_id)
            save = await npc.timelines.save(app.timeline_id)
            await app.live(village_time("12:00"), minutes=60)
            spent = await npc.worlds.day_spending(app.timeline_id)
            asked = sum(not isinstance(one, ReplyInput) for one in model.questions)
            turn = npc.play.say(app.timeline_id, ADA, "Good day!", speaker="p1")
            words = [event async for event in turn]
            loaded = await npc.timelines.load(save)
            again = await npc.worlds.day_spending(loaded)
        entries = reserving(await app.records(RecordKind.SPENDING))
        thoughts = [one.body for one in await app.records(RecordKind.THOUGHT)]

    assert asked <= CALLS
    assert early is not None
    assert spent is not None
    assert 0 < early.calls < spent.calls <= CALLS
    assert again == early
    over = [(one.purpose, one.total.calls) for one in entries if one.purpose is not None]
    assert all(total <= CALLS * SHARES[purpose] for purpose, total in over)
    dropped = [one for one in thoughts if isinstance(one, Thought) and "over budget" in one.faults]
    assert {one.verdict for one in dropped} == {AnswerStatus.DEFAULTED}
    assert Purpose.DECOMPOSE in {one.purpose for one in dropped}
    (finished,) = [one.finished for one in words if one.HasField("finished")]
    assert finished.rung == turn_pb2.RUNG_PRIMARY
