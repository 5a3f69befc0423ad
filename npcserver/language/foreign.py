"""Words of languages without a folder: stems, and words that say nothing, from public lists.

Stems are Snowball's (Porter, 2001), by the script of a word, since one word does not say which
language it is. Of Latin script, which many languages share, words with accents are cut to their
first letters instead.
"""

import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import regex
import Stemmer
import stopwordsiso

from npcserver.language import entries

_ALGORITHMS = {
    "CYRILLIC": "russian",
    "GREEK": "greek",
    "ARABIC": "arabic",
    "DEVANAGARI": "hindi",
    "TAMIL": "tamil",
    "ARMENIAN": "armenian",
}
_PERSIAN = regex.compile("[\u067e\u0686\u0698\u06af\u06a9\u06cc]")
_SAME = str.maketrans(
    # letters that look alike or are typed without their dots, and joiners, which are no letters
    "\u0131\u0142\u00f8\u0111\u0649\u0643\u064a\u0622\u0623\u0625",
    "ilod\u06cc\u06a9\u06cc\u0627\u0627\u0627",
    "\u200c\u200d\u0640",
)
_ACCENTED = ("LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW")
"""Scripts in which a mark on a letter is an accent or a vowel that many leave out."""
_MARKS = regex.compile(r"\p{M}+")
_WORD = regex.compile(r"[^\W\d_]+")
_LATIN_STEM = 5
_WITH_RULES = frozenset(
    code for of in (("questions", "only_ask"), ("tokens", "stop")) for code, _ in entries(*of)
)
"""Languages whose folder has words that say nothing or only ask."""
_FEWEST = 2
"""Words from which on a text without accents is taken to be of a language."""


@lru_cache(maxsize=1 << 14)
def neutral_stem(word: str) -> str:
    """Return a lower-case word of any language without accents and its commonest endings."""
    if word.isascii():
        return word
    script = _script(word)
    algorithm = _ALGORITHMS.get(script)
    if script == "ARABIC" and _PERSIAN.search(word):
        algorithm = "persian"
    if algorithm is not None:
        word = Stemmer.Stemmer(algorithm).stemWord(word)
    plain = folded(word)
    return plain[:_LATIN_STEM] if script == "LATIN" else plain


@lru_cache(maxsize=1 << 14)
def folded(word: str) -> str:
    """Return a word without case and accents: `Br\u00fccke` meets `brucke`, `\u0130` meets `i`."""
    word = word.casefold().translate(_SAME)
    if word and _script(word) in _ACCENTED:
        word = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", word)))
    return word


def asked(text: str) -> str:
    """Return a question without words that say nothing, where a list of its language has any.

    Languages whose folder has such words are left to it. The text stays where nothing is left.
    """
    if not text.isascii():
        text = regex.sub("|".join(_data()["parts"].values()), " ", text)
    words = _WORD.findall(text.lower())
    common = _common_words(tuple(words))
    kept = [word for word in words if word not in common]
    return " ".join(kept) if common and kept else text


@lru_cache(maxsize=1024)
def _common_words(words: tuple[str, ...]) -> frozenset[str]:
    """Return the words without meaning of the language that most of these belong to."""
    counts = Counter(code for word in words for code in _listing().get(word, ()))
    best = min(counts, key=lambda code: (-counts[code], code), default="")
    if not best or best in _WITH_RULES:
        return frozenset()
    lead = max(counts[code] for code in _WITH_RULES)
    if all(word.isascii() or _script(word) == "LATIN" for word in words):
        is_plain = all(word.isascii() for word in words)
        if counts[best] <= lead or (is_plain and counts[best] < _FEWEST):
            return frozenset()
    return _lists()[best]


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    asks: Mapping[str, str] = _data()["asks"]
    return {
        code: frozenset(stopwordsiso.stopwords(code)) | frozenset(asks.get(code, "").split())
        for code in sorted(stopwordsiso.langs())
    }


@cache
def _listing() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for code, listed in _lists().items():
        for word in listed:
            found.setdefault(word, []).append(code)
    return found


@cache
def _data() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=4096)
def _script(word: str) -> str:
    return unicodedata.name(word[0], "").partition(" ")[0]
