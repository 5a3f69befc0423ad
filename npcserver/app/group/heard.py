"""What a scene leaves in the minds of the characters in it: what they said, and what they heard.

A memory is written in the transaction of the move by which the words become known to its holder,
so it holds what it heard and nothing else. It comes with an importance: nothing of it is rated.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.app.group.casting import ALL, cast_of, person_of
from npcserver.app.group.news import news
from npcserver.app.material.history import newest_first
from npcserver.app.material.mindset import body_of, standing_from
from npcserver.model.character import Character
from npcserver.model.errors import NotFound
from npcserver.model.feelings import NEUTRAL_TRUST, Standing
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Known
from npcserver.model.group.moves import AUDIENCE, Spoke, Voted
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.person import Person
from npcserver.model.record import Draft, RecordKind, Remembered, Source, facet
from npcserver.model.secret import Secret
from npcserver.ports.storage import Reader
from npcserver.ports.view import View, Wanted

IN_CONFIDENCE, BEFORE_ALL = 6, 5
"""Importance of words between two, and of words before all."""
_LINES_LOOKED_AT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """What a character's words rest on: its memories that they pass on, and whose words these were.

    `players` are the players from whom they stem.
    """

    evidence: tuple[int, ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Words as a mind keeps them."""

    turn_id: TurnId
    speaker: Person
    text: str
    to: Person
    importance: int
    secrets: tuple[Secret, ...] = ()
    player: str = ""


@dataclass(frozen=True, slots=True)
class _Heard:
    """Words that became known to a cast member."""

    mind: CharacterId
    words: _Words


async def memories(
    reader: Reader,
    view: View,
    before: GroupChat,
    after: GroupChat,
    roots: Mapping[str, Roots] | None = None,
) -> tuple[Draft, ...]:
    """Return the memories that a change of a group chat leaves; `roots` are those of own words.

    Of a character that was deleted meanwhile nothing is kept.
    """
    characters = await _present(reader, view, after)
    found = [
        _Heard(characters[member.id].id, words)
        for member in after.script.members
        if member.id in characters
        for known in news(before, after, member.id)
        if (words := _words_of(after, known)) is not None
    ]
    if not found:
        return ()
    minds = {character.id: character for character in characters.values()}
    trusts = await _trusts(view, minds, found)
    stems = await _stems(view, minds, found, roots or {})
    found.sort(key=lambda one: one.mind != one.words.speaker.id)  # said before it is heard
    return tuple(
        _kept(after.id, one, trusts.get((one.mind, one.words.speaker.id), NEUTRAL_TRUST), stems)
        for one in found
    )


async def _present(reader: Reader, view: View, chat: GroupChat) -> dict[str, Character]:
    found: dict[str, Character] = {}
    for member_id, character_id in cast_of(chat.script).items():
        try:
            found[member_id] = await reader.character(view.timeline.world_id, character_id)
        except NotFound:
            continue
    return found


def _words_of(chat: GroupChat, known: Known) -> _Words | None:
    """Return the words in something that became known, None where there are none."""
    match known:
        case Spoke(text=text) if text.strip():
            return _line(chat, known)
        case Voted(statement=statement, knowledge=Knowledge.OWN) if statement.strip():
            member = chat.script.member(known.member)
            seat = chat.seat(member.id)
            return _Words(
                turn_id=_turn_id(chat, "vote", known.member),
                speaker=person_of(chat.script, member),
                text=statement,
                to=ALL,
                importance=BEFORE_ALL,
                player="" if seat is None else seat.id,
            )
        case _:
            return None


def _line(chat: GroupChat, spoke: Spoke) -> _Words:
    is_audience = spoke.member == AUDIENCE and spoke.person is not None
    where = (str(spoke.round), spoke.stage, str(spoke.chat_round), spoke.talk, spoke.member)
    own = (spoke.person.id, spoke.text) if is_audience and spoke.person is not None else ()
    return _Words(
        turn_id=_turn_id(chat, *where, *own),
        speaker=(
            spoke.person
            if is_audience and spoke.person is not None
            else person_of(chat.script, chat.script.member(spoke.member))
        ),
        text=spoke.text,
        to=person_of(chat.script, chat.script.member(spoke.to)) if spoke.to else ALL,
        importance=BEFORE_ALL if spoke.stage is Stage.GROUP_CHAT else IN_CONFIDENCE,
        secrets=spoke.secrets,
        player="" if spoke.person is None else spoke.person.id,
    )


def _turn_id(chat: GroupChat, *parts: str) -> TurnId:
    """Return what ties a line to those who hear it later: it follows from where it was said."""
    name = "\0".join((chat.id, *parts))
    return TurnId(f"trn_{hashlib.sha256(name.encode()).hexdigest()[:20]}")


async def _trusts(
    view: View, minds: Mapping[CharacterId, Character], found: Sequence[_Heard]
) -> dict[tuple[CharacterId, str], int]:
    """Return how far each listener believes each speaker, in one look."""
    speakers = {
        (one.mind, one.words.speaker.id): one.words.speaker
        for one in found
        if one.words.speaker.id != one.mind
    }
    subjects = [facet(mind, other) for mind, other in speakers]
    looked_up = await view.newest([Wanted(RecordKind.RELATION, subject) for subject in subjects])
    trusts: dict[tuple[CharacterId, str], int] = {}
    for ((mind, other), speaker), subject, records in zip(
        speakers.items(), subjects, looked_up, strict=True
    ):
        standing = body_of(records.get(subject), Standing)
        trusts[mind, other] = standing_from(standing, minds[mind], speaker).trust
    return trusts


async def _stems(
    view: View,
    minds: Mapping[CharacterId, Character],
    found: Sequence[_Heard],
    roots: Mapping[str, Roots],
) -> dict[TurnId, Roots]:
    """Return what words rest on, by turn; of words said earlier, their speaker remembers it."""
    stems: dict[TurnId, Roots] = {}
    earlier: dict[str, set[TurnId]] = {}
    said_now = {one.words.turn_id for one in found if one.mind == one.words.speaker.id}
    for one in found:
        words = one.words
        if words.turn_id in said_now:
            own = roots.get(words.speaker.id, Roots())
            players = (*own.players, *filter(None, (words.player,)))
            stems[words.turn_id] = Roots(
                evidence=own.evidence, players=tuple(dict.fromkeys(players))
            )
        elif words.speaker.id in minds:
            earlier.setdefault(words.speaker.id, set()).add(words.turn_id)
        else:
            stems[words.turn_id] = Roots(players=tuple(filter(None, (words.player,))))
    for speaker, turns in earlier.items():
        async for record in newest_first(view, speaker, (RecordKind.LINE,)):
            body = record.body
            if isinstance(body, Remembered) and body.turn_id in turns:
                stems[body.turn_id] = Roots(players=body.players)
                turns.discard(body.turn_id)
            if not turns:
                break
    return stems


def _kept(chat_id: str, heard: _Heard, trust: int, stems: Mapping[TurnId, Roots]) -> Draft:
    words = heard.words
    is_own = words.speaker.id == heard.mind
    stem = stems.get(words.turn_id, Roots())
    return Draft(
        kind=RecordKind.LINE if is_own else RecordKind.UTTERANCE,
        subject_id=heard.mind,
        text=words.text,
        importance=words.importance,
        body=Remembered(
            source=Source.OWN if is_own else Source.TOLD,
            told_by=words.speaker.id,
            told_to=words.to.id,
            speaker=words.speaker.name,
            turn_id=words.turn_id,
            evidence=stem.evidence if is_own else (),
            trust=100 if is_own else trust,
            players=stem.players,
            secrets=words.secrets,
            circle_id=chat_id,
        ),
    )
