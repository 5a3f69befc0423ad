"""Lines that an author wrote, or that ship, for when no model answers."""

from collections.abc import Sequence

from npcserver.model.character import Character
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import LABELS, NEUTRAL, named
from npcserver.model.inputs import ReplyInput
from npcserver.model.turn import BY_AUTHOR, Line
from npcserver.prompts.render import Templates

_LAST_RESORT = "\u2026"  # when even the shipped lines were overridden with nothing


def fallback_line(scene: ReplyInput, templates: Templates) -> Line:
    """Return a line of the persona, else a shipped one in its language.

    The scene's seed chooses among those that the character has not said in this conversation.
    """
    lines = _fallback_lines(scene.character, templates)
    said = [spoken.text for spoken in scene.conversation if spoken.is_own]
    fresh = [line for line in lines if not any(line.text in text for text in said)]
    return _chosen(fresh or lines, scene.seed)


def authored_line(character: Character, seed: int, templates: Templates) -> Line:
    """Return such a line where the conversation is not known."""
    return _chosen(_fallback_lines(character, templates), seed)


def _fallback_lines(character: Character, templates: Templates) -> tuple[Line, ...]:
    authored = (
        Line(
            text=" ".join(one.text.split()),
            emotion=named(one.emotion) if one.emotion in LABELS else NEUTRAL,
            origin=BY_AUTHOR,
        )
        for one in character.persona.fallback_lines
    )
    lines = tuple(line for line in authored if line.text)
    return lines or _shipped("fallback", character, templates)


def trailing_line(scene: ReplyInput, templates: Templates) -> Line:
    """Return a line that stops in the middle of a sentence."""
    return _chosen(_shipped("trailing", scene.character, templates), scene.seed)


def _shipped(name: str, character: Character, templates: Templates) -> tuple[Line, ...]:
    try:
        rows = templates.lines(name, character.persona.language)
    except InvalidInput:
        return ()
    return tuple(
        Line(text=text, emotion=emotion, origin=BY_AUTHOR) for text, emotion in rows if text
    )


def _chosen(lines: Sequence[Line], seed: int) -> Line:
    return lines[seed % len(lines)] if lines else Line(text=_LAST_RESORT, origin=BY_AUTHOR)
