"""Emotions of lines, and feelings about others, ideas and the moment, with bounds.

Nothing here jumps: one event moves a number by at most its bound, however strongly a model puts it.
"""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
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


def emotion_problem(label: str) -> str | None:
    """Return what is wrong with the label of an emotion; None if there is one of that name."""
    return None if label in LABELS else f"must be one of {', '.join(LABELS)}"


def named(label: str) -> Emotion:
    """Return the emotion with this label and the label's usual valence and arousal."""
    valence, arousal = LABELS[label]
    return Emotion(label, valence, arousal)


NEUTRAL = named("neutral")


def nearest(valence: float, arousal: float) -> str:
    """Return the label nearest on the circumplex; of equally near ones the first in `LABELS`."""
    return min(LABELS, key=lambda label: math.dist(LABELS[label], (valence, arousal)))


_WARMTH = ((-50, "hostile"), (-10, "cool"), (10, "indifferent"), (60, "warm"))


def warmth(affinity: int) -> str:
    """Return the word for an affinity: hostile, cool, indifferent, warm or devoted."""
    return next((word for below, word in _WARMTH if affinity < below), "devoted")


CHANGE = 10
"""Most that one event moves affinity, trust, familiarity, or a belief (AgentGroupChat: 10)."""
NEUTRAL_TRUST = 50
MOOD_CHANGE = 0.4
"""Most that one event moves valence or arousal."""
MOOD_HALF_LIFE = timedelta(hours=3)
"""Game time in which half of a mood has passed."""


FORGOTTEN_AFTER = timedelta(days=30)
"""Game time without anything between two people after which they begin to know each other less."""
FAMILIARITY_HALF_LIFE = timedelta(days=365)
CLOSE = 80
"""Familiarity from which people stay as close, however long they do not meet.

Friendships cool within months without contact, ties of kin do not (Roberts & Dunbar 2011, The costs
of family and friends); forgetting is quick first and slow later (Ebbinghaus 1885), so by halves.
"""


@dataclass(frozen=True, slots=True)
class AxisScore:
    """How far one stands along an axis that the world declares."""

    name: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Body of a standing record: the subject's relation to one other person, as it sees it.

    `affinity` lies in -100 (hatred) to 100 (devotion); `trust` in 0 to 100, 50 for a stranger;
    `familiarity` in 0 (never met) to 100. `view` is one sentence. `evidence` are the seqs of the
    records that last changed it. `is_first` is true if it was read out of seed memories; an
    authored relation takes precedence over such a standing. `players` are those it stems from.

    `scores` are those on the axes of the world, as of the record. `thresholds` are the names of
    those that hold, `crossed` and `left` of those that began to hold and let go with this record.
    `rested` are game days since something moved it, at the time of a record that only says what has
    faded. It `is_authored` where an author set it so and nothing moved it since.
    """

    other_id: str
    other_name: str = ""
    affinity: int = 0
    trust: int = NEUTRAL_TRUST
    familiarity: int = 0
    view: str = ""
    evidence: tuple[int, ...] = ()
    is_first: bool = False
    players: tuple[str, ...] = ()
    scores: tuple[AxisScore, ...] = ()
    thresholds: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    rested: float = 0.0
    is_authored: bool = False

    def faded(self, elapsed: timedelta) -> "Standing":
        """Return the standing after game time in which nothing moved it: they know each other less.

        Affinity and trust stay, and one who was met once stays known.
        """
        late = elapsed - max(timedelta(0), FORGOTTEN_AFTER - timedelta(days=self.rested))
        if late <= timedelta(0) or not 1 < self.familiarity < CLOSE:
            return self
        left = round(self.familiarity * 0.5 ** (late / FAMILIARITY_HALF_LIFE))
        return replace(self, familiarity=max(1, left))

    def set_off(self, *, affinity: int, trust: int, familiarity: int) -> "Standing":
        """Return the standing moved by the game, to the end of each scale at most."""
        return replace(
            self,
            affinity=_within(self.affinity + affinity, -100, 100),
            trust=_within(self.trust + trust, 0, 100),
            familiarity=_within(self.familiarity + familiarity, 0, 100),
            is_first=False,
            rested=0.0,
            is_authored=False,
        )

    def moved(
        self,
        *,
        affinity: int = 0,
        trust: int = 0,
        familiarity: int = 0,
        view: str = "",
        evidence: tuple[int, ...] = (),
    ) -> "Standing":
        """Return the standing after one event, with every change clamped to its bound."""
        moved = self.set_off(
            affinity=_bounded(affinity),
            trust=_bounded(trust),
            familiarity=max(0, _bounded(familiarity)),
        )
        return replace(moved, view=view or self.view, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """Body of a belief: how far the subject holds a statement true or right, 0 to 100.

    `topic` is a short key, such as `tom-should-be-mayor`. `players` are those it stems from. It
    `is_authored` where an author set it so and nothing moved it since.
    """

    topic: str
    text: str
    score: int = 50
    evidence: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    is_authored: bool = False

    def moved(self, change: int, evidence: tuple[int, ...] = ()) -> "Belief":
        """Return the belief after one event."""
        score = _within(self.score + _bounded(change), 0, 100)
        return replace(self, score=score, evidence=evidence, is_authored=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """Body of a mood record, as of its game time; it decays towards calm (0, 0).

    Valence and arousal lie in -1..1 (Russell's circumplex); `why` is the cause in a few words. It
    `is_authored` where an author set it and nothing moved it since.
    """

    valence: float = 0.0
    arousal: float = 0.0
    why: str = ""
    is_authored: bool = False

    def faded(self, elapsed: timedelta) -> "Mood":
        """Return the mood after some game time has passed."""
        share = 0.5 ** (max(elapsed, timedelta(0)) / MOOD_HALF_LIFE)
        return replace(self, valence=self.valence * share, arousal=self.arousal * share)

    def moved(self, emotion: Emotion, weight: float, why: str = "") -> "Mood":
        """Return the mood drawn towards an emotion, by at most `MOOD_CHANGE` in each part."""
        return Mood(
            valence=_drawn(self.valence, emotion.valence, weight),
            arousal=_drawn(self.arousal, emotion.arousal, weight),
            why=why or self.why,
        )


def mood_at(mood: Mood | None, since: datetime | None, now: datetime) -> Mood:
    """Return a mood as of `now`, given that it was recorded at `since`; calm if there is none."""
    if mood is None or since is None:
        return Mood()
    return mood.faded(now - since)


def _drawn(value: float, target: float, weight: float) -> float:
    change = (target - value) * weight
    change = max(-MOOD_CHANGE, min(MOOD_CHANGE, change))
    return max(-1.0, min(1.0, value + change))


def _bounded(change: int) -> int:
    return _within(change, -CHANGE, CHANGE)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))
