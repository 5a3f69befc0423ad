"""Words of a text, as lexical match compares them: English stems and Chinese bigrams."""

import re
import unicodedata
from functools import lru_cache

# ideographs with their iteration marks, kana and hangul: scripts written without spaces, or in
# which a space does not part words as stems need it
_CJK = (
    "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_CJK}]+|[^\\W_{_CJK}]+(?:['\u2019][^\\W_{_CJK}]+)*")
_IS_CJK = re.compile(f"[{_CJK}]")
_VOWEL = re.compile("[aeiouy]")

_COMMON = """
a about after again all also am an and any are arent as at be because been before being
both but by can cant could couldnt did didnt do does doesnt doing dont down during each
for from further get got had hadnt has hasnt have havent having he her here hers him his
how i id if ill im in into is isnt it its itself ive just lets me more most my myself no
nor not now of off oh ok on once only or other our ours out over own really same she shes
he should shouldnt so some such than that thats the their theirs them themselves then
there theres these they theyre this those through to too under until up us very was wasnt
we well were werent weve what whats when where which while who whom whose why will with
wont would wouldnt yeah yes you youre your yours yourself youve
"""

STOP_WORDS = frozenset(_COMMON.split())
"""English words too common to tell memories apart; apostrophes left out."""

_SHORTEST_STEM = 3


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, repeats included.

    Words of alphabets are lower-cased, stop words dropped, the rest stemmed. Runs of ideographs,
    kana or hangul become overlapping pairs; a run of one character stays itself.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if run.isascii() or not _IS_CJK.match(run):
            stemmed = _stem(run)
            if stemmed:
                found.append(stemmed)
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
    return found


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    """Cut endings of number, tense and owner; empty for a stop word.

    Lighter than Porter's (1980): only `s`, `ed`, `ing`, their spelling changes, and the last `e`,
    so that `bake`, `bakes`, `baked` and `baking` meet and `planning` meets `plan`.
    """
    word = word.replace("\u2019", "'")
    word = word.removesuffix("'s").replace("'", "")
    if word in STOP_WORDS:
        return ""
    if not word.isascii() or not word.isalpha():
        return word
    word = _without_tense(_without_plural(word))
    return word[:-1] if len(word) >= _SHORTEST_STEM and word.endswith("e") else word


def _without_plural(word: str) -> str:
    if len(word) <= _SHORTEST_STEM or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > len("ties") else word[:-1]
    if word.endswith(("sses", "shes", "ches", "oes", "xes", "zes")):
        return word[:-2]
    return word.removesuffix("s")


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > len("tied"):
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word[:-1] if len(word) > len("need") else word
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM - 1 and _VOWEL.search(stem):
            if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                return stem[:-1]
            return stem
    return word
