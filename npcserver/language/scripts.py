r"""Signs of scripts: ranges for character classes of patterns, and marks that end a sentence.

Patterns over words are compiled by `regex`, whose `\w` is Unicode's (UTS 18, annex C): vowel signs
and joiners are parts of words, as they are not for `re`.
"""

import re
import unicodedata

import regex

HAN = "\u3400-\u9fff"
"""Chinese characters."""
KANA = "\u3040-\u30ff"
"""Japanese hiragana and katakana."""
HANGUL = "\uac00-\ud7af"
"""Korean syllables."""
CJK = (
    "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Ideographs with their iteration marks, kana and hangul: scripts written without spaces, or in
which a space does not part words as stems need it."""
UNSPACED = f"{CJK}\u0e00-\u0e7f\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff"
"""The same with Thai, Lao, Tibetan, Burmese and Khmer."""
WIDE = "\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
"""Signs of East Asian scripts, about one token each."""
ENDS = "".join(regex.findall(r"\p{Sentence_Terminal}", "".join(map(chr, range(0x20, 0xFFEF)))))
"""Marks that end a sentence for good, of all scripts."""
WIDE_SEMICOLON = "\uff1b"
STOPS = f"{ENDS}\u2026"
"""Marks that end a sentence or break it off."""
SURE_ENDS = frozenset(ENDS) - frozenset(".!?")
"""Marks that end a sentence whatever follows; after the others a blank has to."""
WIDE_PAUSES = "\uff0c\u3002\uff1b\u3001\uff01"
"""Wide marks between the parts of a sentence."""
WIDE_STOP = "\u3002"
"""The full stop of Chinese."""
COLONS = (":", "\uff1a")
WIDE_COMMA = "\uff0c"
WIDE_EXCLAMATION = "\uff01"
WIDE_COMMAS = "\uff0c\u3002\uff1b\uff1a\uff01\uff1f"
"""Wide marks between clauses and sentences."""
FULL_STOPS = ".\u3002"
WIDE_LIST_MARKS = "\u3001\uff1a"
WIDE_QUOTES = ("\u300c", "\u300d")
WIDE_CORNERS = (("\u300c", "\u300d"), ("\u300e", "\u300f"))
"""Pairs of quotation marks."""
WIDE_ANGLES = "\u300a\u300b"
CLOSING_MARKS = "\"'\u201d\u2019\u00bb)\uff09\u300d\u300f"
"""Quotation marks and brackets that may stand after the mark that ends a sentence."""
QUESTION_MARKS = ("?", "\uff1f", "\u061f", "\u055e", "\u1367", "\u037e")

_HAN = re.compile(f"[{HAN}]")
_WIDE_LETTER = re.compile("[\u2e80-\u9fff\uff00-\uffef]")


def has_han(text: str) -> bool:
    """Say whether there is a Chinese character in a text."""
    return not text.isascii() and _HAN.search(text) is not None


def full_stop_after(text: str) -> str:
    """Return the full stop that fits the last character of a text."""
    return WIDE_STOP if _HAN.match(text[-1:]) else "."


def is_wide(letter: str) -> bool:
    """Say whether a letter is an ideograph, kana or a wide mark, which no space follows."""
    return _WIDE_LETTER.match(letter) is not None


_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_JOINED = regex.compile(
    # in an emoji, as of a family
    r"(?<=[\p{So}\p{Sk}\ufe0f])\u200d(?=\p{So})"
    # in a word of a script whose letters join (UAX 31, 2.3), or between a word and its ending
    r"|(?<=[\p{Arab}\p{Syrc}\p{Mong}\p{Nkoo}\p{Deva}\p{Beng}\p{Guru}\p{Gujr}\p{Orya}\p{Taml}"
    r"\p{Telu}\p{Knda}\p{Mlym}\p{Sinh}\p{Mymr}\p{Khmr}][\p{M}]*)[\u200c\u200d](?=[\p{L}\p{M}]|$|\s)"
    # the direction of a mark beside a word that is written from right to left
    r"|(?<=[\p{Hebr}\p{Arab}\p{Syrc}\p{Thaa}][\p{M}\p{P}]*)[\u200e\u200f\u061c](?![\u200e\u200f\u061c])"
    # the tags of a flag
    r"|(?<=\U0001f3f4[\U000e0020-\U000e007e]*)[\U000e0020-\U000e007e](?=[\U000e0020-\U000e007e]*\U000e007f)"
    r"|(?<=\U0001f3f4[\U000e0020-\U000e007e]+)\U000e007f"
)
"""Invisible characters that a word or a picture needs."""


def visible(text: str) -> str:
    """Return a text without invisible characters, but for blanks, tabs and line breaks.

    Control, zero-width, bidirectional, private and broken characters go; joiners that are parts of
    a word or of an emoji stay, as do the marks of direction beside words from right to left.
    """
    if text.isprintable():
        return text
    needed = {found.start() for found in _JOINED.finditer(text)}
    return "".join(
        letter
        for place, letter in enumerate(text)
        if letter in " \t\n\r" or unicodedata.category(letter) not in _INVISIBLE or place in needed
    )


def ends_with_question(text: str) -> bool:
    """Return whether a text ends with a question mark, before quotation marks and brackets."""
    return text.rstrip().rstrip(CLOSING_MARKS).rstrip().endswith(QUESTION_MARKS)
