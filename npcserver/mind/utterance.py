"""What an utterance tells by itself: whom it calls, and whether it asks, bids or closes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from npcserver.language.scripts import HAN
from npcserver.mind import address_words as words
from npcserver.mind.calling import Roster, called, marked
from npcserver.model.small_talk import is_goodbye

_LONGEST_CLOSING = 10
_SHORT = 4
"""Words of a remark that adds nothing to thanks, and of a question that takes up a word."""

_ABBREVIATED = re.compile(r"\b(mr|mrs|ms|dr|st|prof|capt|sgt|lt|col)\.", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?。！？…;；\n]+[.!?。！？…;；\n]*")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』")
_ENDS_ASKING = re.compile(r"\b(?:what|who|whom|which|when|where|why)\W*$", re.IGNORECASE)
_WORD = re.compile(rf"[{HAN}]|[^\W{HAN}]+(?:['\u2019]\w+)*")
_IDEOGRAPH = re.compile(f"[{HAN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an utterance tells.

    `called` are in the order in which they are called, `asked` those of them of whom an answer or
    a deed is wanted, questions first. `ends_asking`: its last sentence is a question, and
    `takes_up`: it is a question so short that it can only be about what was said just before.
    `orders` and `hails` are of rule 2: an order or a wish, and greetings that rule 1 does not know.
    """

    called: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    asks: bool = False
    bids: bool = False
    bids_speak: bool = False
    ends_asking: bool = False
    takes_up: bool = False
    is_to_you: bool = False
    is_to_two: bool = False
    is_plural: bool = False
    greets: bool = False
    hails: bool = False
    orders: bool = False
    is_closing: bool = False


@lru_cache(maxsize=4096)
def read(text: str, people: Roster, speaker_id: str, *, is_name_asked_for: bool) -> Reading:
    """Read an utterance. A bare name calls nobody where the question was for one."""
    text = _unquoted(text)
    order: dict[str, None] = {}
    questioned: dict[str, None] = {}
    bidden: dict[str, None] = {}
    now: tuple[str, ...] = ()
    is_plural = unplaced = False
    sentences = [marked(one, people) for one in _SENTENCE.findall(text)]
    asking = [
        words.asks(one.text) and not (people.is_lenient and words.states(one.text))
        for one in sentences
    ]
    bidding = [words.bids(one.uncalled) for one in sentences]
    for sentence, asks, bids in zip(sentences, asking, bidding, strict=True):
        here = tuple(who for who in called(sentence) if who != speaker_id)
        if is_name_asked_for and len(sentences) == 1 and _is_bare(sentence.text):
            here = ()
        order.update(dict.fromkeys(here))
        now = here or now
        is_for_all = words.is_plural(sentence.text)
        is_plural = is_plural or (is_for_all and not here)
        if (asks or bids) and (here or not is_for_all):
            (questioned if asks else bidden).update(dict.fromkeys(now))
            unplaced = unplaced or not now
    asked = tuple(dict.fromkeys((*questioned, *bidden)))
    return Reading(
        called=tuple(order),
        asked=tuple(order) if unplaced and not asked else asked,
        asks=any(asking),
        bids=any(bidding),
        bids_speak=any(bidding) and words.bids_speak(text),
        ends_asking=bool(asking) and asking[-1],
        takes_up=len(sentences) == 1 and asking[0] and _takes_up(text),
        is_to_you=words.SECOND_PERSON.search(text) is not None,
        is_to_two=words.TWO.search(text) is not None,
        is_plural=is_plural,
        greets=words.greets(text),
        hails=words.hails(text),
        orders=any(words.orders(one.text) for one in sentences),
        is_closing=_closes([one.text for one in sentences], asking),
    )


def asks_for_name(text: str) -> bool:
    """Say whether a question asks for a person."""
    return words.WHO.search(text) is not None


def _closes(sentences: Sequence[str], asking: Sequence[bool]) -> bool:
    """Say whether nothing is said but thanks and goodbyes."""
    if any(asking):
        return False
    closing = [words.thanks(one) or is_goodbye(one, "zh") for one in sentences]
    return any(closing) and all(
        length(one) <= (_LONGEST_CLOSING if closes else _SHORT)
        for closes, one in zip(closing, sentences, strict=True)
    )


def _takes_up(text: str) -> bool:
    return length(text) <= _SHORT or _ENDS_ASKING.search(text) is not None


def length(text: str) -> int:
    """Count words; two ideographs count as one."""
    found = _WORD.findall(text)
    wide = sum(1 for word in found if _IDEOGRAPH.match(word))
    return len(found) - wide + (wide + 1) // 2


def _unquoted(text: str) -> str:
    """Return a text without the words of others in it, and without dots that end no sentence."""
    text = _ABBREVIATED.sub(r"\1", text)
    outside = _QUOTED.sub(" ", text)
    return outside if re.search(r"\w", outside) else text.strip('"“”「」『』 ')


def _is_bare(sentence: str) -> bool:
    return sentence.rstrip().endswith((".", "。")) and len(sentence.split()) <= 2
