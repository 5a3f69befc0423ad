"""Words as rules compare them: small, stemmed, without those that say nothing."""

import re

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u9fff]")

STOP = frozenset(
    """
    a about after again all also am an and any anyone anything are aren't as at be because been
    came come comes coming went happen happened happening happens
    before being but by can can't could couldn't did didn't do does doesn't doing don't down each
    else ever everybody everyone everything few for from get go goes going gonna got had has have
    haven't having he he's her here hers him his how how's i i'd i'll i'm i've if in into is isn't
    it it's its just know known knows let let's like little lot many may me mean might more most
    much must my myself need never no nobody not nothing now of off oh ok okay on once one only or
    other our out over please quite really right said same say see shall she she's should so some
    somebody someone something soon still such sure tell than that that's the their them then there
    there's these they they're thing things think this those though through to too under until up
    us very want was wasn't way we we're well were what what's when where where's which while who
    who's whom whose why will with won't would yes yet you you'd you'll you're you've your yours
    yourself two three four five six seven eight nine ten
    today tomorrow yesterday good great nice hello hi hey thanks thank remember talk
    """.split()  # noqa: SIM905 - a word list reads best as words
)


def words(text: str) -> list[str]:
    """Return lower-case words in order; every CJK sign is a word."""
    return _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def stem(word: str) -> str:
    """Return a word without its commonest endings, so that `parties` meets `party`."""
    word = word.removesuffix("'s")
    for ending, length in (("ies", 5), ("ied", 5)):
        if word.endswith(ending) and len(word) >= length:
            return word[: -len(ending)] + "y"
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            root = word[: -len(ending)]
            doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "aeiouls"
            root = root[:-1] if doubled else root
            return root.removesuffix("e") if len(root) > 3 else root
    return word


def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning; of CJK text the pairs of neighbours."""
    found = words(text)
    stems = {stem(word) for word in found if word not in STOP and not _is_wide(word)}
    runs = re.findall(r"[\u3400-\u9fff]{2,}", text)
    stems.update(run[i : i + 2] for run in runs for i in range(len(run) - 1))
    return frozenset(one for one in stems if len(one) > 1)


def is_chinese(text: str) -> bool:
    """Say whether most of the letters of a text are CJK signs."""
    wide = len(re.findall(r"[\u3400-\u9fff]", text))
    return wide * 2 > len(re.findall(r"\w", text))


def _is_wide(word: str) -> bool:
    return "\u3400" <= word[0] <= "\u9fff"
