"""English as a character without a model puts it. No verb is put in another person.

A sentence that was written to the character ("You owed ...") is said by it only where "you" is the
subject of a verb that stays the same with "I", or plainly an object.
"""

import re

from npcserver.language.sentences import as_sentence

_YOU = re.compile(
    r"\b(?:you|your|yours|yourself|yourselves|you're|you've|you'll|you'd)\b", re.IGNORECASE
)
_OWNED = {"your": "my", "yours": "mine", "yourself": "myself"}
_IS_OWNED = re.compile(r"\b(?:your|yours|yourself)\b", re.IGNORECASE)
# `You` that acts: at the head of a sentence or behind a word that opens a clause, before a verb
# that is not a form of `to be` and so is the same with `I`.
_ACTS = re.compile(
    r"(?P<before>^|, and |, but |\b(?:when|because|until|while|that|what|where|how|if|who) "
    r"|\band (?=you (?:have|had|can|could|will|would|did|do|must|never|still|went|took|saw|said"
    r"|gave|like|love|know|want|think|keep|live|work|feel|hope|fear|mean|need|came|found|told)\b))"
    r"(?:you(?P<short>'ve|'ll|'d)?)(?= [a-z])(?! (?:are|were|aren't|weren't|and|or|two|both|to)\b)",
    re.IGNORECASE,
)
# `You` that is an object: behind a word that opens no clause, before what no verb can be.
_OBJECT = re.compile(
    r"(?P<before>[a-z]+) you(?= (?:an?|the|some|no|two|three|four|five|six|seven|eight|nine|ten|my"
    r"|your|his|her|its|their|to|for|with|from|about|at|in|on|by|off|up|into|that|how|whether|of"
    r"|as|again)\b|[,.;:!?]|$)"
)
_OPENERS = frozenset(
    """and but or nor when because until while that what where how if who whom which than as so
    since before after then though once whether yet like""".split()  # noqa: SIM905
)
# What may be about the character, or a second verb that would have to change with "I".
_THIRD = re.compile(
    r"\b(?:he|she|him|his|her|hers|himself|herself|they|them|their)\b|\b(?:and|but|or|who) \w+s\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"^You and (?P<other>(?:[A-Z][\w'-]* ?)+)(?= [a-z])")
_SPEECH_MARKS = re.compile('["\u201c\u201d\u300c\u300d]')
_SWAPPED = {"me": "you", "my": "your", "mine": "yours", "myself": "yourself", "your": "my"}
_SWAPPED_WORDS = re.compile(rf"\b({'|'.join(_SWAPPED)})\b", re.IGNORECASE)
_PLEASE = re.compile(r",?\s*please$", re.IGNORECASE)
_CLAUSE = re.compile(r"\b(?:that|if|when|whether|before|after|until|while|because)\b")
_BEFORE_OBJECTS = "for|to|of|with|from|against|by|on|behind|between|than|makes?|lets?|gives?|takes?"
_SPEAKER = tuple(
    (re.compile(found, re.IGNORECASE), put_as)
    for found, put_as in (
        (r"\byou are\b", "I am"),
        (r"\byou were\b", "I was"),
        (r"\byourself\b", "myself"),
        (r"\byour\b", "my"),
        (r"\byours\b", "mine"),
        (rf"\b({_BEFORE_OBJECTS}) you\b", r"\1 me"),
        (r"\byou\b", "I"),
    )
)


def own_words(sentence: str) -> str:
    """Return a sentence written to a character as it says it, empty where it cannot be said so.

    "Your" becomes "my"; "you" becomes "I" where it is plainly the subject of a verb that is the
    same with both, and "me" where it is plainly an object.
    """
    if not _YOU.search(sentence):
        return as_sentence(sentence)
    if _SPEECH_MARKS.search(sentence):
        return ""
    told = _OBJECT.sub(
        lambda it: it[0] if it["before"] in _OPENERS else f"{it['before']} me",
        _PAIR.sub(r"\g<other> and I", sentence),
    )
    told = _ACTS.sub(lambda it: f"{it['before']}I{it['short'] or ''}", told)
    told = _IS_OWNED.sub(_owned, told)
    return "" if _YOU.search(told) else as_sentence(told)


def about_oneself(sentence: str, name: str) -> str:
    """Return a sentence that names its speaker as the speaker says it: `Tom hid the crown`.

    Only where its verb is the same with "I", and nothing else in it is about the speaker.
    """
    first = re.escape(name.split(maxsplit=1)[0])
    found = re.match(rf"(?:{re.escape(name)}|{first}) (?P<rest>(?P<verb>[a-z]+)\b.*)", sentence)
    if found is None or _YOU.search(sentence) or _THIRD.search(found["rest"]):
        return ""
    is_same = found["verb"] == "was" or not found["verb"].endswith("s")
    is_alone = re.search(rf"(?<!\w){first}(?!\w)", found["rest"]) is None
    is_joined = found["verb"] in ("and", "or")
    return as_sentence(f"I {found['rest']}") if is_same and is_alone and not is_joined else ""


def answered(deed: str) -> str:
    """Return what a person was asked to do as they promise it, with "you" for "me"."""
    return _PLEASE.sub("", _SWAPPED_WORDS.sub(lambda it: _SWAPPED[it[0].lower()], deed))


def between_two(what: str, own: str, other: str) -> str:
    """Return what was promised with `me` and `you` for the names of who speaks and who hears.

    In a clause of its own ("see that Ann gets home") a name acts, and stays.
    """
    if _CLAUSE.search(what):
        return what
    for name, whose, whom in ((own, "my", "me"), (other, "your", "you")):
        what = re.sub(rf"\b{re.escape(name)}'s\b", whose, what)
        what = re.sub(rf"\b{re.escape(name)}\b", whom, what)
    return what


def with_speaker(text: str) -> str:
    """Return a text that was written to its reader as the reader would say it."""
    for found, put_as in _SPEAKER:
        text = found.sub(put_as, text)
    return text


def as_trade(about: str) -> str:
    """Return an occupation as it goes on after `I am`: `the smith of Hay`, `an apothecary`."""
    article = "the" if " of " in about else "an" if about[:1] in "aeiou" else "a"
    return f"{article} {about}"


def _owned(found: re.Match[str]) -> str:
    own = _OWNED[found[0].lower()]
    return own.capitalize() if found[0][0].isupper() else own
