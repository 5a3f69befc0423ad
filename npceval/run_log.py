"""What a server's log has of a run: all memories of its people, and each use of a model.

Read once, at one position, and kept: a memory has no second reading, and a log can be long.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from npcclient.v1.memory_pb2 import Memory, MemoryKind, MemorySource
from npcclient.v1.mind_pb2 import Purpose, Verdict
from npcclient.v1.play_service_pb2 import WatchResponse

from npceval.kept_answers import KeptAnswers
from npceval.run_folder import RunFolder
from npceval.session import Session
from npctown.run_recorder import fields_of

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunLog:
    """Memories by person, oldest first, and uses of models in their order.

    A memory has `id`, `t` (game minutes since the start of the run; what was known before is
    below 0), `of` (its kind), `source`, `text`, `about`, `by` (who told it), `importance` and
    `evidence`. A use has `who`, `t`, `purpose`, `calls`, `prompt_tokens`, `completion_tokens`,
    `cached_tokens`, `seconds` (0: not measured), `model` and `is_default`.
    """

    memories: Mapping[str, Sequence[Row]]
    uses: Sequence[Row]


async def read_log(run: RunFolder, session: Session, kept: KeptAnswers) -> RunLog:
    """Return the log of a run; what is kept of it is not read again."""
    for person in run.minds:
        key: list[str | int] = ["memories", person.id, session.seq]
        if kept.get(key) is None:
            listed = await session.npc.memories.list(
                session.timeline, person.id, seq=session.seq, page_size=500
            )
            kept.keep(key, memories=[_memory(run, one) for one in reversed(listed)])
    if kept.get(["uses", session.seq]) is None:
        kept.keep(["uses", session.seq], uses=await read_uses(session, run.started))
    return kept_log(run, session.seq, kept)


def kept_log(run: RunFolder, seq: int, kept: KeptAnswers) -> RunLog:
    """Return what was kept of a log at a position."""
    uses = kept.get(["uses", seq])
    return RunLog(
        memories={
            person.id: row["memories"]
            for person in run.minds
            if (row := kept.get(["memories", person.id, seq])) is not None
        },
        uses=[] if uses is None else uses["uses"],
    )


def minutes(run: RunFolder, when: datetime) -> float:
    """Return game minutes since the start of a run."""
    return (when - run.started).total_seconds() / 60


def _memory(run: RunFolder, memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.memory_id,
        "t": minutes(run, memory.world_create_time.ToDatetime()),
        "of": _plain(MemoryKind.Name(memory.kind), "MEMORY_KIND_"),
        "source": _plain(MemorySource.Name(memory.source), "MEMORY_SOURCE_"),
        "text": memory.text,
        "about": list(memory.about_ids),
        "by": memory.told_by_id,
        "importance": memory.importance if memory.is_rated else None,
        "evidence": list(memory.evidence_ids),
    }


async def read_uses(session: Session, started: datetime | None) -> list[dict[str, Any]]:
    """Return all uses of models in a timeline; by default `t` is counted from its first event."""
    uses: list[dict[str, Any]] = []
    if not session.seq:
        return uses
    async for event in session.npc.play.watch(session.timeline, after_seq=0, resume=True):
        now = event.world_time.ToDatetime()
        started = started or now
        t = (now - started).total_seconds() / 60
        match event.WhichOneof("event"):
            case "thought":
                uses.append({"who": event.character_id, "t": t, **_thought(event)})
            case "turn":
                uses.append({"who": event.character_id, "t": t, **await _turn(session, event)})
        if event.seq >= session.seq:
            break
    return uses


def _thought(event: WatchResponse) -> dict[str, Any]:
    thought = event.thought
    return {
        **fields_of(thought, "calls", "prompt_tokens", "completion_tokens", "model"),
        "purpose": _plain(Purpose.Name(thought.purpose), "PURPOSE_"),
        "cached_tokens": 0,
        "seconds": 0.0,
        "is_default": thought.verdict == Verdict.VERDICT_DEFAULTED,
    }


async def _turn(session: Session, event: WatchResponse) -> dict[str, Any]:
    receipt = await session.npc.memories.explain(session.timeline, event.turn.turn_id)
    return {
        **fields_of(receipt, "prompt_tokens", "completion_tokens", "cached_tokens", "model"),
        "purpose": _plain(Purpose.Name(receipt.purpose), "PURPOSE_"),
        "calls": int(bool(receipt.model)),
        "seconds": receipt.finished_ms / 1000,
        "is_default": not receipt.model,
    }


def _plain(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).lower()
