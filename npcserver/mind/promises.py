"""Promises: made, taken back and kept, by rule, and how they are remembered.

Rules, no model: a promise needs a first person who will do something, and a time by when or a
word such as `promise`. What a model names as a promise is taken too, if its words were said. A
question, a condition, a wish or a figure of speech (`I'll be damned`) promises nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from npcserver import language
from npcserver.language import promises as promise_language
from npcserver.language import text, texts
from npcserver.language.deadlines import LAST_MINUTE, names_a_time
from npcserver.language.promises import (
    bare,
    deeds,
    is_open,
    is_recalled,
    is_unable,
    sentences,
    takes_back,
)
from npcserver.language.scripts import QUESTION_MARKS, visible
from npcserver.model.calendar import EARTH, Calendar
from npcserver.model.commitment import Commitment, Promise
from npcserver.model.place_lookup import words_of

_TABLES = tuple(table for _, table in language.entries("verbs", "kin"))
_KIN = tuple(
    frozenset(word for one in _TABLES for word in one.get(key, "").split())
    for key in dict.fromkeys(key for one in _TABLES for key in one)
)
"""Verbs that are equivalent for a promise."""
_NEVER = language.pattern("verbs", "never", 0)


def is_kept_by(promise: Commitment, deed: str) -> bool:
    """Return whether a deed fulfils a promise: the same kind of action, with the same things.

    `deed` holds the name of the affordance, its arguments with the names of things, and the game's
    words. A promise not to do something is fulfilled by no deed.
    """
    verb = promise.what.split(" ", 1)[0].casefold()
    if _NEVER.search(verb):
        return False
    done = words_of(deed)
    objects = words_of(promise.what) - words_of(f"{promise.by_name} {promise.to_name} {verb}")
    plain = deed.casefold().replace("_", " ")
    groups = [kin for kin in _KIN if verb in kin or any(sign in verb for sign in kin)]
    kin = frozenset({verb}).union(*groups)
    # done by the verb, or by an equivalent one
    is_kin = not kin.isdisjoint(re.findall(r"[a-z']+", plain)) or any(
        one in plain for one in kin if not one.isascii()
    )
    if not promise.what.isascii():  # Chinese words are not separated
        beside = _signs(frozenset((promise.by_name, promise.to_name, *frozenset().union(*_KIN))))
        things = _signs(words_of(promise.what)) - beside
        return is_kin and (not things or bool(things & _signs(done)))
    if not objects:
        return is_kin
    shared = len(objects & done)
    return shared * 2 >= len(objects) if is_kin else shared > 1 and shared == len(objects)


def _signs(words: frozenset[str]) -> frozenset[str]:
    return frozenset(sign for word in words for sign in word if not sign.isascii())


def settled(
    promise: Commitment, mind: str, language: str, why: str = "", calendar: Calendar = EARTH
) -> str:
    """Return how one of the two remembers what became of a promise; `why` is added as it is."""
    is_own = promise.by_id == mind
    key = f"{'own' if is_own else 'others'}_{promise.status}"
    told = text("promises", key, language).format(
        other=promise.to_name if is_own else promise.by_name,
        what=promise.what,
        when=_when(promise.due_at, language, calendar),
    )
    return text("promises", "because", language).format(told=told, why=why) if why.strip() else told


def time_passed(language: str) -> str:
    """Return why a promise is broken that the clock broke."""
    return text("promises", "time_passed", language)


def said_so(language: str) -> str:
    """Return why a promise is settled that talk settled."""
    return text("promises", "said_so", language)


def _when(due: datetime | None, language: str, calendar: Calendar) -> str:
    if due is None:
        return ""
    is_of_a_day = (due.hour, due.minute) == LAST_MINUTE
    form = text("promises", "at_day" if is_of_a_day else "at_hour", language)
    day = calendar.weekday(due) or texts("calendar", "weekdays_short", language)[due.weekday()]
    return form.format(day=day, hour=due)


LONGEST = 160
"""Characters of what is promised."""
MOST = 3
"""Promises that one side makes in one turn."""


def made(text: str) -> tuple[Promise, ...]:
    """Return the promises that the speaker makes, in order; each as `is_own`."""
    found: list[Promise] = []
    said = sentences(text)
    for sentence, following in zip(said, (*said[1:], ""), strict=False):
        is_solemn = promise_language.is_solemn(sentence, following)
        if is_recalled(sentence) or is_open(sentence):
            continue
        if not (is_solemn or names_a_time(sentence)):
            continue
        what = next(filter(None, map(tidy, deeds(sentence, is_solemn=is_solemn))), "")
        if what:
            found.append(Promise(what=what, due=sentence if names_a_time(sentence) else ""))
    return tuple(found[:MOST])


def joined(said: Sequence[Promise], named: Sequence[Promise], words: str) -> tuple[Promise, ...]:
    """Return the promises that words show, and those a model names for which words were said."""
    found = list(said)
    heard = words_of(" ".join(one for one in sentences(words) if not is_recalled(one)))
    for promise in named:
        what = tidy(promise.what)
        if not what or not words_of(f"{what} {promise.due}") & heard:
            continue
        twin = next((one for one in found if is_same(one.what, what)), None)
        if twin is None:
            found.append(replace(promise, what=what))
        elif not twin.due and promise.due:
            found[found.index(twin)] = replace(twin, due=promise.due)
    return tuple(found[:MOST])


def is_committed(promise: Promise, words: str, *, before: str = "", answer: str = "") -> bool:
    """Say whether words commit their speaker to what a model names as their promise.

    A sentence does that says the deed in the first person, or agrees to it and names the thing or
    the time; `before` are the words that are agreed to. It is told by a word in common. Who offers
    a price is committed once the `answer` agrees to it.
    """
    said = sentences(words)
    for sentence, following in zip(said, (*said[1:], ""), strict=False):
        if is_recalled(sentence) or is_open(sentence):
            continue
        is_solemn = promise_language.is_solemn(sentence, following)
        is_offer = promise_language.offers(sentence) and not promise_language.agrees(answer)
        if is_offer and not (is_solemn or names_a_time(sentence)):
            continue
        commits = any(deeds(sentence, is_solemn=is_solemn))
        agrees = promise_language.agrees(sentence)
        topic = words_of(f"{promise.what} {promise.due}")
        if (commits or agrees) and topic & words_of(f"{sentence} {before if agrees else ''}"):
            return True
    return False


def is_same(one: str, other: str, but: str = "") -> bool:
    """Say whether two wordings promise the same; `but` are words to be disregarded."""
    left, right = words_of(one) - words_of(but), words_of(other) - words_of(but)
    fewer = min(len(left), len(right))
    return fewer > 0 and len(left & right) * 2 > fewer


def taken_back(text: str, promises: Sequence[Commitment]) -> tuple[Commitment, ...]:
    """Return those promises of the speaker that these words take back; at most one a sentence."""
    found: dict[str, Commitment] = {}
    around = [one for one in promises if _objects(one) & words_of(text)]
    for sentence in sentences(text):
        if sentence.rstrip().endswith(QUESTION_MARKS):
            continue
        said = words_of(sentence)
        telling = [one for one in promises if _objects(one) & said]
        if takes_back(sentence) and (telling or around or len(promises) == 1):
            one = (telling or around or list(promises))[0]
            found[one.commitment_id] = one
        elif is_unable(sentence) and telling and names_a_time(sentence):
            found[telling[0].commitment_id] = telling[0]
    return tuple(found.values())


def speaks_of(text: str, promise: Commitment) -> bool:
    """Say whether words pass on what was promised."""
    objects = _objects(promise) or words_of(promise.what)
    return len(objects & words_of(text)) * 2 >= max(1, len(objects))


def named(what: str, by: str, to: str) -> str:
    """Return what the speaker `by` promised `to` with names in place of `me` and `you`."""
    return promise_language.named(what, by, to)[:LONGEST]


def tidy(what: str) -> str:
    """Return what is promised as a bare deed: no `I will` before it, no time and stop after it."""
    plain = " ".join(visible(what).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    return bare(plain)[:LONGEST]


def _objects(promise: Commitment) -> frozenset[str]:
    """Return what a promise is about: its words without its verb and without the two names."""
    names = words_of(f"{promise.by_name} {promise.to_name}")
    first = words_of(promise.what.split(" ", 1)[0]) if promise.what.isascii() else frozenset()
    return words_of(promise.what) - names - first
