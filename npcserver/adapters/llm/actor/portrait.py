"""Portraits leave out whom they are about, as in `Keeper of the light`; here it is put back."""

import re

from npcserver.adapters.llm.actor import grammar

_STATES = frozenset("up in out awake asleep at on always never".split())  # noqa: SIM905
_SUBJECTS = frozenset(
    """he she they it you i we his her their its my the there this that these those what who nobody
    everybody everyone somebody some most all""".split()  # noqa: SIM905
)


def with_subject(sentence: str, name: str) -> str:
    """Return a sentence about `name` that has a subject, where it was written without one."""
    head = re.match(r"([A-Za-z]+)(?:,? ([A-Za-z]+))?", sentence)
    if head is None or not name:
        return sentence
    first, second = head[1].lower(), (head[2] or "").lower()
    if sentence.startswith(name.split(maxsplit=1)[0]) or first in _SUBJECTS:
        return sentence
    rest = sentence[0].lower() + sentence[1:]
    if first in ("a", "an") or (first in _STATES and not re.search(r", (?:he|she)\b", sentence)):
        return f"{name} is {rest}"
    if grammar.base(first) in grammar.VERBS and second not in ("is", "was", "of"):
        return f"{name} {rest if first.endswith('s') else _third(rest, first)}"
    if second in ("of", "to", "for", "at") and not sentence.split()[1][0].isupper():
        return f"{name} is the {rest}"
    return f"{name} {rest}" if first.endswith("ed") or first in _PASTS else sentence


_PASTS = frozenset("was had came went grew left lost found kept made took ran won".split())  # noqa: SIM905


def _third(rest: str, verb: str) -> str:
    return f"{verb}s{rest[len(verb) :]}"
