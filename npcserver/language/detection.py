"""Which language a text is in, told from its script and its commonest words; no model is asked."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_FEWEST = 3
"""Common words from which on Latin script says which language it is."""

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
)
_COMMON: Mapping[str, str] = MappingProxyType(
    {
        "en": "the and you is of to a in it that for not have with what i my are",
        "de": "der die das und ich ist nicht du sie ein eine zu mit den wir es",
        "fr": "le la les et je est pas vous un une des que ne pour dans il",
        "es": "el la los y yo es no un una de que en por con para lo se",
        "it": "il la e io non un una di che in per con lo si gli sono",
        "pt": "o a os e eu não um uma de que em por com para se do da",
        "nl": "de het een en ik is niet je van dat in te met zijn we",
    }
)
_WORDS = re.compile(r"[^\W\d_]+")


def tongue_of(text: str) -> str:
    """Return the language of a text, such as `en`; empty where it cannot be told."""
    letters = sum(letter.isalpha() for letter in text)
    for language, script in _SCRIPTS:
        if letters and len(script.findall(text)) * 3 > letters:
            return language
    words = [word.casefold() for word in _WORDS.findall(text)]
    counts = {
        language: sum(word in common.split() for word in words)
        for language, common in _COMMON.items()
    }
    best = max(counts.values())
    leading = [language for language, count in counts.items() if count == best]
    return leading[0] if best >= _FEWEST and len(leading) == 1 else ""


def is_in(text: str, language: str) -> bool:
    """Say whether a text may be in a language; what cannot be told may be."""
    told = tongue_of(text)
    return not told or told == language.partition("-")[0].casefold()
