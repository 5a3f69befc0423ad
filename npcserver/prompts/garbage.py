"""Texts that only a machine writes: recited prompts, forms, gibberish, refusals.

The reference's own shipped memories hold "this is blank", its activities "ChatGPT ERROR"
(Generative Agents, released code): whatever an answer is read as passes through here first, so
that an error text, a piece of a prompt or the remains of a form never become a memory, an act or
a line.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import regex

from npcserver import language
from npcserver.language import finder, listed, pattern, words
from npcserver.language.remarks import declines_request
from npcserver.language.scripts import COLONS, ENDS, HAN, KANA, WIDE_ANGLES, has_han
from npcserver.ports.language_model import Message
from npcserver.prompts import SHIPPED
from npcserver.prompts.tokens import folded_words, runs

WORDS_IN_A_ROW = 7
"""Words (or twice as many Chinese characters) of an instruction that identify it."""

_MARKUP = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
# A template line with a label before a colon, such as "You are here: {{ … }}".
_LABEL = re.compile(
    r"^(?:{%.*?%}|{{ ?part\(.*?\) ?}}|[-#*\s])*"
    r"([^{}%:\uff1a.\u3002!?\"<>]{2,40})[:\uff1a]\s*(?:{[{%].*)?$"
)
# Labels with which a spoken sentence may begin.
_SAID = listed("answers", "sayable")


def recites(text: str) -> bool:
    """Return whether `text` has a run of words from a shipped template, in any language."""
    return not _instructions().isdisjoint(_runs(text))


def is_heading(text: str) -> bool:
    """Return whether a text is a heading of a shipped template, in any language."""
    return folded_words(text) in _headings()


def is_labelled(text: str) -> bool:
    """Return whether a text begins with a label of a shipped template and a colon."""
    label, colon, _ = text.replace("\uff1a", ":").partition(":")
    return bool(colon) and folded_words(label) in _labels()


def may_become_labelled(begun: str) -> bool:
    """Return whether a text that begins like this can still become labelled."""
    return _may_become(begun, _beginnings_of_labels())


def _may_become(begun: str, beginnings: Mapping[tuple[str, ...], str]) -> bool:
    """Return whether words, of which the last may be incomplete, begin one of some texts."""
    *whole, last = folded_words(begun) or ("",)
    return bool(last) and f"\0{last}" in beginnings.get(tuple(whole), "")


def _beginnings(texts: Iterable[tuple[str, ...]]) -> Mapping[tuple[str, ...], str]:
    """Return what may follow each beginning of some texts: words, each after a zero."""
    found: defaultdict[tuple[str, ...], str] = defaultdict(str)
    for text in texts:
        for at, word in enumerate(text):
            found[text[:at]] += f"\0{word}"
    return found


@cache
def _beginnings_of_labels() -> Mapping[tuple[str, ...], str]:
    return _beginnings(_labels())


def _shipped() -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in SHIPPED.rglob("*.j2"))


@cache
def _labels() -> frozenset[tuple[str, ...]]:
    found = (_LABEL.match(line) for text in _shipped() for line in text.splitlines())
    labels = frozenset(folded_words(label[1]) for label in found if label)
    return labels.difference({(), *(folded_words(label) for label in _SAID)})


@cache
def _headings() -> frozenset[tuple[str, ...]]:
    return frozenset(
        folded_words(line)
        for text in _shipped()
        for line in _MARKUP.sub("", text).splitlines()
        if line.startswith("#")
    )


@cache
def _instructions() -> frozenset[tuple[str, ...]]:
    """Return every run of words in the shipped templates; cached, since they do not change."""
    return frozenset(
        run
        for text in _shipped()
        for line in _MARKUP.sub("\n", text).splitlines()
        for run in _runs(line)
    )


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    return map(tuple, runs(folded_words(text), WORDS_IN_A_ROW))


_FORM_PLACEHOLDERS = frozenset(
    tuple(line) if has_han(line) else tuple(line.split()) for line in listed("machines", "lines")
)
# What stands before the colon of a line that names a part of a prompt, such as "You are here:".
_LABELLED = re.compile(r"^\s*[-#*]*\s*([^:\uff1a.\u3002!?]{2,40})[:\uff1a]\s*(.*)$")
_HEADING = re.compile(r"^\s*#+\s*(.+?)\s*$")
_BULLET = re.compile(r"\s*[-*]")
_IS_CJK = re.compile(f"[{KANA}{HAN}]")
_MARK = re.compile(r"<[^<>]*>")  # around words of others
_DOTS = re.compile(r"[\s.\u2026\u3002]*[.\u2026\u3002][\s.\u2026\u3002]*")
_SENTENCE_END = re.compile(rf"(?<=[{ENDS}])\s*")
_MOST_SEGMENT_WORDS = 30

names_machine = finder("machines", "nature")
"""Say whether a text speaks of a machine that talks, as that of a world of robots does."""
_OWN_NATURE = pattern("machines", "own_nature")
_LATIN_WORD = re.compile(r"[a-z\u00df-\u00ff]+(?:['\u2019][a-z]+)?", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00fd]", re.IGNORECASE)
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}", re.IGNORECASE)
_SOUNDS = words("machines", "sounds")
_FEWEST_WORDS = 3
_FEWEST_ODD = 2
_FEWEST_LETTERS = 12
_FOREIGN_SHARE = 0.8
_KNOWN_SHARE = 0.05
_UNSPACED = frozenset(("CJK", "THAI"))
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "HANGUL", "DEVANAGARI", "THAI")
_MIXED = regex.compile(r"[a-z]\p{Cyrillic}|\p{Cyrillic}[a-z]")
_STRAY = frozenset(("CJK", *_SCRIPTS)) - {"LATIN", "GREEK"}


class FormEchoes:
    """The headings, labelled lines and placeholders of one prompt, which nobody says as a line.

    Of `remarks` nobody says a whole sentence either.
    """

    def __init__(self, instructions: str, context: str = "", remarks: Sequence[str] = ()) -> None:
        self._segments = _FORM_PLACEHOLDERS | _segments(instructions) | _segments(context)
        self._segments |= _sentences(remarks)
        self._beginnings = _beginnings(self._segments)

    def holds(self, line: str) -> bool:
        """Say whether a whole line is one of them."""
        return folded_words(line) in self._segments

    def may_become(self, begun: str) -> bool:
        """Say whether a line that begins so can still turn out to be one of them."""
        return _may_become(begun, self._beginnings)


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


def claims_to_be_machine(text: str) -> bool:
    """Say whether a speaker says that it is an assistant, or declines a request as one does."""
    return _OWN_NATURE.search(text) is not None or declines_request(text)


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
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(_letters(text))
    total = counts.total()
    return frozenset(name for name, count in counts.items() if count >= _KNOWN_SHARE * total)


@lru_cache(maxsize=256)  # a persona stays the same from turn to turn
def _letters(text: str) -> Mapping[str, int]:
    return Counter(_script(letter) for letter in text if letter.isalpha())


def is_foreign(text: str, known: frozenset[str], fewest: int = _FEWEST_LETTERS) -> bool:
    """Say whether a text is written in a script that is none of `known`.

    One of less than `fewest` letters is not.
    """
    letters = [_script(letter) for letter in text if letter.isalpha()]
    if len(letters) < fewest or not known:
        return False
    return sum(script not in known for script in letters) >= _FOREIGN_SHARE * len(letters)


def has_stray_letter(text: str, known: frozenset[str]) -> bool:
    """Say whether a letter of another script is joined to one of `known`, as a slip in mid-word.

    Small models make such slips. Where Chinese or Japanese is written, words of other scripts stand
    without a space, and nothing is one. A small Latin letter beside a Cyrillic one is a slip also
    where both scripts are known.
    """
    if _MIXED.search(text):
        return True
    if not known or known & _UNSPACED:
        return False
    pairs = pairwise(_script(letter) if letter.isalpha() else "" for letter in text)
    return any(
        (one in known and other in _STRAY - known) or (other in known and one in _STRAY - known)
        for one, other in pairs
    )


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
    found = (folded_words(one) for line in lines for one in split_sentences(line))
    return frozenset(words for words in found if 0 < len(words) <= _MOST_SEGMENT_WORDS)


@lru_cache(maxsize=64)
def _segments(text: str) -> frozenset[tuple[str, ...]]:
    """Return headings, labels, and labelled lines to the end of their first sentence, as words."""
    found: set[tuple[str, ...]] = set()
    for line in text.splitlines():
        heading, labelled = _HEADING.match(line), _LABELLED.match(line)
        if heading:
            found.add(folded_words(heading[1]))
        elif labelled:
            label, rest = labelled[1], labelled[2]
            first = split_sentences(rest)[0]
            if not _BULLET.match(line):  # else it may be the name of a speaker
                found.add(folded_words(label))
            found.add(folded_words(f"{label} {first}"))
    return frozenset(words for words in found if 0 < len(words) <= _MOST_SEGMENT_WORDS)


_PLACEHOLDER_WORDS = frozenset(language.listed("machines", "placeholders"))
# Without the full stop: "None." is an answer, "None" is the lack of one.
_AROUND = f" \t\n\"'`*_<>[]()\u201c\u201d{WIDE_ANGLES}"

# Markup, forms and templates, which no one thinks or says.
_FORM = re.compile(
    r"[{}\\\ufffd\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    r"|```|\"\s*:|</?[a-z!][^<>]{0,80}>|</?html\b|<\||\|>|\[/?inst\]|<</?sys>>"
    r"|\[\s*\d+(?:\s*,\s*\d+)*\s*[,\]]|%[sd]\b|%\(\w+\)|^#{2,}|\[fill[^\]]*\]|\(because of\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    rf"(?:^|\n)\W*(?:{language.expression('machines', 'roles')})\s*[{''.join(COLONS)}]",
    re.IGNORECASE,
)
# These phrases match without word boundaries: noise is often attached to them.
_FAULT = re.compile(
    r"^\W*(?:fatal )?(?:error|exception)(?: \d+)?\s*[:!]"
    r"|(?-i:[A-Za-z](?:Error|Exception)\b\s*[:(])"
    r"|traceback|most recent call|stack trace|\berrno\b|segmentation fault"
    r"|<!doctype|&(?:lt|gt|amp|quot|nbsp);|http/\d|https?://|http (?:status|error)|status code"
    r"|[45]\d\d (?:bad|unauthorized|payment|forbidden|not found|request|conflict|gone|too many"
    r"|internal|not implemented|service|gateway)"
    r"|bad gateway|gateway time-?out|internal server error|service unavailable"
    r"|too many requests|rate limit|connection (?:refused|reset|timed out|aborted)"
    r"|context length|token limit|max(?:imum)?[_ ]tokens|\bapi[_ ]key",
    re.IGNORECASE,
)
_MACHINE = language.pattern("machines", "machine")


def is_garbage(text: str) -> bool:
    """Return whether a text is empty, a placeholder, an error, a refusal, markup or prompt text.

    Meant for one sentence or line that a character is to think, do or say. In doubt it refuses,
    since a thought can be repeated and a wrong memory stays.
    """
    bare = text.strip(_AROUND).casefold()
    if bare in _PLACEHOLDER_WORDS or not any(letter.isalnum() for letter in bare):
        return True
    if any(pattern.search(text) for pattern in (_FORM, _ROLE, _FAULT, _MACHINE)):
        return True
    if declines_request(text):
        return True
    # a bracket is never closed, as in most text cut out of a form
    if text.count("[") != text.count("]") or text.count("(") > text.count(")"):
        return True
    if is_gibberish(text):
        return True
    return recites(text) or is_heading(text) or is_labelled(text)
