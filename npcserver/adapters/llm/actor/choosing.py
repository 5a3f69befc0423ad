"""Which of the things a character could say answer what it was asked."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor.facts import Fact, Origin
from npcserver.adapters.llm.actor.hearing import Heard
from npcserver.adapters.llm.actor.phrases import Phrases
from npcserver.model.stems import content

_OWN = (Origin.DOING, Origin.BACKGROUND, Origin.HABIT, Origin.LIFE, Origin.GOAL)
_KIN_WORTH = 0.6
_COVERED = 0.4
"""Share of a question's words, by weight, that a fact must share to count as an answer to it."""

_COVERED_BY_THEM = 0.2
"""The same for what somebody said, when they ask about themselves."""

_MOMENTS = re.compile(
    r"\d|\b(?:morning|noon|evening|night|midnight|today|tomorrow|year|years|week|month|since"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_ASKS_OPINION = re.compile(
    r"\b(?:think (?:of|about)|opinion|feel about|like|trust|nice|kind)\b", re.IGNORECASE
)
_OPINIONS = re.compile(
    r"\b(?:find|think|consider|view|like|love|hate|trust|admire|annoying|pushy|cute|kind|nice"
    r"|crush|friends?|mentor|when I think of)\b"
)
_OF_THE_ASKER = re.compile(r"\b(?:I|my|mine|I'm|I've|I'd)\b")
_ASKS_LEAVE = re.compile(r"\b(?:can|may|could|should|shall|would|must|if) I\b")
_PLACES = re.compile(
    r"\b(?:at|in|near|behind|beside|by|under|on|next to|across)\b (?:the |my |a )?\w"
)


@dataclass(frozen=True, slots=True)
class Match:
    """A fact and how well it answers."""

    fact: Fact
    score: float


def matching(heard: Heard, facts: Sequence[Fact], phrases: Phrases) -> list[Match]:
    """Return the facts that answer what was heard, best first; honest enough to return none."""
    query = heard.content | content(heard.person)
    if not query:
        return []
    weight = _weights(query, facts, phrases)
    names = content(heard.person)
    total = sum(weight.values())
    found: list[Match] = []
    for fact in facts:
        if fact.origin is Origin.RELATION and not content(fact.person) & query:
            continue  # what one makes of somebody is said of nobody else
        shared = 0.0
        for word in query:
            if word in fact.content:
                shared += weight[word]
            elif phrases.kin(word) & fact.content:
                shared += weight[word] * _KIN_WORTH
        names_fit = bool(names) and bool(names & fact.content)
        if names and not names_fit:
            continue
        is_theirs = fact.origin is Origin.PARTNER and _is_about_the_asker(heard)
        if shared / total < (_COVERED_BY_THEM if is_theirs else _COVERED) and not names_fit:
            continue
        found.append(Match(fact, shared / total + _bonus(heard, fact)))
    return sorted(found, key=lambda match: -match.score)


def beside(first: Match, others: Sequence[Match]) -> Match | None:
    """Return a second thing worth saying: nearly as fitting, and not the same in other words."""
    for other in others:
        if other.score < first.score * 0.7:
            return None
        both = first.fact.content & other.fact.content
        if len(both) < 0.6 * min(len(first.fact.content), len(other.fact.content)):
            return other
    return None


def _weights(query: frozenset[str], facts: Sequence[Fact], phrases: Phrases) -> dict[str, float]:
    """Return how telling each word is: rare ones more, and unheard-of ones most."""
    counts = {
        word: sum(1 for fact in facts if ({word} | phrases.kin(word)) & fact.content)
        for word in query
    }
    return {word: math.log(1 + (len(facts) + 1) / (count + 0.5)) for word, count in counts.items()}


def _bonus(heard: Heard, fact: Fact) -> float:
    bonus = 0.25 * fact.relevance + 0.01 * fact.importance
    if fact.origin is Origin.SETTING:
        bonus -= 0.1
    if fact.origin is Origin.PARTNER and _is_about_the_asker(heard):
        bonus += 0.8  # what they keep is told by what they said, not by what the character keeps
    if fact.origin in _OWN and re.search(r"\b(?:you|your)\b", heard.text.lower()):
        bonus += 0.2
    if heard.after == "when" and _MOMENTS.search(fact.text):
        bonus += 0.3
    if heard.after == "where" and _PLACES.search(fact.text):
        bonus += 0.2
    if heard.after == "who" and re.search(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b", fact.text):
        bonus += 0.1
    if heard.after == "how" and re.search(r"\b(?:known|met|since|years?)\b", fact.text):
        bonus += 0.2
    if _ASKS_OPINION.search(heard.text) and _OPINIONS.search(fact.text):
        bonus += 0.3
    return bonus


def _is_about_the_asker(heard: Heard) -> bool:
    """Say whether somebody asks about themselves: what do I keep, where is my dog."""
    is_theirs = _OF_THE_ASKER.search(heard.text) is not None
    return heard.is_question and is_theirs and _ASKS_LEAVE.search(heard.text) is None
