"""What no character says: pieces of the prompt's form, random letters, a script nobody used."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from npcserver import language
from npcserver.language import listed
from npcserver.language.scripts import HAN, KANA, has_han
from npcserver.ports.language_model import Message
from npcserver.prompts.recital import is_labelled
from npcserver.prompts.runs import folded_words

_PLACEHOLDERS = frozenset(
    tuple(line) if has_han(line) else tuple(line.split()) for line in listed("machines", "lines")
)
# What stands before the colon of a line that names a part of a prompt, such as "You are here:".
_LABELLED = re.compile(r"^\s*[-#*]*\s*([^:\uff1a.。!?]{2,40})[:\uff1a]\s*(.*)$")
_HEADING = re.compile(r"^\s*#+\s*(.+?)\s*$")
_BULLET = re.compile(r"\s*[-*]")
_IS_CJK = re.compile(f"[{KANA}{HAN}]")
_MARK = re.compile(r"<[^<>]*>")  # around words of others
_DOTS = re.compile(r"[\s.\u2026\u3002]*[.\u2026\u3002][\s.\u2026\u3002]*")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s*")
_MOST_SEGMENT_WORDS = 30

_NATURE = language.pattern("machines", "nature")
_OWN_NATURE = language.pattern("machines", "own_nature")
_LATIN_WORD = re.compile(r"[a-z\u00df-\u00ff]+(?:['\u2019][a-z]+)?", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00fd]", re.IGNORECASE)
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}", re.IGNORECASE)
_SOUNDS = frozenset(("psst", "pst", "tsk", "pfft", "phw", "grr", "mrs", "hmph", "tch", "nth"))
_FEWEST_WORDS = 3
_FEWEST_ODD = 2
_FEWEST_LETTERS = 12
_FOREIGN_SHARE = 0.8
_KNOWN_SHARE = 0.05
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "HANGUL", "DEVANAGARI", "THAI")


class FormEchoes:
    """The headings, labelled lines and placeholders of one prompt, which nobody says as a line.

    Of `remarks` nobody says a whole sentence either.
    """

    def __init__(self, instructions: str, context: str = "", remarks: Sequence[str] = ()) -> None:
        self._segments = _PLACEHOLDERS | _segments(instructions) | _segments(context)
        self._segments |= _sentences(remarks)

    def holds(self, line: str) -> bool:
        """Say whether a whole line is one of them."""
        return tuple(folded_words(line)) in self._segments

    def may_become(self, begun: str) -> bool:
        """Say whether a line that begins so can still turn out to be one of them."""
        words = tuple(folded_words(begun))
        if not words:
            return False
        *whole, last = words
        count = len(whole)
        return any(
            len(segment) > count
            and segment[:count] == tuple(whole)
            and segment[count].startswith(last)
            for segment in self._segments
        )


def echo_in(texts: Iterable[str], messages: Sequence[Message]) -> str:
    """Return what makes one of an answer's texts no answer to the question, empty for nothing.

    They may not repeat the form, headings or labels of the question as it was put, nor be random
    letters, dots alone, or in a script that occurs in no message of the user.
    """
    echoes = FormEchoes("\n".join(one.text for one in messages if one.role == "system"))
    known = scripts_of(_MARK.sub("", one.text) for one in messages if one.role == "user")
    for text in texts:
        if echoes.holds(text) or is_labelled(text):
            return "a text repeats the form or a heading of the question"
        if is_gibberish(text) or is_dots(text):
            return "a text has no words"
        if is_foreign(text, known):
            return "a text is in a script that nobody here uses"
    return ""


def names_machine(text: str) -> bool:
    """Say whether a text speaks of a machine that talks, as that of a world of robots does."""
    return _NATURE.search(text) is not None


def claims_to_be_machine(text: str) -> bool:
    """Say whether a speaker says that it is an assistant or a language model."""
    return _OWN_NATURE.search(text) is not None


def is_dots(text: str) -> bool:
    """Say whether a text is dots and nothing else."""
    return _DOTS.fullmatch(text) is not None


def is_gibberish(text: str) -> bool:
    """Say whether a text is random Latin letters: half of its words or more that nobody can say.

    Short texts and repeated sounds ("Psst!", "Tsk, tsk.") are none.
    """
    words = [word.casefold() for word in _LATIN_WORD.findall(text)]
    if len(set(words)) < _FEWEST_WORDS:
        return False
    odd = list(filter(_is_odd, words))
    return len(set(odd)) >= _FEWEST_ODD and 2 * len(odd) >= len(words)


def may_become_gibberish(begun: str) -> bool:
    """Say whether a text that begins so may be random letters: its first words are odd."""
    words = [word.casefold() for word in _LATIN_WORD.findall(begun)]
    return 0 < len(set(words)) < _FEWEST_WORDS and any(map(_is_odd, words))


def _is_odd(word: str) -> bool:
    is_sound = word in _SOUNDS or len(set(word)) < _FEWEST_WORDS
    return (
        len(word) > 2 and not is_sound and bool(not _VOWEL.search(word) or _CONSONANTS.search(word))
    )


def scripts_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the scripts in which texts are written, without those that hardly occur."""
    counts = Counter(_script(letter) for text in texts for letter in text if letter.isalpha())
    total = counts.total()
    return frozenset(name for name, count in counts.items() if count >= _KNOWN_SHARE * total)


def is_foreign(text: str, known: frozenset[str], fewest: int = _FEWEST_LETTERS) -> bool:
    """Say whether a text is written in a script that is none of `known`.

    One of less than `fewest` letters is not.
    """
    letters = [_script(letter) for letter in text if letter.isalpha()]
    if len(letters) < fewest or not known:
        return False
    return sum(script not in known for script in letters) >= _FOREIGN_SHARE * len(letters)


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """Return the script of a letter; Chinese and Japanese characters count as one."""
    if _IS_CJK.match(letter):
        return "CJK"
    name = unicodedata.name(letter, "")
    return next((script for script in _SCRIPTS if name.startswith(script)), name.partition(" ")[0])


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, at least one, each with its end; the last may have none."""
    return _SENTENCE_END.split(text)


def _sentences(lines: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """Return the sentences of lines, as words."""
    found = (tuple(folded_words(one)) for line in lines for one in split_sentences(line))
    return frozenset(words for words in found if 0 < len(words) <= _MOST_SEGMENT_WORDS)


@lru_cache(maxsize=64)
def _segments(text: str) -> frozenset[tuple[str, ...]]:
    """Return headings, labels, and labelled lines to the end of their first sentence, as words."""
    found: set[tuple[str, ...]] = set()
    for line in text.splitlines():
        heading, labelled = _HEADING.match(line), _LABELLED.match(line)
        if heading:
            found.add(tuple(folded_words(heading[1])))
        elif labelled:
            label, rest = labelled[1], labelled[2]
            first = split_sentences(rest)[0]
            if not _BULLET.match(line):  # else it may be a name that somebody says
                found.add(tuple(folded_words(label)))
            found.add(tuple(folded_words(f"{label} {first}")))
    return frozenset(words for words in found if 0 < len(words) <= _MOST_SEGMENT_WORDS)
