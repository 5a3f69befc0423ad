"""What is embedded of a memory: its own words, and those words after the ones before them."""

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
    """The texts of one memory for its two spaces; equal when nothing was said before it."""

    seq: int
    own: str
    context: str


def conversation_partner(record: Record) -> str | None:
    """Return the id of the one the subject speaks with; None when it takes no part in speech.

    What is said in a circle for all is spoken with nobody, but for what a player says: whoever
    hears that is spoken to.
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
    """Return what names a conversation among those of the subject; None when this is no speech.

    Its partner; for what it overheard, the two who spoke, so that neither their words nor its own
    talk with one of them are the context of the other. All that is said in a circle is one.
    """
    body = record.body
    if isinstance(body, Remembered) and body.circle_id and record.kind in SPEECH_KINDS:
        return body.circle_id
    if isinstance(body, Remembered) and body.source is Source.OVERHEARD:
        is_speech = record.kind is RecordKind.UTTERANCE
        return facet(*sorted((body.told_by, body.told_to))) if is_speech else None
    return conversation_partner(record)


def own_text(record: Record) -> str:
    """Return the text of a memory itself, with the name of who spoke."""
    if not isinstance(record.body, Remembered):
        raise TypeError(f"a {record.kind} is no memory")
    return searchable_text(record.kind, record.text, record.body)


def in_context(previous: str, own: str) -> str:
    """Join a text to the one before it, for memories and for questions alike."""
    return f"{previous}\n{own}" if previous else own


def texts_for(records: Sequence[Record], previous: Mapping[int, str]) -> tuple[EmbeddingTexts, ...]:
    """Return the texts to embed of memories in order of seq, all from one lineage.

    The context of speech is the speech before it in the same conversation (same subject, same
    partner, or the same two whom it overhears). It is looked for among `records`; `previous` names
    it, by the seq of the later one, where it lies further back. Other memories have no context.
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
