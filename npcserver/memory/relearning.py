"""Detection of inferences that a character already knows, so that nothing is learnt twice.

What was recalled into a prompt comes back in the answer, in the same words or nearly. It counts as
known if its telling words are the same (`memory.sayings`) or the cosine is high, and it does not
reverse the sense.
"""

from collections.abc import Sequence

import numpy as np

from npcserver.memory.duplicates import near_duplicates, vectors_of
from npcserver.memory.sayings import Saying, saying, thought
from npcserver.memory.source import MemorySource
from npcserver.memory.stream import OWN, space_name
from npcserver.model.record import Record, RecordKind
from npcserver.ports.embedder import Embedder, Vectors
from npcserver.ports.rows import MemoryRef
from npcserver.ports.view import View

_COMPARED = 2_000
_TAKEN_IN = (RecordKind.OBSERVATION, RecordKind.UTTERANCE)


async def known_to(
    reader: MemorySource, view: View, embedder: Embedder, mind: str
) -> tuple[tuple[Record, ...], Vectors]:
    """Return a character's latest inferences and perceptions, and their vectors.

    Inferences without a vector are embedded now; perceptions, of which many may await their digest,
    get zeros and are compared by words alone. Raises `Unavailable` if the embedder fails.
    """
    inferred = await view.tail(mind, (RecordKind.REFLECTION,), _COMPARED)
    taken_in = await view.tail(mind, _TAKEN_IN, _COMPARED)
    vectors = np.zeros((len(taken_in), embedder.dimension), np.float32)
    refs = [MemoryRef(record.timeline_id, record.seq) for record in taken_in]
    there, found = await reader.vectors(space_name(embedder, OWN), refs)
    if there.any():
        vectors[there] = found[there]
    own = await vectors_of(reader, embedder, inferred)
    return (*inferred, *taken_in), np.concatenate((own, vectors))


def twins(
    texts: Sequence[str], vectors: Vectors, known: Sequence[Record], existing: Vectors
) -> tuple[int | None, ...]:
    """Return for each text the memory that already says it, or None.

    A result below `len(known)` is an index into `known`; `len(known) + i` is text i, itself new.
    """
    says = [thought(text) for text in texts]
    known_says = [saying(record) for record in known]
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, one in enumerate(known_says):
        alike.setdefault(one.signs, []).append(place)
    found: list[int | None] = []
    for one, near in zip(says, near_duplicates(vectors, existing), strict=True):
        twin = next((at for at in alike.get(one.signs, ()) if known_says[at].says_same(one)), None)
        if twin is None and near is not None and near >= len(known):
            earlier = near - len(known)
            # the earlier text may itself repeat one
            twin = near if found[earlier] is None else found[earlier]
            twin = twin if _agree(one, says[earlier]) else None
        elif twin is None and near is not None and _agree(one, known_says[near]):
            twin = near
        found.append(twin)
    return tuple(found)


def _agree(one: Saying, other: Saying) -> bool:
    """Return whether two have the same numbers and negations, which vectors hardly show."""
    return one.turns == other.turns
