"""Enough English grammar to say a sentence from another person's point of view."""

import re

VERBS = frozenset(
    """
    admire adore agree answer arrange ask assume awake bake believe bring build buy call care carry
    chalk check clean
    close collect come consider cook craft create dance discuss do draw dream drink drive eat enjoy
    exercise expect explore fear feel find finish fish fix follow forge gather get give go greet
    grow guard hate have hear help hide hope hunt invite keep know lead learn leave like listen live
    look lose love make manage mean meet mend miss need offer open organize own paint plan plant
    play practice praise prefer prepare promise protect raise read regard remember respect rest
    return run say search see seek sell serve share shop show sing sit sleep smile solve speak spend
    stand start stay study suspect sweep take talk teach tell tend think trade train travel treat
    trust try understand use visit volunteer wait wake walk want warn wash watch wear welcome wish
    wonder work worry write balance count haggle knead log polish ring row stitch tend trim trust
    wind wipe rise
    """.split()  # noqa: SIM905
)
_IRREGULAR = {"is": "am", "has": "have", "does": "do", "goes": "go", "isn't": "am not"}
_IRREGULAR |= {
    "are": "am",
    "were": "was",
    "hasn't": "haven't",
    "doesn't": "don't",
    "'s": "'m",
    "awakes": "awake",
}
_ADVERBS = "always|also|often|usually|mostly|sometimes|never|still|really|currently|now|just|only"
_NO_VERBS = frozenset(
    ("always", "as", "was", "this", "his", "its", "hers", "yours", "perhaps", "us")
)


def base(verb: str) -> str:
    """Return the form of a third-person verb that goes with I: `studies` gives `study`."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith("ies") and len(low) > 4:
        return f"{verb[:-3]}y"
    if low.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    if low.endswith("s") and not low.endswith("ss") and low not in _NO_VERBS:
        return verb[:-1]
    return verb


def second(verb: str) -> str:
    """Return the form of a third-person verb that goes with you."""
    irregular = {"is": "are", "was": "were", "isn't": "aren't", "wasn't": "weren't", "'s": "'re"}
    return irregular.get(verb.lower()) or base(verb)


def conjugated(rest: str, form: "type[First | Second]") -> str:
    """Put the verb at the head of `rest`, and those joined to it, into another person."""
    found = re.match(rf"(\s*)((?:(?:{_ADVERBS})\s+)*)([A-Za-z]+(?:n't)?)(.*)", rest, re.DOTALL)
    if found is None:
        return rest
    gap, adverbs, verb, tail = found.groups()
    tail = re.sub(
        rf"((?:\b(?:and|but|or)|,)\s+(?:(?:then|{_ADVERBS})\s+)*)([a-z]+s)\b",
        lambda joined: joined[1] + _joined(joined[1], joined[2], form),
        tail,
    )
    return f"{gap}{adverbs}{form.verb(verb)}{tail}"


def _joined(link: str, word: str, form: "type[First | Second]") -> str:
    """Only sure verbs change after `and`: in `cats and dogs` there is none."""
    is_sure = word in ("is", "has", "does", "goes", "was") or base(word) in VERBS
    return form.verb(word) if is_sure or re.search(rf"\b(?:{_ADVERBS})\s+$", link) else word


def is_imperative(text: str) -> bool:
    """Say whether a sentence begins like an order: `Trust nobody`."""
    head = re.match(r"[A-Za-z]+", text)
    return head is not None and head[0].lower() in VERBS


class First:
    """I, me, my."""

    subject, object, possessive, own, reflexive = "I", "me", "my", "mine", "myself"
    verb = staticmethod(base)


class Second:
    """you, you, your."""

    subject, object, possessive, own, reflexive = "you", "you", "your", "yours", "yourself"
    verb = staticmethod(second)


def contracted(text: str) -> str:
    """Return text as it is spoken: `I am` becomes `I'm` where more follows."""
    text = re.sub(r"\bI am (?=\w)", "I'm ", text)
    text = re.sub(r"\bI am not\b", "I'm not", text)
    text = re.sub(r"\b([Yy])ou are (?=\w)", r"\1ou're ", text)
    return re.sub(r"\bI will (?=\w)", "I'll ", text)
