"""The story beats of a character at a vantage: those to tell, those not to tell yet, and the told.

A beat is told or not in a timeline: it is a record there, so a save that is loaded takes it back.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from npcserver.memory.stream import MemoryStream
from npcserver.mind.beats import COSINE, tells
from npcserver.model.character import Beat, OpenBeat
from npcserver.model.ids import TurnId
from npcserver.model.inputs import ReplyInput
from npcserver.model.record import BeatTold, Draft, Flagged, RecordKind, subject_key
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

_FLAGS_READ = 100  # of one flag: a game may report a flag again and again
_SHOWN = 2  # beats in one prompt


async def with_beats(view: View, scene: ReplyInput, flags: Collection[str]) -> ReplyInput:
    """Return a scene with the beats that its character has not told; reads nothing without any.

    A beat is due with the last of the answers within which it is to be told. All answers of the
    character since the flag was set count.
    """
    character, beats = scene.character, scene.character.persona.beats
    if not beats:
        return scene
    told = await view.latest_by_subject(RecordKind.BEAT, subject_key(character.id, ""))
    left = [one for one in beats if subject_key(character.id, one.key) not in told]
    found: list[tuple[int, OpenBeat]] = []
    for beat in left:
        if beat.flag in flags:
            since = await _set_since(view, beat.flag)
            answers = (await view.count(since, (RecordKind.TURN,))).get(character.id, 0)
            remaining = beat.within - answers
            found.append((remaining, OpenBeat(beat=beat, since=since, is_due=remaining <= 1)))
    in_order = [one for _, one in sorted(found, key=lambda each: each[0])]
    return replace(
        scene,
        beats=tuple(one for at, one in enumerate(in_order) if one.is_due or at < _SHOWN),
        untold=tuple(one for one in left if one.flag not in flags),
    )


async def _set_since(view: View, flag: str) -> int:
    since = view.vantage.seq
    for record in await view.tail(flag, (RecordKind.FLAG,), _FLAGS_READ):
        if isinstance(record.body, Flagged) and not record.body.is_set:
            break
        since = record.seq
    return since


async def without_told(
    stream: MemoryStream, reader: Reader, view: View, scene: ReplyInput
) -> ReplyInput:
    """Return a scene whose beats are those that no line has told in other words, by its meaning."""
    told: list[Beat] = []
    for one in scene.beats:
        cue = await stream.cue(one.beat.fact)
        mind = scene.world.id, scene.character.id
        alike = await stream.alike(reader, view, *mind, cue, COSINE)
        records = await view.get([seq for seq in alike if seq > one.since])
        if any(record.kind is RecordKind.LINE for record in records):
            told.append(one.beat)
    left = tuple(one for one in scene.beats if one.beat not in told)
    return replace(scene, beats=left, told=tuple(told)) if told else scene


def beat_drafts(scene: ReplyInput, said: str, turn_id: TurnId) -> Iterator[Draft]:
    """Yield the records of the beats that were told, by this answer or by an earlier one."""
    now = (one.beat for one in scene.beats if tells(one.beat, said))
    for beat in (*scene.told, *now):
        subject = subject_key(scene.character.id, beat.key)
        yield Draft(RecordKind.BEAT, BeatTold(turn_id=turn_id), subject)
