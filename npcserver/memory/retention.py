"""Which perceptions are worth remembering: facts that hold are remembered once.

The released code of Generative Agents stores whatever is in view again once a short window has
forgotten it: more than half of its records say that something is idle. Here standing facts
(`is_standing`) are compared with what the character knows of the thing; events always become
memories.
"""

import hashlib
import re
from collections.abc import Iterable
from enum import StrEnum

from npcserver import language
from npcserver.language.scripts import WIDE_STOP
from npcserver.model.ids import PlaceId
from npcserver.model.record import Draft, Record, RecordKind, Remembered, subject_key
from npcserver.model.world import PlaceSeen

FACTS = 256
"""Things whose last known fact is kept per character, and latest memories read to find them."""

LOST = "~"
"""First letter of the facet that says a thing is idle again; no place id begins with it."""
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
"""What a character knows of things: the last statement kept, by key; oldest first."""


class Judgement(StrEnum):
    """How a perceived fact relates to what is known."""

    NEWS = "news"
    KNOWN = "known"  # nothing to remember
    IDLE = "idle"  # nothing to remember, and what was known no longer holds


def is_leftover(text: str) -> bool:
    """Return whether a text is a placeholder of a program or model that had nothing to say."""
    bare = text.strip().strip("[](){}<>\"'`").strip().casefold()
    return bare in _LEFTOVERS or bare.rstrip(_ENDS) in _LEFTOVERS


def is_idle(text: str) -> bool:
    """Return whether a statement says that a thing is in its normal, unused state."""
    return _IDLE.search(text.strip()) is not None


def key_of(text: str, about: tuple[str, ...] = ()) -> str:
    """Return the key of the thing a statement is about: the first in `about`, else its subject."""
    if about:
        return about[0]
    found = _SUBJECT.match(text.strip())
    return plain(found.group(1) if found else text)


def judge(facts: Facts, text: str, about: tuple[str, ...] = ()) -> Judgement:
    """Return how a perceived fact relates to the known `facts`."""
    if is_idle(text):
        return Judgement.IDLE
    known = facts.get(key_of(text, about))
    return Judgement.NEWS if known is None or plain(known) != plain(text) else Judgement.KNOWN


def learn(facts: Facts, key: str, text: str) -> None:
    """Store what was perceived of a thing; beyond `FACTS` the oldest is dropped."""
    facts.pop(key, None)
    facts[key] = text
    if len(facts) > FACTS:
        del facts[next(iter(facts))]


def recollect(facts: Facts, records: Iterable[Record]) -> None:
    """Update facts from records of one character, and of things, oldest first.

    When a thing changes, the known fact about it is dropped, so that the next perception is news.
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
    """Return a record that the known fact about a thing no longer holds, as it was seen idle.

    It is not a memory. Without it, a character whose facts are read from the log again would take
    the next change for something it already knows.
    """
    short = key if len(key) <= _LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()
    return Draft(
        kind=RecordKind.KNOWLEDGE,
        subject_id=subject_key(mind, LOST + short),
        text=key,
        body=PlaceSeen(place_id=PlaceId("")),
    )


def is_lost(record: Record) -> bool:
    """Return whether a record was made by `lost`."""
    return record.kind is RecordKind.KNOWLEDGE and subject_key("", LOST) in record.subject_id


def plain(text: str) -> str:
    """Return a statement without differences in case, spaces and final punctuation."""
    return " ".join(text.split()).rstrip(_ENDS).casefold()
