"""Words as the offline actor compares them: small, stemmed, without those that say nothing."""

import re

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u9fff]")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’]?\s+(?=[\"'“‘A-Z0-9])|(?<=[。！？])")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|Prof|vs|etc|[A-Z])\.$")

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

_STARTERS = frozenset(
    """across against along another around behind below beneath beside between beyond during
    everywhere except finally inside later near nearly next none often once outside perhaps several
    since sometimes somewhere that they under underneath unless upon usually whatever when whenever
    wherever within without old new last next every first""".split()  # noqa: SIM905
)


def sentences(text: str) -> list[str]:
    """Split text into sentences, each trimmed; abbreviations such as `Mr.` end none."""
    found: list[str] = []
    for piece in _SENTENCE.split(text.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece.strip()}"
        elif piece.strip():
            found.append(piece.strip())
    return found


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


def lower_first(text: str) -> str:
    """Return text as it goes on after a comma; only small words lose their capital, names never."""
    head = re.match(r"[A-Za-z]+(?:'[a-z]+)?", text)
    if head is None or head[0] == "I" or head[0].startswith("I'"):
        return text
    low = head[0].lower()
    return low + text[head.end() :] if low in STOP or low in _STARTERS else text


def as_sentence(text: str) -> str:
    """Return text with a capital first letter and an end."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in '.!?…。！？"”' else f"{text}."


def _is_wide(word: str) -> bool:
    return "\u3400" <= word[0] <= "\u9fff"
