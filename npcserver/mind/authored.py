"""Lines an author wrote for moments when no model can speak."""

from npcserver.model.character import FallbackLine
from npcserver.model.emotion import LABELS, NEUTRAL, named
from npcserver.model.errors import InvalidInput
from npcserver.model.scene import Scene
from npcserver.model.turn import Line
from npcserver.prompts.render import Templates

_LAST_RESORT = "\u2026"  # when even the shipped lines were overridden away


def fallback_line(scene: Scene, templates: Templates) -> Line:
    """Return a line of the persona, else a shipped one in its language: never the same twice soon.

    The scene's seed chooses among those that the character has not said in this conversation.
    """
    authored = tuple(map(_line, scene.character.persona.fallback_lines))
    lines = tuple(line for line in authored if line.text) or _shipped("fallback", scene, templates)
    said = [spoken.text for spoken in scene.conversation if spoken.is_own]
    fresh = [line for line in lines if not any(line.text in text for text in said)]
    return _chosen(fresh or list(lines), scene.seed)


def trailing_line(scene: Scene, templates: Templates) -> Line:
    """Return what a character says that stops in the middle of a sentence."""
    return _chosen(list(_shipped("trailing", scene, templates)), scene.seed)


def _shipped(name: str, scene: Scene, templates: Templates) -> tuple[Line, ...]:
    try:
        rows = templates.lines(name, scene.character.persona.language)
    except InvalidInput:
        return ()
    return tuple(Line(text=text, emotion=emotion) for text, emotion in rows if text)


def _line(authored: FallbackLine) -> Line:
    emotion = named(authored.emotion) if authored.emotion in LABELS else NEUTRAL
    return Line(text=" ".join(authored.text.split()), emotion=emotion)


def _chosen(lines: list[Line], seed: int) -> Line:
    return lines[seed % len(lines)] if lines else Line(text=_LAST_RESORT)
