"""Opening a mind, saving a thought only where the mind still stands, and the costs of its day."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.characters import Characters
from npcserver.app.context.mindset import (
    Minds,
    Mindset,
    beliefs,
    decayed_mood,
    standing_from,
    standing_with,
    standings,
)
from npcserver.app.thoughts.budgets import Budgets, Prices
from npcserver.model.character import Attention, Person, Persona, Relation
from npcserver.model.day import Act, DayPlan, Step
from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.feelings import MOOD_HALF_LIFE, Belief, Mood, Standing
from npcserver.model.ids import CharacterId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Budget, Cost, Purpose
from npcserver.model.record import (
    Attended,
    Correction,
    Draft,
    RecordKind,
    ReflectedUpTo,
    subject_key,
)
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Usage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import (
    INN,
    MIRA,
    START,
    WORLD,
    character,
    clock,
    moved,
    put,
    seen,
    turn,
)

ANN = Person(id="p1", name="Ann")


async def load(here: DialogueApp, minds: Minds | None = None) -> Mindset:
    minds = minds or Minds(here.store)
    async with here.store.read() as reader:
        return await minds.load(reader, here.timeline, MIRA)


async def test_a_mind_is_as_its_latest_records_say() -> None:
    """Place, act, day, mood, tier and company are each the newest that the vantage sees."""
    here = await new_dialogue_app()
    step = Step(starts_at=START, minutes=30, activity="sweeping")
    day = DayPlan(day=START.date(), wakes_at=START, sleeps_at=START, currently="short of sleep")
    await put(
        here.store,
        replace(moved("p1", INN), text="Ann"),
        Draft(kind=RecordKind.ACT, subject_id=MIRA, body=Act(step=step)),
        Draft(kind=RecordKind.DAY, subject_id=MIRA, body=day),
        Draft(
            kind=RecordKind.ATTENTION, subject_id=MIRA, body=Attended(attention=Attention.DORMANT)
        ),
        Draft(kind=RecordKind.MOOD, subject_id=MIRA, body=Mood(valence=0.8, arousal=-0.4)),
        clock(START + MOOD_HALF_LIFE),
        to=here.timeline,
    )
    mind = await load(here)

    assert (mind.timeline_id, mind.seq, mind.id, mind.language) == (here.timeline, 6, MIRA, "en")
    assert mind.situation.act is not None
    assert mind.situation.act.step == step
    assert mind.day == day
    assert mind.situation.currently == "short of sleep"
    assert mind.attention is Attention.DORMANT
    assert mind.situation.mood.valence == pytest.approx(0.4)
    assert mind.situation.company == (ANN,)
    assert mind.situation.place is not None
    assert mind.situation.place.id == INN


async def test_a_new_mind_is_as_its_author_wrote_it() -> None:
    """No act, no day, no mood, and the tier of the server."""
    here = await new_dialogue_app()
    minds = Minds(here.store, attention=Attention.FOREGROUND)
    mind = await load(here, minds)

    assert (mind.situation.act, mind.day, mind.situation.mood) == (None, None, Mood())
    assert mind.attention is minds.default_attention is Attention.FOREGROUND


async def test_a_thought_is_saved_with_its_jobs_and_told_to_those_who_watch() -> None:
    """Records and wishes come together."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    mind = await load(here, minds)
    job = JobDraft(JobKind.DIGEST, here.timeline, MIRA)
    with here.store.broadcast.listening(here.timeline) as ear:
        appended = await minds.save(mind, [seen("x")], jobs=[job])

    assert ear.grown.is_set()
    assert (appended.first, appended.last) == (1, 1)
    assert await here.store.jobs.claim(START.replace(year=2100), 60) is not None


async def test_a_fence_lets_unrelated_records_pass_and_stops_related_ones() -> None:
    """Play goes on while a mind thinks; only what the thought rests on drops it."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    mind = await load(here, minds)
    fences = (mind.fence(RecordKind.REFLECTED),)
    mark = Draft(kind=RecordKind.REFLECTED, subject_id=MIRA, body=ReflectedUpTo(seq=0))
    other = Draft(
        kind=RecordKind.REFLECTED, subject_id=subject_key(MIRA, "p1"), body=ReflectedUpTo(seq=0)
    )
    await put(here.store, seen("x"), other, to=here.timeline)
    await minds.save(mind, [mark], fences=fences)

    with pytest.raises(Conflict) as conflict:
        await minds.save(mind, [mark], fences=fences)
    assert conflict.value.reason is Reason.MIND_MOVED
    assert len(await here.records(RecordKind.REFLECTED)) == 2


async def test_a_correction_drops_the_thought_under_way() -> None:
    """It may rest on the old memory; a correction of another mind is no reason."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    mind = await load(here, minds)
    body = Correction(correction_id="c", withdrawn=(1,))
    await put(here.store, Draft(RecordKind.CORRECTION, body, "tom"), to=here.timeline)
    await minds.save(mind, [seen("x")])
    await put(here.store, Draft(RecordKind.CORRECTION, body, MIRA), to=here.timeline)

    with pytest.raises(Conflict) as conflict:
        await minds.save(mind, [seen("y")])
    assert conflict.value.reason is Reason.MIND_MOVED


async def test_an_edited_persona_drops_the_thought() -> None:
    """What was thought as another is not kept; an edit of nothing is none."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    mind = await load(here, minds)
    await _edit(here, mind.authored.persona)
    await minds.save(mind, [seen("x")])
    await _edit(here, replace(mind.authored.persona, traits="bitter"))

    with pytest.raises(Conflict) as conflict:
        await minds.save(mind, [seen("y")])
    assert conflict.value.reason is Reason.MIND_MOVED
    assert await here.texts() == ["x"]


async def test_a_deleted_character_drops_the_thought() -> None:
    """There is nobody whose thought it could be."""
    here = await new_dialogue_app()
    minds = Minds(here.store)
    mind = await load(here, minds)

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId(MIRA))

    await here.store.write(delete)

    with pytest.raises(NotFound):
        await minds.save(mind, [seen("x")])


async def test_a_standing_is_the_latest_or_the_authors_or_a_strangers() -> None:
    """Play goes before what was written, and what was written before nothing."""
    here = await new_dialogue_app()
    mind = await load(here)
    friend = Relation(to="Ann", to_id="p1", view="a friend", affinity=60)
    loved = Persona(name="Mira", relations=(friend,))
    author = replace(mind.character, persona=loved)

    assert standing_from(None, author, ANN).view == "a friend"
    assert standing_from(None, author, ANN).trust == 65
    stranger = standing_from(None, mind.character, ANN)
    assert (stranger.affinity, stranger.trust, stranger.familiarity) == (0, 50, 0)
    kept = Standing(other_id="p1", affinity=-5)
    await put(
        here.store,
        Draft(kind=RecordKind.RELATION, subject_id=subject_key(MIRA, "p1"), body=kept),
        to=here.timeline,
    )
    now = await load(here)
    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        assert await standing_with(view, author, ANN) == kept
        assert await standings(view, MIRA) == {"p1": kept}
        before = await reader.at(Vantage(here.timeline, 0))
        assert (await standing_with(before, author, ANN)).view == "a friend"
    assert now.seq == 1


async def test_beliefs_come_strongest_first_and_moods_fade() -> None:
    """The latest of each topic; nobody else's."""
    here = await new_dialogue_app()
    for topic, score in (("a", 55), ("b", 10), ("a", 60)):
        body = Belief(topic=topic, text=topic, score=score)
        draft = Draft(kind=RecordKind.BELIEF, subject_id=subject_key(MIRA, topic), body=body)
        await put(here.store, draft, to=here.timeline)
    await put(
        here.store,
        Draft(
            kind=RecordKind.BELIEF,
            subject_id=subject_key("mirabel", "c"),
            body=Belief(topic="c", text=""),
        ),
        Draft(kind=RecordKind.MOOD, subject_id=MIRA, body=Mood(valence=1.0)),
        clock(START + 2 * MOOD_HALF_LIFE + timedelta(0)),
        to=here.timeline,
    )
    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        found = await beliefs(view, MIRA)
        mood = decayed_mood(await view.latest(RecordKind.MOOD, MIRA), await view.game_time())

    assert [(one.topic, one.score) for one in found] == [("b", 10), ("a", 60)]
    assert mood.valence == pytest.approx(0.25)


async def _edit(here: DialogueApp, persona: Persona) -> None:
    async def work(unit: UnitOfWork) -> None:
        await unit.put_character(replace(character(), persona=persona))

    await here.store.write(work)


PRICES = Prices(prompt=2.0, completion=10.0)
USAGE = Usage(prompt_tokens=100, completion_tokens=50)
ONE = Cost(calls=1, tokens=150, micros=700)


async def test_without_any_limit_the_costs_of_the_day_are_shown_all_the_same() -> None:
    """Turns from the log, thoughts as this process counted them; nothing is written for it."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    await put(here.store, turn("t1"), to=here.timeline)
    await think(here, accounts)

    assert await cost(here, accounts) == Cost(calls=2, tokens=150, micros=700)
    assert await here.records(RecordKind.SPENDING) == []


async def test_a_restart_forgets_the_thoughts_that_had_no_limit_and_no_turn() -> None:
    """Where there is a limit nothing is forgotten: it stands in the log."""
    for limits, calls in ((Budget(), 1), (Budget(calls=100), 2)):
        here = await new_dialogue_app()
        before = Budgets(here.store, default=limits, prices=PRICES)
        await put(here.store, turn("t1"), to=here.timeline)
        await think(here, before)

        restarted = Budgets(here.store, default=limits, prices=PRICES)

        found = await cost(here, restarted)
        assert found is not None
        assert found.calls == calls


@pytest.mark.parametrize(
    ("default", "per_person", "world", "thoughts"),
    [
        (Budget(), 4, Budget(), 4),  # 4 for each of two people
        (Budget(calls=6), 4, Budget(), 3),  # all together have less
        (Budget(calls=40), 4, Budget(), 4),
        (Budget(), 4, Budget(calls=2), 1),  # the world's own limit wins
    ],
)
async def test_a_day_has_so_many_calls_for_each_person(
    default: Budget, per_person: int, world: Budget, thoughts: int
) -> None:
    """A world of twice as many people may think twice as much; a thought reserves two calls."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=default, calls_per_person=per_person, prices=PRICES)

    async def join(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram")))

    await here.store.write(join)  # beside Mira

    reserved = [
        await accounts.reserve(here.timeline, world, Purpose.RATE, max_tokens=50)
        for _ in range(thoughts + 1)
    ]

    assert [one is not None for one in reserved] == [True] * thoughts + [False]


async def test_an_earlier_position_shows_what_was_written_down_by_then() -> None:
    """What came after it is not told, no matter who knows it."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(calls=100), prices=PRICES)
    await think(here, accounts)
    earlier = (await here.records())[-1].seq
    await think(here, accounts)

    assert await cost(here, accounts, earlier) == ONE
    assert await cost(here, accounts) == ONE.plus(ONE)


async def test_a_day_that_cost_nothing_yet_shows_nothing() -> None:
    """The costs of yesterday are none of today's."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    await put(here.store, turn("t1"), to=here.timeline)
    await think(here, accounts)
    assert await cost(here, accounts) is not None
    await put(here.store, clock(START + timedelta(days=1)), to=here.timeline)

    assert await cost(here, accounts) is None


async def test_turns_that_no_account_holds_are_each_counted_once() -> None:
    """However often a mind is looked into, and also when the day changes in between."""
    here = await new_dialogue_app()
    accounts = Budgets(here.store, default=Budget(), prices=PRICES)
    for number in range(3):
        await put(here.store, turn(f"t{number}"), to=here.timeline)
        assert await cost(here, accounts) == Cost(calls=number + 1)
    await put(here.store, clock(START + timedelta(days=1)), turn("t9"), to=here.timeline)

    assert await cost(here, accounts) == Cost(calls=1)


async def think(here: DialogueApp, accounts: Budgets) -> None:
    """Reserve a thought, and settle one call."""
    account = await accounts.reserve(here.timeline, Budget(), Purpose.PLAN, max_tokens=400)
    assert account is not None
    await accounts.settle(account, 1, USAGE)


async def cost(here: DialogueApp, accounts: Budgets, seq: int | None = None) -> Cost | None:
    """Look into Mira's mind for what the day has cost."""
    characters = Characters(Minds(here.store), here.clock, accounts)
    spent = await characters.day_spending(here.timeline, seq)
    return None if spent is None else spent.total
