"""The words of a character whose language has no folder: its author's, and none of ours.

It does what was clearly asked for, quotes the memory, passage or place that shares most words with
a question, greets with an authored greeting or as it was greeted, and otherwise says an authored
fallback line. Where the author wrote none, it is silent. Without the language's grammar nothing is
put in another person.
"""

import math
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from npcmodels.actor.knowledge import FITS, FITS_PAIRS
from npcmodels.actor.quotables import HIDDEN_KINDS
from npcserver.language.scripts import QUESTION_MARKS, UNSPACED
from npcserver.language.sentences import sentences
from npcserver.language.tokens import question_tokens, tokens
from npcserver.model.action_request import requested_action
from npcserver.model.feelings import named
from npcserver.model.inputs import ConverseInput, ReplyInput
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import AnswerBasis, BasisKind, ReplyAnswer

SILENCE = "\N{HORIZONTAL ELLIPSIS}"
_ASKS = (*QUESTION_MARKS, ";")  # as Greek questions end, which are seldom typed with U+037E
_GREETING_WORDS = 3
_GREETING_SIGNS = 16  # in scripts without spaces
_UNSPACED = re.compile(f"[{UNSPACED}]")
_LIVED_KINDS = (RecordKind.OBSERVATION, RecordKind.UTTERANCE)
_LIVED = (Source.WITNESSED, Source.TOLD, Source.OVERHEARD)
_LAST_LINE = 4
"""Lines after which a conversation between characters ends."""


@dataclass(frozen=True, slots=True)
class _Sayable:
    text: str
    basis: AnswerBasis
    found_by: str = ""


def reply(scene: ReplyInput) -> ReplyAnswer:
    """Return the answer to what was heard."""
    asked = requested_action(scene)
    if asked is not None and asked.missing is None:
        intents = ((asked.affordance, dict(asked.arguments)),)
        return ReplyAnswer(say=SILENCE, intents=intents, basis=AnswerBasis(kind=BasisKind.ACTION))
    said = frozenset(one.text for one in scene.conversation if one.is_own)
    found, fit, needed = _closest(scene.heard, list(_sayable(scene)))
    if found is not None:
        return ReplyAnswer(say=found.text, basis=found.basis)
    if not said and is_greeting(scene.heard):
        return _greeted(scene)
    nothing = AnswerBasis(kind=BasisKind.NOTHING, fit=fit, needed=needed)
    return _fallen_back(scene, said, nothing)


def converse(exchange: ConverseInput) -> ReplyAnswer:
    """Return the next line of a conversation with another character; the last one ends it."""
    situation = exchange.situation
    heard = exchange.conversation[-1].text if exchange.conversation else exchange.about
    told = {*exchange.own_lines, *(one.text for one in exchange.conversation)}
    news = [
        _Sayable(text, AnswerBasis(kind=BasisKind.MEMORY, seq=one.memory.seq))
        for one in exchange.recollections
        if one.memory.source in _LIVED
        and one.memory.kind in _LIVED_KINDS
        and one.memory.body.told_by != exchange.partner.id
        and exchange.partner.name not in one.memory.text
        for text in _statements(one.memory.text)
        if text not in told
    ]
    is_over = exchange.should_end or len(exchange.conversation) >= _LAST_LINE
    found, _, _ = _closest(heard, news)
    chosen = found or next(iter(news), None)
    if chosen is not None and not is_over:
        return ReplyAnswer(say=chosen.text, basis=chosen.basis)
    scene = situation.scene(exchange.partner, heard)
    if exchange.is_opening and not is_over:
        return _greeted(scene)
    return ReplyAnswer(say=SILENCE, ends=True)


def is_greeting(heard: str) -> bool:
    """Return whether words are short and ask nothing, as greetings are."""
    if not heard.strip() or any(mark in heard for mark in _ASKS):
        return False
    if _UNSPACED.search(heard):
        return len(heard) <= _GREETING_SIGNS
    return len(heard.split()) <= _GREETING_WORDS


def _greeted(scene: ReplyInput) -> ReplyAnswer:
    """Greet as the author wrote, else as the player did."""
    greetings = scene.character.persona.greetings if scene.partner.is_player else ()
    back = scene.heard.strip() if scene.conversation or scene.partner.is_player else ""
    say = greetings[scene.seed % len(greetings)] if greetings else back or SILENCE
    basis = AnswerBasis(kind=BasisKind.COURTESY, is_authored=bool(greetings))
    return ReplyAnswer(say=say, basis=basis)


def _fallen_back(scene: ReplyInput, said: AbstractSet[str], basis: AnswerBasis) -> ReplyAnswer:
    lines = scene.character.persona.fallback_lines
    left = [one for one in lines if one.text not in said] or list(lines)
    if not left:
        return ReplyAnswer(say=SILENCE, basis=basis)
    line = left[scene.seed % len(left)]
    return ReplyAnswer(
        say=line.text,
        emotion=named(line.emotion or "neutral"),
        basis=replace(basis, is_authored=True),
    )


def _sayable(scene: ReplyInput) -> Iterator[_Sayable]:
    """Yield the sentences that may answer: of memories, of books, of this place and of others."""
    for one in scene.recollections:
        memory = one.memory
        is_hidden = memory.kind in HIDDEN_KINDS or memory.source is Source.INNER_VOICE
        if is_hidden or memory.text.strip() == scene.heard.strip():
            continue
        if memory.body.told_by == scene.partner.id:
            continue  # the partner knows what they said
        basis = AnswerBasis(kind=BasisKind.MEMORY, seq=memory.seq)
        yield from (_Sayable(text, basis) for text in _statements(memory.text))
    passage = AnswerBasis(kind=BasisKind.PASSAGE)
    for quote in scene.lore:
        yield from (_Sayable(text, passage) for text in _statements(quote.passage.text))
    looked_up = AnswerBasis(kind=BasisKind.LOOK_UP)
    if scene.place is not None and scene.place.description:
        yield _Sayable(scene.place.description, looked_up, scene.place.name)
    for fact in scene.town:
        if fact.about and not fact.is_person:
            yield _Sayable(fact.about, looked_up, fact.name)


def _statements(text: str) -> list[str]:
    return [one for one in sentences(text) if not one.endswith(_ASKS)]


def _closest(heard: str, known: Sequence[_Sayable]) -> tuple[_Sayable | None, float, float]:
    """Return the text that answers, or None; with the best share of words, and the least needed.

    A word counts the more, the fewer texts have it.
    """
    asked = frozenset(question_tokens(heard))
    needed = FITS_PAIRS if _UNSPACED.search(heard) else FITS
    held = [frozenset(tokens(f"{one.found_by} {one.text}")) for one in known]
    weights = {
        word: math.log(1 + (len(held) + 1) / (sum(word in one for one in held) + 0.5))
        for word in asked
    }
    total = sum(weights.values())
    if not total or not known:
        return None, 0.0, needed
    scores = [sum(weights[word] for word in asked & one) / total for one in held]
    best = max(range(len(known)), key=lambda at: scores[at])
    return (known[best] if scores[best] >= needed else None), scores[best], needed
