"""Names and trades that speakers give as their own, of which a model takes one for another's."""

from collections.abc import Iterable
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language.stems import content
from npcserver.model.inputs import ReplyInput
from npcserver.prompts.garbage import split_sentences

# Of these it can be told whether a line that goes on may match.
_OF_SELF = [
    regex.compile(found.pattern) for found in language.patterns("questions", "of_self", 0).values()
]
# Who is quoted says it, also where the quotation does not end yet.
_QUOTED = regex.compile('["\u201c\u300c\u300e][^"\u201d\u300d\u300f]*["\u201d\u300d\u300f]?')
_INTRODUCTION = language.pattern("questions", "introduction", 0)


def own_description(line: str) -> frozenset[str]:
    """Return the stems of what a line calls its speaker: `cooper` of "I'm a cooper from Wick"."""
    return _all(
        content(found[found.lastindex])
        for pattern in _OF_SELF
        for found in pattern.finditer(_QUOTED.sub(" ", line))
        if found.lastindex is not None
    )


def is_describing(begun: str) -> bool:
    """Return whether an unfinished line may end in what it calls its speaker."""
    begun = _QUOTED.sub(" ", begun)
    return any(
        found.group() and found.end() == len(begun)
        for pattern in _OF_SELF
        for found in pattern.finditer(begun, partial=True)
    )


def others_description(scene: ReplyInput) -> frozenset[str]:
    """Return the stems of names of those present, and of sentences in which they say who they are.

    The partner may have said so long ago, in words that are recalled. What the character's own
    persona has is left out.
    """
    persona, own = scene.character.persona, scene.character.id
    others = [one.name for one in (scene.partner, *scene.company) if one.id != own]
    said = [one.text for one in scene.conversation if not one.is_own]
    told = (one.memory for one in scene.recollections)
    # of nobody else: another player's words must not decide what is said in this talk
    said += [one.text for one in told if one.body.told_by == scene.partner.id]
    found = _all((*map(content, others), *map(_introduced, (*said, scene.heard))))
    return found - content(f"{scene.character.name} {persona.background} {persona.traits}")


@lru_cache(maxsize=1024)
def _introduced(text: str) -> frozenset[str]:
    return _all(content(one) for one in split_sentences(text) if _INTRODUCTION.search(one))


def _all(found: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*found)
