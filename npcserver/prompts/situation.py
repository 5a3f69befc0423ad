"""A situation as a prompt shows it: who thinks, and the moment in which it thinks.

Who a character is stands first and stays the same from one thought to the next; the moment is
data like everything that comes from play, since its words stem from thoughts and from the game.
"""

from dataclasses import dataclass

from npcserver.model.character import Persona
from npcserver.model.feelings import Mood
from npcserver.model.pondering import Situation
from npcserver.model.world import Place, World
from npcserver.prompts.spoken import name_of, neutralised
from npcserver.prompts.tokens import clip
from npcserver.prompts.views import persona_view, place_view, world_view
from npcserver.prompts.when import Moment, moment

_CURRENTLY = 100
_DOING = 40
_WHY = 24
_COMPANY = 8
_LONGEST = 400  # characters, before tokens are counted

FELT = 0.15
"""Valence or arousal from which on a mood shows; below it is an even temper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationView:
    """Who thinks (`persona`, `world`), and the moment.

    `mood` is one of even, elated, content, upset, low, restless, drowsy, for templates to put into
    words; `why` says what brought it about, or is empty. `doing` is empty when nothing is known.
    """

    name: str
    persona: Persona
    world: World
    now: Moment
    place: Place | None
    doing: str
    mood: str
    why: str
    currently: str
    company: tuple[str, ...]


def situation_view(situation: Situation) -> SituationView:
    """Return a situation with every text cut to its share and what stems from play neutralised."""
    character = situation.character
    return SituationView(
        name=name_of(character.name),
        persona=persona_view(character.persona),
        world=world_view(situation.world),
        now=moment(situation.now),
        place=place_view(situation.place),
        doing=shown(situation.act.step.activity, _DOING) if situation.act else "",
        mood=mood_word(situation.mood),
        why=shown(situation.mood.why, _WHY),
        currently=shown(situation.currently or character.persona.currently, _CURRENTLY),
        company=tuple(
            name_of(person.name) for person in situation.company if person.id != character.id
        )[:_COMPANY],
    )


def shown(text: str, tokens: int) -> str:
    """Return words that stem from play as a prompt may show them: one harmless, short line."""
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
