"""What a turn leaves behind in those who talk and hear it, and lines read from it again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from npcserver.app.context.conversation_line import ConversationLine, Listener, Provenance, lines_in
from npcserver.model.character import Person
from npcserver.model.day import Act, Cause, Step
from npcserver.model.feelings import Mood, Standing, named
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobKind
from npcserver.model.record import (
    Draft,
    Record,
    RecordKind,
    Remembered,
    Source,
    TurnTaken,
    subject_key,
)
from npcserver.model.secret import Secret
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import INN, START, character, moved, put
from tests.fakes.thought_app import body_of

BRAM = Person(id="bram", name="Bram", is_player=False)


async def test_bystanders_overhear_both_sides_and_who_spoke() -> None:
    """They know it was not said to them, and believe it a little less than who was told."""
    here = await with_others("bram")

    await here.turn("I will stand for mayor.")

    heard = await memories(here, "bram")
    assert [record.text for record in heard] == [
        "I will stand for mayor.",
        "Come in. Mind the step.",
    ]
    bodies = [body_of(record) for record in heard]
    assert {body.source for body in bodies} == {Source.OVERHEARD}
    assert [(body.told_by, body.told_to, body.speaker) for body in bodies] == [
        ("p1", "mira", "Ann"),
        ("mira", "p1", "Mira"),
    ]
    assert [body.trust for body in bodies] == [40, 40]
    assert {body.players for body in bodies} == {("p1",)}


async def test_nobody_overhears_what_they_cannot() -> None:
    """Neither elsewhere, nor asleep, nor deaf; and nobody what is said in private."""
    here = await with_others("bram", "cy", "dee", "eve")
    sleeping = Step(starts_at=START, minutes=60, activity="sleeping")
    asleep = Act(step=sleeping, cause=Cause.SLEEP)
    await put(
        here.store,
        moved("bram", None),
        Draft(kind=RecordKind.ACT, subject_id="cy", body=asleep),
        to=here.timeline,
    )
    await here.turn("Anybody there?")
    assert [await memories(here, who) == [] for who in ("bram", "cy", "dee")] == [True] * 3
    assert len(await memories(here, "eve")) == 2

    await here.turn("Lean closer.", is_private=True)

    assert "Lean closer." not in [record.text for record in await memories(here, "eve")]
    assert "Lean closer." in await here.texts()


async def test_what_is_told_is_believed_as_far_as_the_teller_is_trusted() -> None:
    """By the latest standing, by what the author wrote, and 50 of 100 for a stranger."""
    here = await new_dialogue_app()
    await here.turn("I am new here.")
    standing = Standing(other_id="p1", trust=85)
    relation = Draft(kind=RecordKind.RELATION, subject_id=subject_key("mira", "p1"), body=standing)
    await put(here.store, relation, to=here.timeline)
    await here.turn("I know where it lies.")

    told = [
        body_of(one) for one in await memories(here, "mira") if one.kind is RecordKind.UTTERANCE
    ]
    assert [body.trust for body in told] == [50, 85]


async def test_own_words_draw_the_mood_to_the_feeling_in_them() -> None:
    """By a rule, and only where there is one; the next scene begins in that mood."""
    here = await new_dialogue_app()
    await here.turn()
    assert await here.records(RecordKind.MOOD) == []

    here.feeling = named("anger")
    await here.turn()
    here.feeling = named("neutral")
    await here.turn()

    (mood,) = await here.records(RecordKind.MOOD)
    assert mood.body == Mood(valence=-0.7 * 0.3, arousal=0.8 * 0.3)
    assert here.heard[-1].mood == mood.body


async def test_a_talk_is_made_something_of_once_it_has_rested() -> None:
    """The character digests at once, and sums up and judges a minute later; a player never."""
    here = await new_dialogue_app()
    await here.turn()

    now = here.clock.now()
    assert not await kinds_due(here, now + timedelta(seconds=59)) & {
        ("summarise", "mira"),
        ("relate", "mira"),
    }
    later = await kinds_due(here, now + timedelta(seconds=60))
    assert later >= {("summarise", "mira"), ("relate", "mira")}
    assert later | await kinds_due(here, now.replace(year=2100)) == {
        ("digest", "mira"),
        ("summarise", "mira"),
        ("relate", "mira"),
    }


async def test_a_turn_in_company_is_one_append_that_ends_with_its_receipt() -> None:
    """What a repeat of the request gives back is found at the end of it."""
    here = await with_others("bram")
    here.feeling = named("joy")
    await here.turn()

    records = await here.records()
    assert isinstance(records[-1].body, TurnTaken)
    assert [record.kind for record in records].count(RecordKind.TURN) == 1


async def test_a_player_may_speak_as_one_of_the_characters() -> None:
    """The character remembers its lines as its own, and believes the answer as far as it trusts."""
    here = await with_others("bram")
    standing = Standing(other_id="mira", trust=20)
    relation = Draft(
        kind=RecordKind.RELATION, subject_id=subject_key("bram", "mira"), body=standing
    )
    await put(here.store, relation, to=here.timeline)

    await here.turn("Is there cider?", speaker=BRAM)

    said, heard = await memories(here, "bram")
    assert (said.kind, body_of(said).source) == (RecordKind.LINE, Source.OWN)
    assert (heard.kind, body_of(heard).source) == (RecordKind.UTTERANCE, Source.TOLD)
    assert (body_of(heard).trust, body_of(heard).players) == (20, ())


async def test_a_visitor_whom_nobody_knows_can_talk_and_is_overheard() -> None:
    """It needs no record of its own, and no place."""
    here = await with_others("bram")
    visitor = Person(id="traveller-7", name="A traveller")

    await here.turn("Which way to the mill?", speaker=visitor)

    assert [body_of(one).speaker for one in await memories(here, "bram")] == [
        "A traveller",
        "Mira",
    ]
    assert [scene.partner for scene in here.heard] == [visitor]


async def with_others(*names: str) -> DialogueApp:
    """Open an app with others in it; `dee` is deaf."""
    here = await new_dialogue_app()

    async def add(unit: UnitOfWork) -> None:
        for name in names:
            made = character(CharacterId(name))
            persona = replace(made.persona, is_deaf=name == "dee")
            await unit.add_character(replace(made, persona=persona))

    await here.store.write(add)
    return here


async def memories(here: DialogueApp, who: str) -> Sequence[Record]:
    return [
        one
        for one in await here.records(RecordKind.LINE, RecordKind.UTTERANCE)
        if one.subject_id == who
    ]


async def kinds_due(here: DialogueApp, now: object) -> set[tuple[str, str]]:
    """Claim and finish all that is due."""
    found = set()
    while job := await here.store.jobs.claim(now, 60):  # type: ignore[arg-type]
        found.add((JobKind(job.kind).value, job.subject_id))
        await here.store.jobs.finish(job)
    return found


ANN = Person(id="p1", name="Ann")
MIRA = Person(id="mira", name="Mira", is_player=False)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
LINE = ConversationLine(
    text="The bridge is out.",
    speaker=MIRA,
    to_id="bram",
    turn_id="trn_1",
    place_id=INN,
    provenance=Provenance(evidence=(3, 5), players=("p1",)),
    secrets=(Secret(key="the-bridge"),),
    circle_id="cir_1",
    is_whisper=True,
    feeling="fear",
)


def stored(draft: Draft, seq: int = 7) -> Record:
    """Return a memory as it is read from the log."""
    return Record(
        timeline_id=TimelineId("tl"),
        seq=seq,
        kind=draft.kind,
        body=draft.body,
        subject_id=draft.subject_id,
        text=draft.text,
        importance=draft.importance,
        game_time=NOON,
        written_at=NOON,
    )


def test_the_memory_of_its_speaker_holds_all_of_a_line() -> None:
    """What a speaker said, and what it rests on, is read back as it was."""
    read = ConversationLine.of(stored(LINE.own_memory()))

    assert read == replace(LINE, seq=7, said_at=NOON, is_own=True)


def test_a_listener_keeps_the_words_and_not_what_they_rest_on() -> None:
    """Players from whom a line stems are known to its listeners, the memories behind it are not."""
    heard = ConversationLine.of(stored(LINE.memory_of(Listener(id="bram"))))

    own = Provenance(players=("p1",))
    assert heard == replace(LINE, provenance=own, feeling="", seq=7, said_at=NOON)


def test_each_listener_believes_the_speaker_as_far_as_it_trusts_it() -> None:
    """Of what was said to others a listener believes less, and its importance is rated later."""
    bram = Listener(id="bram", trust={"mira": 70}, importance=6)
    cy = Listener(id="cy", trust={"mira": 70}, importance=6)

    own, told, overheard = LINE.memories((bram, cy), ("bram",))

    kept = [draft.body for draft in (own, told, overheard) if isinstance(draft.body, Remembered)]
    assert [(body.source, body.trust) for body in kept] == [
        (Source.OWN, 100),
        (Source.TOLD, 70),
        (Source.OVERHEARD, 60),
    ]
    assert [draft.importance for draft in (own, told, overheard)] == [None, 6, None]


def test_a_line_for_all_is_overheard_by_nobody() -> None:
    """Without addressed listeners all of them are told."""
    memories = LINE.memories((Listener(id="bram"), Listener(id="cy")))

    sources = [one.body.source for one in memories if isinstance(one.body, Remembered)]
    assert sources == [Source.OWN, Source.TOLD, Source.TOLD]


def test_a_player_keeps_no_memory_of_its_own_words() -> None:
    """Only characters remember."""
    line = replace(LINE, speaker=ANN)

    assert [one.subject_id for one in line.memories((Listener(id="mira"),))] == ["mira"]


def test_what_is_no_line_is_left_out() -> None:
    """An observation is no line."""
    seen = Draft(
        kind=RecordKind.OBSERVATION, body=Remembered(source=Source.WITNESSED), text="Rain."
    )

    assert list(lines_in([stored(seen)])) == []
