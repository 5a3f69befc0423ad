"""What somebody said about themselves, said back to them: `my dog` becomes `your dog`."""

import re

_SWAPS = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd",
    "your": "my", "yours": "mine", "yourself": "myself",
    "you're": "I'm", "you've": "I've", "you'll": "I'll", "you'd": "I'd",
}  # fmt: skip
_WITH_YOU = {"am": "are", "was": "were", "wasn't": "weren't"}
_WITH_I = {"are": "am", "were": "was", "aren't": "am not", "weren't": "wasn't"}
_OPENERS = frozenset(
    """that which who because since when if and but or so as than though where what how why until
    think know believe feel say said hope wish guess suppose""".split()  # noqa: SIM905
)
_NO_VERB_AFTER = frozenset(
    """a an the and or but to for with about of from at by on in into as than when because since if
    that who which so too well again very my your his her their""".split()  # noqa: SIM905
)
_PRONOUN = re.compile(
    r"\b(you're|you've|you'll|you'd|yourself|yours|your|you|i'm|i've|i'll|i'd|i|myself|mine|me|my)"
    r"\b(?! *')(\s+(?:am|was|wasn't|are|were|aren't|weren't)\b)?",
    re.IGNORECASE,
)
_SECOND_SENTENCE = re.compile(r"(?<=[.!?] )y(?=ou)")


def turned_round(text: str) -> str:
    """Return a speaker's own words as said to that speaker."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _SECOND_SENTENCE.sub(lambda found: found[0].upper(), _PRONOUN.sub(_turned, text))


def _turned(found: re.Match[str]) -> str:
    word, verb = found[1].lower(), (found[2] or "").strip().lower()
    if word == "i":
        return f"you {_WITH_YOU.get(verb, verb)}".rstrip()
    if word == "you":
        if verb in _WITH_I:
            return f"I {_WITH_I[verb]}"
        return f"{'I' if _acts(found) else 'me'}{found[2] or ''}"
    return f"{_SWAPS[word]}{found[2] or ''}"


def _acts(found: re.Match[str]) -> bool:
    after = re.match(r"\s+([a-z']+)", found.string[found.end() :])
    before = re.search(r"([A-Za-z']+)\s*$", found.string[: found.start()])
    if before is not None and before[1].lower() not in _OPENERS:
        return False
    return after is not None and after[1] not in _NO_VERB_AFTER
