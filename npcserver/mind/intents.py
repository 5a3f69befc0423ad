"""Intents: the wishes that were declared and may go out, and what came of them.

An intent is no deed. Only what the game says was completed is remembered as done, and what came
to nothing is remembered as that, whatever the character boasted of.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from npcserver import language
from npcserver.language import text
from npcserver.language.scripts import COLONS, FULL_STOPS, WIDE_COMMA, is_wide, visible
from npcserver.language.stems import content
from npcserver.mind.speech_stream import RecitalGuard
from npcserver.model.affordance import (
    ActionIntent,
    Affordance,
    DroppedIntent,
    Entity,
    NotAfforded,
    Value,
    accept,
)
from npcserver.model.ids import IntentId
from npcserver.model.inputs import Attempt, ReplyInput
from npcserver.model.place_lookup import words_of
from npcserver.model.record import OutcomeStatus

MOST_WISHES = 16
"""Proposals of one answer that are considered."""

LONGEST_TEXT = 500
"""Characters of a text argument whose affordance states no maximum."""

_LARGEST_NUMBER = 2**53  # beyond it a double, and so JSON in a browser, loses integers
_SHOWN = 64
_NAMED_IN = 8  # lines before the words heard, in which a thing may have been named


def sift(
    wishes: Sequence[tuple[str, Mapping[str, object]]],
    *,
    affordances: Sequence[Affordance],
    entities: Sequence[Entity],
    new_intent_id: Callable[[], IntentId],
    guard: RecitalGuard | None = None,
    unnamed: Sequence[Entity] = (),
    priced: Callable[[Affordance, Mapping[str, Value]], Mapping[str, Value]] | None = None,
) -> tuple[tuple[ActionIntent, ...], tuple[DroppedIntent, ...]]:
    """Return the intents of a finished answer that may go to the game, and those that may not.

    Each proposal (name, arguments) is checked, and dropped if it is invalid. So are those that name
    an entity of `unnamed`, which nobody spoke of. Amounts of money become those of `priced`, but
    for 0, which is a gift.
    """
    offered = {affordance.name: affordance for affordance in reversed(affordances)}
    uses: Counter[str] = Counter()
    accepted: list[ActionIntent] = []
    dropped: list[DroppedIntent] = []
    for index, (name, proposed) in enumerate(wishes):
        try:
            affordance = _offered(offered, name, uses[name], index)
            arguments = accept(affordance, _cleaned(affordance, proposed, guard), entities)
            _refuse(unnamed, arguments)
            if priced is not None:
                stated = priced(affordance, dict(arguments))
                asked = {name: stated.get(name, one) if one else one for name, one in arguments}
                arguments = accept(affordance, asked, entities)
        except NotAfforded as refusal:
            dropped.append(DroppedIntent(affordance=_shown(name), why=visible(str(refusal))))
            continue
        uses[name] += 1
        accepted.append(ActionIntent(id=new_intent_id(), affordance=name, arguments=arguments))
    return tuple(accepted), tuple(dropped)


def things_unnamed(scene: ReplyInput, said: str) -> list[Entity]:
    """Return the entities, people apart, that neither an answer nor the talk before it names.

    A small model hands over whatever is offered: an umbrella, where cake is ordered.
    """
    present = {scene.character.id, *(one.id for one in (scene.partner, *scene.company))}
    people = {one.kind for one in scene.entities if one.id in present}
    talk = "\n".join((*(one.text for one in scene.conversation[-_NAMED_IN:]), scene.heard, said))
    named = content(talk)

    def is_named(name: str) -> bool:
        head = name[-1:] if is_wide(name[-1:]) else name  # the noun, which comes last in Chinese
        return head in talk or not named.isdisjoint(content(name))

    return [
        one
        for one in scene.entities
        if one.kind not in people and one.id not in present and not is_named(one.name)
    ]


def _refuse(unnamed: Sequence[Entity], arguments: Iterable[tuple[str, Value]]) -> None:
    given = {value for _, value in arguments}
    for one in unnamed:
        if one.id in given:
            raise NotAfforded(f"nobody spoke of {one.name}")


def _offered(offered: Mapping[str, Affordance], name: str, used: int, index: int) -> Affordance:
    affordance = offered.get(name)
    if affordance is None:
        raise NotAfforded("no such affordance was declared")
    if index >= MOST_WISHES:
        raise NotAfforded("too many intents in one answer")
    if used >= affordance.max_uses:
        raise NotAfforded(f"at most {affordance.max_uses} in one turn")
    return affordance


def _cleaned(
    affordance: Affordance, proposed: Mapping[str, object], guard: RecitalGuard | None
) -> dict[str, object]:
    """Return the arguments without nulls of optional ones; texts without invisible characters."""
    parameters = {parameter.name: parameter for parameter in affordance.parameters}
    cleaned: dict[str, object] = {}
    for name, value in proposed.items():
        parameter = parameters.get(name)
        if value is None and parameter is not None and not parameter.required:
            continue
        if isinstance(value, int | float) and abs(value) > _LARGEST_NUMBER:
            raise NotAfforded(f"{_shown(name)} is too large a number")
        if isinstance(value, str):
            value = visible(value)  # noqa: PLW2901 - the clean value takes the raw one's place
            if len(value) > LONGEST_TEXT and (parameter is None or parameter.maximum is None):
                raise NotAfforded(f"{_shown(name)} is longer than {LONGEST_TEXT} characters")
            if guard is not None and guard.leaks(value):
                raise NotAfforded(f"{_shown(name)} recites the prompt")
        cleaned[name] = value
    return cleaned


def _shown(name: str) -> str:
    return visible(name)[:_SHOWN]


PROPOSED = "proposed"
"""The status of an intent that the game has not answered yet."""
CAME_TO_NOTHING = (OutcomeStatus.REFUSED.value, OutcomeStatus.FAILED.value)


_ENDINGS = language.listed("attempts", "endings")
_HEDGED = language.pattern("attempts", "hedged")
"""Words that make a deed something wanted, said, tried, to come, or not done."""


def deed(intent: ActionIntent, entities: Sequence[Entity], language: str) -> str:
    """Return an intent as text, entities by their names: `give item (item: brass key, to: Ann)`."""
    argument = text("attempts", "argument", language)
    names = {entity.id: entity.name for entity in entities}
    given = text("attempts", "joint", language).join(
        argument.format(name=_plain(name), value=names.get(str(value), str(value)))
        for name, value in intent.arguments
    )
    done = _plain(intent.affordance)
    return f"{done} ({given})" if given else done


def remembered(attempted: str, status: OutcomeStatus, detail: str, language: str) -> str:
    """Return the memory that an outcome leaves; empty for ACCEPTED.

    A completed intent is remembered in the game's words, if it gave any.
    """
    why = detail.strip()
    if status is OutcomeStatus.COMPLETED:
        return why or text("attempts", "did", language).format(deed=attempted)
    if status is OutcomeStatus.ACCEPTED:
        return ""
    because = text("attempts", "why", language).format(why=why.rstrip(FULL_STOPS)) if why else ""
    return text("attempts", "did_not", language).format(deed=attempted, why=because)


def note(attempt: Attempt, language: str) -> str:
    """Return the note on words that were said with an attempt: it did not happen."""
    key = "note" if attempt.status in CAME_TO_NOTHING else "pending"
    return text("attempts", key, language).format(deed=attempt.text)


def claims(text: str, attempt: Attempt) -> bool:
    """Return whether a text states an attempt that did not happen as a deed that was done.

    It does when it names what the attempt was about and neither denies it nor calls it a wish, a
    plan or mere words. In doubt it does: a lost thought is better than a false deed.
    """
    own = attempt.text.casefold()  # a watering can is no modal `can`
    if any(found[0].casefold() not in own for found in _HEDGED.finditer(text)):
        return False
    said = words_of(text)
    action, about = _parts(attempt.text)
    if not about:
        return bool(_stems(words_of(action)) & _stems(said))
    return all(words & said for words in about) or bool(
        any(words & said for words in about) and _stems(words_of(action)) & _stems(said)
    )


def is_told(text: str, done: str) -> bool:
    """Return whether a text states a deed that was done, naming all that it was done with."""
    _, about = _parts(done)
    said = words_of(text)
    return bool(about) and all(words <= said for words in about)


def speaks_of(text: str, attempt: Attempt) -> bool:
    """Return whether words mention what was attempted."""
    words = words_of(attempt.text)
    return len(words & words_of(text)) * 2 >= max(1, len(words))


_PAST = {
    form: verb for _, forms in language.entries("attempts", "past") for form, verb in forms.items()
}
_STEM = 3


def _parts(attempted: str) -> tuple[str, list[frozenset[str]]]:
    action, _, given = attempted.partition(" (")
    values = (
        words_of(pair.replace(COLONS[1], ":").partition(":")[2])
        for pair in re.split(f"[,{WIDE_COMMA}]", given.rstrip(")"))
    )
    return action, [words for words in values if words]


def _stems(words: frozenset[str]) -> frozenset[str]:
    """Return words in a form that is the same for past and present, as `gave` and `give`."""
    return frozenset(_stem(_PAST.get(word, word)) for word in words)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            stem = word.removesuffix(ending)
            is_doubled = len(stem) > _STEM and stem[-1] == stem[-2]
            return stem[:-1] if is_doubled else stem
    return word


def _plain(name: str) -> str:
    return name.replace("_", " ")
