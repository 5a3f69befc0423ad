"""Heuristic that finds which declared affordance a player's words ask for, with its arguments."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from npcserver import language
from npcserver.language import stems
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.affordance import (
    Affordance,
    Entity,
    NotAfforded,
    Parameter,
    ParameterType,
    Value,
    accept,
    fitting,
)
from npcserver.model.inputs import ReplyInput

_NEGATED = language.pattern("actions", "negated")
_REPORTED = language.pattern("actions", "reported")
_ASKED = language.pattern("actions", "asked")
_FILLERS = language.words("actions", "fillers")
_SPEAKER = language.pattern("actions", "speaker")
_POINTING = language.pattern("actions", "pointing")
_SINGULAR_POINTING = language.pattern("actions", "singular_pointing")
_TOLD = language.pattern("actions", "told")
_ORDERED = language.pattern("actions", "ordered")
_TOLD_OF = language.pattern("actions", "told_of")
_AGAIN = language.pattern("actions", "again")
_SERVING = language.pattern("actions", "serving")
_TOLD_BEHIND = language.pattern("actions", "told_behind")
_COUNTED = language.expression("actions", "counted")
_AMOUNT = language.pattern("actions", "amount")
_PRICED = tuple(language.patterns("actions", "priced").values())
_OF = language.pattern("actions", "of")
_NUMBERS, _PRICE_NUMBERS, _COINS = (
    {word: one for _, table in language.entries("actions", key) for word, one in table.items()}
    for key in ("numbers", "price_numbers", "coins")
)
PLAYER = "player"
"""The id of the entity that stands for the player who speaks to the character."""
# Lowest score that counts as a request: the verb alone (1.5) is not enough.
_CLEAR = 2.0
_LONGEST_ORDER = 16  # words; what is longer tells something


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """An affordance that was asked for.

    `missing` is a parameter that the words leave unclear; `arguments` is empty then. `ordered` is
    what was ordered as it was called, where a thing was named and not an action.
    """

    affordance: str
    arguments: Mapping[str, Value]
    missing: Parameter | None = None
    ordered: str = ""


def requested_action(scene: ReplyInput) -> ActionRequest | None:
    """Return the action that the words heard clearly ask for, or None.

    The words name the action, or they order a thing that an action hands out: `a dark ale, please`,
    `another`. Negations ("don't") ask for nothing, nor do questions that contain no order, nor what
    another said that the character would do.
    """
    if _NEGATED.search(scene.heard) or _REPORTED.search(scene.heard):
        return None
    scored = [(_clarity(affordance, scene.heard), affordance) for affordance in scene.affordances]
    clarity, affordance = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    asked = None if affordance is None or clarity < _CLEAR else _request(affordance, scene)
    is_for_another = (
        asked is not None and asked.missing is not None and _takes_people(asked.missing, scene)
    )
    if asked is None or (asked.missing is not None and not is_for_another):
        asked = _ordered(scene) or _ordered_again(scene) or asked
    return asked


def _request(affordance: Affordance, scene: ReplyInput, ordered: str = "") -> ActionRequest:
    arguments: dict[str, Value] = {}
    for parameter in sorted(affordance.parameters, key=_is_amount):  # what is sold has its price
        value = _resolved(parameter, affordance, scene, ordered)
        if _is_amount(parameter):
            stated = priced(affordance, arguments, scene, ordered)
            value = stated.get(parameter.name, None if ordered else value)
        if value is not None:
            arguments[parameter.name] = value
        elif parameter.required:
            return ActionRequest(affordance.name, {}, parameter, ordered)
    return _accepted(affordance, arguments, scene, ordered)


def _accepted(
    affordance: Affordance, arguments: Mapping[str, Value], scene: ReplyInput, ordered: str
) -> ActionRequest:
    try:
        accept(affordance, arguments, scene.entities)
    except NotAfforded:
        unclear = next(iter(affordance.parameters), None)
        return ActionRequest(affordance.name, {}, unclear, ordered)
    return ActionRequest(affordance.name, arguments, ordered=ordered)


def _ordered(scene: ReplyInput) -> ActionRequest | None:
    """Return the action that hands out a thing the words order by its name alone."""
    text = scene.heard
    is_short = len(stems.words(text)) <= _LONGEST_ORDER
    if not is_short or _TOLD_OF.search(text):
        return None
    # without a verb of ordering the thing has to be named first
    wanted = (False, None) if _ORDERED.search(text) else (False,)
    named = [
        (len(name), affordance, name)
        for affordance in scene.affordances
        if _SERVING.search(f"{_plain(affordance.name)} {affordance.description}")
        for name in _handed_out(affordance, scene)
        if _is_ordered(name, text) and _tells_of(name, text) in wanted
    ]
    best = max(named, key=lambda one: one[0], default=None)
    return None if best is None else _request(best[1], scene, best[2])


def _ordered_again(scene: ReplyInput) -> ActionRequest | None:
    if not _AGAIN.search(scene.heard):
        return None
    last = next((one.intents for one in reversed(scene.conversation) if one.intents), ())
    for intent in reversed(last):
        for affordance in scene.affordances:
            if affordance.name == intent.affordance:
                arguments = dict(intent.arguments)
                chosen = (
                    str(arguments[one.name])
                    for one in affordance.parameters
                    if one.type is ParameterType.CHOICE and one.name in arguments
                )
                return _accepted(affordance, arguments, scene, _plain(next(chosen, "")))
    return None


def _handed_out(affordance: Affordance, scene: ReplyInput) -> Iterator[str]:
    """Yield the names of things that an affordance can hand out.

    They are its choices, the entities it takes that are no people, and what its own name has behind
    the verb where its arguments name none: the `boat` of `let_boat`.
    """
    has_any = False
    for parameter in affordance.parameters:
        if parameter.type is ParameterType.CHOICE:
            has_any = True
            yield from map(_plain, parameter.options)
        elif parameter.type is ParameterType.ENTITY and not _takes_people(parameter, scene):
            has_any = True
            yield from (entity.name for entity in fitting(parameter, scene.entities))
    if not has_any:
        yield from stems.words(_plain(affordance.name))[1:]


def _takes_people(parameter: Parameter, scene: ReplyInput) -> bool:
    who = {scene.partner.id, PLAYER}
    return any(entity.id in who for entity in fitting(parameter, scene.entities))


def _is_ordered(name: str, text: str) -> bool:
    """Return whether words name a thing: by all its words, or by its last behind a count.

    "An ale" is a dark ale; "a pale ale" is not.
    """
    if _occurs(name, text.lower()):
        return True
    called = stems.content(name)
    if called and called <= stems.content(text):
        return True
    return any(
        re.search(rf"(?:{_COUNTED}){re.escape(head)}(?:s|es)?\b(?!\s+of\b)", text.lower())
        for head in _heads(name)
    )


def _heads(name: str) -> list[str]:
    """Return what a thing with this name may be called in short: the key of a key of the mill."""
    heads = (stems.words(part)[-1:] for part in (name, *_OF.split(name)[:1]))
    return [head[0] for head in heads if head and head[0].isascii() and len(head[0]) > 2]


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
    first = next((word for word in stems.words(text) if word not in _FILLERS), "")
    is_order = bool(_ASKED.search(text)) or stems.stem(first) == parts[0]
    if not is_order and any(mark in text for mark in QUESTION_MARKS):
        return 0.0  # `do you sell swords?` asks for an answer, not for an action
    return score + (1.0 if is_order and score > 0 else 0.0)


def _resolved(
    parameter: Parameter, affordance: Affordance, scene: ReplyInput, ordered: str
) -> Value | None:
    text = scene.heard
    low = text.lower()
    match parameter.type:
        case ParameterType.ENTITY:
            return _entity(parameter, low, scene, is_order=bool(ordered))
        case ParameterType.CHOICE:
            named = [option for option in parameter.options if _occurs(_plain(option), low)]
            if not named and ordered:
                named = [option for option in parameter.options if _plain(option) == ordered]
            return max(named, key=len, default=None)
        case ParameterType.INTEGER | ParameterType.NUMBER:
            return _counted(parameter, affordance, scene, ordered)
        case ParameterType.BOOLEAN:
            is_named = stems.content(_plain(parameter.name)) <= stems.content(text)
            return True if parameter.required or is_named else None
        case ParameterType.STRING:
            found = re.search(r"[\"“]([^\"”]+)[\"”]", text) or _TOLD.search(text)
            return found[1].strip(" .!?") if found else None


def _counted(
    parameter: Parameter, affordance: Affordance, scene: ReplyInput, ordered: str
) -> Value | None:
    """Return a number that the words give."""
    whole = parameter.type is ParameterType.INTEGER
    low, called = scene.heard.lower(), _plain(parameter.name)
    if ordered and called in stems.words(_plain(affordance.name)):
        _, _, behind = low.partition(called)  # "one berth" is not the berth with the number one
        return _number(" ".join(stems.words(behind)[:2]), whole=whole)
    return _number(low, whole=whole)


def _tells_of(name: str, text: str) -> bool | None:
    """Return whether words tell of a thing at their head; None where it is not at their head.

    `An ale!` is an order without a verb, "the ale is good" is none.
    """
    last = stems.words(name)[-1:] or [name]
    called = rf"(?:{re.escape(name.lower())}|{re.escape(last[0])})(?:s|es)?"
    found = re.match(rf"\W*(?:(?:{_COUNTED}))?(?:[\w']+\s+of\s+)?{called}", text.lower())
    return None if found is None else _TOLD_BEHIND.match(text.lower(), found.end()) is not None


def priced(
    affordance: Affordance, arguments: Mapping[str, Value], scene: ReplyInput, ordered: str = ""
) -> dict[str, Value]:
    """Return the amounts of money that an action takes by the price here of what it hands out.

    What that is, an argument names, or the words `ordered`. Empty where no one price is stated.
    """
    names = {one.id: one.name for one in scene.entities}
    named = [names.get(one, _plain(one)) for one in arguments.values() if isinstance(one, str)]
    wares = [stems.content(one) for one in (ordered, *named) if stems.content(one)]
    prices = () if scene.place is None else scene.place.prices
    found = [(stems.content(one.ware), one.price) for one in prices]
    fitting = {price for ware, price in found if ware in wares} or {
        price for ware, price in found if any(one <= ware for one in wares)
    }
    if len(fitting) != 1:
        return {}
    (price,) = fitting
    amounts = ((one.name, _amount(price, one)) for one in affordance.parameters if _is_amount(one))
    return {name: amount for name, amount in amounts if amount is not None}


def _is_amount(parameter: Parameter) -> bool:
    is_number = parameter.type in (ParameterType.INTEGER, ParameterType.NUMBER)
    told = f"{_plain(parameter.name)} {parameter.description}"
    return is_number and _AMOUNT.search(told) is not None


def _amount(price: str, parameter: Parameter) -> Value | None:
    """Return a price in the coin that a parameter names; None if it is not one amount in it."""
    low, whole = price.lower(), parameter.type is ParameterType.INTEGER
    found = [match for one in _PRICED for match in one.finditer(low)]
    if not found:
        return _number(low, whole=whole)
    told = stems.words(f"{_plain(parameter.name)} {parameter.description}")
    unit = next((_COINS[one] for one in told if one in _COINS), 0)
    worths = [_COINS.get(match["coin"], 0) for match in found]
    if unit and all(worths):
        parts = zip(found, worths, strict=True)
        amount = sum(_value_of(match["number"]) * worth for match, worth in parts) / unit
    else:
        amount = _value_of(found[0]["number"]) if len(found) == 1 and not unit else math.nan
    if whole:
        return int(amount) if amount.is_integer() else None
    return amount if math.isfinite(amount) else None


def _value_of(number: str | None) -> float:
    """Return a number in figures, in a word, or in the signs of Chinese; 1 for an article."""
    if not number:
        return 1.0
    if number.isascii():
        digits = number.replace(".", "", 1).isdigit()
        return float(number) if digits else float((_NUMBERS | _PRICE_NUMBERS).get(number, math.nan))
    value, units = 0.0, 0.0
    for sign in number:
        one = float(_NUMBERS.get(sign, unicodedata.numeric(sign, math.nan)))
        value, units = (value + (units or 1.0) * one, 0.0) if one >= 10 else (value, one)
    return value + units


def _entity(parameter: Parameter, low: str, scene: ReplyInput, *, is_order: bool) -> Value | None:
    known = fitting(parameter, scene.entities)
    named = _named(known, low)
    if not named:  # `the captain`: a word of the name of one alone
        said = frozenset(stems.words(low)) - stems.STOP
        found = [one for one in known if said & frozenset(stems.words(one.name)) - stems.STOP]
        named = found if len(found) == 1 else []
    if named:
        return max(named, key=lambda entity: len(entity.name)).id
    if is_order or (_SPEAKER.search(low) and not _POINTING.search(low)):
        who = (scene.partner.id, scene.partner.name, PLAYER)
        speaker = [one for one in known if one.id in who or one.name == scene.partner.name]
        if speaker:
            return min(speaker, key=lambda one: one.id == PLAYER).id
    return known[0].id if len(known) == 1 and _SINGULAR_POINTING.search(low) else None


def _named(entities: Sequence[Entity], low: str) -> list[Entity]:
    """Return those that words name whole; where none is, the only such thing with most words.

    `The key` is the only rusty key, and the only key of the mill; `the vestry door` is not the
    front door, though that is a door too.
    """
    whole = [one for one in entities if any(_occurs(_plain(it), low) for it in (one.name, one.id))]
    if whole:
        return whole
    said = frozenset(stems.words(low)) - stems.STOP
    heads = [one for one in entities if any(_occurs(head, low) for head in _heads(one.name))]
    shared = [len(said & frozenset(stems.words(one.name))) for one in heads]
    best = [one for one, count in zip(heads, shared, strict=True) if count == max(shared)]
    return best if len(best) == 1 else []  # of two doors, which one is asked


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
