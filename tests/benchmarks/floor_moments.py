"""Reads the labelled moments on which it is measured who speaks next; see RULE.md beside them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import yaml

from npcserver.mind.turn_taking import Moment, Uttered, Voice, stake_words
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, WorldId

FOLDER = Path(__file__).with_name("turn_taking")
KEPT = tuple(sorted(path.stem for path in FOLDER.glob("*-kept.yaml")))
"""Held out: nothing is tuned on these."""
TUNED = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem not in KEPT))
NOBODY = "nobody"

_LINE = re.compile(r"(?P<who>\w+)(?:(?P<arrows>>{1,2})(?P<to>[\w,]+))?: (?P<text>.+)", re.DOTALL)
_LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A moment; whom its last line was for, empty for all; and who speaks next or is awaited."""

    where: str
    language: str
    moment: Moment
    to: tuple[str, ...]
    next: str


def load(name: str) -> Iterator[Labelled]:
    """Read the moments of one setting."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    read = yaml.load(text, Loader=yaml.CSafeLoader)
    voices = {voice: _voice(voice, fields) for voice, fields in read["cast"].items()}
    for number, one in enumerate(read["moments"], 1):
        unwilling = one.get("unwilling", ())
        yield Labelled(
            where=f"{name} {number}",
            language=read["language"],
            moment=Moment(
                voices=tuple(
                    _unwilling(voice) if voice.id in unwilling else voice
                    for voice in voices.values()
                ),
                lines=tuple(_uttered(line) for line in one["lines"]),
            ),
            to=tuple(one["to"]),
            next=one["next"],
        )


def _voice(member: str, fields: dict[str, str]) -> Voice:
    cares = fields.get("cares", "")
    character = Character(
        id=CharacterId(member),
        world_id=WorldId("labelled"),
        persona=Persona(name=fields["name"], background=cares),
        created_at=_LONG_AGO,
        updated_at=_LONG_AGO,
    )
    return Voice(
        id=member,
        name=fields["name"],
        is_player=bool(fields.get("player")),
        stake_words=stake_words(character),
    )


def _unwilling(voice: Voice) -> Voice:
    return Voice(id=voice.id, name=voice.name, is_player=voice.is_player, is_willing=False)


def _uttered(line: str) -> Uttered:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError(
            f"{line!r} is no line; write `who: words`, `who>whom: words` or `who>>whom:`"
        )
    return Uttered(
        speaker_id=match["who"],
        text=match["text"],
        to_ids=tuple(match["to"].split(",")) if match["to"] else (),
        is_whisper=match["arrows"] == ">>",
    )
