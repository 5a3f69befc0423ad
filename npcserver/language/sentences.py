"""Sentences of a text, as they are cut and joined. Data: `sentences.toml`."""

import re

import regex

from npcserver import language
from npcserver.language.scripts import STOPS, SURE_ENDS, full_stop_after
from npcserver.language.stems import STOP

_SENTENCE = regex.compile(
    r"(?<=(?:[.!?…]|\p{Greek};)(?:[\"'”’»“]|\s»)?)\s+(?=(?:«\s)?[\p{P}]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])"
    rf"|(?<=[{''.join(sorted(SURE_ENDS))}])(?![{''.join(sorted(SURE_ENDS))}\p{{Pf}}\p{{Pe}}])\s*"
)
_ABBREVIATION = regex.compile(
    rf"\b(?:{language.expression('sentences', 'abbreviations')})\.$|(?:^|\s)(?![A-Z])\p{{Lu}}\.$"
)
_STARTERS = language.words("sentences", "starters")


def sentences(text: str) -> list[str]:
    """Split text into sentences, each trimmed; abbreviations such as `Mr.` end none."""
    found: list[str] = []
    for piece in _SENTENCE.split(text.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece.strip()}"
        elif piece.strip():
            found.append(piece.strip())
    return found


def lower_first(text: str) -> str:
    """Return text as it goes on after a comma; only small words lose their capital, names never."""
    head = re.match(r"[A-Za-z]+(?:'[a-z]+)?", text)
    if head is None or head[0] == "I" or head[0].startswith("I'"):
        return text
    low = head[0].lower()
    return low + text[head.end() :] if low in STOP or low in _STARTERS else text


def as_sentence(text: str) -> str:
    """Return text with a capital first letter and an end."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in (*STOPS, '"', "”") else f"{text}{full_stop_after(text)}"
