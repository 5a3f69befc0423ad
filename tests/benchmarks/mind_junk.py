"""What is junk among memories that came to mind together, by rules of its own.

Not those that put memories in order: a judge must not be the accused.
"""

import re
from collections.abc import Iterator, Sequence

from npcserver.memory import retention
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind
from npcserver.prompts.garbage import is_garbage


def plain(text: str) -> str:
    """Return a text without case, marks and spaces: what a reader would call the same words."""
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def faults(shown: Sequence[Memory]) -> Iterator[tuple[str, Memory]]:
    """Yield what is wrong among memories that came to mind together."""
    seqs = {one.seq for one in shown}
    seen: set[tuple[str, ...]] = set()
    for one in shown:
        is_personal = re.search(r"\b(?:i|me|my|you)\b", one.text, re.IGNORECASE)
        whose = (one.body.told_by, one.body.told_to) if is_personal else ("", "")
        says = (plain(one.text), *whose)
        if retention.is_leftover(one.text) or (
            one.kind in (RecordKind.LINE, RecordKind.REFLECTION) and is_garbage(one.text)
        ):
            yield "leftover", one
        elif one.kind is RecordKind.LINE and seqs & {*one.body.evidence}:
            yield "echo", one
        elif says in seen:
            yield "duplicate", one
        seen.add(says)
