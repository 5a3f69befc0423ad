"""What came of what a character wanted to do, in words; and whether words claim it was done.

An intent is no deed. Only what the game says was completed is remembered as done, and what came
to nothing is remembered as that, whatever the character boasted of.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from npcserver import language
from npcserver.model.affordance import ActionIntent, Entity
from npcserver.model.record import OutcomeStatus
from npcserver.model.scene import Attempt
from npcserver.model.whereabouts import words_of

PROPOSED = "proposed"
"""Status of what the game has not answered yet."""
CAME_TO_NOTHING = (OutcomeStatus.REFUSED.value, OutcomeStatus.FAILED.value)


@dataclass(frozen=True, slots=True)
class _Words:
    did: str
    did_not: str
    why: str
    note: str
    pending: str
    argument: str
    joint: str


_HEDGED = language.pattern("attempts", "hedged")
"""Words that make of a deed something wanted, said, tried, to come, or not done."""


def deed(intent: ActionIntent, entities: Sequence[Entity], language: str) -> str:
    """Return an intent in words, things by their names: `give item (item: brass key, to: Ann)`."""
    words = _words(language)
    names = {entity.id: entity.name for entity in entities}
    given = words.joint.join(
        words.argument.format(name=_plain(name), value=names.get(str(value), str(value)))
        for name, value in intent.arguments
    )
    done = _plain(intent.affordance)
    return f"{done} ({given})" if given else done


def remembered(attempted: str, status: OutcomeStatus, detail: str, language: str) -> str:
    """Return the memory that an outcome leaves; empty where nothing has been decided.

    What was completed is remembered as the game told it, if it did.
    """
    words, why = _words(language), detail.strip()
    if status is OutcomeStatus.COMPLETED:
        return why or words.did.format(deed=attempted)
    if status is OutcomeStatus.ACCEPTED:
        return ""
    return words.did_not.format(
        deed=attempted, why=words.why.format(why=why.rstrip(".。")) if why else ""
    )


def note(attempt: Attempt, language: str) -> str:
    """Return what is put beside words that were said with an attempt: it did not happen."""
    words = _words(language)
    form = words.note if attempt.status in CAME_TO_NOTHING else words.pending
    return form.format(deed=attempt.text)


def claims(text: str, attempt: Attempt) -> bool:
    """Say whether a thought tells of an attempt that did not happen as of a deed that was done.

    It does when it names what the attempt was about and neither denies it nor calls it a wish, a
    plan or mere words. Rather a thought too few than a deed too many.
    """
    own = attempt.text.casefold()  # a watering can is no `can`
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
    """Say whether a thought tells of a deed that was done, naming all that it was done with."""
    _, about = _parts(done)
    said = words_of(text)
    return bool(about) and all(words <= said for words in about)


def speaks_of(text: str, attempt: Attempt) -> bool:
    """Say whether words pass on what was attempted."""
    words = words_of(attempt.text)
    return len(words & words_of(text)) * 2 >= max(1, len(words))


_PAST = {
    form: verb for _, forms in language.entries("attempts", "past") for form, verb in forms.items()
}
_STEM = 3


def _parts(attempted: str) -> tuple[str, list[frozenset[str]]]:
    """Return what was to be done, and the words of each thing it was to be done with."""
    action, _, given = attempted.partition(" (")
    values = (
        words_of(pair.replace("：", ":").partition(":")[2])
        for pair in re.split(r"[,，]", given.rstrip(")"))
    )
    return action, [words for words in values if words]


def _stems(words: frozenset[str]) -> frozenset[str]:
    """Return words in a form in which a deed meets its past, as `gave` meets `give`."""
    return frozenset(_stem(_PAST.get(word, word)) for word in words)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            stem = word.removesuffix(ending)
            is_doubled = len(stem) > _STEM and stem[-1] == stem[-2]
            return stem[:-1] if is_doubled else stem
    return word


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _words(tag: str) -> _Words:
    return _Words(**{one.name: language.text("attempts", one.name, tag) for one in fields(_Words)})
