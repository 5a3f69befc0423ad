"""Speech: what is cleaned off an answer, and its cutting into sentences.

Every decision is a function of the text up to a point that has been reached, so the lines do not
depend on how a model sliced its answer. Where the next characters could change the decision (is
this stop a decimal point? does a quotation mark follow?), the cutter waits for them.
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum, auto

import regex

from npcserver import language
from npcserver.language.remarks import without_remarks
from npcserver.language.scripts import HAN, KANA, STOPS, SURE_ENDS, has_han, is_wide, visible
from npcserver.model.foreign_marks import turn_mark, without_asides, without_macros

LONGEST_SPAN = 120
"""Most characters of a stage direction or a tag; a longer one is an unclosed mark."""

_LINK = re.compile(r"\[([^\[\]]{1,120})\]\([^()\s]{0,300}\)")
_URL = re.compile(r"(?i)\b(?:https?://|www\.)[^\s\u3000-\u303f\uff00-\uffef]+")
_TAG = re.compile(r"</?[A-Za-z|!][^<>\n]{0,120}>")
_STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,240}?)(?<=\S)\1")
_DIRECTION = re.compile(r"\*(?=[^\s*])[^*\n]{1,120}\*|\[[^\[\]\n]{1,120}\]")
_LIST_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s+|[-+*\u2022]\s+|\d{1,2}\)\s+)")
_BRACKET = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*$")  # it may turn out to be a remark
_MARKS = str.maketrans("", "", "*`{}[]<>|\\")
_PAIRS = {'"': '"', "\u201c": "\u201d", "\u300c": "\u300d", "\u300e": "\u300f"}
_CLOSING = {right: left for left, right in _PAIRS.items()}
_NARROW_MARK = re.compile(f"(?<=[{HAN}])[,;:?!] *")
_WIDE_MARKS = dict(zip(",;:?!", "\uff0c\uff1b\uff1a\uff1f\uff01", strict=True))
_KANA = re.compile(f"[{KANA}]")
_SILENT = re.compile(r"[.\u2026!?\uff01\uff1f]")


def worded(text: str, own_names: Sequence[str] = ()) -> str:
    """Return the part of `text` that can be spoken; empty for none.

    Stage directions, asides, remarks of prompts, macros of other tools, markup, links, invisible
    characters and the speaker's own name before a colon are removed; runs of blank space become one
    space, and narrow marks between Chinese characters wide ones. All else stays, in its order.
    """
    text = without_remarks(without_asides(without_macros(visible(text))))
    text = _LINK.sub(r"\1", text)
    text = _URL.sub("", text)
    text = _TAG.sub("", text)
    text = _STRONG.sub(r"\2", text)
    text = _DIRECTION.sub("", text)
    text = _LIST_MARK.sub("", text).translate(_MARKS)
    text = " ".join(text.split())
    while speaks_as(text, own_names):
        text = text.replace("\uff1a", ":", 1).partition(":")[2].lstrip()
    text = _without_stray_quotes(text)
    if has_han(text) and not _KANA.search(text):
        text = _NARROW_MARK.sub(lambda found: _WIDE_MARKS[found[0][0]], text)
    # a letter, a digit, a symbol, or a mark like "…" or "?" can be voiced
    is_voiced = any(unicodedata.category(one)[0] in "LNS" for one in text)
    return text if is_voiced or _SILENT.search(text) else ""


def speaks_as(text: str, names: Sequence[str]) -> bool:
    """Return whether a sentence begins with one of `names` and a colon, as in a script."""
    plain = _script_start(text)
    return any(
        plain.removeprefix(folded).lstrip(" *_])").startswith((":", "\uff1a"))
        for name in names
        if plain.startswith(folded := name.casefold())
    )


def may_speak_as(text: str, names: Sequence[str]) -> bool:
    """Return whether an unfinished sentence may still turn out to begin with one of `names`."""
    plain = _script_start(text)
    return any(
        folded.startswith(plain)
        or (plain.startswith(folded) and not plain.removeprefix(folded).strip(" *_])"))
        for folded in (name.casefold() for name in names)
    )


def _script_start(text: str) -> str:
    return text.lstrip(" \t\r\n*_\"'[(").casefold()


def _without_stray_quotes(text: str) -> str:
    """Drop a quotation mark at either end that has no partner inside, and a pair around all."""
    if len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
        inner = text[1:-1]
        if text[0] not in inner and text[-1] not in inner:
            return inner.strip()
    first = text[:1]
    is_even = text.count('"') % 2 == 0
    if first in _PAIRS and not (is_even if first == '"' else _PAIRS[first] in text):
        text = text[1:].lstrip()
    last = text[-1:]
    is_even = text.count('"') % 2 == 0
    if last in _CLOSING and not (is_even if last == '"' else _CLOSING[last] in text):
        text = text[:-1].rstrip()
    return text


LONGEST_LINE = 240
"""Characters after which a sentence without an end is cut at its last comma or space."""

_STOPS = frozenset(STOPS)
_FRENCH_CLOSERS = frozenset("\u00bb\u203a")  # behind a blank
_GREEK = regex.compile(r"\p{Greek}")  # in which a semicolon asks
_CLOSERS = "\"'\u201c\u201d\u2019\u00ab\u00bb\u203a\u300d\u300f)\uff09]\u3011*"
"""Of quotation marks also those that open in English and close in German or Danish: nothing opens
directly behind a stop."""
_COMMAS = ",;:\uff0c\uff1b\uff1a\u3001"
_SPANS = {"*": "*", "[": "]", "<": ">"}
_ABBREVIATION = language.pattern("sentences", "dotted", 0)
_BEFORE_NUMBERS = language.words("sentences", "before_numbers")
_DOTTED = re.compile(r"(?:[a-z]\.)+[a-z]")
_TIMES_OF_DAY = language.words("sentences", "times_of_day")
_WORD_BEFORE = regex.compile(r"([^\W\d_](?:[\w.]*\w)?)$")


class SpeechCutter:
    """Turns growing speech into lines.

    `own_names` before a colon are dropped; after a name in `other_names` before a colon the model
    speaks for another person: that sentence and all that follows are dropped, and `has_strayed`
    becomes true. A finished line is withheld until the next has begun or the speech ended, so that
    the last one is known as such.
    """

    def __init__(self, *, own_names: Sequence[str] = (), other_names: Sequence[str] = ()) -> None:
        self._own_names = tuple(sorted(filter(None, own_names), key=len, reverse=True))
        self._other_names = tuple(name for name in other_names if name and name not in own_names)
        self._pending = ""
        self.withheld = ""  # the finished line that may yet be the last; empty for none
        self.has_strayed = False  # whether the model began to speak for another person
        self._is_over = False

    @property
    def unfinished(self) -> str:
        """The part of the unfinished sentence that can be spoken, up to its last whole word."""
        safe = _BRACKET.sub("", self._pending[: _last_whole_word(self._pending)])
        names = (*self._own_names, *self._other_names)
        if not safe or may_speak_as(safe, names) or speaks_as(safe, self._other_names):
            return ""
        return worded(safe, self._own_names)

    @property
    def is_inside_sentence(self) -> bool:
        """Whether a sentence has begun that has not ended."""
        return bool(worded(self._pending, self._own_names))

    @property
    def ends_whole(self) -> bool:
        """Whether the pending text is a whole sentence without further characters."""
        plain = self._pending.rstrip().rstrip(_CLOSERS)
        return bool(plain) and plain[-1] in _STOPS

    def feed(self, growth: str) -> tuple[str, ...]:
        """Add speech; return the lines that are complete and not the last."""
        if self._is_over:
            return ()
        self._pending += growth
        end = turn_mark(self._pending)
        if end is not None:  # what follows is the turn of another
            self._pending, self._is_over = self._pending[:end], True
        lines = self._cut(is_final=self._is_over)
        if self.withheld and self.unfinished:
            lines.append(self.withheld)
            self.withheld = ""
        return tuple(lines)

    def finish(self) -> tuple[str, ...]:
        """Return the remaining lines; the last of them is the last of the speech."""
        lines = self._cut(is_final=True)
        if self.withheld:
            lines.append(self.withheld)
        self.withheld = self._pending = ""
        return tuple(lines)

    def _cut(self, *, is_final: bool) -> list[str]:
        lines: list[str] = []
        while self._pending and not self.has_strayed:
            end = sentence_end(self._pending, is_final=is_final)
            if end is None:
                break
            sentence, self._pending = self._pending[:end], self._pending[end:]
            if speaks_as(sentence, self._other_names):
                self.has_strayed = True
                self._pending = ""
            elif line := worded(sentence, self._own_names):
                if self.withheld:
                    lines.append(self.withheld)
                self.withheld = line
        if self.has_strayed:
            self._pending = ""
        return lines


def sentence_end(text: str, *, is_final: bool) -> int | None:
    """Return where the first sentence of `text` ends, None while that is undecided."""
    position = 0
    comma = space = 0
    while position < len(text):
        letter = text[position]
        if letter == "\n" and text[:position].strip():
            return position + 1
        if position >= LONGEST_LINE:
            return comma or space or position
        if letter in _SPANS:
            after = _after_span(text, position, is_final=is_final)
            if after is None:
                return None
            position = after
            continue
        if letter in _STOPS or (letter == ";" and _GREEK.match(text[position - 1 : position])):
            after, verdict = _after_stop(text, position, is_final=is_final)
            if verdict is not _Verdict.RUNS_ON:
                return after if verdict is _Verdict.ENDS else None
            position = after
            continue
        position += 1
        if letter in _COMMAS and (is_wide(letter) or text[position : position + 1].isspace()):
            comma = position
        elif letter.isspace():
            space = position
    return len(text) if is_final else None


def _after_span(text: str, position: int, *, is_final: bool) -> int | None:
    """Return the position after a stage direction or tag that opens here, or after its mark."""
    mark = text[position]
    following = text[position + 1 : position + 2]
    if not following:
        return position + 1 if is_final else None
    if mark == "*" and (following.isspace() or following == "*"):
        return position + (2 if following == "*" else 1)
    if mark == "<" and not (following.isalpha() or following in "/|!"):
        return position + 1
    window = text[position + 1 : position + 2 + LONGEST_SPAN]
    inside, closing, _ = window.partition(_SPANS[mark])
    if "\n" in inside:
        return position + 1
    if closing:
        return position + 1 + len(inside) + 1
    return position + 1 if is_final or len(window) > LONGEST_SPAN else None


class _Verdict(Enum):
    ENDS = auto()
    RUNS_ON = auto()
    OPEN = auto()


def _after_stop(text: str, position: int, *, is_final: bool) -> tuple[int, _Verdict]:
    """Return the position after the stops and their closers, and whether a sentence ends there."""
    stops_end = position + (text[position] == ";")
    while stops_end < len(text) and text[stops_end] in _STOPS:
        stops_end += 1
    end = stops_end
    while end < len(text) and text[end] in _CLOSERS:
        if text[end] == "*" and text[end + 1 : end + 2].isalnum():
            break  # it opens a direction: a letter follows directly
        end += 1
    if text[end : end + 2].lstrip() in _FRENCH_CLOSERS and text[end : end + 1].isspace():
        end += 2
    stops = text[position:stops_end]
    following = end
    while following < len(text) and text[following].isspace() and text[following] != "\n":
        following += 1
    if following == len(text):
        return end, _Verdict.ENDS if is_final else _Verdict.OPEN
    is_end = _ends_sentence(text, position, stops, end, following)
    return end, _Verdict.ENDS if is_end else _Verdict.RUNS_ON


def _ends_sentence(text: str, position: int, stops: str, end: int, following: int) -> bool:
    first = text[following]
    if first == "\n":
        return True
    if any(stop in SURE_ENDS or stop == ";" for stop in stops):
        return True
    if following == end:  # no blank: 3.14, name.com, or Chinese after a Latin stop
        return is_wide(first) and "\u2026" not in stops
    is_quoted = end > position + len(stops)
    if first.islower() and (is_quoted or set(stops) <= {".", "\u2026"}):
        return False
    if stops == "." and not is_quoted:
        return not _is_abbreviation(text[:position], first)
    return not ("\u2026" in stops and is_wide(first))


def _is_abbreviation(before: str, first: str) -> bool:
    match = _WORD_BEFORE.search(before[-20:])
    if match is None:
        return False
    word = match[1].lower()
    if word in _BEFORE_NUMBERS:
        return first.isdigit()
    is_initial = len(word) == 1 and match[1].isupper() and first.isupper() and word != "i"
    is_dotted = _DOTTED.fullmatch(word) is not None and word not in _TIMES_OF_DAY
    return _ABBREVIATION.fullmatch(word) is not None or is_initial or is_dotted


def _last_whole_word(text: str) -> int:
    """Return the length of `text` up to its last complete word outside any open mark."""
    end = 0
    for position, letter in enumerate(text):
        if letter in _SPANS and _after_span(text, position, is_final=False) is None:
            break
        if letter.isspace():
            end = position
        elif is_wide(letter):
            end = position + 1
    return end
