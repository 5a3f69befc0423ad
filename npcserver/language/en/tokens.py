"""Index terms of English words: a light stemmer."""

import re

from npcserver import language

_IRREGULAR = {
    form: word
    for _, listed in language.entries("tokens", "irregular")
    for word, *forms in map(str.split, listed.split(","))
    for form in forms
}
_VOWEL = re.compile("[aeiouy]")
_SHORTEST_STEM = 3


def index_term(word: str) -> str | None:
    """Return a lower-case word without the endings of number and tense; None if not English.

    Lighter than Porter's (1980): only `s`, `ed`, `ing`, their spelling changes, and the last `e`,
    so that `bake`, `bakes`, `baked` and `baking` meet and `planning` meets `plan`. Forms without an
    ending are listed: `froze` meets `freeze`, and `knives` `knife`.
    """
    if not word.isascii() or not word.isalpha():
        return None
    word = _IRREGULAR.get(word, word)
    word = _without_tense(_without_plural(word))
    return word[:-1] if len(word) >= _SHORTEST_STEM and word.endswith("e") else word


def _without_plural(word: str) -> str:
    if len(word) <= _SHORTEST_STEM or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > len("ties") else word[:-1]
    if word.endswith(("sses", "shes", "ches", "oes", "xes", "zes")):
        return word[:-2]
    return word.removesuffix("s")


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > len("tied"):
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word[:-1] if len(word) > len("need") else word
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM - 1 and _VOWEL.search(stem):
            if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                return stem[:-1]
            return stem
    return word
