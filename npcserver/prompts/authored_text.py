"""An author's texts in pieces, so that a prompt holds as much of them as it has room for.

A persona has a core, which stands in every prompt, and more of it in steps of about a sentence.
"""

from dataclasses import replace

from npcserver.model.character import Persona
from npcserver.model.world import Place, World
from npcserver.prompts.spoken import name_of
from npcserver.prompts.tokens import cut_at_sentence, pieces

_STEP = 48  # tokens
_CORE = {"traits": 25, "voice": 35, "currently": 40, "background": 60}  # tokens in every prompt
_CEILINGS = {  # tokens of a text, however much room there is
    "voice": 200,
    "traits": 120,
    "currently": 400,
    "background": 1200,
    "daily_plan": 300,
    "lifestyle": 200,
}
_GOAL = 60
_GOALS = 12
_FIRST_GOALS = 3  # stand before the rest of the longer texts
_WORLD = 600
_PLACE = 300
_OBJECTS = 20
_ENDS = (".", "!", "?", "\u3002", "\uff01", "\uff1f", "\u2026", '"', "\u201d", ")")


def whole_persona(persona: Persona) -> Persona:
    """Return the persona as a prompt without bounds shows it: each text up to its ceiling."""
    texts = {name: _up_to(getattr(persona, name), most) for name, most in _CEILINGS.items()}
    goals = tuple(_up_to(goal, _GOAL) for goal in persona.goals[:_GOALS])
    return _with(replace(persona, name=name_of(persona.name)), texts, goals)


def whole_world(world: World) -> World:
    """Return the world with its description up to its ceiling."""
    return replace(world, name=name_of(world.name), description=_up_to(world.description, _WORLD))


def whole_place(place: Place | None) -> Place | None:
    """Return a place with its description up to its ceiling, and the first of its objects."""
    if place is None:
        return None
    return replace(
        place,
        name=name_of(place.name),
        description=_up_to(place.description, _PLACE),
        objects=tuple(name_of(thing) for thing in place.objects[:_OBJECTS]),
    )


def persona_steps(persona: Persona) -> tuple[tuple[str, str], ...]:
    """Return what a persona has beyond its core, in order: the name of the text and the piece."""
    goals = [("goals", goal) for goal in persona.goals]
    texts = [
        (name, piece)
        for name in _CEILINGS
        for piece in pieces(getattr(persona, name)[len(_core(persona, name)) :], _STEP)
    ]
    return (*goals[:_FIRST_GOALS], *texts, *goals[_FIRST_GOALS:])


def persona_at(persona: Persona, steps: int) -> Persona:
    """Return the core of a persona and so many steps more."""
    shown = {name: _core(persona, name) for name in _CEILINGS}
    goals: list[str] = []
    for name, piece in persona_steps(persona)[:steps]:
        if name == "goals":
            goals.append(piece)
        else:
            shown[name] += piece
    texts = {name: _ended(text, getattr(persona, name)) for name, text in shown.items()}
    return _with(persona, texts, tuple(goals))


def text_steps(text: str) -> tuple[str, ...]:
    """Return the pieces of a text that has no core."""
    return pieces(text, _STEP)


def text_at(text: str, steps: int) -> str:
    """Return so many pieces of a text."""
    return _ended("".join(text_steps(text)[:steps]), text)


def _ended(shown: str, whole: str) -> str:
    """Return the beginning of a text; an ellipsis says where it breaks off within a sentence."""
    shown = shown.rstrip()
    if not shown or len(shown) >= len(whole.rstrip()) or shown.endswith(_ENDS):
        return shown
    return f"{shown}\u2026"


def _core(persona: Persona, name: str) -> str:
    most = _CORE.get(name, 0)
    return pieces(getattr(persona, name), most)[0] if most and getattr(persona, name) else ""


def _up_to(text: str, tokens: int) -> str:
    return cut_at_sentence(" ".join(text.split()), tokens)


def _with(persona: Persona, texts: dict[str, str], goals: tuple[str, ...]) -> Persona:
    return replace(
        persona,
        traits=texts["traits"],
        background=texts["background"],
        currently=texts["currently"],
        lifestyle=texts["lifestyle"],
        voice=texts["voice"],
        daily_plan=texts["daily_plan"],
        goals=goals,
    )
