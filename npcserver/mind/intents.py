"""From a model's wishes to intents a game may carry out: only what was declared, checked twice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from npcserver.mind.guard import Guard
from npcserver.mind.wording import printable
from npcserver.model.affordance import (
    ActionIntent,
    Affordance,
    DroppedIntent,
    Entity,
    NotAfforded,
    accept,
)
from npcserver.model.ids import IntentId

MOST_WISHES = 16
"""Wishes of one answer that are looked at."""

LONGEST_TEXT = 500
"""Characters of a text argument whose affordance states no maximum."""

_LARGEST_NUMBER = 2**53  # beyond this a double, and so JSON in a browser, loses whole numbers
_SHOWN = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """Intents that may go to the game, and those that may not."""

    accepted: tuple[ActionIntent, ...] = ()
    dropped: tuple[DroppedIntent, ...] = ()


def sift(
    wishes: Sequence[tuple[str, Mapping[str, object]]],
    *,
    affordances: Sequence[Affordance],
    entities: Sequence[Entity],
    new_intent_id: Callable[[], IntentId],
    guard: Guard | None = None,
) -> Sifted:
    """Check each wish (name, arguments) of a finished answer; what does not fit is dropped."""
    offered = {affordance.name: affordance for affordance in reversed(affordances)}
    uses: Counter[str] = Counter()
    accepted: list[ActionIntent] = []
    dropped: list[DroppedIntent] = []
    for index, (name, proposed) in enumerate(wishes):
        try:
            affordance = _offered(offered, name, uses[name], index)
            arguments = accept(affordance, _cleaned(affordance, proposed, guard), entities)
        except NotAfforded as refusal:
            dropped.append(DroppedIntent(affordance=_shown(name), why=printable(str(refusal))))
            continue
        uses[name] += 1
        accepted.append(ActionIntent(id=new_intent_id(), affordance=name, arguments=arguments))
    return Sifted(accepted=tuple(accepted), dropped=tuple(dropped))


def _offered(offered: Mapping[str, Affordance], name: str, used: int, index: int) -> Affordance:
    """Return the affordance a wish names, if it may be used once more."""
    affordance = offered.get(name)
    if affordance is None:
        raise NotAfforded("no such affordance was declared")
    if index >= MOST_WISHES:
        raise NotAfforded("too many intents in one answer")
    if used >= affordance.max_uses:
        raise NotAfforded(f"at most {affordance.max_uses} in one turn")
    return affordance


def _cleaned(
    affordance: Affordance, proposed: Mapping[str, object], guard: Guard | None
) -> dict[str, object]:
    """Return the arguments without nulls of optional ones, texts without invisible characters."""
    parameters = {parameter.name: parameter for parameter in affordance.parameters}
    cleaned: dict[str, object] = {}
    for name, value in proposed.items():
        parameter = parameters.get(name)
        if value is None and parameter is not None and not parameter.required:
            continue
        if isinstance(value, int | float) and abs(value) > _LARGEST_NUMBER:
            raise NotAfforded(f"{_shown(name)} is too large a number")
        if isinstance(value, str):
            value = printable(value)  # noqa: PLW2901 - the clean value takes the raw one's place
            if len(value) > LONGEST_TEXT and (parameter is None or parameter.maximum is None):
                raise NotAfforded(f"{_shown(name)} is longer than {LONGEST_TEXT} characters")
            if guard is not None and guard.leaks(value):
                raise NotAfforded(f"{_shown(name)} recites the prompt")
        cleaned[name] = value
    return cleaned


def _shown(name: str) -> str:
    return printable(name)[:_SHOWN]
