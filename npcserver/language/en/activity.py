"""Activities in English, as a clause of an author tells them."""

import re

_VERBS = frozenset((
    "answer", "ask", "attend", "bake", "build", "buy", "carry", "check", "clean", "close",
    "continue", "cook", "deliver", "draw", "drink", "eat", "feed", "finish", "fish", "get",
    "go", "guard", "have", "help", "light", "listen", "log", "look", "make", "meet", "mend",
    "open", "paint", "play", "practice", "practise", "pray", "prepare", "read", "relax", "rest",
    "ride", "sell", "serve", "sing", "sit", "sleep", "speak", "stand", "start", "study",
    "sweep", "take", "talk", "teach", "tend", "think", "train", "trim", "visit", "wait", "wake",
    "walk", "wash", "watch", "water", "wind", "work", "write",
))  # fmt: skip
_IRREGULAR = {"has": "having", "is": "being"}  # no rule finds their stem
_THIRD_PERSON = (
    ("ies", "y"), ("oes", "o"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"),
    ("s", ""),
)  # fmt: skip
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")  # one short syllable: trim, sit, shop
_AFTER_VERBS = frozenset(("the", "a", "an", "to", "his", "her", "their", "up"))
_SUBJECTS = frozenset(("he", "she", "they", "i"))


def doing(clause: str, name: str, *, otherwise: str = "seeing to {}") -> str | None:
    """Return a clause as an activity; None where it is not in letters of English.

    What names no deed is seen to: `bread from Ben` becomes `seeing to bread from Ben`.
    """
    words = clause.split()
    subject = {part.casefold() for part in name.split()} | _SUBJECTS
    count = 0
    while count < len(words) and words[count].casefold() in subject:
        count += 1
    words = words[count:]
    if count and len(words) > 1 and words[0] == "is" and words[1].endswith("ing"):
        words = words[1:]
    if not words:
        return ""
    if not words[0].isascii():
        return None if count == 0 else " ".join(words)
    first = words[0].casefold()
    is_verb = count > 0 or first in _VERBS or (len(words) > 1 and words[1] in _AFTER_VERBS)
    if words[0].istitle() or is_verb:
        words[0] = first
    if first.endswith("ing"):
        return " ".join(words)
    if not is_verb:
        return otherwise.format(" ".join(words))
    return " ".join((gerund(first), *words[1:]))


def deed(activity: str, name: str) -> str | None:
    """Return what a model calls an activity as one; what begins with no verb stays as it is."""
    return doing(activity, name, otherwise="{}")


def gerund(verb: str) -> str:
    """Return the form in -ing of an English verb: `trims` or `trim` becomes `trimming`."""
    stem = verb.casefold()
    if stem in _IRREGULAR:
        return _IRREGULAR[stem]
    for ending, whole in _THIRD_PERSON:
        if stem.endswith(ending):
            stem = stem.removesuffix(ending) + whole
            break
    if stem.endswith("e") and not stem.endswith(("ee", "oe", "ye")):
        return stem[:-1] + "ing"
    return stem + stem[-1] * (_DOUBLED.fullmatch(stem) is not None) + "ing"
