"""Story beats: whether words tell one, and what is said where none of a character's did."""

from collections.abc import Iterable, Iterator

from npcserver.mind.provenance import SHARE, stated
from npcserver.model.character import Beat
from npcserver.model.inputs import ReplyInput
from npcserver.model.turn import BY_AUTHOR, Line

COSINE = 0.7
"""Cosine from which on a line tells a beat in other words; as for facts (`WhoKnows`)."""


def tells(beat: Beat, text: str) -> bool:
    """Return whether a text tells a beat, as far as its words show, or has its authored line."""
    return beat.line in text or stated(beat.fact, text) >= SHARE


def tells_any(beats: Iterable[Beat], text: str) -> bool:
    """Return whether a text tells one of some beats."""
    return any(tells(one, text) for one in beats)


def due_lines(scene: ReplyInput, said: str) -> Iterator[Line]:
    """Yield the authored lines of the beats that an answer had to tell and did not."""
    for one in scene.beats:
        if one.is_due and not tells(one.beat, said):
            yield Line(text=one.beat.line, origin=BY_AUTHOR)
