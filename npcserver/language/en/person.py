"""Grammatical person in English: "You owed" as "I owed", "Ann owes" as "you owe"."""

import re

_FIXED = {
    "you are": "I am",
    "you were": "I was",
    "you aren't": "I'm not",
    "you weren't": "I wasn't",
    "are you": "am I",
    "were you": "was I",
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    "you'd": "I'd",
    "yourself": "myself",
    "yourselves": "ourselves",
    "yours": "mine",
    "your": "my",
}
_FIXED_WORDS = re.compile(
    rf"\b({'|'.join(sorted(map(re.escape, _FIXED), key=len, reverse=True))})(?![\w'])",
    re.IGNORECASE,
)
_YOU = re.compile(r"(?P<before>[\w']*)(?P<gap>[^\w']*)\b[Yy]ou\b(?P<after>\s+[\w']+)?")
# Behind these stands an object, whatever follows it.
_PAIR = re.compile(  # "You and Maria have": "Maria and I have"
    r"^[Yy]ou and (?P<other>(?:your )?[\w' ,-]*?)(?=\s+(?:are|were|have|had|do|did|will|would|can|"
    r"could|go|often|both|also|never|always|share|live|work|know|met|sometimes|like|used|grew|run|"
    r"see|talk|went|get)\b)"
)
_PREPOSITIONS = frozenset(
    """
    about above against among around at behind below beneath beside besides between beyond
    by for from in into like near of off on onto opposite over past round through to toward
    towards under upon with within without
    """.split()  # noqa: SIM905
)
# Behind these verbs too, unless a verb follows: "they told you", "she says you owe".
_VERBS = frozenset(
    """
    admire admired admires ask asked asks avoid avoided avoids beat beats bring brings
    brought call called calls carried carry cheated cost costs fed feed feeds find finds
    follow followed follows forgave forgive gave give gives greet greeted greets hates hear
    heard hears help helped helps hired hit hurt invited keep keeps kept kissed knew know
    knows leave leaves left lend lends lent let lets like liked likes love loved loves made
    make makes meet meets met miss missed need needs never owe owed owes paid pay pays
    promised remind reminded reminds saved saw see seen sees sell sells send sends sent
    serve served serves show showed shows sold suit suits taught teach teaches tell telling
    tells thank thanked thanks told took trust trusted trusts visit visited visits wake
    wakes wants warned watch watched watches woke
    """.split()  # noqa: SIM905
)
_NO_VERB = frozenset(
    """
    a about again all alone and any anything as at away back because before but by each
    every for from he her here him his how if in into it its more much my no not nothing now
    of off on once one or out over she so some something than that the their them then there
    these they this those to today together too twice until up what when where which while
    who why with
    """.split()  # noqa: SIM905
)

_ARTICLES = frozenset(
    """
    a an her his its my our some that the their these this those
    """.split()  # noqa: SIM905
)
# Words that open a clause, in which `you` acts.
_OPENERS = frozenset(
    """
    although and as because but how if nor or since so than that then though till unless
    until what when where whether which while who whom why yet
    """.split()  # noqa: SIM905
) | {""}
_WITH_YOU = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
}
_ADVERB = re.compile(r"\w+ly|never|always|often|also|still|now|once|no|longer|just|even")
_HISSING = re.compile(r"(?:s|sh|ch|x|z|o)es$")
_SPOKEN_WORD = re.compile(r"[\w']+")
# Where one of these, a mark or nothing stands before a name, a verb follows it.
_VERB_FOLLOWS = re.compile(
    r"(?:^|[^\w\s]|\b(?:that|and|but|or|when|if|because|since|while|as|so|than|what|how|where"
    r"|whom|which|somebody|someone|nobody|person|friend|man|woman|one))\s*$",
    re.IGNORECASE,
)


def first_person(text: str) -> str:
    """Return a text in the second person in the first.

    A heuristic decides whether `you` is the subject (I) or an object (me).
    """

    def fixed(found: re.Match[str]) -> str:
        own = _FIXED[" ".join(found[0].lower().split())]
        return own[0].upper() + own[1:] if found[0][0].isupper() else own

    text = _PAIR.sub(r"\g<other> and I", text, count=1)
    return _YOU.sub(_own, _FIXED_WORDS.sub(fixed, text))


def _own(found: re.Match[str]) -> str:
    before, after = found["before"].lower(), (found["after"] or "").strip().lower()
    is_joined = found["gap"].strip() == ""
    # behind some verbs it begins a clause of its own: "she knows you owe her"
    says = before in ("know", "knows", "knew", "hear", "hears", "heard", "see", "sees", "saw")
    follows_verb = after != "" and after not in _NO_VERB
    acts = says and follows_verb and not after.endswith("ing")
    is_object = is_joined and (
        before in _PREPOSITIONS
        or (before in _VERBS and not acts)
        or (before not in _OPENERS and (after == "" or after in _ARTICLES))
    )
    return f"{found['before']}{found['gap']}{'me' if is_object else 'I'}{found['after'] or ''}"


def second_person(text: str, name: str) -> str:
    """Return a sentence about a person as it is told to that person; any other unchanged.

    A verb behind the name agrees with `you`, and the first of several names stands for the whole,
    unless another name follows it.
    """
    first = re.escape(name.split(maxsplit=1)[0])
    names = rf"\b(?:{re.escape(name)}|{first}(?!\s+[A-Z]))(?!\w)"
    told = re.sub(rf"{names}['\u2019]s\b", lambda found: _cased("your", found), text)
    return re.sub(rf"{names}((?:\s+[\w']+){{0,3}})", _acting, told)


def _acting(found: re.Match[str]) -> str:
    """Return `you` in place of a name, with the words behind it, of which the verb agrees."""
    you, words = _cased("you", found), found[1]
    if _VERB_FOLLOWS.search(found.string[: found.start()]) is None:
        return you + words
    for verb in _SPOKEN_WORD.finditer(words):
        if _ADVERB.fullmatch(verb[0]) is None:
            is_verb = verb[0].islower() and verb[0] != "and"
            agreeing = _agreeing(verb[0]) if is_verb else verb[0]
            return you + words[: verb.start()] + agreeing + words[verb.end() :]
    return you + words


def _agreeing(verb: str) -> str:
    if verb in _WITH_YOU:
        return _WITH_YOU[verb]
    if len(verb) < 4 or not verb.endswith("s") or verb.endswith(("ss", "us", "'s")):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if _HISSING.search(verb) else verb[:-1]


def _cased(word: str, found: re.Match[str]) -> str:
    before = found.string[: found.start()].rstrip()
    return word.capitalize() if not before or before[-1] in ".!?" else word
