"""Heuristic that finds which declared affordance a player's words ask for, with its arguments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from npcserver import language
from npcserver.language import stems
from npcserver.model.affordance import (
    Affordance,
    Entity,
    NotAfforded,
    Parameter,
    ParameterType,
    Value,
    accept,
)
from npcserver.model.inputs import ReplyInput

_NEGATED = language.pattern("actions", "negated")
_ASKED = language.pattern("actions", "asked")
_FILLERS = language.words("actions", "fillers")
_SPEAKER = language.pattern("actions", "speaker")
_POINTING = language.pattern("actions", "pointing")
_SINGULAR_POINTING = language.pattern("actions", "singular_pointing")
_TOLD = language.pattern("actions", "told")
_NUMBERS = {
    word: number
    for _, table in language.entries("actions", "numbers")
    for word, number in table.items()
}
# Lowest score that counts as a request: the verb alone (1.5) is not enough.
_CLEAR = 2.0


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """An affordance that was asked for.

    `missing` is a parameter that the words leave unclear; `arguments` is empty then.
    """

    affordance: str
    arguments: Mapping[str, Value]
    missing: Parameter | None = None


def requested_action(scene: ReplyInput) -> ActionRequest | None:
    """Return the action that the words heard clearly ask for, or None.

    Negations ("don't") ask for nothing, and neither do questions that contain no order.
    """
    text = scene.heard
    if _NEGATED.search(text):
        return None
    scored = [(_clarity(affordance, text), affordance) for affordance in scene.affordances]
    best = max(scored, key=lambda pair: pair[0], default=None)
    if best is None or best[0] < _CLEAR:
        return None
    affordance = best[1]
    arguments: dict[str, Value] = {}
    for parameter in affordance.parameters:
        value = _resolved(parameter, text, scene)
        if value is not None:
            arguments[parameter.name] = value
        elif parameter.required:
            return ActionRequest(affordance.name, {}, parameter)
    try:
        accept(affordance, arguments, scene.entities)
    except NotAfforded:
        unclear = affordance.parameters[0] if affordance.parameters else None
        return ActionRequest(affordance.name, {}, unclear) if unclear else None
    return ActionRequest(affordance.name, arguments)


def _clarity(affordance: Affordance, text: str) -> float:
    """Score how clearly a text names an action: the verb weighs most, an order adds 1."""
    said = {stems.stem(word) for word in stems.words(text)} | stems.content(text)
    parts = [stems.stem(part) for part in stems.words(_plain(affordance.name))]
    described = stems.content(affordance.description)
    if not parts:
        return 0.0
    verb = parts[0] in said
    score = 1.5 * verb + sum(0.8 for part in parts[1:] if part in said)
    score += 0.5 * len(described & (said - set(parts)))
    if stems.is_chinese(text):
        score += 1.0 * len(described & stems.content(text))
    is_order = bool(_ASKED.search(text)) or stems.stem(_first_word(text)) == parts[0]
    if not is_order and "?" in text:
        return 0.0  # `do you sell swords?` asks for an answer, not for an action
    return score + (1.0 if is_order and score > 0 else 0.0)


def _first_word(text: str) -> str:
    found = [word for word in stems.words(text) if word not in _FILLERS]
    return found[0] if found else ""


def _resolved(parameter: Parameter, text: str, scene: ReplyInput) -> Value | None:
    """Return the value that the words give a parameter, or None when they give none."""
    low = text.lower()
    match parameter.type:
        case ParameterType.ENTITY:
            return _entity(parameter, low, scene)
        case ParameterType.CHOICE:
            named = [option for option in parameter.options if _occurs(_plain(option), low)]
            return max(named, key=len, default=None)
        case ParameterType.INTEGER | ParameterType.NUMBER:
            return _number(low, whole=parameter.type is ParameterType.INTEGER)
        case ParameterType.BOOLEAN:
            return True
        case ParameterType.STRING:
            return _message(text)


def _message(text: str) -> Value | None:
    quoted = re.search(r"[\"“]([^\"”]+)[\"”]", text)
    told = _TOLD.search(text)
    found = quoted or told
    return found[1].strip(" .!?") if found else None


def _entity(parameter: Parameter, low: str, scene: ReplyInput) -> Value | None:
    fitting = [
        entity
        for entity in scene.entities
        if not parameter.entity_kinds or entity.kind in parameter.entity_kinds
    ]
    named = [entity for entity in fitting if _is_named(entity, low)]
    if named:
        return max(named, key=lambda entity: len(entity.name)).id
    if _SPEAKER.search(low) and not _POINTING.search(low):
        for entity in fitting:
            if entity.id == scene.partner.id or entity.name == scene.partner.name:
                return entity.id
    return fitting[0].id if len(fitting) == 1 and _SINGULAR_POINTING.search(low) else None


def _is_named(entity: Entity, low: str) -> bool:
    if _occurs(_plain(entity.name), low) or _occurs(_plain(entity.id), low):
        return True
    # `the key` names the only `rusty key`: the last word of a name is the thing itself
    last = stems.words(entity.name)[-1:] or [""]
    return len(last[0]) > 2 and _occurs(last[0], low)


def _number(low: str, *, whole: bool) -> Value | None:
    digits = re.search(r"(?<![\w.])\d+(?:\.\d+)?", low)
    if digits is not None:
        return int(float(digits[0])) if whole else float(digits[0])
    named = [_NUMBERS[word] for word in stems.words(low) if word in _NUMBERS]
    return max(named, default=None)


def _occurs(name: str, low: str) -> bool:
    name = name.lower().strip()
    if not name:
        return False
    if not name.isascii():
        return name in low
    return re.search(rf"\b{re.escape(name)}(?:s|es)?\b", low) is not None


def _plain(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-.]+", " ", name)
