"""Reads public sets of long conversations with questions and evidence, in their JSON forms.

Two forms are read: that of LoCoMo (conversations of two people in sessions, `dia_id` for each line,
`qa` with `evidence` and `category`), and that of LongMemEval (a question with sessions of its own,
in which lines that hold evidence are marked). The sets themselves are not part of this package.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from npceval.kept_answers import reading

_DATES = ("%I:%M %p on %d %B, %Y", "%Y/%m/%d (%a) %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d")
_FIRST = datetime(2023, 1, 1)  # noqa: DTZ001 - game time has no zone
_DATE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLine:
    """One line of a conversation."""

    id: str
    when: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQuestion:
    """A question, and the ids of the lines that hold its answer. `id` is `SAMPLE:INDEX`."""

    id: str
    text: str
    category: str
    evidence: tuple[str, ...]
    asker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongConversation:
    """Lines in the order in which they were said, and what is asked of them."""

    id: str
    lines: tuple[SetLine, ...]
    questions: tuple[SetQuestion, ...]


def read_set(path: Path) -> list[LongConversation]:
    """Return the conversations of a file. Raises `EvaluationError` for another form."""
    forms = "a list of objects with `conversation` and `qa` (LoCoMo), or with `haystack_sessions`"
    told = f"has no long conversations in a form that can be read: {forms} (LongMemEval)"
    with reading(path, told):
        raw = json.loads(path.read_text(encoding="utf-8"))
        samples = raw if isinstance(raw, list) else [raw]
        return [
            _of_marked(one) if "haystack_sessions" in one else _of_sessions(one, at)
            for at, one in enumerate(samples)
        ]


def read_exclusions(path: Path) -> dict[str, str]:
    """Return reasons by question id, from lines `SAMPLE:INDEX reason`; # begins a comment."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, reason = line.partition("#")[0].strip().partition(" ")
        if name:
            found[name] = reason.strip() or "excluded"
    return found


def _of_sessions(sample: Mapping[str, Any], at: int) -> LongConversation:
    name = str(sample.get("sample_id", at))
    told = sample["conversation"]
    numbers = sorted(
        int(key.removeprefix("session_")) for key in told if re.fullmatch(r"session_\d+", key)
    )
    lines = []
    for number in numbers:
        when = _date(str(told.get(f"session_{number}_date_time", "")), number)
        for step, line in enumerate(told[f"session_{number}"]):
            caption = str(line.get("blip_caption", ""))
            text = str(line["text"]) + (f" [shows a picture: {caption}]" if caption else "")
            lines.append(
                SetLine(
                    id=str(line["dia_id"]),
                    when=when + timedelta(minutes=step),
                    speaker=str(line["speaker"]),
                    text=text,
                )
            )
    questions = tuple(
        SetQuestion(
            id=f"{name}:{index}",
            text=str(one["question"]),
            category=str(one.get("category", "")),
            # Some entries join several ids in one text.
            evidence=tuple(
                found for text in one.get("evidence", ()) for found in re.split(r"[;,\s]+", text)
                if found
            ),
        )
        for index, one in enumerate(sample["qa"])
    )  # fmt: skip
    return LongConversation(id=name, lines=tuple(lines), questions=questions)


def _of_marked(sample: Mapping[str, Any]) -> LongConversation:
    name = str(sample["question_id"])
    lines: list[SetLine] = []
    evidence: list[str] = []
    told = zip(
        sample["haystack_session_ids"],
        sample["haystack_dates"],
        sample["haystack_sessions"],
        strict=True,
    )
    for number, (session, date, turns) in enumerate(told, 1):
        when = _date(str(date), number)
        for step, turn in enumerate(turns):
            line = f"{session}:{step}"
            lines.append(
                SetLine(
                    id=line,
                    when=when + timedelta(minutes=step),
                    speaker=str(turn["role"]),
                    text=str(turn["content"]),
                )
            )
            if turn.get("has_answer"):
                evidence.append(line)
    question = SetQuestion(
        id=f"{name}:0",
        text=str(sample["question"]),
        category=str(sample["question_type"]),
        evidence=tuple(evidence),
        asker="user",
    )
    ordered = sorted(lines, key=lambda line: line.when)
    return LongConversation(id=name, lines=tuple(ordered), questions=(question,))


def _date(text: str, number: int) -> datetime:
    """Return the time of a session; one without a date is a day after the one before."""
    plain = _DATE.sub(" ", text.strip())
    for form in _DATES:
        try:
            return datetime.strptime(plain, form)  # noqa: DTZ007 - game time has no zone
        except ValueError:
            continue
    return _FIRST + timedelta(days=number)


def errors_of(
    conversation: LongConversation, excluded: Mapping[str, str]
) -> tuple[list[SetQuestion], dict[str, str]]:
    """Return the questions that can be measured, and why the others cannot."""
    known = {line.id for line in conversation.lines}
    good: list[SetQuestion] = []
    left: dict[str, str] = {}
    for question in conversation.questions:
        if question.id in excluded:
            left[question.id] = excluded[question.id]
        elif not question.evidence:
            left[question.id] = "the set names no evidence"
        elif missing := [one for one in question.evidence if one not in known]:
            left[question.id] = f"the set names evidence that it has not: {', '.join(missing)}"
        else:
            good.append(question)
    return good, left


def tokens(texts: Sequence[str]) -> int:
    """Return an estimate of the tokens of some texts: four letters each."""
    return sum(len(text) for text in texts) // 4
