"""A member's claims, aims and quotes in its own words."""

import re
from collections.abc import Iterator, Sequence

from npcserver import language
from npcserver.adapters.llm.actor.group_bank import is_wide
from npcserver.adapters.llm.actor.group_view import HELD, View
from npcserver.language.actor_grammar import ActorGrammar, grammar_of, with_speaker
from npcserver.language.sentences import lower_first
from npcserver.language.stems import content
from npcserver.model.group.script import Member, Rank

_QUOTED = 90
_LONGEST = 150
_SHOWN = language.patterns("actor_grammar", "shown")
_AND_THAT = language.pattern("actor_grammar", "and_that")
_AND_MORE = language.pattern("actor_grammar", "and_more")
_NO_ORDER = language.pattern("actor_grammar", "no_order", 0)
_ARTICLES = language.words("actor_grammar", "articles")
_OF_OTHERS = language.pattern("actor_grammar", "of_others")
_SENTENCE = re.compile('(?<=[.!?])\\s+|(?<=[.!?][\u201d"])\\s+|(?<=[\u3002\uff01\uff1f])(?!\u201d)')
_MARKS = re.compile('[\u201c\u201d"]')
_ASKS = ("?", "\uff1f")
_COLON = re.compile(r":\s|\uff1a")
_END = " .!\u3002\uff01"


def claims(view: View, to: Member | None = None) -> tuple[str, ...]:
    """Return what the member argues for, as clauses without an end, the strongest belief first."""
    held = sorted(view.at.beliefs, key=lambda one: -one.score)
    own = [one.text for one in held if one.score >= HELD and not view.endorsed(one)]
    friends = {one.id for one in view.others if view.is_ally(one)}
    trusting = [one.text for one in held if one.score >= HELD and view.endorsed(one) in friends]
    aims = list(_that(view.me.goal)) if view.me.rank is Rank.PRINCIPAL or not own else []
    if view.me.rank is Rank.PRINCIPAL:
        aims += _that(next((one.aim for one in view.script.camps if one.id == view.me.camp), ""))
    found = dict.fromkeys(clause(put(view, text, to)) for text in (*own, *aims, *trusting))
    return tuple(one for one in found if 0 < len(one) <= _LONGEST)


def _that(text: str) -> Iterator[str]:
    """Yield what a goal asks a member to show or to argue for, in the first person."""
    for sentence in _SENTENCE.split(text):
        found = next((one for each in _SHOWN.values() if (one := each.search(sentence))), None)
        if found is None:
            continue
        for part in _AND_THAT.split(found["claim"]):
            yield with_speaker(_AND_MORE.sub("", part))


def aim(view: View) -> str:
    """Return the member's aim as it continues `I want`; empty if it has none."""
    for sentence in _SENTENCE.split(view.me.goal.strip()):
        text = sentence.strip(_END)
        if not text:
            continue
        if is_wide(text):
            return _grammar(view, text).with_speaker(text)[:_LONGEST]
        if _NO_ORDER.match(text):
            continue
        short = text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(", ")[0]
        return _grammar(view, short).as_wish(short) if short else ""
    return ""


def put(view: View, text: str, to: Member | None = None) -> str:
    """Return a text as its holder says it: "I" for the member, "you" for the addressee."""
    text = text.strip()
    for member in (view.me, to):
        if member is None:
            continue
        for name in dict.fromkeys((member.name, view.called(member.id))):
            if name and view.is_named(text, member):
                grammar = _grammar(view, f"{name}{text}")
                text = grammar.as_pronoun(text, name, is_own=member is view.me)
    return text


def _grammar(view: View, text: str) -> ActorGrammar:
    return grammar_of(language.code_of_text(text, view.script.language))


def fame(view: View, other: Member) -> str:
    """Return the first clause of a member's public description, for a quote.

    Empty where it names a member, or refers back to one: such a clause would have to be reworded by
    its speaker.
    """
    text = re.split(r"[.;,:\u3002\uff1b\uff0c\uff1a]", other.public.strip())[0].strip()
    is_about_others = _OF_OTHERS.search(text) or any(
        view.is_named(text, one) for one in view.members
    )
    return "" if is_about_others or len(text) > _QUOTED else text


def asserted(sentence: str) -> str:
    """Return the part of a sentence after its colon, as a clause; empty for none or a question."""
    told = _COLON.split(sentence)[1:]
    return "" if not told or sentence.endswith(_ASKS) else told[-1].strip(_END)


def thing(name: str) -> str:
    """Return a resource's name for the middle of a sentence; names keep their capitals."""
    article, gap, rest = name.partition(" ")
    return f"{article.lower()}{gap}{rest}" if article in _ARTICLES else name


def clause(text: str) -> str:
    """Return a text as it continues after a colon: lower first letter where possible, no end."""
    return lower_first(text.strip().rstrip(_END))


def sentence_of(text: str) -> str:
    """Return the first sentence of a text, without its end."""
    return _SENTENCE.split(text.strip())[0].rstrip(_END)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def quote(text: str, longest: int = _QUOTED) -> str:
    """Return the most informative sentence of a line, whole, for a quotation."""
    return best_quote(sentences_of(text, longest))


def sentences_of(text: str, longest: int = _QUOTED) -> tuple[str, ...]:
    """Return the sentences of a line that can be quoted: short, and without quotation marks."""
    parts = [one.strip() for one in _SENTENCE.split(text)]
    return tuple(one for one in parts if one and len(one) <= longest and not _MARKS.search(one))


def best_quote(sentences: Sequence[str]) -> str:
    """Return the sentence with most content, assertions before questions, without its full stop."""
    asserting = [one for one in sentences if not one.endswith(_ASKS)]
    best = max(asserting or sentences, key=lambda one: (len(content(one)), len(one)), default="")
    return best if best.endswith(_ASKS) else best.rstrip(".\u3002!\uff01")
