"""Reads the labelled moments on which it is measured who speaks next; see RULE.md beside them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from npcserver.app.conversation.turn_assignment import topics_of
from npcserver.memory.embedding_texts import Nearness
from npcserver.mind.topic_interest import interests
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import CircleLine, CircleMember, CircleSnapshot, stake_words
from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, WorldId

FOLDER = Path(__file__).with_name("turn_taking")
_ALL = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
OTHERS_KEPT = tuple(name for name in _ALL if name.endswith("-other-kept"))
OTHERS = tuple(name for name in _ALL if name.endswith("-other"))
"""By five hands that knew no rule; four of them labelled those of one other, too."""
_SECOND = (
    "bakery",
    "blackout",
    "daoguan",
    "dispatch",
    "farside",
    "huoxing",
    "laundromat",
    "station",
)
_THIRD = ("base-camp", "biaoju", "kaogu", "masons")


def hand_of(name: str) -> str:
    """Return who wrote the moments of a setting: those of the rule, a pair, or one more hand."""
    if name not in (*OTHERS, *OTHERS_KEPT):
        return "rule"
    setting = name.removesuffix("-kept").removesuffix("-other")
    return "pair_2" if setting in _SECOND else "hand_5" if setting in _THIRD else "pair_1"


KEPT = tuple(name for name in _ALL if name.endswith("-kept") and name not in OTHERS_KEPT)
"""Held out: nothing is tuned on these, nor on `OTHERS_KEPT`."""
TUNED = tuple(name for name in _ALL if not name.endswith(("-kept", "-other")))
NOBODY = "nobody"

_LINE = re.compile(r"(?P<who>\w+)(?:(?P<arrows>>{1,2})(?P<to>[\w,]+))?: (?P<text>.+)", re.DOTALL)
_LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A moment; whom its last line was for, empty for all; and who speaks next or is awaited.

    `or_next` are others that are as natural.
    """

    where: str
    language: str
    moment: CircleSnapshot
    to: tuple[str, ...]
    next: str
    or_next: tuple[str, ...] = ()


async def with_topics(names: Iterable[str], nearness: Nearness) -> tuple[Labelled, ...]:
    """Read the moments of some settings, with the topics of the last line of each.

    As `app.conversation.turn_assignment` measures it.
    """
    found: list[Labelled] = []
    for name in names:
        cast = read_setting(name)["cast"]
        held = {
            member: interests(character(member, fields))
            for member, fields in cast.items()
            if not fields.get("player")
        }
        for one in load(name):
            *before, last = one.moment.lines
            topics = await topics_of(nearness, last.text, held)
            lines = (*before, replace(last, topics=topics))
            found.append(replace(one, moment=replace(one.moment, lines=lines)))
    return tuple(found)


def read_setting(name: str) -> dict[str, Any]:
    """Return the file of a setting as it is written."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)  # type: ignore[no-any-return]


def load(name: str) -> Iterator[Labelled]:
    """Read the moments of one setting, without topics."""
    read = read_setting(name)
    members = {voice: _voice(voice, fields) for voice, fields in read["cast"].items()}
    for number, one in enumerate(read["moments"], 1):
        unwilling = one.get("unwilling", ())
        yield Labelled(
            where=f"{name} {number}",
            language=read["language"],
            moment=CircleSnapshot(
                members=tuple(
                    _unwilling(voice) if voice.id in unwilling else voice
                    for voice in members.values()
                ),
                lines=tuple(_uttered(line) for line in one["lines"]),
            ),
            to=tuple(one["to"]),
            next=one["next"],
            or_next=tuple(one.get("or", ())),
        )


def character(member: str, fields: Mapping[str, str]) -> Character:
    """Return a member of a cast as a character that has nothing but a background."""
    return Character(
        id=CharacterId(member),
        world_id=WorldId("labelled"),
        persona=Persona(name=fields["name"], background=fields.get("cares", "")),
        created_at=_LONG_AGO,
        updated_at=_LONG_AGO,
    )


def _voice(member: str, fields: Mapping[str, str]) -> CircleMember:
    own = character(member, fields)
    return CircleMember(
        id=member,
        name=fields["name"],
        is_player=bool(fields.get("player")),
        stake_words=stake_words(own),
        roles=roles_of(own.persona),
    )


def _unwilling(voice: CircleMember) -> CircleMember:
    return replace(voice, stake_words=frozenset(), is_willing=False)


def _uttered(line: str) -> CircleLine:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError(
            f"{line!r} is no line; write `who: words`, `who>whom: words` or `who>>whom:`"
        )
    return CircleLine(
        speaker_id=match["who"],
        text=match["text"],
        to_ids=tuple(match["to"].split(",")) if match["to"] else (),
        is_whisper=match["arrows"] == ">>",
    )
