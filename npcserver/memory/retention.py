"""What is worth remembering of what was perceived: facts that hold are remembered once.

The released code of Generative Agents stores what is in view again whenever a short window has
forgotten it: more than half of its records say that something is idle. Here only facts that hold
(`is_standing`) are compared, with what the mind knows of that thing; events always are memories.
"""

import hashlib
import re
from collections.abc import Iterable
from enum import StrEnum

from npcserver import language
from npcserver.language.scripts import WIDE_STOP
from npcserver.model.ids import PlaceId
from npcserver.model.record import Draft, Record, RecordKind, Remembered, facet
from npcserver.model.surroundings import PlaceSeen

FACTS = 256
"""How many things a mind is compared with, and how many of its latest memories are read for it."""

LOST = "~"
"""Begins the facet that says a thing is idle again; no id of a place begins so."""
_LONGEST_KEY = 160
_SUBJECT = re.compile(rf"(.+?)(?:{language.expression('retention', 'copula')})", re.DOTALL)
_IDLE = re.compile(
    rf"(?:{language.expression('retention', 'idle')})[.{WIDE_STOP}]?$", re.IGNORECASE
)
_LEFTOVERS = frozenset(
    text for _, texts in language.entries("retention", "leftovers") for text in texts
)
_ENDS = f".!{WIDE_STOP}"

Facts = dict[str, str]
"""What a mind knows of things: the statement last kept, by key; oldest first."""


class Judgement(StrEnum):
    """What a mind makes of a fact it perceives."""

    NEWS = "news"
    KNOWN = "known"  # nothing to remember
    IDLE = "idle"  # nothing to remember, and what was known of the thing holds no more


def is_leftover(text: str) -> bool:
    """Say whether a text is what a program or model puts where it has nothing to say."""
    bare = text.strip().strip("[](){}<>\"'`").strip().casefold()
    return bare in _LEFTOVERS or bare.rstrip(_ENDS) in _LEFTOVERS


def is_idle(text: str) -> bool:
    """Say whether a statement says that nothing is the matter with a thing."""
    return _IDLE.search(text.strip()) is not None


def key_of(text: str, about: tuple[str, ...] = ()) -> str:
    """Return which thing a statement is about: the first named, else its grammatical subject."""
    if about:
        return about[0]
    found = _SUBJECT.match(text.strip())
    return plain(found.group(1) if found else text)


def judge(facts: Facts, text: str, about: tuple[str, ...] = ()) -> Judgement:
    """Say what a fact is to a mind that knows `facts`."""
    if is_idle(text):
        return Judgement.IDLE
    known = facts.get(key_of(text, about))
    return Judgement.NEWS if known is None or plain(known) != plain(text) else Judgement.KNOWN


def learn(facts: Facts, key: str, text: str) -> None:
    """Keep what was perceived of a thing; what was learned longest ago gives way."""
    facts.pop(key, None)
    facts[key] = text
    if len(facts) > FACTS:
        del facts[next(iter(facts))]


def recollect(facts: Facts, records: Iterable[Record]) -> None:
    """Bring facts up to date with records of one mind, and of things, oldest first.

    Once a thing is different, what was known of it is no measure of what is news.
    """
    for record in records:
        body = record.body
        if isinstance(body, Remembered) and body.is_standing:
            learn(facts, key_of(record.text, body.about), record.text)
        elif record.kind is RecordKind.OBJECT:
            facts.pop(record.subject_id, None)
        elif is_lost(record):
            facts.pop(record.text, None)


def lost(mind: str, key: str) -> Draft:
    """Return the record that what a mind knew of a thing holds no more: it was seen idle.

    It is no memory. Without it a mind whose facts are read from the log again would take the next
    change for what it knows already.
    """
    short = key if len(key) <= _LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()
    return Draft(
        kind=RecordKind.KNOWLEDGE,
        subject_id=facet(mind, LOST + short),
        text=key,
        body=PlaceSeen(place_id=PlaceId("")),
    )


def is_lost(record: Record) -> bool:
    """Say whether a record is one that `lost` made."""
    return record.kind is RecordKind.KNOWLEDGE and facet("", LOST) in record.subject_id


def plain(text: str) -> str:
    """Return a statement without what makes no difference: case, spaces, the full stop."""
    return " ".join(text.split()).rstrip(_ENDS).casefold()
