"""Words with which people call each other, and with which an utterance asks, bids, thanks or parts.

Data: `vocatives.toml`.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from npcserver.language import entries, expression, finder, listed, pattern, words
from npcserver.language.scripts import (
    QUESTION_MARKS,
    WIDE_COMMA,
    WIDE_EXCLAMATION,
    WIDE_STOP,
    has_han,
)

TITLES = words("vocatives", "titles")
"""Before a name; alone they mean the one member whose name has them."""

STYLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        style: frozenset(fits.split())
        for _, styles in entries("vocatives", "styles")
        for style, fits in styles.items()
    }
)
"""Forms of address, and the titles they go with."""

SHORT_FORMS: Mapping[str, str] = MappingProxyType(
    {
        short: long
        for _, forms in entries("vocatives", "short_forms")
        for short, long in forms.items()
    }
)
"""Usual short forms that are not a prefix of the name."""

LEADS = expression("vocatives", "leads")
"""What may precede a name in a call, without a comma."""

GREETING_LEADS = expression("vocatives", "greeting_leads")
"""After these a name is a call even where more words follow it without a comma."""

FONDNESS = expression("vocatives", "fondness")
"""What may directly precede the name in a call."""

FRIENDLY = expression("vocatives", "friendly")
"""What may follow a name between commas without saying something about the person."""

BIDDING = words("vocatives", "bidding")
"""Verbs with which a command begins."""

WIDE_TITLES = listed("vocatives", "titles_behind")
WIDE_SUFFIXES = expression("vocatives", "suffixes")
WIDE_LEADS = expression("vocatives", "leads_unspaced")
WIDE_AFTER = expression("vocatives", "after")
"""Directly after a name at the beginning of a sentence these mark a call."""

TWO = pattern("vocatives", "two")
SECOND_PERSON = pattern("vocatives", "second_person")

_ASKING_START = pattern("vocatives", "asking_start")
_ASKING = pattern("vocatives", "asking")
_EXCLAIMS = pattern("vocatives", "exclaims")
_BIDS = pattern("vocatives", "bids")
_SENT_ON = pattern("vocatives", "sent_on")
_CARE = dict(entries("vocatives", "care"))
_FILLERS = words("vocatives", "fillers")
_PLEASE = words("vocatives", "please")
_MARKS = f" ,!{WIDE_COMMA}{WIDE_STOP}{WIDE_EXCLAMATION}"

is_plural = finder("vocatives", "plural")
"""Return whether a sentence is for all listeners, or for any of them."""
states = finder("vocatives", "states", strips=True)
"""Return whether a sentence that ends like a question is a statement: "What a day."."""
bids_speak = finder("vocatives", "speech")
"""Return whether a command asks for words."""
thanks = finder("vocatives", "thanks")
"""Return whether a text gives thanks, or answers them."""
greets = finder("vocatives", "greets", strips=True)
"""Return whether a text begins with a greeting."""
hails = finder("vocatives", "hails", strips=True)
"""Return whether a text begins with a greeting that rule 1 does not know."""
orders = finder("vocatives", "orders", strips=True)
"""Return whether a sentence is an order or a wish: "Two bowls of soup.", "I need a horse."."""
happens = finder("vocatives", "happens", strips=True)
"""Return whether a remark reports something here and now that others may have to act on."""
cries = finder("vocatives", "cries")
"""Return whether a text raises an alarm, which is for all who hear it."""
is_pain = finder("vocatives", "suffers")
"""Return whether a text tells of a wound or a pain."""
assents = finder("vocatives", "assents", strips=True)
"""Return whether a text agrees with what was said and adds nothing."""
parts = finder("vocatives", "parts")
"""Return whether a text says goodbye for the night or for good."""
asks_for_person = finder("vocatives", "who")
"""Return whether a question asks for a person: a name is then the answer, and no call."""


def asks(sentence: str) -> bool:
    """Return whether a sentence asks something, with or without a question mark."""
    text = sentence.strip()
    if any(mark in text for mark in QUESTION_MARKS):
        return True
    if _EXCLAIMS.match(text):
        return False
    return bool(_ASKING.search(text) or (not text.endswith("!") and _ASKING_START.match(text)))


def bids(sentence: str) -> bool:
    """Return whether a sentence, without the name called in it, is a command.

    A listener sent on to a third person ("ask Tom") is not to do anything here.
    """
    if _SENT_ON.search(sentence):
        return False
    spoken = re.findall(r"[A-Za-z']+", sentence)
    while spoken and spoken[0].lower() in _FILLERS:
        if spoken[0].lower() in _PLEASE and len(spoken) > 1:
            return True
        spoken = spoken[1:]
    if spoken and spoken[0].lower() in BIDDING and len(spoken) > 1:
        return True
    if len(spoken) > 2 and spoken[-1].lower() in _PLEASE:
        return True
    return _BIDS.match(sentence.strip(_MARKS)) is not None


def wanted(text: str) -> str:
    """Return a text with what it calls for: a text of pain seldom has a word of healing."""
    if not is_pain(text):
        return text
    return f"{text} {_CARE['zh' if has_han(text) else 'en']}"


def presses(text: str) -> bool:
    """Return whether a text is an alarm, tells of pain, or says goodbye, which is answered.

    Any two exclamations count as an alarm: what they are about needs no list.
    """
    exclamations = sum(text.count(mark) for mark in ("!", WIDE_EXCLAMATION))
    return exclamations > 1 or cries(text) or is_pain(text) or parts(text)
