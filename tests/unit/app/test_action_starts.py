"""Speaking to whom one meets: when there is something to say, and when one leaves others alone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.errors import Conflict
from npcserver.model.feelings import Standing
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, subject_key
from npcserver.model.thought import Conversed
from npcserver.model.turn import ReplyAnswer
from tests.fakes.dialogue_app import (
    BRAM_PERSON,
    CY_PERSON,
    NpcConversationApp,
    new_npc_conversation_app,
    numbered_line,
)
from tests.fakes.store_world import INN, START, clock, moved, turn

TALK_MINUTES = 6


async def test_who_has_something_to_say_says_it_to_a_friend_who_comes_in() -> None:
    """The conversation begins for both at once, with its reason, and is to be carried on."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))

    await here.notice()

    (mine,), (theirs,) = await begun(here, "mira"), await begun(here, "bram")
    assert mine.conversation_id == theirs.conversation_id
    assert (mine.with_id, theirs.with_id) == ("bram", "mira")
    assert mine.about == "You will stand for mayor."
    acts = [record.body for record in await here.records(RecordKind.ACT)]
    assert [act.cause for act in acts if isinstance(act, Act)] == [Cause.TALK, Cause.TALK]
    assert (JobKind.CONVERSE, "mira") in await here.jobs()


async def test_a_conversation_that_was_begun_is_carried_on_to_goodbye() -> None:
    """What reacting begins, conversing ends; then there is nothing more to do."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))
    await here.notice()

    await here.talk()

    assert await here.ends() == [("goodbye", 6)]


async def test_what_was_told_once_is_no_news() -> None:
    """To the same person."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))
    here.chat = _telling
    await here.notice()
    await here.talk()
    await later(here, 3)
    await here.put(moved("bram", None), moved("bram", INN))
    await here.notice()

    assert [one.about for one in await begun(here, "mira")] in (
        ["You will stand for mayor."],
        ["You will stand for mayor.", ""],
    )


async def test_what_was_told_once_is_no_news_however_much_was_said_since() -> None:
    """A hundred lines to others do not make it new to the one who was told."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))
    here.chat = _telling
    await here.notice()
    await here.talk()
    await here.put(*(_line_to("cy", f"Plate number {number} is chipped.") for number in range(100)))
    await later(here, 3)
    await here.put(moved("bram", None), moved("bram", INN))
    await here.notice()

    assert "You will stand for mayor." not in [one.about for one in await begun(here, "mira")][1:]


async def test_a_pair_leaves_each_other_alone_for_a_while() -> None:
    """Two hours of game time after their last talk, whatever there is to say."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))
    await here.notice()
    await here.talk()
    for hours, conversations in ((1.9, 1), (0.2, 2)):
        await later(here, hours)
        await whisper(here, f"Ask for their vote, {hours} hours on.")
        await here.put(moved("bram", None), moved("bram", INN))
        await here.notice()
        assert len(await begun(here, "mira")) == conversations


@pytest.mark.parametrize("who", ["mira", "bram"])
async def test_nobody_begins_to_talk_shortly_before_bed(who: str) -> None:
    """Neither who would speak nor who would be spoken to."""
    here = await with_a_whisper()
    minutes = 300
    plan = DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(minutes=minutes),
        blocks=(Block(starts_at=START, minutes=minutes, activity="sit"),),
    )
    await here.put(Draft(kind=RecordKind.DAY, subject_id=who, body=plan))
    await later(here, 4.2)
    await here.put(moved("bram", INN))
    await whisper(here, "Ask for their vote.")

    await here.notice()

    assert await begun(here, "mira") == []


async def test_nobody_is_drawn_into_a_second_conversation() -> None:
    """Who talks is left alone, by those who are free and while it is decided."""
    here = await with_a_whisper()
    await here.begin("", BRAM_PERSON, CY_PERSON)
    await here.put(moved("bram", INN))

    await here.notice()

    assert await begun(here, "mira") == []


@pytest.mark.parametrize("who", ["mira", "bram"])
async def test_nobody_talks_with_two_at_the_same_time(who: str) -> None:
    """A talk whose words are all said takes its time; until that has passed nobody begins one."""
    here = await with_a_whisper()
    await here.put(act_of(who, Cause.TALK), moved("bram", INN))
    await here.notice()
    assert await begun(here, "mira") == []

    await later(here, TALK_MINUTES / 60)
    await here.put(moved("bram", None), moved("bram", INN))
    await here.notice()

    assert [one.with_id for one in await begun(here, "mira")] == ["bram"]


async def test_who_ends_a_talk_looks_once_more_at_whom_it_met_meanwhile() -> None:
    """Bram, who came while Mira talked, is spoken to then, and is not considered a third time."""
    here = await with_a_whisper()
    await here.put(act_of("mira", Cause.TALK), moved("bram", INN))
    await here.notice()
    await later(here, TALK_MINUTES / 60)
    await here.notice()
    assert await begun(here, "mira") == []  # nothing else has begun

    await here.put(act_of("mira", Cause.PLAN))
    await here.notice()
    before = len(await here.records())
    await here.notice()

    assert [one.with_id for one in await begun(here, "mira")] == ["bram"]
    assert len(await here.records()) == before


@pytest.mark.parametrize(("hours", "cause"), [(0.6, Cause.TALK), (0.1, Cause.REACTION)])
async def test_nobody_looks_again_later_or_after_something_else(hours: float, cause: Cause) -> None:
    """A meeting is fresh for half an hour; who dealt with something else was free to look."""
    here = await with_a_whisper()
    await here.put(act_of("bram", Cause.TALK), act_of("mira", cause), moved("bram", INN))
    await here.notice()
    await later(here, hours)
    await here.put(act_of("mira", Cause.PLAN))
    await here.notice()

    assert await begun(here, "mira") == []


async def test_of_two_who_speak_to_one_at_a_time_one_comes_first() -> None:
    """What the second decided rests on a mind that has moved on."""
    here = await with_a_whisper()
    await here.put(moved("bram", INN))
    store_before = here.minds.save

    async def overtaken(*args: object, **more: object) -> object:
        await here.begin("", CY_PERSON, BRAM_PERSON)
        return await store_before(*args, **more)  # type: ignore[arg-type]

    here.minds.save = overtaken  # type: ignore[assignment,method-assign]
    with pytest.raises(Conflict):
        await here.notice()

    assert await begun(here, "mira") == []


@pytest.mark.parametrize("way", ["asleep", "dormant", "away", "player"])
async def test_who_cannot_talk_is_not_spoken_to(way: str) -> None:
    """The sleeping, the dormant, the absent, and those a player has just spoken with."""
    here = await with_a_whisper()
    await here.put(moved("bram", None if way == "away" else INN))
    if way == "asleep":
        step = Step(starts_at=START, minutes=60, activity="sleeping")
        act = Act(step=step, cause=Cause.SLEEP)
        await here.put(Draft(kind=RecordKind.ACT, subject_id="bram", body=act))
    if way == "dormant":
        await here.attend("bram", Attention.DORMANT)
    if way == "player":
        await here.put(turn("trn_player", "bram"))
    await here.notice()

    assert await begun(here, "mira") == []


async def test_nobody_speaks_to_those_it_cannot_stand() -> None:
    """Whatever there is to say."""
    here = await with_a_whisper()
    standing = Standing(other_id="bram", other_name="Bram", affinity=-60, familiarity=80)
    await here.put(
        Draft(kind=RecordKind.RELATION, subject_id=subject_key("mira", "bram"), body=standing),
        moved("bram", INN),
    )

    await here.notice()

    assert await begun(here, "mira") == []


async def test_strangers_are_spoken_to_sometimes() -> None:
    """By chance that repeats itself: some meetings lead to a talk, most do not."""
    spoke = []
    for number in range(40):
        here = await new_npc_conversation_app()
        await here.put(*(clock(START + timedelta(minutes=at)) for at in range(number)))
        await here.put(moved("cy", INN))
        await here.notice()
        spoke.append(bool(await begun(here, "mira")))

    assert 0 < sum(spoke) < 20


async def test_a_meeting_without_news_depends_on_liking_and_chance() -> None:
    """Friends mostly talk, and the same meeting comes to the same."""
    rates = {}
    for likes in (25, 100):
        spoke = []
        for number in range(25):
            here = await new_npc_conversation_app(likes=likes)
            await here.put(*(clock(START + timedelta(minutes=at)) for at in range(number)))
            await here.put(moved("bram", INN))
            await here.notice()
            spoke.append(bool(await begun(here, "mira")))
        rates[likes] = sum(spoke) / len(spoke)

    assert 0 < rates[25] < rates[100]


@pytest.mark.parametrize(("day", "talks"), [(1, 1), (2, 2)])
async def test_a_pair_without_news_talks_once_a_game_day(day: int, talks: int) -> None:
    """Best friends would else talk at nearly every meeting; the next day they do again."""
    here = await new_npc_conversation_app(likes=100)
    for meeting in range(8):
        moment = START + timedelta(hours=2.5 * meeting)
        if meeting and day == 2:
            moment += timedelta(days=1)
        if moment.date() != (START + timedelta(days=day - 1 if meeting else 0)).date():
            break
        await here.put(clock(moment), moved("bram", None), moved("bram", INN))
        await here.notice()
        await here.talk()

    assert len(await begun(here, "mira")) + len(await begun(here, "bram")) == 2 * talks


@pytest.mark.parametrize(("before", "talks"), [(5, True), (6, False)])
@pytest.mark.parametrize("who", ["mira", "bram"])
async def test_nobody_has_more_than_six_talks_a_day(who: str, before: int, talks: bool) -> None:  # noqa: FBT001
    """Whether it would begin the seventh or join it."""
    here = await with_a_whisper()
    await here.put(*(_ended(who, number) for number in range(before)))
    await here.put(moved("bram", INN))
    await whisper(here, "Ask for their vote.")

    await here.notice()

    partners = [one.with_id for one in await begun(here, "mira")]
    assert ("bram" in partners) is talks


async def with_a_whisper() -> NpcConversationApp:
    """Open the inn without Bram in it; Mira has something on her mind."""
    here = await new_npc_conversation_app()
    await here.put(moved("bram", None))
    await whisper(here, "You will stand for mayor.")
    await here.notice()
    await here.jobs()
    return here


async def whisper(here: NpcConversationApp, text: str) -> None:
    body = Remembered(source=Source.INNER_VOICE)
    await here.put(Draft(kind=RecordKind.WHISPER, subject_id="mira", text=text, body=body))


def act_of(who: str, cause: Cause) -> Draft:
    """Return that a character does something from the start of the world on."""
    step = Step(starts_at=START, minutes=TALK_MINUTES, activity="something")
    body = Act(step=step, cause=cause)
    return Draft(kind=RecordKind.ACT, subject_id=who, text=f"{who} does something.", body=body)


async def later(here: NpcConversationApp, hours: float) -> None:
    now = (await here.records())[-1].game_time
    await here.put(clock(max(now, START) + timedelta(hours=hours)))


async def begun(here: NpcConversationApp, mind: str) -> list[Conversed]:
    """Return the beginnings of the conversations of a mind."""
    records: list[Record] = await here.records(RecordKind.CONVERSATION, of=mind)
    bodies = [record.body for record in records if isinstance(record.body, Conversed)]
    return [body for body in bodies if not (body.is_over or body.has_taken_leave)]


def _ended(who: str, number: int) -> Draft:
    """Return that a character has talked with a stranger who is not here."""
    body = Conversed(
        conversation_id=f"cnv_{number}",
        with_id="dora",
        with_name="Dora",
        lines=4,
        is_over=True,
        ended_by="goodbye",
    )
    return Draft(kind=RecordKind.CONVERSATION, subject_id=who, body=body)


def _telling(exchange: ConverseInput) -> ReplyAnswer:
    """Say what it is about, then what neighbours say."""
    said = numbered_line(exchange)
    return replace(said, say=f"{exchange.about} {said.say}") if exchange.is_opening else said


def _line_to(other: str, text: str) -> Draft:
    body = Remembered(source=Source.OWN, told_by="mira", told_to=other, speaker="Mira")
    return Draft(kind=RecordKind.LINE, subject_id="mira", text=text, body=body)
