"""By which names the members of a circle are called, and where in a sentence somebody is."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from npcserver.memory.tokens import STOP_WORDS
from npcserver.mind import address_words as words

_WIDE = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SMALL = frozenset("of the de van von der la le du al el old young big little".split())
_NOT_SHORT = (
    STOP_WORDS | words.BIDDING | frozenset(re.findall(r"\w+", words.LEADS + words.FONDNESS))
)
_VERBS_TOO = frozenset("will may mark hope can rob sue bill art pat drew don grant wade".split())
"""Names that are words too: without a comma they call nobody."""
_SURNAMED = re.compile("^[\u3400-\u9fff]{2,3}$")

_SEGMENTS = re.compile(r"[,，:：()（）\u2014\u2013]+|\s-+\s|--+")
_WHO = (
    r"(?:what|where|when|why|who|how|which)\b|(?:do|does|did|are|is|can|could|will|would|have|has"
    r"|shall|should|may|was|were|won't|don't|didn't|can't) (?:you|we|i|u|there|anyone|it)\b|you\b"
)
_SO_ENDS = (
    "you|think|agree|say|mean|now|then|here|there|today|tonight|tomorrow|please|right|it|that|this"
    "|me|us|too|either|again|well|all|night|morning|evening|welcome|luck|happy|hungry|ready"
)
_TELLS_OF = re.compile(
    r"^(?:is|was|has|had|does|did|will|would|can|could|said|says|went|and|or)\b"
    r"(?! (?:you|we|i)\b)",
    re.IGNORECASE,
)
_TAIL = r"(?:\s+(?:my dear|dear|you|too|please|there|again|then|now|first|yourself|as well))?"
_IN_ROW = r"\s*(?:and|or|&|和|跟|与|以及|还有)\s*"


@dataclass(frozen=True, slots=True)
class Roster:
    """Forms by which members are called, in lower case, and whom each calls; empty if several."""

    forms: Mapping[str, str]
    named: Mapping[str, str]
    name: str

    def find(self, text: str) -> list[tuple[int, str]]:
        """Return whom a stretch that consists of names calls, with where; unclear ones left out."""
        found = re.finditer(_bounded(self.forms), text, re.IGNORECASE)
        whom = ((match.start(), self.forms[match[0].lower()]) for match in found)
        return [(at, member) for at, member in whom if member]

    def mentioned(self, text: str) -> frozenset[str]:
        """Return who is named in a text at all, called or talked about."""
        if not self.named:
            return frozenset()
        is_shouting = text.islower()
        return frozenset(
            self.named[match[0].lower()]
            for match in re.finditer(_bounded(self.named), text, re.IGNORECASE)
            if is_shouting or not match[0][0].islower()
        ) - {""}


@lru_cache(maxsize=256)
def roster(members: tuple[tuple[str, str], ...]) -> Roster:
    """Return the roster of (id, name) pairs."""
    proper: dict[str, set[str]] = {}
    loose: dict[str, set[str]] = {}
    for member, name in members:
        for form in _proper_forms(name):
            proper.setdefault(form, set()).add(member)
        for form in _loose_forms(name):
            loose.setdefault(form, set()).add(member)
    forms = {form: _only(who) for form, who in loose.items()}
    named = {form: _only(who) for form, who in proper.items()}
    forms |= named
    one = _bounded(forms) if forms else "(?!)"
    title = rf"(?:(?:{'|'.join(sorted(words.TITLES))})\.?\s+)?"
    name = rf"(?:(?:{words.FONDNESS})\s+)*{title}{one}(?:{words.WIDE_SUFFIXES})?"
    return Roster(MappingProxyType(forms), MappingProxyType(named), name)


def called(sentence: str, people: Roster) -> list[tuple[int, str]]:
    """Return whom a sentence calls, with where, in the order in which they are called."""
    if not people.forms:
        return []
    sentence = sentence.replace("、", "和")
    found = [*_between_commas(sentence, people), *_without_commas(sentence, people)]
    first: dict[str, int] = {}
    for at, member in sorted(found):
        first.setdefault(member, at)
    return [(at, member) for member, at in first.items()]


def _between_commas(sentence: str, people: Roster) -> list[tuple[int, str]]:
    """Find names that stand alone between commas."""
    parts = _parts(sentence)
    is_call = [re.fullmatch(_alone(people), part, re.IGNORECASE) is not None for _, part in parts]
    found: list[tuple[int, str]] = []
    for place, (at, part) in enumerate(parts):
        if is_call[place] and not _tells_of(parts, is_call, place, people):
            found += [(at + offset, member) for offset, member in people.find(part)]
    return found


def _tells_of(
    parts: list[tuple[int, str]], is_call: list[bool], place: int, people: Roster
) -> bool:
    """Say whether a name between commas belongs to what is told: to a list, or an apposition."""
    first = place
    while first and is_call[first - 1]:
        first -= 1
    last = place
    while last + 1 < len(parts) and is_call[last + 1]:
        last += 1
    row = " ".join(part for _, part in parts[first : last + 1])
    before = parts[first - 1][1] if first else ""
    joined = re.search(r"\b(?:and|or)\b|[和跟与]|还是", row)
    if before and joined and re.search(rf"{people.name}$", before, re.IGNORECASE):
        return True
    after = parts[last + 1][1] if last + 1 < len(parts) else ""
    listed = rf"(?:(?:and|or)\s+{people.name}|{people.name}\s+(?:and|or)\s+{people.name})\s+\S"
    if not before and re.match(listed, after, re.IGNORECASE):
        return True
    return (
        last + 2 < len(parts)
        and re.match(r"(?:the|my|our|his|her|their|an?|who|whose|whom|which)\b", after, re.I)
        is not None
        and re.fullmatch(words.FRIENDLY, after, re.IGNORECASE) is None
        and words.SECOND_PERSON.search(" ".join(part for _, part in parts)) is None
    )


def _without_commas(sentence: str, people: Roster) -> list[tuple[int, str]]:
    """Find names that call without a comma: after a greeting, before a question, at the end."""
    text = sentence.strip(" ,，.!?。！？…;；")
    shift = sentence.find(text)
    found: list[tuple[int, str]] = []
    for pattern in _open_calls(people):
        match = re.search(pattern, text, re.IGNORECASE)
        if match and not _TELLS_OF.match(text[match.end("name") :].strip()):
            start = match.start("name")
            calls = people.find(match["name"])
            found += [
                (shift + start + at, member)
                for at, member in calls
                if match["name"].lower().strip() not in _VERBS_TOO
            ]
    return found


@lru_cache(maxsize=256)
def _patterns(name: str) -> tuple[str, ...]:
    row = rf"(?P<name>{name}(?:{_IN_ROW}{name})*)"
    bidding = "|".join(sorted(words.BIDDING - {"put", "let", "read", "stop", "help", "say"}))
    return (
        rf"(?:^|[,，]\s*)(?:{words.GREETING_LEADS})\s+{row}(?=\s|$)",
        rf"^(?:(?:{words.LEADS})[ ,]+)*{row}\s+(?:{_WHO}|(?:{bidding})\b)",
        rf"\b(?:{_SO_ENDS})\s+{row}$",
        rf"^(?:(?:{words.WIDE_LEADS})[ ,，]*)?{row}\s*(?:{words.WIDE_AFTER})",
    )


def _open_calls(people: Roster) -> tuple[str, ...]:
    return _patterns(people.name)


def _alone(people: Roster) -> str:
    leads = rf"(?:(?:(?:{words.LEADS})[ ,]+)*|(?:(?:{words.WIDE_LEADS})\s*)*)"
    return rf"{leads}{people.name}(?:{_IN_ROW}{people.name})*{_TAIL}"


def _parts(sentence: str) -> list[tuple[int, str]]:
    """Split a sentence at its commas, with where each part begins."""
    found: list[tuple[int, str]] = []
    start = 0
    for cut in (*_SEGMENTS.finditer(sentence), None):
        end = cut.start() if cut else len(sentence)
        raw = sentence[start:end]
        part = raw.strip(" \t.!?。！？…;；~\"'“”")
        if part:
            found.append((start + raw.find(part), part))
        start = cut.end() if cut else end
    return found


def _proper_forms(name: str) -> Iterable[str]:
    """Forms that name somebody wherever they stand: the whole name, and each name in it."""
    plain = re.sub(r"[\"'“”()（）]", " ", name).lower()
    yield " ".join(name.lower().split())
    for part in re.split("[·・\\s]+", plain):
        if not _WIDE.search(part):
            yield from (
                word
                for word in _LATIN.findall(part)
                if word not in words.TITLES and word not in _SMALL and len(word) > 1
            )
        elif len(part) > 1 and part not in words.WIDE_TITLES:
            yield part
            if len(part) == 3 and not part.endswith(words.WIDE_TITLES):
                yield part[1:]


def _loose_forms(name: str) -> Iterable[str]:
    """Forms that call but seldom name: titles, short forms, 老王 for 王铁柱."""
    latin = [word.lower() for word in _LATIN.findall(name) if not _WIDE.search(word)]
    titles = [word for word in latin if word in words.TITLES]
    yield from titles
    yield from (style for style, fits in words.STYLES.items() if fits & set(titles))
    own = [word for word in latin if word not in words.TITLES and word not in _SMALL]
    yield from (short for short, long in words.SHORT_FORMS.items() if long in own[:1])
    for first in own[:1]:
        for length in range(3, len(first) - 1):
            if first[:length] not in _NOT_SHORT:
                yield first[:length]
    for title in words.WIDE_TITLES:
        if name.endswith(title):
            yield title
    if _SURNAMED.match(name):
        yield from (prefix + name[0] for prefix in "老小阿")
        yield from (prefix + name[-1] for prefix in "小阿")
        yield from (name[0] + title for title in ("先生", "大哥", "兄", "姑娘"))


def _bounded(forms: Iterable[str]) -> str:
    """Return a pattern of whole words; in Chinese no space parts them."""
    return _alternatives(tuple(forms))


@lru_cache(maxsize=512)
def _alternatives(forms: tuple[str, ...]) -> str:
    longest = sorted(forms, key=lambda form: (-len(form), form))
    either = "|".join(re.escape(form) for form in longest)
    return rf"(?<![A-Za-z0-9_'\u2019-])(?:{either})(?![A-Za-z0-9_]|['\u2019-][A-Za-z])"


def _only(who: set[str]) -> str:
    return next(iter(who)) if len(who) == 1 else ""
