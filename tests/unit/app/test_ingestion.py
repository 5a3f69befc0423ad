"""Vectors and ratings of new memories, and memories from before a talk."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.context.recall import RecalledContext, carried_on, with_prior
from npcserver.model.job import Job, JobKind
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Recollection, unscored
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, RecordKind, ReflectedUpTo, Remembered, Source
from npcserver.model.secret import whispered
from npcserver.model.thought import Thought
from tests.fakes.prompt_inputs import recollection
from tests.fakes.store_world import MIRA, clock, seen
from tests.fakes.thought_app import LATER, ThoughtApp, new_thought_app


async def test_a_digest_tells_whose_mind_has_grown() -> None:
    """Who keeps minds awake hears of it once the vectors and ratings are stored."""
    here = await new_thought_app()
    await here.want()

    await here.do_all()

    assert here.told == [(here.here.timeline, MIRA)]
    assert await here.rated()


async def test_a_digest_embeds_and_rates_everything_in_batches_and_ends() -> None:
    """Seventy memories take several jobs; then none is left, and each was rated once."""
    here = await new_thought_app(70, threshold=10**6)
    await here.want()

    assert await here.do_all() < 20

    assert [seq for seq, _ in await here.rated()] == list(range(1, 71))
    assert {rating for _, rating in await here.rated()} == {7}
    space = f"{here.here.embedder.name}@{here.here.embedder.dimension}/own"
    async with here.here.store.read() as reader:
        assert await reader.lacking_vectors(space, here.here.timeline, MIRA, 10) == ()


async def test_a_second_digest_finds_nothing_to_do() -> None:
    """Every job may be done twice without harm."""
    here = await new_thought_app()
    for _ in range(2):
        await here.want()
        await here.do_all()

    assert len(here.asked) == 1
    assert len(await here.rated()) == 1


async def test_what_cannot_be_rated_stays_neutral_and_is_not_asked_again() -> None:
    """A bad answer costs one question and no memory."""
    here = await new_thought_app()
    here.ratings = [None]
    await here.want()

    assert await here.do_all() == 1
    assert await here.rated() == [(1, NEUTRAL_IMPORTANCE)]


async def test_statements_are_rated_in_the_language_and_name_of_their_owner() -> None:
    """Not in that of the author of the server."""
    here = await new_thought_app()
    await here.want()
    await here.do_all()

    ((statements, language),) = here.asked
    assert (statements.name, language) == ("Mira", "en")


async def test_a_new_embedder_gives_every_mind_new_vectors_once() -> None:
    """The wish is made at the first start with it, and not at the next."""
    here = await new_thought_app(3)
    await here.digesting.reembed()
    assert await here.do_all() == 1
    await here.digesting.reembed()

    assert await here.do_all() == 0


async def test_a_rating_leaves_a_receipt() -> None:
    """What a rating was made from, and what it cost, can be read back."""
    here = await new_thought_app()
    await here.want()
    await here.do_all()

    (record,) = await here.here.records(RecordKind.THOUGHT)
    assert isinstance(record.body, Thought)
    assert (record.body.purpose, record.body.calls) == (Purpose.RATE, 1)
    assert record.body.usage.prompt_tokens == 100
    assert record.body.raw_answers == ("7",)


async def test_the_same_words_are_rated_once() -> None:
    """Within a batch, and again later: the released code paid for each repetition."""
    here = await new_thought_app(0)
    await here.live(seen("Otto sneezed."), seen("Otto sneezed."), seen("It is noon."))
    await here.want()
    await here.do_all()
    await here.live(seen("Otto sneezed."))
    await here.want()
    await here.do_all()

    ((statements, _),) = here.asked
    assert statements.texts == ("Otto sneezed.", "It is noon.")
    assert await here.rated() == [(1, 7), (2, 7), (3, 7), (6, 7)]


async def test_idleness_is_rated_without_asking() -> None:
    """That a thing is idle matters as little as can be, and everybody knows that."""
    here = await new_thought_app(0)
    await here.live(seen("the stove is idle"), seen("The bed is idle."))
    await here.want()
    await here.do_all()

    assert here.asked == []
    assert await here.rated() == [(1, 1), (2, 1)]


async def test_a_spent_budget_rates_by_rule_and_loses_nothing() -> None:
    """Over budget nothing is asked; each memory is neutral, and the digest ends."""
    here = await new_thought_app(3, budget=Budget(calls=1))
    await here.want()

    assert await here.do_all() == 1
    assert here.asked == []
    assert await here.rated() == [(seq, NEUTRAL_IMPORTANCE) for seq in (1, 2, 3)]


@pytest.mark.parametrize(("memories", "is_due"), [(20, False), (21, False), (22, True)])
async def test_enough_that_matters_calls_for_a_reflection(memories: int, is_due: bool) -> None:  # noqa: FBT001
    """At 150 of importance and not before: 22 memories of 7, not 21."""
    here = await new_thought_app(memories)
    await here.want()

    assert await _wants_reflection(here) is is_due


async def test_what_was_rated_at_birth_counts_too() -> None:
    """The game, or a reply, may have rated all of it, so that nothing is left to ask."""
    here = await new_thought_app(0, threshold=20)
    await here.live(seen("The roof caught fire.", importance=10), seen("It fell.", importance=10))
    await here.want()

    assert await _wants_reflection(here)
    assert here.asked == []


async def test_own_words_inferences_plans_and_seeds_do_not_count() -> None:
    """Only what was perceived calls for a reflection."""
    here = await new_thought_app(0, threshold=10)
    own = Remembered(source=Source.OWN)
    await here.live(
        Draft(kind=RecordKind.LINE, subject_id=MIRA, text="x", importance=10, body=own),
        Draft(kind=RecordKind.REFLECTION, subject_id=MIRA, text="x", importance=10, body=own),
        Draft(kind=RecordKind.PLAN, subject_id=MIRA, text="x", importance=10, body=own),
        Draft(
            kind=RecordKind.OBSERVATION, subject_id=MIRA, text="x", importance=10,
            body=Remembered(source=Source.AUTHORED),
        ),
    )  # fmt: skip
    await here.want()

    assert not await _wants_reflection(here)


async def test_what_was_reflected_upon_does_not_count_again() -> None:
    """The sum begins anew at the mark, wherever the memories were rated."""
    here = await new_thought_app(0, threshold=20)
    await here.live(*(seen(f"Fire {each}.", importance=9) for each in range(3)))
    await here.live(
        Draft(kind=RecordKind.REFLECTED, subject_id=MIRA, body=ReflectedUpTo(seq=2)),
        seen("It rained.", importance=9),
    )
    await here.want()
    assert not await _wants_reflection(here)
    await here.live(seen("It poured.", importance=2))
    await here.want()

    assert await _wants_reflection(here)


async def _wants_reflection(here: ThoughtApp) -> bool:
    """Do all digests and say whether a reflection was wished for."""
    wanted: list[Job] = []

    async def note(job: Job) -> None:
        wanted.append(job)

    here.handlers[JobKind.REFLECT] = note
    await here.do_all()
    return bool(wanted)


async def do_due(here: ThoughtApp) -> None:
    """Do what is due by now, and nothing that was put off."""
    jobs = here.here.store.jobs
    while (job := await jobs.claim(here.clock.now(), LATER)) is not None:
        await here.cognition.do(job)


@pytest.mark.parametrize(("memories", "is_asked"), [(9, False), (10, True)])
async def test_ten_unrated_memories_are_one_question(memories: int, is_asked: bool) -> None:  # noqa: FBT001
    """Nine wait, and are embedded at once all the same."""
    here = await new_thought_app(memories, rated_from=10)
    await here.want()
    await do_due(here)

    assert [len(statements.texts) for statements, _ in here.asked] == [10] * is_asked
    assert len(await here.rated()) == (10 if is_asked else 0)
    space = f"{here.here.embedder.name}@{here.here.embedder.dimension}/own"
    async with here.here.store.read() as reader:
        assert await reader.lacking_vectors(space, here.here.timeline, MIRA, 20) == ()


async def test_what_waits_counts_as_neutral() -> None:
    """A memory can be recalled before anybody rated it."""
    here = await new_thought_app(1, rated_from=10)
    await here.want()
    await do_due(here)

    async with here.here.store.read() as reader:
        view = await reader.head(here.here.timeline)
        unrated = await view.unrated(MIRA, 5)
        (memory,) = await here.here.stream.as_memories(
            reader, view, view.timeline.world_id, MIRA, unrated
        )
    assert (memory.importance, memory.is_rated) == (NEUTRAL_IMPORTANCE, False)


@pytest.mark.parametrize(("minutes", "is_asked"), [(29, False), (30, True)])
async def test_half_a_game_hour_is_waited_at_most(minutes: int, is_asked: bool) -> None:  # noqa: FBT001
    """The clock calls up what waits; until then no job is due."""
    here = await new_thought_app(2, rated_from=10)
    await here.want()
    await do_due(here)
    async with here.here.store.read() as reader:
        now = (await reader.timeline(here.here.timeline)).game_time
    later = now + timedelta(minutes=minutes)
    await here.live(clock(later))

    wished = here.wait.ended(here.here.timeline, later)
    assert [draft.kind for draft in wished] == [JobKind.DIGEST] * is_asked
    await here.want()
    await do_due(here)

    assert bool(here.asked) is is_asked


async def test_without_a_clock_five_minutes_of_real_time_are_waited() -> None:
    """A game whose clock stands still has its memories rated in the end."""
    here = await new_thought_app(2, rated_from=10)
    await here.want()
    await do_due(here)
    here.clock.ahead = timedelta(minutes=4, seconds=50)
    await do_due(here)
    assert here.asked == []

    here.clock.ahead = timedelta(minutes=5, seconds=1)
    await do_due(here)

    assert len(await here.rated()) == 2


async def test_what_may_bring_on_a_reflection_is_rated_at_once() -> None:
    """Taken as neutral, four memories reach a threshold of 16 and three do not."""
    here = await new_thought_app(3, rated_from=10, threshold=4 * NEUTRAL_IMPORTANCE)
    await here.want()
    await do_due(here)
    assert here.asked == []

    await here.live(seen("The mill burned down."))
    await here.want()
    job = await here.here.store.jobs.claim(here.clock.now(), LATER)
    assert job is not None
    await here.cognition.do(job)

    assert len(await here.rated()) == 4
    wished = await here.here.store.jobs.claim(here.clock.now(), LATER)
    assert wished is not None
    assert wished.kind is JobKind.REFLECT


async def test_a_thought_that_ranks_memories_has_them_rated_first() -> None:
    """All that waits, at once; a second time there is nothing to do."""
    here = await new_thought_app(3, rated_from=10)
    await here.want()
    job = await here.claim()
    assert job is not None

    assert await here.digesting.rate_now(job)
    assert not await here.digesting.rate_now(job)

    assert len(await here.rated()) == 3
    assert len(here.asked) == 1


async def test_rules_rate_at_once_what_they_can() -> None:
    """Only what is to be asked waits."""
    here = await new_thought_app(1, rated_from=10)
    await here.live(seen("the stove is idle"))
    await here.want()
    await do_due(here)

    assert here.asked == []
    assert await here.rated() == [(2, 1)]


async def test_what_an_author_gave_never_waits() -> None:
    """Seeds come all at once, before any clock runs."""
    here = await new_thought_app(0, rated_from=10)
    body = Remembered(source=Source.AUTHORED)
    seed = Draft(kind=RecordKind.OBSERVATION, subject_id=MIRA, text="You own a cat.", body=body)
    await here.live(seed)
    await here.want()
    await do_due(here)

    assert len(here.asked) == 1


async def test_the_question_shows_who_rates() -> None:
    """The traits and goals of its owner."""
    here = await new_thought_app()
    await here.want()
    await do_due(here)

    ((statements, _),) = here.asked
    async with here.here.store.read() as reader:
        timeline = await reader.timeline(here.here.timeline)
        persona = (await reader.character(timeline.world_id, MIRA)).persona
    assert (statements.traits, statements.goals) == (persona.traits, persona.goals)


K = 5


def found(*seqs: int, text: str = "memory {}") -> list[Recollection]:
    return [
        replace(one, memory=replace(one.memory, seq=seq))
        for seq in seqs
        for one in [recollection(text.format(seq))]
    ]


def recalled(*seqs: int) -> RecalledContext:
    return RecalledContext(recollections=tuple(found(*seqs)))


def seqs(shown: RecalledContext, *, prior: bool) -> list[int]:
    return [one.memory.seq for one in shown.recollections if one.is_prior is prior]


def test_it_stands_first_and_in_one_order_whatever_is_called_up() -> None:
    """In the order in which it came about; what words call up follows, best first, k in all."""
    one = with_prior(found(7, 3), recalled(9, 3, 8, 6, 5, 4), K)
    other = with_prior(found(3, 7), recalled(4, 2), K)

    assert (seqs(one, prior=True), seqs(one, prior=False)) == ([3, 7], [9, 8, 6])
    assert (seqs(other, prior=True), seqs(other, prior=False)) == ([3, 7], [4, 2])


def test_what_words_call_up_of_it_keeps_its_terms() -> None:
    """It counts as an access; what they do not call up has no terms, and does not."""
    shown = {one.memory.seq: one for one in with_prior(found(7, 3), recalled(3), K).recollections}

    assert (shown[3].score, shown[3].is_called) == (1.0, True)
    assert (shown[7].score, shown[7].is_called) == (0.0, False)


def test_what_says_the_same_is_shown_once() -> None:
    """Once as what was called up, which has the score."""
    shown = with_prior(found(3, text="The quay was mended."), RecalledContext(
        recollections=(*found(8, text="The quay was mended."), *found(9)),
    ), K)  # fmt: skip

    assert [one.memory.seq for one in shown.recollections] == [8, 9]


def test_pins_stand_with_it_unless_they_are_secret() -> None:
    """A secret one is shown to some and not to others, and would change how a prompt begins."""
    pin, secret_pin = (replace(one, is_pinned=True) for one in found(4, 5))
    body = replace(secret_pin.memory.body, secrets=(whispered(("ann",)),))
    secret_pin = replace(secret_pin, memory=replace(secret_pin.memory, body=body))
    shown = with_prior(found(7), RecalledContext(recollections=(pin, secret_pin, *found(9))), K)

    assert (seqs(shown, prior=True), seqs(shown, prior=False)) == ([4, 7], [5, 9])


def test_it_stays_for_the_whole_talk() -> None:
    """Also where the talk has moved on."""
    first = with_prior(found(3, 7), recalled(9, 8), K)
    earlier = [one.as_recalled for one in first.recollections]
    kept = [unscored(one.memory, is_called=False) for one in first.recollections]

    goes_on = carried_on(earlier, recalled(9, 8, 11), kept)
    moved_on = carried_on(earlier, recalled(21, 22, 23, 24, 25), kept)

    assert seqs(goes_on, prior=True) == seqs(moved_on, prior=True) == [3, 7]
    assert seqs(goes_on, prior=False) == [9, 8, 11]
    assert seqs(moved_on, prior=False) == [9, 8, 21, 22, 23, 24, 25]


def numbered(*seqs: int) -> list[Recollection]:
    return [
        replace(one, memory=replace(one.memory, seq=seq))
        for seq in seqs
        for one in [recollection(f"memory {seq}")]
    ]


def turn(before: RecalledContext, *seqs: int) -> RecalledContext:
    """Return what stands in the next prompt where these are called up."""
    earlier = [one.as_recalled for one in before.recollections]
    lacking = [one for one in before.recollections if one.memory.seq not in seqs]
    kept = [unscored(one.memory, is_called=False) for one in lacking]
    return carried_on(earlier, RecalledContext(recollections=tuple(numbered(*seqs))), kept)


def seqs_of(recalled: RecalledContext, *, fresh: bool) -> list[int]:
    return [one.memory.seq for one in recalled.recollections if one.is_fresh is fresh]


FIRST = RecalledContext(recollections=tuple(numbered(1, 2, 3, 4)))


def test_the_set_stays_in_its_order_and_what_is_new_stands_behind() -> None:
    """Whatever the order in which they are called up this time, or whether they are."""
    second = turn(FIRST, 4, 9, 2)
    third = turn(second, 2, 8, 9)

    assert (seqs_of(second, fresh=False), seqs_of(second, fresh=True)) == ([1, 2, 3, 4], [9])
    assert (seqs_of(third, fresh=False), seqs_of(third, fresh=True)) == ([1, 2, 3, 4], [8, 9])


def test_what_was_not_called_up_says_so() -> None:
    """It has no terms of a score, and counts as no access."""
    second = turn(FIRST, 4, 9, 2)

    called = {one.seq: one.is_called for one in (it.as_recalled for it in second.recollections)}
    assert called == {1: False, 2: True, 3: False, 4: True, 9: True}


def test_the_set_stays_the_same_whatever_the_talk_moves_on_to() -> None:
    """Beside it stand the best six of what words recall, and two of the turn before."""
    second = turn(FIRST, 1, 11, 12, 13)
    third = turn(second, 2, 11, *range(14, 22))

    assert seqs_of(third, fresh=False) == [1, 2, 3, 4]
    assert seqs_of(third, fresh=True) == [11, 14, 15, 16, 17, 18, 12, 13]


def test_a_memory_of_the_set_is_told_as_it_stood() -> None:
    """Also where words recall more repetitions of it than before, or do not recall it."""
    stood, *rest = FIRST.recollections
    first = RecalledContext(recollections=(replace(stood, times=2), *rest))
    again = RecalledContext(recollections=(replace(stood, times=3),))
    earlier = [one.as_recalled for one in first.recollections]

    shown = [turn(first, 9), carried_on(earlier, again, [])]

    assert [one.recollections[0].times for one in shown] == [2, 2]
