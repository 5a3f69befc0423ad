"""Signs of scripts: ranges for character classes of patterns, and marks that end a sentence."""

import re

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
WIDE = "\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
"""Signs of East Asian scripts, about one token each."""
ENDS = ".!?\u3002\uff01\uff1f"
"""Marks that end a sentence for good."""
WIDE_SEMICOLON = "\uff1b"
STOPS = ".!?\u2026\u3002\uff01\uff1f"
"""Marks that end a sentence, wide ones too."""
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
QUESTION_MARKS = ("?", "\uff1f")

_HAN = re.compile(f"[{HAN}]")
_WIDE_LETTER = re.compile("[\u2e80-\u9fff\uff00-\uffef]")


def has_han(text: str) -> bool:
    """Say whether there is a Chinese character in a text."""
    return _HAN.search(text) is not None


def full_stop_after(text: str) -> str:
    """Return the full stop that fits the last character of a text."""
    return WIDE_STOP if _HAN.match(text[-1:]) else "."


def is_wide(letter: str) -> bool:
    """Say whether a letter is an ideograph, kana or a wide mark, which no space follows."""
    return _WIDE_LETTER.match(letter) is not None
