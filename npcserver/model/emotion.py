"""Emotions of lines: a label, and its place on Russell's circumplex (valence, arousal)."""

import math
from dataclasses import dataclass
from types import MappingProxyType

# label: (valence, arousal); Russell 1980, rounded. A model that names only the label gets these.
LABELS = MappingProxyType(
    {
        "neutral": (0.0, 0.0),
        "joy": (0.8, 0.5),
        "amusement": (0.7, 0.4),
        "affection": (0.8, 0.2),
        "pride": (0.6, 0.4),
        "relief": (0.5, -0.3),
        "calm": (0.4, -0.6),
        "hope": (0.5, 0.2),
        "curiosity": (0.3, 0.3),
        "surprise": (0.1, 0.8),
        "confusion": (-0.2, 0.2),
        "boredom": (-0.3, -0.6),
        "sadness": (-0.7, -0.4),
        "shame": (-0.6, -0.1),
        "worry": (-0.5, 0.4),
        "fear": (-0.7, 0.7),
        "suspicion": (-0.4, 0.3),
        "annoyance": (-0.5, 0.4),
        "anger": (-0.7, 0.8),
        "disgust": (-0.7, 0.3),
    }
)


@dataclass(frozen=True, slots=True)
class Emotion:
    """A labelled emotion; valence and arousal each lie in -1..1."""

    label: str
    valence: float
    arousal: float

    def __post_init__(self) -> None:
        if self.label not in LABELS:
            raise ValueError(f"unknown emotion {self.label!r}; one of {', '.join(LABELS)}")
        if not (-1.0 <= self.valence <= 1.0 and -1.0 <= self.arousal <= 1.0):
            raise ValueError("valence and arousal lie between -1 and 1")


def named(label: str) -> Emotion:
    """Return the emotion with this label and the label's usual valence and arousal."""
    valence, arousal = LABELS[label]
    return Emotion(label, valence, arousal)


NEUTRAL = named("neutral")


def nearest(valence: float, arousal: float) -> str:
    """Return the label nearest on the circumplex; of equally near ones the first in `LABELS`."""
    return min(LABELS, key=lambda label: math.dist(LABELS[label], (valence, arousal)))
