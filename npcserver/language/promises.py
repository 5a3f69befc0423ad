"""What sentences promise. Data: `promises.toml`.

Each language may have a module `promises` with functions `deeds` and `named`, as here, of its own
words; `deeds` there leaves a time, and what follows it.
"""

import re
from collections.abc import Iterator

from npcserver import language
from npcserver.language import functions
from npcserver.language.deadlines import without_time
from npcserver.language.scripts import ENDS, QUESTION_MARKS, WIDE_COMMA, WIDE_QUOTES, WIDE_SEMICOLON

_ENDS = f"{ENDS};{WIDE_SEMICOLON}\\n"
_SENTENCE = re.compile(rf"[^{_ENDS}]+(?:[{_ENDS}]+|$)")
_ABBREVIATED = re.compile(r"\b([ap])\.m\.", re.IGNORECASE)
_OPEN, _CLOSE = WIDE_QUOTES
_QUOTED = re.compile(
    rf"\"[^\"]*\"|\u201c[^\u201d]*\u201d|{_OPEN}[^{_CLOSE}]*{_CLOSE}|\u2018[^\u2019]*\u2019"
)
# What follows such a colon are the words of another, however many sentences it goes on for.
_REPORTED = language.pattern("promises", "reported", re.IGNORECASE | re.DOTALL)
_SOLEMN = language.pattern("promises", "solemn")
_ONLY_SOLEMN = language.pattern("promises", "only_solemn")
_DOUBTED = language.pattern("promises", "doubted")
_CLAUSE = re.compile(
    rf"[:\u2014\u2013{WIDE_COMMA}]|{language.expression('promises', 'clause')}", re.IGNORECASE
)
_OPENING = language.pattern("promises", "opening")
_ASKING = (*QUESTION_MARKS, *language.listed("promises", "question_endings"))

agrees = language.finder("promises", "agreed")
"""Say whether a sentence agrees to what was asked."""
offers = language.finder("promises", "offered")
"""Say whether a sentence offers or asks a price, which binds nobody until the other agrees."""
is_recalled = language.finder("promises", "recalled")
"""Say whether a sentence speaks of a promise or deed of the past, so that it promises none."""
takes_back = language.finder("promises", "taken_back")
"""Say whether a sentence takes back a promise."""
is_unable = language.finder("promises", "cannot")
"""Say whether a speaker cannot do something; which promise that takes back is not said."""


def sentences(text: str) -> list[str]:
    """Return the sentences that a text says itself, without quotations and reports."""
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    plain = _REPORTED.sub(" ", _QUOTED.sub(" ", _ABBREVIATED.sub(r"\1m", plain)))
    return [found.strip() for found in _SENTENCE.findall(plain) if found.strip()]


def is_solemn(sentence: str, following: str) -> bool:
    """Say whether a sentence is vowed, by its own words or by those of the sentence after it."""
    return bool(_SOLEMN.search(sentence) or _ONLY_SOLEMN.match(following))


def is_open(sentence: str) -> bool:
    """Say whether a sentence asks or doubts, so that it promises nothing."""
    return sentence.rstrip().endswith(_ASKING) or _DOUBTED.search(sentence) is not None


def deeds(sentence: str, *, is_solemn: bool) -> Iterator[str]:
    """Yield the deeds that a sentence promises, each without its time and without other clauses."""
    for deeds_in in functions("promises", "deeds").values():
        for what in deeds_in(sentence, is_solemn=is_solemn):
            plain = _SOLEMN.sub(" ", without_time(what)).strip(f" ,{WIDE_COMMA}")
            yield _CLAUSE.split(plain)[0]


def bare(what: str) -> str:
    """Return a deed without `I will` before it, and without a time and stops after it."""
    return without_time(_OPENING.sub("", what)).strip(f" ,;:{ENDS}{WIDE_COMMA}\"'")


def named(what: str, by: str, to: str) -> str:
    """Return what the speaker `by` promised `to` with names in place of `me` and `you`."""
    for put_names in functions("promises", "named").values():
        what = put_names(what, by, to)
    return what
