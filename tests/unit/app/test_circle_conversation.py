"""Talk in a circle: who hears what, who answers, and when it is quiet."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing

import pytest

from npcserver.app.admission import AdmissionLimits, RateLimits
from npcserver.app.conversation.circle_conversation import CircleEvent, CircleTurnEvent
from npcserver.model.character import Person
from npcserver.model.errors import NotPossibleNow, OverLimit, Reason, Unavailable
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import ReplyInput
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken, subject_key
from npcserver.model.turn import Line, TurnFinished, TurnReason, TurnStarted, TurnWaiting
from npcserver.ports.storage import RequestKey
from tests.fakes.circle_app import (
    ANN,
    BOB,
    HAGEN,
    MIRA,
    TOM,
    CircleApp,
    heard_event,
    new_circle_app,
    quiet_event,
    spoken_lines,
    turn_outcomes,
    turn_takers,
)
from tests.fakes.dialogue_app import SlowStore
from tests.fakes.store_world import put

AWAY = Unavailable("gone", Reason.STORAGE_UNAVAILABLE)


def ends_of(events: Sequence[CircleEvent]) -> list[TurnFinished]:
    """Return how turns ended."""
    return [one for one in turn_outcomes(events) if isinstance(one, TurnFinished)]


async def sources(here: CircleApp, text: str) -> dict[str, tuple[Source, str, int]]:
    """Return how words came to each mind that remembers them, whom they were for, and trust."""
    return {
        one.subject_id: (one.body.source, one.body.told_to, one.body.trust)
        for one in await here.records(RecordKind.UTTERANCE, RecordKind.LINE)
        if one.text == text and isinstance(one.body, Remembered)
    }


async def test_words_are_stored_in_all_who_hear_them_before_anybody_answers() -> None:
    """Who is meant is told, the others overhear it; a stranger at the same place hears nothing."""
    here = await new_circle_app()
    await here.open(ANN, BOB, TOM, MIRA)
    events = here.talk(ANN, "Tom, where is the lens?")

    first = await anext(events)
    await events.aclose()

    assert heard_event([first]).to_ids == ("tom",)
    assert await here.minds() == {
        "tom": ["Tom, where is the lens?"],
        "mira": ["Tom, where is the lens?"],
    }
    assert await sources(here, "Tom, where is the lens?") == {
        "tom": (Source.TOLD, "tom", 50),
        "mira": (Source.OVERHEARD, "tom", 40),
    }
    (utterance, _) = await here.records(RecordKind.UTTERANCE)
    assert heard_event([first]).seq == utterance.seq
    assert here.asked == []


async def test_words_for_all_are_told_to_all() -> None:
    """Each believes them as it trusts who says them."""
    here = await new_circle_app()
    standing = Standing(other_id="p-ann", other_name="Ann", trust=80)
    draft = Draft(kind=RecordKind.RELATION, subject_id=subject_key("mira", "p-ann"), body=standing)
    await put(here.store, draft, to=here.timeline)
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "The harbour burned down last night.", most_turns=1)

    assert await sources(here, "The harbour burned down last night.") == {
        "tom": (Source.TOLD, "", 50),
        "mira": (Source.TOLD, "", 80),
    }


async def test_characters_answer_in_turn_until_nobody_has_anything_to_add() -> None:
    """Who is addressed speaks; whom it names is next; each line is one call of the model."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")
    await here.open(ANN, TOM, MIRA)

    events = await here.say(ANN, "Tom, where is the lens?")

    assert turn_takers(events) == [("tom", "addressed"), ("mira", "addressed")]
    assert len(here.asked) == 2
    assert quiet_event(events).was_overtaken is False
    assert (await here.minds())["mira"] == [
        "Tom, where is the lens?",
        "In the well. Mira, did you see it?",
        "I saw it fall.",
    ]


async def test_the_player_who_spoke_pays_for_all_answers() -> None:
    """Also for the answer of one character to another."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?", mira="I saw it fall.")
    await here.open(ANN, BOB, TOM, MIRA)

    await here.say(ANN, "Tom, where is the lens?")

    assert here.payers == [ANN.id, ANN.id]


async def test_a_prompt_says_who_stands_there_who_spoke_to_whom_and_why_one_answers() -> None:
    """The talk so far is what the member heard in this circle, with whom it was for."""
    here = await new_circle_app()
    here.will_say(tom="In the well. Mira, did you see it?")
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, where is the lens?", most_turns=2)

    prompt = here.asked[-1].prompt
    assert "\nIn your circle: Ann, Tom\n" in prompt
    assert "\nAnn (to Tom): Tom, where is the lens?\n" in prompt
    assert prompt.endswith("\nTom: In the well. Mira, did you see it?")
    assert "That was for you. Everybody in your circle hears your answer." in prompt
    assert "Hagen" not in prompt


async def test_a_player_who_is_asked_is_waited_for() -> None:
    """Nobody speaks in a player's place."""
    here = await new_circle_app()
    here.will_say(tom="Ann, what did you do with it?")
    await here.open(ANN, TOM, MIRA)

    events = await here.say(ANN, "Tom, I had the lens.")

    assert turn_takers(events) == [("tom", "addressed")]
    assert quiet_event(events).awaited_id == "p-ann"


async def test_silence_is_allowed() -> None:
    """Words that are for nobody, and concern nobody, are heard and not answered."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)

    events = await here.say(ANN, "The rain has stopped.")

    assert (turn_takers(events), here.asked) == ([], [])
    assert (await here.minds())["mira"] == ["The rain has stopped."]


async def test_no_more_turns_are_taken_than_asked_for() -> None:
    """However much there is to say."""
    here = await new_circle_app()
    toms = iter(("Mira, is it deep?", "Mira, then who?", "Mira, you?"))
    miras = iter(("Tom, no.", "Tom, Ann did."))
    here.will_say(tom=lambda _: next(toms), mira=lambda _: next(miras))
    await here.open(ANN, TOM, MIRA)

    events = await here.say(ANN, "Tom, what do you think?", most_turns=5)

    assert [who for who, _ in turn_takers(events)] == ["tom", "mira", "tom", "mira", "tom"]
    assert len(here.asked) == 5


async def test_without_words_the_characters_go_on() -> None:
    """Where nobody has spoken yet, one begins: nothing was said to it, and its prompt says so."""
    here = await new_circle_app()
    here.will_say(tom="Mira, is the tide in?", mira="It is.")
    await here.open(TOM, MIRA, ANN)

    events = await here.say()

    assert heard_event(events).seq == 0
    assert turn_takers(events) == [("tom", "silence"), ("mira", "addressed")]
    assert "It is quiet; nobody has spoken to you." in here.asked[0].prompt
    assert "<heard" not in here.asked[0].prompt.rpartition("It is quiet")[2]
    (turn, _) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert (turn.body.heard, turn.body.circle is not None) == ("", True)


async def test_who_joins_has_not_heard_what_was_said_before_and_who_left_nothing_after() -> None:
    """Neither is in their memory, nor in their prompt."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)
    await here.say(ANN, "Tom, the password is Alpha.", most_turns=1)
    await here.join(HAGEN)
    await here.leave(MIRA)

    await here.say(ANN, "Hagen, the password was Beta.", most_turns=1)

    minds = await here.minds()
    assert "Alpha" not in str(minds["hagen"])
    assert "Beta" not in str(minds["mira"])
    assert "Alpha" not in here.prompts_of("hagen")
    assert "Beta" in here.prompts_of("hagen")


async def test_an_answer_is_for_whom_it_names() -> None:
    """The others overhear it; where it names nobody it is for who asked."""
    here = await new_circle_app()
    here.will_say(tom="Mira, close the door, please.", mira="It is closed.")
    await here.open(ANN, TOM, MIRA, HAGEN)

    await here.say(ANN, "Tom, are you cold?", most_turns=2)

    told = await sources(here, "Mira, close the door, please.")
    assert {who: source for who, (source, _, _) in told.items()} == {
        "tom": Source.OWN,
        "mira": Source.TOLD,
        "hagen": Source.OVERHEARD,
    }
    assert {to for _, to, _ in told.values()} == {"mira"}
    answered = await sources(here, "It is closed.")
    assert {to for _, to, _ in answered.values()} == {"tom"}


async def test_a_turn_in_a_circle_is_a_turn_like_any_other() -> None:
    """It has its receipt and its end, and its words carry the circle."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)

    events = await here.say(ANN, "Tom, is it late?", most_turns=1)

    finished = turn_outcomes(events)[-1]
    assert isinstance(finished, TurnFinished)
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert (turn.seq, turn.body.receipt.template) == (finished.seq, "reply")
    for record in await here.records(RecordKind.UTTERANCE, RecordKind.LINE):
        assert isinstance(record.body, Remembered)
        assert record.body.circle_id == here.circle_id


async def test_all_who_heard_take_it_in_and_those_it_was_for_make_something_of_it() -> None:
    """In the transaction of the words."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, is it late?", most_turns=1)

    wished = here.wished()
    assert {(JobKind.DIGEST, "tom"), (JobKind.DIGEST, "mira")} <= wished
    assert (JobKind.RELATE, "tom") in wished
    assert (JobKind.RELATE, "mira") not in wished


async def test_the_game_can_let_a_character_speak() -> None:
    """It remembers what it said, and the others heard it."""
    here = await new_circle_app()
    await here.open(TOM, MIRA)

    events = await here.say(TOM, "Mira, shall we go?", most_turns=1)

    assert [who for who, _ in spoken_lines(events)] == ["mira"]
    kinds = {one.subject_id: one.kind for one in (await here.records())[1:3]}
    assert kinds == {"tom": RecordKind.LINE, "mira": RecordKind.UTTERANCE}


@pytest.mark.parametrize("size", [20])
async def test_twenty_stand_in_a_circle_and_all_of_them_hear(size: int) -> None:
    """One call of the model for one line, however many listen."""
    many = [f"Person{number}" for number in range(size - 1)]
    here = await new_circle_app(*many)
    people = [Person(id=name.lower(), name=name, is_player=False) for name in many]
    await here.open(ANN, *people)

    events = await here.say(ANN, "Person7, are you there?", most_turns=1)

    assert [who for who, _ in spoken_lines(events)] == [CharacterId("person7")]
    assert len(here.asked) == 1
    minds = await here.minds()
    assert len(minds) == size - 1
    assert all(len(texts) == 2 for texts in minds.values())


async def test_no_turn_begins_after_the_time_of_its_caller() -> None:
    """The first one comes in any case; the time counts from when the words arrived."""
    here = await new_circle_app()
    await here.open(ANN, TOM, MIRA, HAGEN)

    def slowly(text: str) -> Callable[[ReplyInput], str]:
        def say(_: ReplyInput) -> str:
            here.clock.seconds += 3
            return text

        return say

    here.will_say(
        tom=slowly("In the well. Mira, did you see it?"),
        mira=slowly("I saw it fall. Hagen, did you?"),
        hagen=slowly("I did."),
    )
    counts = [
        len(turn_takers(await here.say(ANN, "Tom, where is the lens?", **times)))
        for times in (
            {},
            {"total_seconds": 5.0},
            {"total_seconds": 2.5},
            {"total_seconds": 1.0},
        )
    ]

    assert counts == [3, 2, 1, 1]


async def test_a_turn_in_a_circle_tells_that_it_comes() -> None:
    """After as long as its caller says."""
    here, may_speak = await new_circle_app(), asyncio.Event()
    await here.open(ANN, TOM)
    here.will_say(tom=(may_speak, "Here."))
    told = []

    async with aclosing(here.talk(ANN, "Tom, are you there?", beat_seconds=0.0)) as events:
        async for event in events:
            if isinstance(event, CircleTurnEvent):
                told.append(type(event.event))
            if told[-1:] == [TurnWaiting]:
                may_speak.set()

    assert told == [TurnStarted, TurnWaiting, Line, TurnFinished]


@pytest.mark.parametrize("fault", [AWAY, OverLimit("full", Reason.STORAGE_FULL)])
async def test_in_a_circle_that_cannot_be_stored_characters_answer_in_turn(
    fault: Exception,
) -> None:
    """The model speaks for them, each hears what the one before said, and nothing is stored."""
    store = SlowStore()
    here = await new_circle_app(store=store)
    here.will_say(tom="Mira, what do you say?", mira="I say nothing of it.")
    await here.open(ANN, TOM, MIRA)
    stored = await here.records()
    key = RequestKey(here.timeline, "r-1", "d")
    store.fault = fault

    events = await here.say(ANN, "Tom, where is the lens?", key=key)
    here.refuses_writes = True
    repeat = await here.say(ANN, "Tom, where is the lens?", key=key)

    assert heard_event(events).seq == 0
    assert heard_event(events).to_ids == ("tom",)
    assert turn_takers(events) == [("tom", "addressed"), ("mira", "addressed")]
    assert spoken_lines(events) == [
        ("tom", "Mira, what do you say?"),
        ("mira", "I say nothing of it."),
    ]
    assert here.asked[1].scene.heard == "Mira, what do you say?"
    assert all(one.is_lost and not one.seq for one in ends_of(events))
    assert {one.reason for one in ends_of(events)} == {TurnReason.STORAGE_UNAVAILABLE}
    assert repeat[1:] == events[1:]
    assert await here.records() == stored


async def test_a_circle_that_cannot_be_read_is_as_it_was_seen_last() -> None:
    """Where the members are nowhere in memory but by name, they say what an author wrote."""
    store = SlowStore()
    here = await new_circle_app(store=store)
    await here.open(ANN, TOM, MIRA)
    await here.say(ANN, "Good evening, Tom.", most_turns=1)
    asked = len(here.asked)
    store.read_fault = store.fault = AWAY

    events = await here.say(ANN, "Mira, where is the lens?", most_turns=1)
    with pytest.raises(NotPossibleNow):
        await here.say(BOB, "And mine?")

    assert turn_takers(events) == [("mira", "addressed")]
    assert [who for who, _ in spoken_lines(events)] == ["mira"]
    assert all(one.is_lost for one in ends_of(events))
    assert len(here.asked) == asked


async def test_a_circle_that_was_never_seen_is_an_error_while_the_database_is_away() -> None:
    """Nobody knows who is in it."""
    store = SlowStore()
    here = await new_circle_app(store=store)
    await here.open(ANN, TOM, MIRA)
    store.read_fault = store.fault = AWAY

    with pytest.raises(Unavailable):
        await here.say(ANN, "Is anybody here?")


async def test_a_whisper_that_is_not_kept_is_not_shown_to_others() -> None:
    """What a character was told in confidence is in no prompt of words said aloud."""
    store = SlowStore()
    here = await new_circle_app(store=store)
    here.will_say(tom="I see.")
    await here.open(ANN, TOM, MIRA)
    store.fault = AWAY
    await here.say(ANN, "The lens is mine.", to_ids=("tom",), is_whisper=True, most_turns=1)
    here.refuses_writes = True

    await here.say(ANN, "Tom, what of the lamp?", most_turns=1)
    await here.say(ANN, "Tom, and the rope?", most_turns=1)

    assert "The lens is mine." in here.asked[0].prompt
    assert "The lens is mine." not in here.asked[1].prompt
    assert "what of the lamp?" in here.asked[2].prompt


async def test_a_circle_ends_quietly_where_the_database_goes_after_a_turn() -> None:
    """What was said was heard; who would speak next, nobody can look up."""
    store = SlowStore()
    here = await new_circle_app(store=store)
    await here.open(ANN, TOM, MIRA)
    events: list[CircleEvent] = []

    async with aclosing(here.talk(ANN, "Good evening.")) as talk:
        async for event in talk:
            events.append(event)
            if isinstance(event, CircleTurnEvent) and isinstance(event.event, TurnFinished):
                store.read_fault = AWAY

    assert len(ends_of(events)) == 1
    assert quiet_event(events).awaited_id == ""


@pytest.mark.parametrize("text", ["", "Tom, Mira, Hagen, shall we sing?"])
async def test_a_call_counts_as_the_turns_that_it_makes(text: str) -> None:
    """Though characters answer each other; beyond the player's rate the talk ends."""
    two = AdmissionLimits(rates=RateLimits(player=12, burst_seconds=10))
    here = await new_circle_app(limits=two)
    here.will_say(
        tom=["Mira, you first?", "Mira, and now?"] * 10,
        mira=["Tom, or you?", "Hagen, or you?"] * 10,
        hagen=["Tom, what do you say?"] * 10,
    )
    await here.open(ANN, TOM, MIRA, HAGEN)

    events = await here.say(ANN, text, most_turns=20)

    ends = [one for one in turn_outcomes(events) if isinstance(one, TurnFinished)]
    assert [one.reason for one in ends] == [None, None, TurnReason.RATE_LIMITED]
    assert len(here.asked) == 2
