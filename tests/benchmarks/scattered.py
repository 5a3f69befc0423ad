"""Reads what is hidden in small talk, and spreads it over the turns.

The README beside the files tells what there is. Each kind becomes a conversation of its own: the
same small talk with the memories of that kind spread evenly over it.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from tests.benchmarks import labelled
from tests.benchmarks.labelled import Conversation, Question, QuestionKind, Utterance

FOLDER = Path(__file__).parent / "scattered"

LANGUAGES = ("en", "zh")
LONE_FOLDERS = {"en": "a", "zh": "b"}
"""Folders of the visits that `lone.toml` names."""

_START = datetime(1201, 3, 1, 20, tzinfo=UTC)
_ROTATED = 11  # how far what belongs together is moved apart


class Hidden(StrEnum):
    """What is hidden in the small talk."""

    FACTS = "facts"
    WITNESSED = "witnessed"
    WHEN = "when"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class _Item:
    """A group of turns that are inserted together: (id, place or empty, text)."""

    turns: tuple[tuple[str, str, str], ...]


def load(language: str, hidden: Hidden) -> Conversation:
    """Return the small talk of a language with one kind of memory spread over it."""
    found = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    items, questions = _HIDDEN[hidden](found)
    speakers = (found["player"], found["character"])
    return Conversation(
        id=f"{language}-{hidden}",
        setting="A guest and a host who talk about nothing.",
        speakers=speakers,
        sessions=tuple(_sessions(found["small_talk"], speakers, items)),
        questions=questions,
    )


def lone(language: str) -> Conversation:
    """Return the talk of a set of visits with what was said once spread over it (`lone.toml`).

    The visitor of the session and the character say it by turns; a stranger asks.
    """
    found = tomllib.loads((FOLDER / "lone.toml").read_text(encoding="utf-8"))[language]
    visits = labelled.load_visits(LONE_FOLDERS[language], found["visits"])
    said, sessions = list(enumerate(found["facts"])), []
    turns, left = 0, len(list(visits.utterances))
    for session in visits.sessions:
        talk: list[Utterance] = []
        for turn in session:
            talk.append(turn)
            turns += 1
            if said and (said[0][0] + 0.5) * left / len(found["facts"]) < turns:
                at, (text, _) = said.pop(0)
                speaker = (turn.partner, visits.speakers[1])[at % 2]
                talk.append(replace(turn, id=f"f{at}", speaker=speaker, text=text))
        sessions.append(tuple(talk))
    questions = tuple(
        _question(asked, QuestionKind.SINGLE, f"f{at}")
        for at, (_, asked) in enumerate(found["facts"])
    )
    return replace(visits, id=f"lone-{language}", sessions=tuple(sessions), questions=questions)


def for_tuning(conversation: Conversation) -> tuple[Question, ...]:
    """Return the questions that weights may be chosen on."""
    return conversation.questions[::2]


def held_out(conversation: Conversation) -> tuple[Question, ...]:
    """Return the questions that results are reported on."""
    return conversation.questions[1::2]


def _sessions(
    small_talk: str, speakers: tuple[str, str], items: Sequence[_Item]
) -> Iterator[tuple[Utterance, ...]]:
    meetings = [meeting.splitlines() for meeting in small_talk.strip().split("\n\n")]
    turns = sum(len(meeting) for meeting in meetings)
    said = inserted = 0
    for day, meeting in enumerate(meetings):
        talk: list[tuple[str, str, str, str]] = []
        for place, text in enumerate(meeting):
            talk.append((f"t{said}", speakers[place % 2], "", text))
            said += 1
            while inserted < len(items) and (inserted + 0.5) * turns / len(items) < said:
                speaker = speakers[inserted % 2]
                talk += [(id_, speaker, where, one) for id_, where, one in items[inserted].turns]
                inserted += 1
        yield tuple(
            Utterance(
                id=id_,
                speaker=speaker,
                text=text,
                time=_START + timedelta(days=day, minutes=minute),
                place=place,
            )
            for minute, (id_, speaker, place, text) in enumerate(talk)
        )


_Spread = tuple[tuple[_Item, ...], tuple[Question, ...]]


def _facts(found: Mapping[str, Any]) -> _Spread:
    items = [_Item(((f"f{at}", "", said),)) for at, (said, _) in enumerate(found["facts"])]
    return tuple(items), tuple(
        _question(asked, QuestionKind.SINGLE, f"f{at}")
        for at, (_, asked) in enumerate(found["facts"])
    )


def _witnessed(found: Mapping[str, Any]) -> _Spread:
    seen = zip(found["witnessed"], found["by_the_way"], strict=True)
    items = [
        _Item(((f"b{at}", before_place, before), (f"w{at}", place, text)))
        for at, ((place, text, _), (before_place, before)) in enumerate(seen)
    ]
    return tuple(items), tuple(
        _question(asked, QuestionKind.SINGLE, f"w{at}")
        for at, (_, _, asked) in enumerate(found["witnessed"])
    )


def _when(found: Mapping[str, Any]) -> _Spread:
    dated = [(f"d{at}", "", said) for at, (said, _, _) in enumerate(found["when"])]
    undated = [(f"u{at}", "", said) for at, (_, said, _) in enumerate(found["when"])]
    return _interleaved(dated, undated), tuple(
        _question(asked, QuestionKind.TEMPORAL, f"d{at}")
        for at, (_, _, asked) in enumerate(found["when"])
    )


def _pairs(found: Mapping[str, Any]) -> _Spread:
    first = [(f"p{at}", "", said) for at, (said, _, _) in enumerate(found["pairs"])]
    second = [(f"q{at}", "", said) for at, (_, said, _) in enumerate(found["pairs"])]
    return _interleaved(first, second), tuple(
        _question(asked, QuestionKind.MULTI, f"p{at}", f"q{at}")
        for at, (_, _, asked) in enumerate(found["pairs"])
    )


_HIDDEN = {
    Hidden.FACTS: _facts,
    Hidden.WITNESSED: _witnessed,
    Hidden.WHEN: _when,
    Hidden.PAIRS: _pairs,
}


def _interleaved(
    first: Sequence[tuple[str, str, str]], second: Sequence[tuple[str, str, str]]
) -> tuple[_Item, ...]:
    """Return the turns of two lists by turns, the second moved so that pairs are far apart."""
    moved = (*second[_ROTATED:], *second[:_ROTATED])
    return tuple(_Item((turn,)) for both in zip(first, moved, strict=True) for turn in both)


def _question(text: str, kind: QuestionKind, *evidence: str) -> Question:
    return Question(text=text, evidence=evidence, kind=kind)
