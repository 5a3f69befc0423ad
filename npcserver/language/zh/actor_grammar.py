"""Chinese as a character without a model puts it: pronouns change, and nothing else has to."""

import re

_SPEECH_MARKS = re.compile('["\u201c\u201d\u300c\u300d]')
_SWAPPED = str.maketrans({"我": "你", "你": "我"})
_SPEAKER = str.maketrans({"您": "我", "你": "我"})


def own_words(sentence: str) -> str:
    """Return a sentence written to a character as it says it, empty where it cannot be said so."""
    if _SPEECH_MARKS.search(sentence) and re.search("[你您]", sentence):
        return ""
    told = sentence.translate(_SPEAKER)
    return told if told[-1:] in "。！？…”" else f"{told}。"


def answered(deed: str) -> str:
    """Return what a person was asked to do as they promise it."""
    return deed.translate(_SWAPPED)


def as_trade(about: str) -> str:
    """Return an occupation as it goes on after 我是."""
    return about


def between_two(what: str, own: str, other: str) -> str:
    """Return what was promised with pronouns for the names of who speaks and who hears."""
    return what.replace(own, "我").replace(other, "你")


def with_speaker(text: str) -> str:
    """Return a text that was written to its reader as the reader would say it."""
    return text.translate(_SPEAKER)
