"""A circle as a prompt shows it: who stands there, whom the words were for, and why one answers."""

from collections.abc import Iterable
from dataclasses import dataclass

from npcserver.model.circle import InCircle
from npcserver.model.person import Person
from npcserver.prompts.spoken import name_of

_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleView:
    """Those who stand together with the character, by name.

    `spoken_to` are whom the words were for, empty for all. `hearers` hear a whispered answer; they
    are empty for one that all others hear. `why` is addressed, stake or silence.
    """

    others: tuple[str, ...]
    spoken_to: tuple[str, ...]
    hearers: tuple[str, ...]
    why: str


def circle_view(circle: InCircle | None) -> CircleView | None:
    """Return a circle as data, None outside of any."""
    if circle is None:
        return None
    return CircleView(
        others=_names(circle.others),
        spoken_to=() if circle.is_addressed else _names(circle.spoken_to),
        hearers=_names(circle.hearers) if circle.is_whisper else (),
        why="addressed" if circle.is_addressed else circle.why,
    )


def _names(people: Iterable[Person]) -> tuple[str, ...]:
    return tuple(name_of(one.name) for one in people)[:_SHOWN]
