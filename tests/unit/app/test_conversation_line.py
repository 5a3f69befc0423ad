"""A line is kept as the memories of those who said and heard it, and read from them again."""

from dataclasses import replace
from datetime import UTC, datetime

from npcserver.app.context.conversation_line import (
    ConversationLine,
    Listener,
    Provenance,
    lines_in,
)
from npcserver.model.character import Person
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from tests.fakes.store_world import INN

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
