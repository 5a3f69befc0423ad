"""What a sentence loses before it is spoken: everything that is not speech. Nothing is added."""

import re
import unicodedata
from collections.abc import Sequence

LONGEST_SPAN = 120
"""Characters a stage direction or a tag may have; a longer one is an unclosed mark."""

_LINK = re.compile(r"\[([^\[\]]{1,120})\]\([^()\s]{0,300}\)")
_URL = re.compile(r"(?i)\b(?:https?://|www\.)[^\s\u3000-\u303f\uff00-\uffef]+")
_TAG = re.compile(r"</?[A-Za-z|!][^<>\n]{0,120}>")
_STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,240}?)(?<=\S)\1")
_DIRECTION = re.compile(r"\*(?=[^\s*])[^*\n]{1,120}\*|\[[^\[\]\n]{1,120}\]")
_LIST_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s+|[-+*\u2022]\s+|\d{1,2}\)\s+)")
_MARKS = str.maketrans("", "", "*`{}[]<>|\\")
_PAIRS = {'"': '"', "\u201c": "\u201d", "\u300c": "\u300d", "\u300e": "\u300f"}
_CLOSING = {right: left for left, right in _PAIRS.items()}
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_JOINER = "\u200d"
_PICTURE_MODIFIERS = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""How a picture is drawn, and the colour of its skin."""
_SILENT = re.compile(r"[.\u2026!?\uff01\uff1f]")


def worded(text: str, own_names: Sequence[str] = ()) -> str:
    """Return what of `text` can be spoken; empty when that is nothing.

    Stage directions, markup, links, invisible characters and the speaker's own name before a
    colon go; runs of blank space become one space. All else stays as it is, in its order.
    """
    text = printable(text)
    text = _LINK.sub(r"\1", text)
    text = _URL.sub("", text)
    text = _TAG.sub("", text)
    text = _STRONG.sub(r"\2", text)
    text = _DIRECTION.sub("", text)
    text = _LIST_MARK.sub("", text).translate(_MARKS)
    text = _without_name(" ".join(text.split()), own_names)
    text = _without_stray_quotes(text)
    return text if _is_speech(text) else ""


def printable(text: str) -> str:
    """Return `text` without control, zero-width, bidirectional, private and broken characters.

    What joins pictures to one picture stays: a family is not three people.
    """
    if text.isprintable():
        return text
    return "".join(
        character
        for place, character in enumerate(text)
        if character in " \t\n\r"
        or unicodedata.category(character) not in _INVISIBLE
        or (character == _JOINER and _is_between_pictures(text, place))
    )


def _is_between_pictures(text: str, place: int) -> bool:
    before = text[:place].rstrip(_PICTURE_MODIFIERS)[-1:]
    after = text[place + 1 : place + 2]
    return all(one and unicodedata.category(one) == "So" for one in (before, after))


def speaks_as(text: str, names: Sequence[str]) -> bool:
    """Say whether a sentence begins with one of `names` and a colon, as in a script."""
    plain = _script_start(text)
    return any(
        plain.removeprefix(folded).lstrip(" *_])").startswith((":", "\uff1a"))
        for name in names
        if plain.startswith(folded := name.casefold())
    )


def may_speak_as(text: str, names: Sequence[str]) -> bool:
    """Say whether an unfinished sentence may still turn out to begin with one of `names`."""
    plain = _script_start(text)
    return any(
        folded.startswith(plain)
        or (plain.startswith(folded) and not plain.removeprefix(folded).strip(" *_])"))
        for folded in (name.casefold() for name in names)
    )


def _script_start(text: str) -> str:
    return text.lstrip(" \t\r\n*_\"'[(").casefold()


def _without_name(text: str, names: Sequence[str]) -> str:
    while speaks_as(text, names):
        _, _, text = text.replace("\uff1a", ":", 1).partition(":")
        text = text.lstrip()
    return text


def _without_stray_quotes(text: str) -> str:
    """Drop a quotation mark at either end that has no partner inside, and a pair around all."""
    if len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
        inner = text[1:-1]
        if text[0] not in inner and text[-1] not in inner:
            return inner.strip()
    if text and text[0] in _PAIRS and not _is_closed(text):
        text = text[1:].lstrip()
    if text and text[-1] in _CLOSING and not _is_opened(text):
        text = text[:-1].rstrip()
    return text


def _is_closed(text: str) -> bool:
    """Say whether the quotation mark that `text` begins with closes in it."""
    mark = text[0]
    return text.count(mark) % 2 == 0 if mark == '"' else _PAIRS[mark] in text


def _is_opened(text: str) -> bool:
    """Say whether the quotation mark that `text` ends with was opened in it."""
    mark = text[-1]
    return text.count(mark) % 2 == 0 if mark == '"' else _CLOSING[mark] in text


def _is_speech(text: str) -> bool:
    """Say whether there is a sound in it: a letter, a digit, a symbol, or a telling silence."""
    return any(unicodedata.category(character)[0] in "LNS" for character in text) or (
        _SILENT.search(text) is not None
    )
