"""The mood of a character after its own words."""

from collections.abc import Sequence

from npcserver.model.emotion import NEUTRAL, Emotion
from npcserver.model.feelings import Mood
from npcserver.model.record import Draft, RecordKind

FELT = 0.3
"""How far a mood is drawn to the feeling of one's own words."""


def moved_mood(
    mood: Mood, felt: Sequence[Emotion | None], mind: str, why: str = ""
) -> tuple[Draft, ...]:
    """Return the mood after one's own words: drawn to the strongest feeling in them.

    Nothing where they were said without any.
    """
    strongest = max(
        filter(None, felt), key=lambda one: abs(one.valence) + abs(one.arousal), default=NEUTRAL
    )
    if strongest.valence == strongest.arousal == 0:
        return ()
    body = mood.moved(strongest, FELT, why)
    return (Draft(kind=RecordKind.MOOD, subject_id=mind, body=body),)
