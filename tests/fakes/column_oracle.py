"""The relevance of a profile with columns, worked out memory by memory in plain Python."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from npcserver import language
from npcserver.language.tokens import characters, question_tokens, telling_characters, tokens
from npcserver.memory.relevance_columns import QUANTUM
from npcserver.memory.row_features import asks_when, naming_terms
from npcserver.memory.score_profiles import ColumnWeights
from npcserver.model.record import Record, RecordKind, Remembered, Source

_TALK = {stem for word in language.listed("content_words", "talk") for stem in tokens(word)}
_HOUR = 3600.0
_TIME = language.pattern("recall", "tells_when")


@dataclass
class TextMemory:
    """A memory as the columns see it; `episode` is the seq of the first of its episode."""

    record: Record
    text: str
    episode: int


def episodes(records: Sequence[Record]) -> dict[int, int]:
    """Return the first seq of the episode of each memory a lineage sees, left out or not."""
    last: dict[tuple[str, str], Record] = {}
    found: dict[int, int] = {}
    for record in records:
        if not isinstance(record.body, Remembered):
            continue
        found[record.seq] = record.seq
        body = record.body
        if record.kind in (RecordKind.UTTERANCE, RecordKind.LINE):
            key = ("talk", body.told_by or body.told_to)
        elif body.source is Source.WITNESSED:
            key = ("place", body.place_id or "")
        else:
            continue
        before = last.get(key)
        if before is not None:
            passed = abs((record.game_time - before.game_time).total_seconds())
            if passed <= _HOUR:
                found[record.seq] = found[before.seq]
        last[key] = record
    return found


def column_relevance(
    memories: Sequence[TextMemory],
    cosines: Sequence[float],
    question: str,
    weights: ColumnWeights,
    constant: float,
) -> list[float]:
    """Return the unscaled relevance of each memory, up to rounding."""
    size = len(memories)
    own = _scaled(cosines, constant)
    words = _word_scores(memories, question, weights)
    before = [_earlier(memories, at) for at in range(size)]
    asks = [_asks(memory.text) for memory in memories]
    total = [
        weights.own * own[at] + weights.before * own[at if before[at] is None else before[at]]  # type: ignore[index]
        for at in range(size)
    ]
    near = [_window(memories, words, at, 3) for at in range(size)]
    replies = [
        words[before[at]] if before[at] is not None and asks[before[at]] else 0.0  # type: ignore[index]
        for at in range(size)
    ]
    lengths = [math.log1p(len(tokens(memory.text))) for memory in memories]
    columns = (
        (weights.words, _scaled(words, 0.0)),
        (weights.near, _scaled(near, 0.0)),
        (weights.reply, _scaled(replies, 0.0)),
        (weights.length, _scaled(lengths, 0.0)),
        (weights.question, asks),
        (weights.when, [asks_when(question) and _tells_when(m.record.text) for m in memories]),
    )
    for weight, column in columns:
        for at, value in enumerate(column):
            total[at] += weight * value
    second = _second_step(memories, total, question, weights)
    return [total[at] + weights.second_step * second[at] for at in range(size)]


def _earlier(memories: Sequence[TextMemory], at: int) -> int | None:
    same = [i for i in range(at) if memories[i].episode == memories[at].episode]
    return same[-1] if same else None


def _window(memories: Sequence[TextMemory], words: Sequence[float], at: int, reach: int) -> float:
    same = [i for i in range(len(memories)) if memories[i].episode == memories[at].episode]
    middle = same.index(at)
    return math.fsum(words[i] for i in same[max(0, middle - reach) : middle + reach + 1])


def _word_scores(
    memories: Sequence[TextMemory], question: str, weights: ColumnWeights
) -> list[float]:
    asked = {term: weights.talk if term in _TALK else 1.0 for term in question_tokens(question)}
    single = dict.fromkeys(telling_characters(question), weights.character)
    texts = [memory.text for memory in memories]
    labels = [_label(memory.record) for memory in memories]
    by_word = _bm25(texts, tokens, asked, weights, labels)
    by_character = _bm25(texts, characters, single, weights)
    return [sum(both) for both in zip(by_word, by_character, strict=True)]


def _bm25(
    texts: Sequence[str],
    cut: Callable[[str], list[str]],
    terms: dict[str, float],
    weights: ColumnWeights,
    labels: Sequence[set[str]] = (),
) -> list[float]:
    bags = [Counter(cut(text)) for text in texts]
    typical = sum(bag.total() for bag in bags) / len(bags) or 1.0
    scores = [0.0] * len(bags)
    for term, weight in terms.items():
        holders = sum(term in bag for bag in bags)
        rarity = weight * math.log(1 + (len(bags) - holders + 0.5) / (holders + 0.5))
        for at, bag in enumerate(bags):
            if bag[term] and not (labels and term in labels[at]):
                norm = weights.k1 * (1 - weights.b + weights.b * bag.total() / typical)
                scores[at] += _whole(rarity * bag[term] * (weights.k1 + 1) / (bag[term] + norm))
    return scores


def _label(record: Record) -> set[str]:
    """Return the words of the name before what is said, which are none of it."""
    is_said = record.kind in (RecordKind.UTTERANCE, RecordKind.LINE)
    return (
        set(tokens(record.body.speaker))
        if is_said and isinstance(record.body, Remembered)
        else set()
    )


def _second_step(
    memories: Sequence[TextMemory],
    total: Sequence[float],
    question: str,
    weights: ColumnWeights,
) -> list[float]:
    nothing = [0.0] * len(memories)
    if weights.second_step == 0.0 or len(memories) == 1:
        return nothing
    first = max(range(len(memories)), key=lambda at: (round(total[at], 9), at))
    bags = [set(tokens(memory.text)) for memory in memories]
    most = max(4, int(0.01 * len(memories)))
    asked = set(tokens(question))
    terms = {
        term: 1.0
        for term in naming_terms(memories[first].record.text)
        if term not in asked and 2 <= sum(term in bag for bag in bags) <= most
    }
    found = _bm25([memory.text for memory in memories], tokens, terms, weights)
    return _scaled(found, 0.0)


def _scaled(column: Sequence[float], constant: float) -> list[float]:
    low, high = min(column), max(column)
    if high - low <= 1e-9:
        return [constant] * len(column)
    return [(value - low) / (high - low) for value in column]


def _whole(score: float) -> float:
    return round(score / QUANTUM) * QUANTUM


def _asks(text: str) -> bool:
    return text.rstrip(" \"'”’»）)」』").endswith(("?", "？"))


def _tells_when(text: str) -> bool:
    return any(sign.isdigit() for sign in text) or _TIME.search(text) is not None
