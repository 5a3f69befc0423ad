"""The names by which members of a circle are called, and where a sentence calls one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from npcserver.language import expression, listed, pattern
from npcserver.language import words as listed_words
from npcserver.language.scripts import HAN, STOPS, WIDE_COMMA, WIDE_SEMICOLON
from npcserver.language.tokens import STOP_WORDS
from npcserver.mind import address_words as words
from npcserver.mind.trades import Roles

_WIDE = re.compile(f"[{HAN}]")
_LATIN = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SMALL = listed_words("vocatives", "small")
_NOT_SHORT = (
    STOP_WORDS | words.BIDDING | frozenset(re.findall(r"\w+", words.LEADS + words.FONDNESS))
)
_WORDS_TOO = listed_words("vocatives", "names_that_are_words")
_VERBS_TOO = listed_words("vocatives", "trades_that_are_verbs")
_SURNAMED = re.compile(f"^[{HAN}]{{2,3}}$")

_NOT_NAMES = _NOT_SHORT | words.TITLES
_SHORTEST_TYPO = 4
"""Letters of a name that is known with a typo."""
_WIDE_NAME = 3
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

_MARK = "\ue000"
"""Stands for a name while a sentence is looked at."""
_WORD_MARK = "\ue001"
"""The same for a name that is a word too: without a comma it calls nobody."""
_ANY = f"[{_MARK}{_WORD_MARK}]"
_TITLE = rf"(?:(?:{'|'.join(sorted(words.TITLES))})\.?\s+)?"
_ONE = rf"(?>(?:{words.FONDNESS})\s+)*+{_ANY}(?:{words.WIDE_SUFFIXES})?"
_IN_ROW = rf"\s*(?:{expression('vocatives', 'in_row')})\s*"
_ROW = rf"{_ONE}(?:{_IN_ROW}{_ONE})*"
_LAX = _ROW.replace(_ANY, _MARK)
_WHO = expression("vocatives", "asks_behind")
_SO_ENDS = expression("vocatives", "ends_before")
_BARE = "|".join(sorted(words.BIDDING - listed_words("vocatives", "bidding_that_needs_more")))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_SEGMENTS = _compiled(r"[,\uff0c:\uff1a()\uff08\uff09\u2014\u2013]+|\s-+\s|--+")
_ALONE = _compiled(
    # possessive, since "come now" is one lead or two, and so on
    rf"(?>(?:{words.LEADS})[ ,]+)*+(?>(?:{words.WIDE_LEADS})\s*)*+{_ROW}"
    rf"(?:\s+(?:{expression('vocatives', 'behind_alone')}))?"
)
_OPEN_CALLS = (
    _compiled(rf"(?:^|[,{WIDE_COMMA}]\s*)(?:{words.GREETING_LEADS})\s+(?P<row>{_LAX})(?=\s|$)"),
    _compiled(rf"^(?>(?:{words.LEADS})[ ,]+)*+(?P<row>{_LAX})\s+(?:{_WHO}|(?:{_BARE})\b)"),
    _compiled(rf"\b(?:{_SO_ENDS})\s+(?P<row>{_LAX})$"),
    _compiled(
        rf"^(?:(?:{words.WIDE_LEADS})[ ,{WIDE_COMMA}]*)?(?P<row>{_LAX})\s*(?:{words.WIDE_AFTER})"
    ),
)
_TELLS_OF = pattern("vocatives", "tells_of")
_JOINED = pattern("vocatives", "joined")
_ENDS_NAMED = _compiled(rf"{_ONE}$")
_BETWEEN = expression("vocatives", "between_listed")
_LISTED = _compiled(rf"(?:(?:{_BETWEEN})\s+{_ONE}|{_ONE}\s+(?:{_BETWEEN})\s+{_ONE})\s+\S")
_APPOSED = pattern("vocatives", "apposed")
_FRIENDLY = _compiled(words.FRIENDLY)
_LEADING_NAME = _compiled(rf"^\W*{_ROW}[\s,{WIDE_COMMA}]*")
_ROLE = pattern("vocatives", "role")
_BEGINS = _compiled(r"(?:^|[.!?]\s*)$")
_OTHER_NAME = re.compile(" [A-Z][a-z]")
_DOES = pattern("vocatives", "does")
_LIST_WORD = "".join(listed("vocatives", "list_word"))


@dataclass(frozen=True, slots=True, eq=False)
class Roster:
    """Forms by which members are called, in lower case, and whom each calls; empty if several.

    `proper` are the forms that name a member even where none is called, `roles` those that are
    trades and looks. `near` are the names for which words with a typo are taken. `is_lenient` is
    false for rule 1 (`moment.Rule`).
    """

    forms: Mapping[str, str]
    proper: frozenset[str]
    pattern: re.Pattern[str]
    roles: frozenset[str] = frozenset()
    near: tuple[str, ...] = ()
    is_lenient: bool = False

    def called(self, match: re.Match[str]) -> str:
        """Return whom a match of the pattern calls; with a title if it is known with one."""
        whole = " ".join(match[0].lower().replace(".", " ").split())
        return self.forms.get(whole) or self.forms[match["form"].lower()]


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence with marks in place of names, and who they are, in order; empty if unclear."""

    text: str
    who: tuple[str, ...]

    @property
    def uncalled(self) -> str:
        """The sentence without a name at its beginning, and without marks."""
        return re.sub(_ANY, "X", _LEADING_NAME.sub("", self.text))


@lru_cache(maxsize=256)
def roster(members: tuple[tuple[str, str], ...], roles: tuple[Roles, ...] | None = None) -> Roster:
    """Return the roster of (id, name) pairs; with `roles`, one for each, typos are seen through."""
    proper: dict[str, set[str]] = {}
    loose: dict[str, set[str]] = {}
    for member, name in members:
        for form in _proper_forms(name):
            proper.setdefault(form, set()).add(member)
        for form in _loose_forms(name):
            loose.setdefault(form, set()).add(member)
    by_role = _by_role(members, roles or ())
    callers = (by_role | loose | proper).items()
    forms = {form: next(iter(who)) if len(who) == 1 else "" for form, who in callers}
    longest = sorted(forms, key=lambda form: (-len(form), form))
    either = "|".join(re.escape(form) for form in longest) or "(?!)"
    bounded = (
        rf"(?<![A-Za-z0-9_'\u2019-]){_TITLE}(?P<form>{either})(?![A-Za-z0-9_]|['\u2019-][A-Za-z])"
    )
    return Roster(
        forms,
        frozenset(proper),
        _compiled(bounded),
        frozenset(by_role.keys() - loose.keys() - proper.keys()),
        () if roles is None else tuple(sorted(form for form in proper if forms[form])),
        roles is not None,
    )


def _by_role(members: tuple[tuple[str, str], ...], roles: tuple[Roles, ...]) -> dict[str, set[str]]:
    best: dict[str, set[str]] = {}
    for fits in zip(*((one.second, one.first, one.own) for one in roles), strict=True):
        level: dict[str, set[str]] = {}
        for (member, _), forms in zip(members, fits, strict=True):
            for form in forms:
                level.setdefault(form, set()).add(member)
        best |= level
    return best


@lru_cache(maxsize=4096)
def marked(sentence: str, people: Roster) -> MarkedSentence:
    """Return a sentence with its names marked."""
    who: list[str] = []

    def mark(match: re.Match[str]) -> str:
        who.append(people.called(match))
        is_role = match["form"].lower() in people.roles
        is_word = match[0].lower() in (_VERBS_TOO if is_role else _WORDS_TOO)
        return _WORD_MARK if is_word else _MARK

    plain = corrected(re.sub(_ANY, "", sentence), people)
    text = people.pattern.sub(mark, plain.replace("\u3001", _LIST_WORD or ","))
    return MarkedSentence(text, tuple(who))


@lru_cache(maxsize=4096)
def mentioned(text: str, people: Roster) -> frozenset[str]:
    """Return who is named in a text at all, called or talked about."""
    found = set()
    text = corrected(text, people)
    is_small = text.islower()
    for match in people.pattern.finditer(text):
        form = match["form"].lower()
        before, after = text[: match.start()], text[match.end() :]
        if form not in people.proper:
            is_role = form in words.TITLES or form in people.roles
            is_named = is_role and (_ROLE.search(before) is not None or not form.isascii())
        elif form in _WORDS_TOO and _BEGINS.search(before):
            is_named = _DOES.match(after) is not None
        else:
            is_named = (is_small or not match["form"][0].islower()) and not _OTHER_NAME.match(after)
        if is_named:
            found.add(people.called(match))
    return frozenset(found - {""})


@lru_cache(maxsize=4096)
def called(sentence: MarkedSentence) -> tuple[str, ...]:
    """Return whom a sentence calls, in the order in which they are called."""
    if not sentence.who:
        return ()
    places = sorted({*_between_commas(sentence.text), *_without_commas(sentence.text)})
    at = [match.start() for match in re.finditer(_ANY, sentence.text)]
    calls = (sentence.who[at.index(place)] for place in places)
    return tuple(dict.fromkeys(member for member in calls if member))


def _between_commas(text: str) -> Iterable[int]:
    parts = _parts(text)
    is_call = [_ALONE.fullmatch(part) is not None for _, part in parts]
    for place, (at, part) in enumerate(parts):
        if is_call[place] and not _is_told(parts, is_call, place):
            yield from _marks(part, at)


def _is_told(parts: list[tuple[int, str]], is_call: list[bool], place: int) -> bool:
    """Say whether a name between commas belongs to what is told: to a list, or an apposition."""
    first = last = place
    while first and is_call[first - 1]:
        first -= 1
    while last + 1 < len(parts) and is_call[last + 1]:
        last += 1
    row = " ".join(part for _, part in parts[first : last + 1])
    before = parts[first - 1][1] if first else ""
    if before and _JOINED.search(row) and _ENDS_NAMED.search(before):
        return True
    after = parts[last + 1][1] if last + 1 < len(parts) else ""
    if not before and _LISTED.match(after):
        return True
    return (
        last + 2 < len(parts)
        and _APPOSED.match(after) is not None
        and _FRIENDLY.fullmatch(after) is None
        and words.SECOND_PERSON.search(" ".join(part for _, part in parts)) is None
    )


def _without_commas(text: str) -> Iterable[int]:
    bare = text.strip(f" ,{WIDE_COMMA}{STOPS};{WIDE_SEMICOLON}")
    shift = text.find(bare)
    for open_call in _OPEN_CALLS:
        match = open_call.search(bare)
        if match and not _TELLS_OF.match(bare[match.end("row") :].strip()):
            yield from _marks(match["row"], shift + match.start("row"))


def _marks(text: str, shift: int) -> Iterable[int]:
    return (shift + match.start() for match in re.finditer(_ANY, text))


def _parts(sentence: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    start = 0
    for cut in (*_SEGMENTS.finditer(sentence), None):
        end = cut.start() if cut else len(sentence)
        raw = sentence[start:end]
        part = raw.strip(f" \t{STOPS};{WIDE_SEMICOLON}~\"'\u201c\u201d")
        if part:
            found.append((start + raw.find(part), part))
        start = cut.end() if cut else end
    return found


def _proper_forms(name: str) -> Iterable[str]:
    """Forms that name a member wherever they stand: the whole name, and each name in it."""
    plain = re.sub(r"[\"'\u201c\u201d()\uff08\uff09]", " ", name).lower()
    yield " ".join(name.lower().replace(".", " ").split())
    for part in re.split("[\u00b7\u30fb\\s]+", plain):
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
    """Forms that call but seldom name: titles, short forms, a surname with a prefix."""
    latin = [word.lower() for word in _LATIN.findall(name) if not _WIDE.search(word)]
    titles = [word for word in latin if word in words.TITLES]
    yield from titles
    yield from ("counsel" for title in titles if title.startswith("counsel"))
    yield from (style for style, fits in words.STYLES.items() if fits & set(titles))
    own = [word for word in latin if word not in words.TITLES and word not in _SMALL]
    yield from (f"{title} {word}" for title in titles for word in own)
    yield from (short for short, long in words.SHORT_FORMS.items() if long in own[:1])
    for first in own[:1]:
        for length in range(3, len(first) - 1):
            if first[:length] not in _NOT_SHORT:
                yield first[:length]
    for title in words.WIDE_TITLES:
        if name.endswith(title):
            yield title
            yield from (prefix + title for prefix in listed("vocatives", "surname_prefixes"))
    if _SURNAMED.match(name):
        yield from (prefix + name[0] for prefix in listed("vocatives", "surname_prefixes"))
        yield from (prefix + name[-1] for prefix in listed("vocatives", "name_prefixes"))
        yield from (name[0] + title for title in listed("vocatives", "surname_suffixes"))


@lru_cache(maxsize=4096)
def corrected(text: str, people: Roster) -> str:
    """Return a text with the names that have one typo in it as they are written.

    Only where one name alone is so near, and the word is no name, title or word of every call.
    """
    if not people.near:
        return text
    is_small = text.islower()

    def correct(match: re.Match[str]) -> str:
        word = match[0].lower()
        if word in people.forms or word in _NOT_NAMES or len(word) < _SHORTEST_TYPO:
            return match[0]
        if match[0][0].islower() and not (is_small and len(word) > _SHORTEST_TYPO):
            return match[0]
        near = [one for one in people.near if one.isascii() and _is_typo(word, one)]
        return near[0].capitalize() if len({people.forms[one] for one in near}) == 1 else match[0]

    text = _LATIN.sub(correct, text)
    for name in people.near:
        if len(name) == _WIDE_NAME and not name.isascii() and name not in text:
            # three ideographs of which one is not that of the name
            one, two, three = map(re.escape, name)
            one_off = f"[{HAN}]{two}{three}|{one}[{HAN}]{three}|{one}{two}[{HAN}]"
            for match in re.finditer(one_off, text):
                if not people.pattern.search(match[0]):
                    text = text.replace(match[0], name)
    return text


def _is_typo(word: str, name: str) -> bool:
    """Say whether one letter is wrong, missing, too many, or has changed places with the next.

    In short words a wrong letter is one beside the right one on the keyboard.
    """
    if abs(len(word) - len(name)) > 1 or len(name) < _SHORTEST_TYPO or word[0] != name[0]:
        return False
    same = next((at for at, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if same is None:
        return len(word) != len(name)
    rest, whole = word[same:], name[same:]
    if len(word) != len(name):
        return rest[1:] == whole or rest == whole[1:]
    if rest[2:] == whole[2:] and rest[:2] == whole[1::-1]:
        return True
    return rest[1:] == whole[1:] and (len(name) > _SHORTEST_TYPO or _are_beside(rest[0], whole[0]))


def _are_beside(one: str, other: str) -> bool:
    places = {letter: (row, at) for row, keys in enumerate(_KEYS) for at, letter in enumerate(keys)}
    if one not in places or other not in places:
        return False
    (row, at), (row2, at2) = places[one], places[other]
    return abs(row - row2) <= 1 and abs(at - at2) <= 1
