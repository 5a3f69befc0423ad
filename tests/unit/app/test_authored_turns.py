"""Turns beyond capacity: an authored line at once, kept as a turn, and the same for a repeat."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from npcserver.adapters.store.reader import SqlReader
from npcserver.app.admission import (
    AdmissionLimits,
    CallClass,
    GateLimits,
    RateLimits,
    called_by,
)
from npcserver.app.conversation import authored_turns
from npcserver.app.conversation.authored_turns import AuthoredTurns
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.model.character import Character, FallbackLine
from npcserver.model.errors import InvalidInput, NotFound, OverLimit, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.turn import (
    Line,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.dialogue_app import (
    ANN,
    DialogueApp,
    add_bram,
    end_of,
    head_vantage,
    line_texts,
    new_dialogue_app,
)
from tests.fakes.store_world import MIRA, WORLD, start

BRAM = CharacterId("bram")
ONE = AdmissionLimits(gates={CallClass.TURNS: GateLimits(at_once=1, queue=0)})
KEY = RequestKey("tl_play", "req-1", "digest")


async def full_app(limits: AdmissionLimits = ONE) -> tuple[DialogueApp, asyncio.Event]:
    """Open an app of one place, which Bram takes until the gate is opened."""
    here = await new_dialogue_app()
    await add_bram(here)
    here.dialogue = here.new_dialogue(limits=limits)
    return here, asyncio.Event()


async def while_bram_speaks(here: DialogueApp, gate: asyncio.Event) -> asyncio.Task[object]:
    here.steps = [gate, "At last."]
    speaking = asyncio.ensure_future(here.turn("Well?", character_id=BRAM))
    await here.was_asked.acquire()
    return speaking


async def test_a_turn_beyond_capacity_is_an_authored_line() -> None:
    """Nothing is recalled and no model is asked; the outcome and its reason say so."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)

    events = await here.turn("Good evening.")

    started, line, finished = events
    assert isinstance(started, TurnStarted)
    assert isinstance(line, Line)
    assert line.text
    assert isinstance(finished, TurnFinished)
    assert (finished.outcome, finished.rung) == (TurnOutcome.SHED, Rung.AUTHORED)
    assert (finished.reason, finished.is_lost) == (TurnReason.OVERLOADED, False)
    assert here.asked == 1
    gate.set()
    await speaking


async def test_it_is_kept_as_a_turn_with_a_receipt_without_a_prompt() -> None:
    """The character remembers the words and its line once they are stored."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    (line,) = line_texts(await here.turn("I lost my brass key."))
    gate.set()
    await speaking

    await here.dialogue.authored.store_all()

    *_, record = await here.records(RecordKind.TURN)
    assert isinstance(record.body, TurnTaken)
    assert record.subject_id == MIRA
    assert record.body.heard == "I lost my brass key."
    receipt = record.body.receipt
    assert (receipt.prompt_digest, receipt.recalled, receipt.rung) == ("", (), Rung.AUTHORED)
    assert receipt.faults == ("overloaded",)
    texts = await here.texts()
    assert any("brass key" in text for text in texts)
    assert any(line in text for text in texts)
    assert here.dialogue.authored.waiting == 0


async def test_its_last_event_has_the_position_if_it_is_stored_soon() -> None:
    """Without a wait for others the turn is stored before it ends."""
    here, gate = await full_app()
    here.dialogue = here.new_dialogue(limits=ONE, kept_seconds=30)
    storing = asyncio.ensure_future(here.dialogue.authored.run())
    speaking = await while_bram_speaks(here, gate)

    finished = end_of(await here.turn("Good evening."))

    *_, record = await here.records(RecordKind.TURN)
    assert finished.seq == record.seq > 0
    gate.set()
    await speaking
    storing.cancel()


async def test_it_is_stored_once_its_character_speaks_in_no_other_turn() -> None:
    """That turn would otherwise not know what is stored just before it."""
    rated = AdmissionLimits(rates=RateLimits(token=6, burst_seconds=10))
    here, gate = await full_app(rated)
    storing = asyncio.ensure_future(here.dialogue.authored.run())
    here.steps = [gate, "At last."]
    with called_by("game", has_token=True):
        speaking = asyncio.ensure_future(here.turn("Well?"))
        await here.was_asked.acquire()
        shed = end_of(await here.turn("Good evening."))
    for _ in range(20):
        await asyncio.sleep(0)
    waiting = here.dialogue.authored.waiting
    gate.set()
    spoken = end_of(await speaking)
    async with asyncio.timeout(10):
        while here.dialogue.authored.waiting:  # noqa: ASYNC110 - what is stored has no event
            await asyncio.sleep(0.01)

    assert (shed.reason, shed.seq, waiting) == (TurnReason.RATE_LIMITED, 0, 1)
    *_, answered, last = await here.records(RecordKind.TURN)
    assert answered.seq == spoken.seq < last.seq
    storing.cancel()


async def test_a_repeat_says_the_same_line_before_and_after_it_is_stored() -> None:
    """Under the same key there is one turn, also once the model has a place again."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    first = await here.turn("Good evening.", key=KEY)
    gate.set()
    await speaking

    waiting = await here.turn("Good evening.", key=KEY)
    await here.dialogue.authored.store_all()
    stored = await here.turn("Good evening.", key=KEY)

    assert line_texts(first) == line_texts(waiting) == line_texts(stored)
    assert first[0] == waiting[0] == stored[0]
    assert end_of(stored).outcome is TurnOutcome.SHED
    turns = [one for one in await here.records(RecordKind.TURN) if one.subject_id == MIRA]
    assert len(turns) == 1


async def test_a_repeat_of_a_turn_that_was_answered_is_that_turn() -> None:
    """Beyond capacity too, what was said before is not said otherwise."""
    here, gate = await full_app()
    here.steps = ["Come in."]
    answered = await here.turn("Good evening.", key=KEY)
    speaking = await while_bram_speaks(here, gate)

    again = await here.turn("Good evening.", key=KEY)

    assert again == answered
    gate.set()
    await speaking


async def test_an_id_of_another_request_is_refused() -> None:
    """As anywhere else, a key stands for one request."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    await here.turn("Good evening.", key=KEY)

    with pytest.raises(InvalidInput) as refused:
        await here.turn("Good morning.", key=replace(KEY, digest="other"))

    assert refused.value.reason is Reason.REQUEST_ID_REUSED
    gate.set()
    await speaking


async def test_who_cannot_be_spoken_to_is_refused_beyond_capacity_too() -> None:
    """No line is made up for a character or a timeline that does not exist."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)

    with pytest.raises(NotFound):
        await here.turn("Hello?", character_id=CharacterId("nobody"))
    with pytest.raises(NotFound):
        await here.turn("Hello?", timeline_id=TimelineId("tl_none"))
    with pytest.raises(InvalidInput):
        await here.turn("Hello?", speaker=replace(here.speaker, id="bram"))

    gate.set()
    await speaking


async def test_a_turn_that_waits_for_a_place_tells_the_game_so_and_is_answered() -> None:
    """Its context is loaded meanwhile; the event of waiting goes out on time."""
    limits = AdmissionLimits(gates={CallClass.TURNS: GateLimits(at_once=1, wait_seconds=60)})
    here, gate = await full_app(limits)
    speaking = await while_bram_speaks(here, gate)
    here.steps = ["Come in."]

    async with aclosing(here.say("Good evening.", beat_seconds=0.0)) as events:
        begun = [await anext(events), await anext(events)]
        gate.set()
        rest = [event async for event in events]

    assert [type(event) for event in begun] == [TurnStarted, TurnWaiting]
    assert line_texts(rest) == ["Come in."]
    assert end_of(rest).outcome is TurnOutcome.COMPLETED
    await speaking


async def test_a_turn_that_waited_in_vain_says_an_authored_line() -> None:
    """What it recalled is in its receipt; no model was asked."""
    limits = AdmissionLimits(gates={CallClass.TURNS: GateLimits(at_once=1, wait_seconds=0.01)})
    here, gate = await full_app(limits)
    speaking = await while_bram_speaks(here, gate)

    finished = end_of(await here.turn("Good evening."))

    assert (finished.outcome, finished.reason) == (TurnOutcome.SHED, TurnReason.OVERLOADED)
    assert finished.seq > 0
    assert here.asked == 1
    gate.set()
    await speaking


async def test_the_clock_of_a_turn_starts_when_its_words_arrive() -> None:
    """Where its time was over before the character was free, a line is said all the same."""
    here, gate = await full_app(AdmissionLimits())
    here.steps = [gate, "At last."]
    first = asyncio.ensure_future(here.turn("Well?"))
    await here.was_asked.acquire()

    late = end_of(await here.turn("Hello?", total_seconds=0.05))

    assert (late.outcome, late.reason) == (TurnOutcome.SHED, TurnReason.OUT_OF_TIME)
    gate.set()
    await first


async def test_a_player_who_floods_a_timeline_silences_nobody_else() -> None:
    """Of all its turns each has a line, and another player is answered by the model each time."""
    limits = AdmissionLimits(
        gates={CallClass.TURNS: GateLimits(at_once=2, queue=8, wait_seconds=60, share=0.75)}
    )
    here, _ = await full_app(limits)
    here.steps = ["Come in."]
    is_over, came = asyncio.Event(), list[list[TurnEvent]]()

    async def flood(number: int) -> None:
        who = (MIRA, BRAM)[number % 2]
        while not is_over.is_set():
            came.append(await here.turn("Spam.", character_id=who))
            await asyncio.sleep(0)

    floods = [asyncio.ensure_future(flood(number)) for number in range(50)]
    await asyncio.sleep(0)
    bo = replace(here.speaker, id="bo", name="Bo")
    polite = [end_of(await here.turn("Hello.", speaker=bo)) for _ in range(12)]
    is_over.set()
    await asyncio.gather(*floods)

    assert [one.outcome for one in polite] == [TurnOutcome.COMPLETED] * 12
    assert all(line_texts(events) for events in came)


async def test_a_player_with_a_token_has_a_rate_of_its_own() -> None:
    """Without the setting a game's server has none."""
    here, _ = await full_app(AdmissionLimits(rates=RateLimits(token=6, burst_seconds=10)))
    here.steps = ["Come in."]

    async def ends(*, has_token: bool) -> list[TurnReason | None]:
        with called_by("game", has_token=has_token):
            return [end_of(await here.turn(text)).reason for text in ("One.", "Two.")]

    assert await ends(has_token=False) == [None, None]
    assert await ends(has_token=True) == [None, TurnReason.RATE_LIMITED]


async def test_a_player_beyond_its_rate_gets_authored_lines() -> None:
    """Another player in the same timeline is not affected."""
    here, _ = await full_app(AdmissionLimits(rates=RateLimits(player=6, burst_seconds=10)))
    here.steps = ["Come in."]
    first = end_of(await here.turn("One."))
    second = end_of(await here.turn("Two."))
    other = end_of(await here.turn("Three.", speaker=replace(here.speaker, id="p2", name="Bo")))

    assert (second.outcome, second.reason) == (TurnOutcome.SHED, TurnReason.RATE_LIMITED)
    assert first.outcome is other.outcome is TurnOutcome.COMPLETED


async def test_a_world_beyond_its_rate_gets_authored_lines() -> None:
    """All its players share it, once one of its characters has been spoken to."""
    here, _ = await full_app(AdmissionLimits(rates=RateLimits(world=6, burst_seconds=10)))
    here.steps = ["Come in."]
    ends = [end_of(await here.turn(text)).reason for text in ("One.", "Two.", "Three.")]

    assert ends == [None, None, TurnReason.RATE_LIMITED]


@pytest.mark.parametrize(
    "fault",
    [Unavailable("gone", Reason.STORAGE_UNAVAILABLE), OverLimit("full", Reason.STORAGE_FULL)],
)
async def test_without_a_database_characters_answer_from_memory(fault: Exception) -> None:
    """The last event says that the turn is not kept."""
    here, _ = await full_app(AdmissionLimits())
    here.steps = ["Come in."]
    await here.turn("Good evening.")
    here.store.read_fault = fault

    finished = end_of(events := await here.turn("Are you there?"))

    assert line_texts(events)
    assert (finished.outcome, finished.seq, finished.is_lost) == (TurnOutcome.SHED, 0, True)
    assert finished.reason is TurnReason.STORAGE_UNAVAILABLE
    here.store.read_fault = None
    assert end_of(await here.turn("Good.")).outcome is TurnOutcome.COMPLETED


async def test_a_character_that_is_not_in_memory_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long a busy database takes: there is nothing else to answer from."""
    monkeypatch.setattr(authored_turns, "_LOOK_SECONDS", 0.0)
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)

    events = await here.turn("Good evening.")

    assert line_texts(events)
    assert end_of(events).reason is TurnReason.OVERLOADED
    gate.set()
    await speaking


async def test_a_turn_without_time_has_a_line_of_an_unknown_character_too() -> None:
    """A late line is better than none."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    say = SayToCharacter(
        timeline_id=here.timeline, character_id=MIRA, speaker=ANN, text="Good evening."
    )

    async with aclosing(here.dialogue.authored.turn(say, TurnReason.OUT_OF_TIME, 0.0)) as events:
        assert line_texts([event async for event in events])
    gate.set()
    await speaking


async def test_a_database_that_takes_too_long_for_an_unknown_character_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The caller is told with what to do."""
    monkeypatch.setattr(authored_turns, "_LOOK_SECONDS", 0.0)
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    say = SayToCharacter(
        timeline_id=here.timeline, character_id=MIRA, speaker=ANN, text="Good evening."
    )

    with pytest.raises(OverLimit, match="say it again") as told:
        async with aclosing(
            here.dialogue.authored.turn(say, TurnReason.OVERLOADED, left=0.0)
        ) as events:
            _ = [event async for event in events]
    assert told.value.reason is Reason.OVERLOADED  # the database had answered its probe
    gate.set()
    await speaking


async def test_new_timelines_of_a_world_read_a_character_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is authored is read for each revision of a world, and not for each timeline."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    begins_at = await head_vantage(here)
    timelines = [await start(here.store, f"tl_new_{one}", begins_at) for one in range(40)]
    reads: list[str] = []
    read_character = SqlReader.character

    async def counted(self: SqlReader, world_id: WorldId, who: CharacterId) -> Character:
        reads.append(who)
        return await read_character(self, world_id, who)

    monkeypatch.setattr(SqlReader, "character", counted)

    turns = [here.turn("Good evening.", timeline_id=one) for one in timelines]
    came = await asyncio.gather(*turns)

    assert all(line_texts(events) for events in came)
    assert {end_of(events).reason for events in came} == {TurnReason.OVERLOADED}
    assert reads == [MIRA]
    gate.set()
    await speaking


async def test_a_turn_does_not_wait_to_be_stored_behind_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It ends without its position; hundreds that wait would make all others late."""
    monkeypatch.setattr(authored_turns, "_BATCH", 0)
    here, gate = await full_app()
    here.dialogue = here.new_dialogue(limits=ONE, kept_seconds=3600)
    speaking = await while_bram_speaks(here, gate)

    finished = end_of(await here.turn("Good evening."))

    assert (finished.seq, finished.is_lost) == (0, False)
    gate.set()
    await speaking


async def test_an_edited_character_is_read_again() -> None:
    """Its lines are those of the revision that its world has now."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    await here.turn("Good evening.")

    async def edit(unit: UnitOfWork) -> None:
        mira = await unit.character(WORLD, MIRA)
        lines = (FallbackLine(text="The inn is shut."),)
        await unit.put_character(replace(mira, persona=replace(mira.persona, fallback_lines=lines)))

    await here.store.write(edit)

    events = await here.turn("Good evening.")

    assert line_texts(events) == ["The inn is shut."]
    gate.set()
    await speaking


async def test_a_turn_of_a_new_timeline_has_a_line_while_the_database_is_too_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The character is known from another timeline of the world; the database is not blamed."""
    monkeypatch.setattr(authored_turns, "_LOOK_SECONDS", 0.0)
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    await here.turn("Good evening.")
    other = await start(here.store, "tl_new", await head_vantage(here))
    here.dialogue.authored.known.note_timeline(other, WORLD)

    events = await here.turn("Good evening.", timeline_id=other)

    assert line_texts(events)
    assert end_of(events).reason is TurnReason.OVERLOADED
    gate.set()
    await speaking


async def test_without_a_database_an_unknown_character_is_an_error() -> None:
    """Nobody knows whether it exists."""
    here, _ = await full_app(AdmissionLimits())
    here.store.read_fault = Unavailable("gone", Reason.STORAGE_UNAVAILABLE)

    with pytest.raises(Unavailable):
        await here.turn("Are you there?")


async def test_what_cannot_be_stored_waits_and_is_tried_again() -> None:
    """A database that comes back gets what was said meanwhile."""
    here, gate = await full_app()
    speaking = await while_bram_speaks(here, gate)
    await here.turn("I lost my brass key.")
    gate.set()
    await speaking
    authored: AuthoredTurns = here.dialogue.authored
    here.store.fault = Unavailable("gone", Reason.STORAGE_UNAVAILABLE)
    await authored.store_all(here.timeline)
    assert authored.waiting == 1
    here.store.fault = None

    await authored.store_all(here.timeline)

    assert (authored.waiting, authored.lost) == (0, 0)
    assert any("brass key" in text for text in await here.texts())
