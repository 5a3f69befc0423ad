"""Reads the labelled conversations that retrieval is measured on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "conversations"
VISITS = Path(__file__).parent / "visits"

TUNING = ("archive", "bluebird", "frontier")
"""Weights may be chosen on these."""
HELD_OUT = ("greenhouse", "station", "toll-bridge")
"""Results are reported on these."""


class QuestionKind(StrEnum):
    """What it takes to answer; see the README beside the files."""

    SINGLE = "single"
    MULTI = "multi"
    TEMPORAL = "temporal"
    OPEN = "open"
    OWN = "own"
    TIME = "time"
    WRONG = "wrong"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One turn of a conversation, at the game time of its session.

    With a `place` it is not said: it is what the character witnesses there. `partner` is the name
    of who talks with the character, where there are several.
    """

    id: str
    speaker: str
    text: str
    time: datetime
    place: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and the ids of the turns that answer it; `by` is the name of who asks."""

    text: str
    evidence: tuple[str, ...]
    kind: QuestionKind
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Several meetings of a player (the first speaker) and a character, with questions.

    They are asked at the game time `asked_at`, or else right after the last meeting.
    """

    id: str
    setting: str
    speakers: tuple[str, str]
    sessions: tuple[tuple[Utterance, ...], ...]
    questions: tuple[Question, ...]
    asked_at: datetime | None = None

    @property
    def now(self) -> datetime:
        """The game time at which the questions are asked."""
        return self.asked_at or self.sessions[-1][-1].time

    @property
    def utterances(self) -> Iterator[Utterance]:
        """All turns, oldest first."""
        return (utterance for session in self.sessions for utterance in session)


def load(name: str) -> Conversation:
    """Read one conversation by its id."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    found = yaml.load(text, Loader=yaml.CSafeLoader)
    player, character = found["speakers"]
    return Conversation(
        id=found["id"],
        setting=found["setting"],
        speakers=(player, character),
        sessions=tuple(_session(session) for session in found["sessions"]),
        questions=tuple(
            Question(
                text=question["question"],
                evidence=tuple(question["evidence"]),
                kind=QuestionKind(question["kind"]),
            )
            for question in found["questions"]
        ),
    )


def load_visits(folder: str, name: str) -> Conversation:
    """Read what several visitors told one character, and what they ask later, by its id."""
    text = (VISITS / folder / f"{name}.yaml").read_text(encoding="utf-8")
    found = yaml.load(text, Loader=yaml.CSafeLoader)
    return Conversation(
        id=found["id"],
        setting=found["setting"],
        speakers=("", found["character"]),
        sessions=tuple(
            tuple(replace(turn, partner=session["with"]) for turn in _session(session))
            for session in found["sessions"]
        ),
        questions=tuple(
            Question(
                text=question["question"],
                evidence=tuple(question["evidence"]),
                kind=QuestionKind(question["kind"]),
                by=question["by"],
            )
            for question in found["questions"]
        ),
        asked_at=found["now"].replace(tzinfo=UTC),
    )


def witnessed(conversation: Conversation) -> Conversation:
    """Return a conversation as the character sees two people have it: all turns are observed."""
    return replace(
        conversation,
        sessions=tuple(
            tuple(
                replace(turn, text=f'{turn.speaker} says: "{turn.text}"', place="here")
                for turn in session
            )
            for session in conversation.sessions
        ),
    )


def _session(found: dict[str, object]) -> tuple[Utterance, ...]:
    time, turns = found["time"], found["turns"]
    if not isinstance(time, datetime) or not isinstance(turns, list):
        raise TypeError("a session needs a time and a list of turns")
    return tuple(
        Utterance(id=turn_id, speaker=speaker, text=text, time=time.replace(tzinfo=UTC))
        for turn_id, speaker, text in turns
    )
