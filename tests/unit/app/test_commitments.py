"""Promises made in talk, with players and among characters, until they are settled."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from npcserver.app.context.commitments import SettleCommitment, settle_commitment, standing_as
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, TurnTaken, subject_key
from npcserver.model.secret import Secret, whispered
from npcserver.model.turn import ReplyAnswer
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import (
    NpcConversationApp,
    add_bram,
    app_with_promise,
    commitments_by_id,
    head_vantage,
    move_clock,
    new_dialogue_app,
    new_npc_conversation_app,
    numbered_line,
    observed_texts,
    only_commitment,
    run_live_job,
    settle_promise,
)
from tests.fakes.prompt_inputs import commitment
from tests.fakes.store_world import MIRA, START, clock, put, start

BRAM = Person(id="bram", name="Bram", is_player=False)
OPEN, KEPT, BROKEN, WITHDRAWN = (
    CommitmentStatus.OPEN,
    CommitmentStatus.KEPT,
    CommitmentStatus.BROKEN,
    CommitmentStatus.WITHDRAWN,
)
TOMORROW = START + timedelta(days=1)


async def test_a_promise_is_kept_in_mind_with_its_time() -> None:
    """Who gave it, to whom, what, by when, and in which turn."""
    here = await app_with_promise()

    promise = await only_commitment(here)

    (turn,) = await here.records(RecordKind.TURN)
    assert (promise.by_id, promise.to_id, promise.what) == ("mira", "p1", "bring Ann the ale")
    assert promise.due_at == START.replace(hour=23, minute=59) + timedelta(days=1)
    assert promise.status is OPEN
    assert isinstance(turn.body, TurnTaken)
    assert promise.turn_id == turn.body.turn_id


async def test_what_a_player_promises_is_remembered_as_well() -> None:
    """The one who was promised something holds the other to it."""
    here = await new_dialogue_app()
    await here.turn("I'll pay you five coins by noon, I promise.")

    promise = await only_commitment(here)

    assert (promise.by_id, promise.to_id) == ("p1", "mira")
    assert promise.what == "pay Mira five coins"


async def test_a_promise_between_characters_is_in_both_minds() -> None:
    """Each has a record of its own of the same promise."""
    here = await new_dialogue_app()
    await add_bram(here)
    here.steps = ["I'll mend your roof by noon."]

    await here.turn("It rains in.", speaker=BRAM)

    own, theirs = await only_commitment(here), await only_commitment(here, "bram")
    assert own == theirs
    assert (own.by_id, own.to_id) == ("mira", "bram")


async def test_words_that_were_not_delivered_promise_nothing() -> None:
    """Who was interrupted before giving its word has not given it."""
    here = await new_dialogue_app()
    here.steps = ["Well.", "I'll bring you the ale tomorrow."]
    events = here.say("I am thirsty.")
    async for event in events:
        if getattr(event, "text", "") == "Well.":
            break
    await events.aclose()

    assert await commitments_by_id(here) == {}


async def test_open_promises_are_before_who_talks_about_them() -> None:
    """To whom they were given, and to nobody else."""
    here = await app_with_promise()

    await here.turn("Hello again.")
    await here.turn("Hello.", speaker=Person(id="p2", name="Cleo"))

    assert [one.what for one in here.heard[1].commitments] == ["bring Ann the ale"]
    assert here.heard[2].commitments == ()


async def test_a_promise_given_again_is_the_same_one_with_its_new_time() -> None:
    """Saying it twice does not owe it twice."""
    here = await app_with_promise()

    here.steps = ["I'll bring you the ale tomorrow, as I said."]
    await here.turn("You won't forget?")
    here.steps = ["Make that Friday. I'll bring you the ale on Friday."]
    await here.turn("Truly?")

    promise = await only_commitment(here)
    assert len(await here.records(RecordKind.COMMITMENT)) == 2
    assert promise.due_at is not None
    assert f"{promise.due_at:%A}" == "Friday"


async def test_who_promised_may_take_it_back() -> None:
    """Both sides remember that."""
    here = await app_with_promise()

    here.steps = ["I'm sorry, I can't bring you the ale after all."]
    await here.turn("Well?")

    assert (await only_commitment(here)).status is WITHDRAWN
    assert await observed_texts(here) == [
        "You took back your promise to Ann to bring Ann the ale by the end of Sunday."
    ]


async def test_the_other_side_may_take_its_own_back() -> None:
    """What the player takes back the character does not wait for."""
    here = await new_dialogue_app()
    await here.turn("I'll bring you the key tomorrow.")

    await here.turn("I can't bring the key after all.")

    assert (await only_commitment(here)).status is WITHDRAWN


@pytest.mark.parametrize("status", [KEPT, BROKEN, WITHDRAWN])
async def test_the_game_settles_a_promise_once_for_both(status: CommitmentStatus) -> None:
    """Both learn of it, in its words; what was settled stays so."""
    here = await new_dialogue_app()
    await add_bram(here)
    here.steps = ["I'll mend your roof by noon."]
    await here.turn("It rains in.", speaker=BRAM)
    promise = await only_commitment(here)

    await settle_promise(here, promise, status, "The roof was seen to.")
    with pytest.raises(NotPossibleNow) as refused:
        await settle_promise(here, promise, KEPT)

    assert refused.value.reason is Reason.COMMITMENT_ALREADY_SETTLED
    assert "nothing left to settle" in refused.value.message
    for mind in ("mira", "bram"):
        assert (await only_commitment(here, mind)).status is status
        (told,) = await observed_texts(here, mind)
        assert told.endswith("The roof was seen to.")


async def test_what_was_never_promised_cannot_be_settled() -> None:
    """The id must be one of this timeline."""
    here = await app_with_promise()
    unknown = replace(await only_commitment(here), commitment_id="com_nobody")

    with pytest.raises(NotFound) as missing:
        await settle_promise(here, unknown, KEPT)

    assert missing.value.reason is Reason.COMMITMENT_NOT_FOUND


async def test_a_promise_that_carries_a_secret_is_told_to_no_outsider() -> None:
    """It stays with those who may be told; so does the reminder of it."""
    here = await new_dialogue_app()
    await add_bram(here)
    secret = Secret(key="treasure", to=("p1",))
    promise = commitment("show Ann the treasure", to_id="p1", secrets=(secret,))
    await put(
        here.store,
        Draft(kind=RecordKind.COMMITMENT, subject_id=subject_key(MIRA, "com_1"), body=promise),
        to=here.timeline,
    )

    await here.turn("Hello.")
    await here.turn("Hello.", is_private=True)

    assert here.heard[0].commitments == ()
    assert here.heard[1].commitments == (promise,)
    assert here.heard[1].secrets == (whispered((MIRA, "p1")), secret)


async def test_a_turn_does_not_reopen_what_was_settled_while_it_was_spoken() -> None:
    """Anyone who settles it first has settled it."""
    here = await app_with_promise()
    promise = await only_commitment(here)
    here.steps = ["I can't bring you the ale after all."]

    async def meanwhile(unit: UnitOfWork) -> None:
        await settle_commitment(
            SettleCommitment(
                timeline_id=here.timeline, commitment_id=promise.commitment_id, status=KEPT
            ),
            unit,
        )

    await here.turn("Well?", during=meanwhile)

    assert (await only_commitment(here)).status is KEPT


LADDER = Commitment(
    commitment_id="com_old",
    by_id="bram",
    by_name="Bram",
    to_id="mira",
    to_name="Mira",
    what="return the ladder",
    status=CommitmentStatus.BROKEN,
)


async def promises_of(here: NpcConversationApp, mind: str) -> list[Commitment]:
    """Return the promises of a mind as they stand."""
    found: dict[str, Commitment] = {}
    for record in await here.records(RecordKind.COMMITMENT):
        assert isinstance(record.body, Commitment)
        if record.character_id == mind:
            found[record.body.commitment_id] = record.body
    return list(found.values())


def promising(exchange: ConverseInput) -> ReplyAnswer:
    """Let Mira promise with her first line, Bram name a promise with his, and both chat on."""
    lines, who = len(exchange.conversation), exchange.situation.character.id
    if lines == 0 and who == "mira":
        return ReplyAnswer(say="I'll mend your roof by noon.")
    if lines == 1 and who == "bram":
        named = Promise(what="send straw for the thatch", due="tomorrow")
        return ReplyAnswer(say="Then straw for the thatch is on me.", promises=(named,))
    return numbered_line(exchange)


async def test_a_promise_in_a_talk_is_in_both_minds_once() -> None:
    """What the line shows and what the model names; nobody counts what was heard again."""
    here = await new_npc_conversation_app()
    here.chat = promising
    await here.begin()
    await here.talk()

    own, theirs = await promises_of(here, "mira"), await promises_of(here, "bram")
    assert own == theirs
    assert [(one.by_id, one.to_id, one.what) for one in own] == [
        ("mira", "bram", "mend Bram's roof"),
        ("bram", "mira", "send straw for the thatch"),
    ]
    assert own[0].due_at == START.replace(hour=12)


def naming(exchange: ConverseInput) -> ReplyAnswer:
    """Let every line be a question, and name a promise in it."""
    named = Promise(what="bring straw for the thatch")
    return ReplyAnswer(
        say=f"Who has straw, friend {len(exchange.conversation)}?", promises=(named,)
    )


async def test_a_question_in_a_talk_promises_nothing() -> None:
    """Whatever the model names."""
    here = await new_npc_conversation_app()
    here.chat = naming
    await here.begin()
    await here.talk()

    assert await promises_of(here, "mira") == await promises_of(here, "bram") == []


async def test_promises_are_before_both_when_they_talk_again() -> None:
    """Open ones at once, and a broken one until it has come up."""
    here = await new_npc_conversation_app()
    here.chat = promising
    await here.begin()
    await here.talk()
    shown = len(here.exchanges)
    await here.put(*standing_as(LADDER, ("mira", "bram")))
    here.chat = asking
    await here.put(clock(START + timedelta(hours=1)))
    await here.begin()
    await here.talk()

    first, second, *_ = here.exchanges[shown:]
    assert {one.what for one in first.commitments} == {
        "mend Bram's roof",
        "send straw for the thatch",
        "return the ladder",
    }
    assert first.commitments[0].commitment_id == "com_old"
    assert "com_old" not in {one.commitment_id for one in second.commitments}


def asking(exchange: ConverseInput) -> ReplyAnswer:
    """Let Mira bring the ladder up."""
    if not exchange.conversation:
        return ReplyAnswer(say="Where is the ladder that you were to return?")
    return numbered_line(exchange)


async def test_the_clock_breaks_what_was_not_kept_in_time() -> None:
    """Not at the hour itself, but once its grace is over; anyone who was concerned remembers it."""
    here = await app_with_promise("I'll bring you the ale by noon.")

    await move_clock(here, START.replace(hour=13))
    still = await only_commitment(here)
    await move_clock(here, START.replace(hour=13, minute=1))

    broken = await only_commitment(here)
    assert (still.status, broken.status) == (OPEN, BROKEN)
    (memory,) = await here.records(RecordKind.OBSERVATION)
    assert isinstance(memory.body, Remembered)
    assert memory.text == (
        "You promised Ann to bring Ann the ale by Saturday 12:00, and have not done it."
    )
    assert (memory.importance, memory.body.about) == (6, ("p1",))


async def test_a_promise_without_a_time_is_never_broken_by_the_clock() -> None:
    """Only the game, or talk, settles it."""
    here = await app_with_promise("I'll bring you the ale, I promise.")

    await move_clock(here, START + timedelta(days=400))

    assert (await only_commitment(here)).status is OPEN


async def test_a_broken_promise_makes_its_minds_think() -> None:
    """They take it in, and judge who broke it."""
    here = await app_with_promise()
    jobs = here.store.jobs
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)

    await move_clock(here, TOMORROW + timedelta(days=2))

    wished = set()
    while (job := await jobs.claim(START.replace(year=9000), 60)) is not None:
        await jobs.finish(job)
        if job.subject_id == MIRA:
            wished.add(job.kind)
    assert {JobKind.DIGEST, JobKind.RELATE, JobKind.REACT} <= wished


async def test_two_ticks_break_a_promise_once() -> None:
    """What is broken is not broken again."""
    here = await app_with_promise()

    await move_clock(here, TOMORROW + timedelta(days=2))
    await run_live_job(here)

    assert sum("have not done it" in text for text in await observed_texts(here)) == 1


async def test_what_is_settled_meanwhile_the_clock_leaves_alone() -> None:
    """The tick rests on nobody having settled it: it is let go and looked at again."""
    here = await app_with_promise()
    promise = await only_commitment(here)
    for hours in range(5, 45, 5):  # a jump would break the promise itself
        later = START + timedelta(hours=hours)
        await here.play.advance_clock(timeline_id=here.timeline, game_time=later)

    await run_live_job(here, meanwhile=partial(settle_promise, here, promise, KEPT))

    assert (await only_commitment(here)).status is KEPT


async def test_a_broken_promise_is_before_the_character_until_it_came_up() -> None:
    """Once it has spoken of it, in whatever words, it need not do so again."""
    here = await app_with_promise()
    await move_clock(here, TOMORROW + timedelta(days=1))

    here.steps = ["Good evening."]
    await here.turn("Hello.")
    here.steps = ["Forgive me, I never brought the ale."]
    await here.turn("And?")
    await here.turn("Never mind.")

    shown = [[one.status for one in scene.commitments] for scene in here.heard[1:]]
    assert shown == [[BROKEN], [BROKEN], []]
    assert (await only_commitment(here)).has_come_up


async def test_a_load_rewinds_promises_and_what_became_of_them() -> None:
    """Before it was given there is none, before it broke it is open; the other branch stays."""
    here = await new_dialogue_app()
    before = await head_vantage(here)
    here.steps = ["I'll bring you the ale tomorrow."]
    await here.turn("I am thirsty.")
    given = await head_vantage(here)
    await move_clock(here, TOMORROW + timedelta(days=1))
    played = here.timeline

    here.timeline = await start(here.store, "tl_never", before)
    never = await commitments_by_id(here)
    here.timeline = await start(here.store, "tl_again", given)
    again = await only_commitment(here)
    again_heard = await observed_texts(here)
    here.timeline = played

    assert never == {}
    assert (again.status, again_heard) == (OPEN, [])
    assert (await only_commitment(here)).status is BROKEN
