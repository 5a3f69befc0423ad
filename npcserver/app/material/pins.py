"""Which memories of a mind are pinned, as its records have it."""

from npcserver.model.marks import Pinned
from npcserver.model.record import RecordKind
from npcserver.ports.view import View

_AT_ONCE = 64


async def pinned_seqs(view: View, character_id: str, most: int | None = None) -> tuple[int, ...]:
    """Return the seqs of pinned memories, the newest pins first; at most `most`, if given.

    Of several pins of one memory the newest counts.
    """
    latest: dict[int, bool] = {}
    before: int | None = None
    while True:
        records = await view.tail(character_id, (RecordKind.PIN,), _AT_ONCE, before=before)
        for record in records:
            if isinstance(record.body, Pinned):
                latest.setdefault(record.body.seq, record.body.is_pinned)
        found = [seq for seq, is_pinned in latest.items() if is_pinned]
        if len(records) < _AT_ONCE or (most is not None and len(found) >= most):
            return tuple(found[:most])
        before = records[-1].seq
