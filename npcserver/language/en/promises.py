"""Promises in English."""

import re
from collections.abc import Iterator

from npcserver.language import data

_WILL = re.compile(
    r"\bI(?:'ll| will| shall)\s+(?P<not>not\s+|never\s+)?"
    r"(?:(?:gladly|surely|certainly|definitely|also|just|still|always|soon|happily|personally"
    r"|make sure to|be sure to)\s+)*(?P<verb>[a-z]+)\b(?P<rest>.*)"
    r"|\bI (?P<wont>won't|shan't)\s+(?P<verb_not>[a-z]+)\b(?P<rest_not>.*)"
    r"|\bI (?:promise|swear|vow)(?: you)?,?\s+(?P<not_to>not\s+)?to\s+(?P<verb_to>[a-z]+)\b"
    r"(?P<rest_to>.*)",
    re.IGNORECASE,
)
_BEING = re.compile(r"^\s*(?:there|back|here|ready|waiting|at|in|on time|with)\b", re.IGNORECASE)
_NO_DEEDS = frozenset(data("promises", "en")["no_deeds"].split())
_DEEDS_AFTER_ALL = {
    verb: re.compile(rest, re.IGNORECASE)
    for verb, rest in data("promises", "en")["deeds_after_all"].items()
}


def deeds(sentence: str, *, is_solemn: bool) -> Iterator[str]:
    """Yield what a sentence promises, from its verb on."""
    for found in _WILL.finditer(sentence):
        verb = (found["verb"] or found["verb_not"] or found["verb_to"]).lower()
        rest = found["rest"] or found["rest_not"] or found["rest_to"] or ""
        is_negative = bool(found["not"] or found["wont"] or found["not_to"])
        if is_negative:
            if is_solemn:
                yield f"not {verb}{rest}"
            continue
        if verb == "be" and not _BEING.match(rest) and not is_solemn:
            continue
        after = _DEEDS_AFTER_ALL.get(verb)
        if verb in _NO_DEEDS and not (after is not None and after.match(rest)):
            continue
        yield f"{verb}{rest}"


def named(what: str, by: str, to: str) -> str:
    """Return what `by` promised `to` with their names in place of pronouns."""
    for pattern, name in (
        (r"\b(?:my|mine)\b", f"{by}'s"),
        (r"\b(?:me|i)\b", by),
        (r"\b(?:your|yours)\b", f"{to}'s"),
        (r"\byou\b", to),
    ):
        what = re.sub(pattern, name.replace("\\", ""), what, flags=re.IGNORECASE)
    return what
