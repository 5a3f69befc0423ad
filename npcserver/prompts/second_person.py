"""What is written of a character, told to that character: `you` in place of its name."""

import re

from npcserver.language.scripts import HAN

_VERBS = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
}
_ADVERB = re.compile(r"\w+ly|never|always|often|also|still|now|once|no|longer|just|even")
_HISSING = re.compile(r"(?:s|sh|ch|x|z|o)es$")
_WORD = re.compile(r"[\w']+")
_WIDE = re.compile(f"[{HAN}]")
# Where one of these, a mark or nothing stands before a name, a verb follows it.
_OPENER = re.compile(
    r"(?:^|[^\w\s]|\b(?:that|and|but|or|when|if|because|since|while|as|so|than|what|how|where"
    r"|whom|which|somebody|someone|nobody|person|friend|man|woman|one))\s*$",
    re.IGNORECASE,
)


def second_person(text: str, name: str) -> str:
    """Return a sentence about somebody as it is told to that person; any other unchanged.

    In English a verb behind the name agrees with `you`, and the first of several names stands for
    the whole, unless another name follows it.
    """
    if not name.strip():
        return text
    if _WIDE.search(name):
        return text.replace(name, "\N{CJK UNIFIED IDEOGRAPH-4F60}")
    first = re.escape(name.split(maxsplit=1)[0])
    names = rf"\b(?:{re.escape(name)}|{first}(?!\s+[A-Z]))(?!\w)"
    told = re.sub(rf"{names}['\u2019]s\b", lambda found: _cased("your", found), text)
    return re.sub(rf"{names}((?:\s+[\w']+){{0,3}})", _acting, told)


def _acting(found: re.Match[str]) -> str:
    """Return `you` in place of a name, with the words behind it, of which the verb agrees."""
    you, words = _cased("you", found), found[1]
    if _OPENER.search(found.string[: found.start()]) is None:
        return you + words
    for verb in _WORD.finditer(words):
        if _ADVERB.fullmatch(verb[0]) is None:
            is_verb = verb[0].islower() and verb[0] != "and"
            agreeing = _agreeing(verb[0]) if is_verb else verb[0]
            return you + words[: verb.start()] + agreeing + words[verb.end() :]
    return you + words


def _agreeing(verb: str) -> str:
    if verb in _VERBS:
        return _VERBS[verb]
    if len(verb) < 4 or not verb.endswith("s") or verb.endswith(("ss", "us", "'s")):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if _HISSING.search(verb) else verb[:-1]


def _cased(word: str, found: re.Match[str]) -> str:
    before = found.string[: found.start()].rstrip()
    return word.capitalize() if not before or before[-1] in ".!?" else word
