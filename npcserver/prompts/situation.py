"""A situation as a prompt shows it: who thinks, when, at what, and towards whom.

Who a character is stands first and stays the same from one thought to the next; the moment is
data like everything that comes from play, since its words stem from thoughts and from the game.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.language import text
from npcserver.model.character import Availability, Person, Persona
from npcserver.model.day import Act, Cause, Step
from npcserver.model.feelings import Belief, Mood, Standing, warmth
from npcserver.model.inputs import Absence, ReplyInput, Situation
from npcserver.model.memory import Recollection
from npcserver.model.relation_axes import axes_in_words
from npcserver.model.world import Place, World
from npcserver.prompts.texts import (
    Shares,
    TimeView,
    name_of,
    neutralised,
    persona_view,
    place_view,
    slug,
    time_view,
    world_view,
)
from npcserver.prompts.tokens import clip

# Together they leave the changing part more than half of a 1,500-token prompt, however long a
# persona is.
_SHARES = Shares(
    texts={
        "traits": 50,
        "background": 200,
        "currently": 100,
        "lifestyle": 60,
        "voice": 80,
        "daily_plan": 80,
    },
    goals=5,
    goal=40,
    world=120,
    place=60,
    objects=8,
    prices=8,
    cut=clip,
)
_CURRENTLY = 100
_DOING = 40
_WHY = 24
_COMPANY = 8
_LONGEST = 400  # characters, before tokens are counted

FELT = 0.15
"""Valence or arousal from which a mood is shown; below, the temper is even."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsencesView:
    """Names of others whom a character knows to be dead, or away."""

    dead: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationView:
    """Who thinks (`persona`, `world`), and the moment.

    `mood` is one of even, elated, content, upset, low, restless, drowsy, for templates to put into
    words; `why` is its cause, or empty. `doing` is empty when nothing is known.
    """

    name: str
    persona: Persona
    world: World
    now: TimeView
    place: Place | None
    doing: str
    mood: str
    why: str
    currently: str
    company: tuple[str, ...]
    absences: AbsencesView


@dataclass(frozen=True, slots=True)
class BeatsView:
    """What a character is to tell, as data; with this answer if one `is_due`."""

    facts: tuple[str, ...]
    is_due: bool


def beats_view(scene: ReplyInput) -> BeatsView:
    """Return the facts of the story beats that are open."""
    facts = tuple(neutralised(one.beat.fact, _LONGEST) for one in scene.beats)
    return BeatsView(facts, any(one.is_due for one in scene.beats))


def absences_view(situation: Situation) -> AbsencesView:
    """Return the names of those that a character knows to be dead or away, the latest first.

    A name that others have, too, says which one it is.
    """
    spoken = situation.character.persona.language
    dead, away = (
        tuple(_which(one, spoken) for one in situation.absences if one.availability is state)
        for state in (Availability.DEAD, Availability.ABSENT)
    )
    return AbsencesView(dead=dead[:_COMPANY], away=away[:_COMPANY])


def _which(gone: Absence, spoken: str) -> str:
    name = name_of(gone.name)
    if gone.mark is None:
        return name
    form = text("availability", "which" if gone.mark else "other", spoken)
    return form.format(name=name, mark=name_of(gone.mark))


def _done(act: Act | None) -> str:
    """Return what a character does, unless it talks: small models say it in the talk."""
    if act is None or act.cause is Cause.TALK:
        return ""
    return shown(act.step.activity, _DOING)


def situation_view(situation: Situation) -> SituationView:
    """Return a situation, each text cut to its share, and texts from play neutralised."""
    character = situation.character
    return SituationView(
        name=name_of(character.name),
        persona=persona_view(character.persona, _SHARES),
        world=world_view(situation.world, _SHARES),
        now=time_view(situation.now, situation.world.calendar),
        place=place_view(situation.place, _SHARES),
        doing=_done(situation.act),
        mood=mood_word(situation.mood),
        why=shown(situation.mood.why, _WHY),
        currently=shown(situation.currently or character.persona.currently, _CURRENTLY),
        company=tuple(
            name_of(person.name) for person in situation.company if person.id != character.id
        )[:_COMPANY],
        absences=absences_view(situation),
    )


def shown(text: str, tokens: int) -> str:
    """Return a text from play fit for a prompt: one harmless, short line."""
    return clip(neutralised(text, _LONGEST), tokens)


def mood_word(mood: Mood) -> str:
    """Return the region of Russell's circumplex that a mood lies in, as a key for templates."""
    is_stirred = mood.arousal > FELT
    if mood.valence > FELT:
        return "elated" if is_stirred else "content"
    if mood.valence < -FELT:
        return "upset" if is_stirred else "low"
    if is_stirred:
        return "restless"
    return "drowsy" if mood.arousal < -FELT else "even"


_VIEW = 40  # tokens
_ID = 64
_SHORTEST_NAME = 2  # letters of a first name that identifies a person
_TRUST = ((20, "none"), (40, "little"), (61, "some"), (81, "much"))
_ACQUAINTANCE = ((1, "stranger"), (20, "seen"), (60, "known"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AttitudeView:
    """How one stands to another, as keys for templates.

    `warmth`: hostile, cool, indifferent, warm, devoted. `trust`: none, little, some, much, full.
    `acquaintance`: stranger, named (known of, but never met as far as is recorded), seen, known,
    close.
    """

    warmth: str
    trust: str
    acquaintance: str
    view: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Another person, and how one stands to them."""

    id: str
    name: str
    bond: AttitudeView


def attitude_view(
    standing: Standing | None, situation: Situation, *, is_known_of: bool = False
) -> AttitudeView:
    """Return the view of a standing; that of a stranger for None.

    Scores on the axes of the world are put in words behind it.

    One who `is_known_of` (memories name them), or of whom there is a view or evidence, is no
    stranger.
    """
    standing = standing or Standing(other_id="")
    affinity, trust, familiarity = standing.affinity, standing.trust, standing.familiarity
    acquaintance = next((word for below, word in _ACQUAINTANCE if familiarity < below), "close")
    is_named = is_known_of or bool(standing.view or affinity or standing.evidence)
    if acquaintance == "stranger" and is_named:
        acquaintance = "named"
    return AttitudeView(
        warmth=warmth(affinity),
        trust=next((word for below, word in _TRUST if trust < below), "full"),
        acquaintance=acquaintance,
        view=axes_in_words(
            shown(standing.view, _VIEW),
            standing,
            situation.world.axes,
            situation.character.persona.language,
        ),
    )


def is_known_of(person: Person, recollections: Sequence[Recollection]) -> bool:
    """Return whether memories name a person, or were said by or to them."""
    name = person.name.casefold()
    first = name.split()[0] if name.split() else name
    return any(
        person.id in (body.told_by, body.told_to, *body.about)
        or name in (text := found.memory.text.casefold())
        or (len(first) > _SHORTEST_NAME and re.search(rf"\b{re.escape(first)}\b", text) is not None)
        for found in recollections
        if (body := found.memory.body)
    )


def person_view(
    person: Person,
    standing: Standing | None,
    situation: Situation,
    *,
    is_known_of: bool = False,
) -> PersonView:
    """Return a person with how one stands to them."""
    return PersonView(
        id=neutralised(person.id, _ID),
        name=name_of(person.name),
        bond=attitude_view(standing, situation, is_known_of=is_known_of),
    )


_ACTIVITY = 20  # tokens
_PRESENT_WHY = 12
_PRESENT_CURRENTLY = 50
_BELIEF = 20
_STATE = 8
_BELIEFS = 3
_OBJECTS = 6
_CONVICTION = ((15, "rejects"), (40, "doubts"), (60, "wonders"), (85, "thinks"))


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefView:
    """A belief of the character; `conviction`: rejects, doubts, wonders, thinks, or knows."""

    text: str
    conviction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicBeliefView:
    """A belief by its topic as shown, with its text and its score (0..100).

    `key` is the topic in the character's records, or in the script.
    """

    key: str
    topic: str
    text: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A present or planned activity; `clock` is when it begins: `08:00`."""

    clock: str
    activity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateView:
    """An object here and its state."""

    thing: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentView:
    """The present state of a character; each part may be missing, and a mood be `even`.

    `currently` is who it is these days in its own eyes, once it has revised what its author wrote.
    `mood` is a key of `situation.mood_word`; `why` is its cause, or empty.
    """

    currently: str
    doing: StepView | None
    coming: StepView | None
    mood: str
    why: str
    beliefs: tuple[BeliefView, ...]
    states: tuple[StateView, ...]
    absences: AbsencesView

    @property
    def is_lasting(self) -> bool:
        """Whether there is a part that stays the same from turn to turn."""
        return bool(self.currently or self.beliefs)

    @property
    def is_passing(self) -> bool:
        """Whether there is a part that may change with each turn."""
        return self.mood != "even" or any((self.doing, self.coming, self.states))


def present_view(scene: ReplyInput) -> PresentView:
    """Return the present state of the character who answers in a scene."""
    return PresentView(
        currently="" if scene.day is None else shown(scene.day.currently, _PRESENT_CURRENTLY),
        doing=_present(scene.doing),
        coming=_present(scene.coming),
        mood=mood_word(scene.mood),
        why=shown(scene.mood.why, _PRESENT_WHY),
        beliefs=tuple(map(belief_view, scene.beliefs[:_BELIEFS])),
        states=tuple(
            StateView(thing=name_of(one.object), state=shown(one.state, _STATE))
            for one in scene.objects[:_OBJECTS]
        ),
        absences=absences_view(scene),
    )


def _present(step: Step | None) -> StepView | None:
    return step_view(step, _ACTIVITY) if step and step.activity.strip() else None


def step_view(step: Step, tokens: int = 24) -> StepView:
    """Return a step as data."""
    return StepView(clock=f"{step.starts_at:%H:%M}", activity=shown(step.activity, tokens))


def belief_view(belief: Belief) -> BeliefView:
    """Return a belief with its score as a word."""
    conviction = next((word for below, word in _CONVICTION if belief.score < below), "knows")
    return BeliefView(text=shown(belief.text, _BELIEF), conviction=conviction)


def topic_belief_view(belief: Belief, text: str) -> TopicBeliefView:
    """Return a belief with its text as shown."""
    topic = slug(belief.topic) or name_of(belief.topic)
    return TopicBeliefView(key=belief.topic, topic=topic, text=text, score=belief.score)
