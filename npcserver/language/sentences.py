"""Sentences of a text, as they are cut and joined. Data: `sentences.toml`."""

import regex

from npcserver import language
from npcserver.language.scripts import STOPS, SURE_ENDS, full_stop_after

_SENTENCE = regex.compile(
    r"(?<=(?:[.!?…]|\p{Greek};)(?:[\"'”’»“]|\s»)?)\s+(?=(?:«\s)?[\p{P}]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])"
    rf"|(?<=[{''.join(sorted(SURE_ENDS))}])(?![{''.join(sorted(SURE_ENDS))}\p{{Pf}}\p{{Pe}}])\s*"
)
_ABBREVIATION = regex.compile(
    rf"\b(?:{language.expression('sentences', 'abbreviations')})\.$|(?:^|\s)(?![A-Z])\p{{Lu}}\.$"
)


def sentences(text: str) -> list[str]:
    """Split text into sentences, each trimmed; abbreviations such as `Mr.` end none."""
    found: list[str] = []
    for piece in _SENTENCE.split(text.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece.strip()}"
        elif piece.strip():
            found.append(piece.strip())
    return found


def as_sentence(text: str) -> str:
    """Return text with a capital first letter and an end."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in (*STOPS, '"', "”") else f"{text}{full_stop_after(text)}"
