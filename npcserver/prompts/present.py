"""What a character is at, how it feels and what it holds, in the few words a prompt has for it."""

from dataclasses import dataclass

from npcserver.model.day import Step
from npcserver.model.feelings import Belief
from npcserver.model.scene import Scene
from npcserver.model.surroundings import ObjectState
from npcserver.prompts.situation import mood_word, shown
from npcserver.prompts.spoken import name_of

_ACTIVITY = 20  # tokens
_WHY = 12
_CURRENTLY = 50
_BELIEF = 20
_STATE = 8
_BELIEFS = 3
_OBJECTS = 6
_CONVICTION = ((15, "rejects"), (40, "doubts"), (60, "wonders"), (85, "thinks"))


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefView:
    """What the character holds; `conviction`: rejects, doubts, wonders, thinks, or knows."""

    text: str
    conviction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """What it does or will do; `clock` is when that begins."""

    activity: str
    clock: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateView:
    """A thing here and what state it is in."""

    thing: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentView:
    """The present of a character; each part may be missing, and a mood be `even`.

    `currently` is who it is these days in its own eyes, once it has revised what its author wrote.
    `mood` is a key of `situation.mood_word`; `why` is what brought it about, or empty.
    """

    currently: str
    doing: StepView | None
    coming: StepView | None
    mood: str
    why: str
    beliefs: tuple[BeliefView, ...]
    states: tuple[StateView, ...]

    @property
    def is_lasting(self) -> bool:
        """Whether there is anything that stays the same from turn to turn."""
        return bool(self.currently or self.beliefs)

    @property
    def is_passing(self) -> bool:
        """Whether there is anything that may change with each turn."""
        return self.mood != "even" or any((self.doing, self.coming, self.states))


def present_view(scene: Scene) -> PresentView:
    """Return the present of whoever answers in a scene."""
    return PresentView(
        currently="" if scene.day is None else shown(scene.day.currently, _CURRENTLY),
        doing=step_view(scene.doing),
        coming=step_view(scene.coming),
        mood=mood_word(scene.mood),
        why=shown(scene.mood.why, _WHY),
        beliefs=tuple(map(belief_view, scene.beliefs[:_BELIEFS])),
        states=tuple(map(state_view, scene.objects[:_OBJECTS])),
    )


def step_view(step: Step | None) -> StepView | None:
    """Return a step as data."""
    if step is None or not step.activity.strip():
        return None
    return StepView(activity=shown(step.activity, _ACTIVITY), clock=f"{step.starts_at:%H:%M}")


def belief_view(belief: Belief) -> BeliefView:
    """Return a belief with its score as a word."""
    conviction = next((word for below, word in _CONVICTION if belief.score < below), "knows")
    return BeliefView(text=shown(belief.text, _BELIEF), conviction=conviction)


def state_view(state: ObjectState) -> StateView:
    """Return a thing and its state as data."""
    return StateView(thing=name_of(state.object), state=shown(state.state, _STATE))
