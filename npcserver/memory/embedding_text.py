"""The texts that are embedded for a memory: its own, and its own after the preceding speech."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.model.memory import searchable_text
from npcserver.model.record import (
    SPEECH_KINDS,
    Record,
    RecordKind,
    Remembered,
    Source,
    facet,
)


@dataclass(frozen=True, slots=True)
class EmbeddingTexts:
    """The texts of one memory for its two spaces; equal if nothing was said before it."""

    seq: int
    own: str
    context: str


def conversation_partner(record: Record) -> str | None:
    """Return the id of the person the subject speaks with; None if it does not take part.

    Words for all in a circle have no partner, except that a player's words address each hearer.
    """
    if not isinstance(record.body, Remembered) or record.body.source is Source.OVERHEARD:
        return None
    is_for_all = bool(record.body.circle_id) and not record.body.told_to
    if record.kind is RecordKind.UTTERANCE:
        is_spoken_to = not is_for_all or record.body.told_by in record.body.players
        return record.body.told_by if is_spoken_to else None
    if record.kind is RecordKind.LINE and not is_for_all:
        return record.body.told_to
    return None


def conversation_key(record: Record) -> str | None:
    """Return the key of a conversation within the subject's memories; None if not speech.

    It is the circle; else, for overheard speech, the two speakers (so that overheard words and the
    subject's own talk with one of them are never context for each other); else the partner.
    """
    body = record.body
    if isinstance(body, Remembered) and body.circle_id and record.kind in SPEECH_KINDS:
        return body.circle_id
    if isinstance(body, Remembered) and body.source is Source.OVERHEARD:
        is_speech = record.kind is RecordKind.UTTERANCE
        return facet(*sorted((body.told_by, body.told_to))) if is_speech else None
    return conversation_partner(record)


def own_text(record: Record) -> str:
    """Return the searchable text of a memory. Raises `TypeError` for other records."""
    if not isinstance(record.body, Remembered):
        raise TypeError(f"a {record.kind} is no memory")
    return searchable_text(record.kind, record.text, record.body)


def in_context(previous: str, own: str) -> str:
    """Join a text to the one said before it, for memories and queries alike."""
    return f"{previous}\n{own}" if previous else own


def texts_for(records: Sequence[Record], previous: Mapping[int, str]) -> tuple[EmbeddingTexts, ...]:
    """Return the texts to embed of memories in order of seq, all from one lineage.

    The context of speech is the previous speech in the same conversation (same subject, same
    `conversation_key`). It is looked for among `records`; if it lies further back, `previous` gives
    it by the seq of the later one. Other memories have no context.
    """
    last_said: dict[tuple[str, str], str] = {}
    texts: list[EmbeddingTexts] = []
    for record in records:
        own = own_text(record)
        key = conversation_key(record)
        if key is None:
            texts.append(EmbeddingTexts(record.seq, own, own))
            continue
        conversation = (record.subject_id, key)
        before = previous.get(record.seq) or last_said.get(conversation, "")
        texts.append(EmbeddingTexts(record.seq, own, in_context(before, own)))
        last_said[conversation] = own
    return tuple(texts)
