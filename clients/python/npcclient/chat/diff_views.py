"""The differences of two moments for display: `-` is only in the first, `+` in the second."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from google.protobuf.timestamp_pb2 import Timestamp
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from npcclient.admin.v1.memory_service_pb2 import DiffResponse, MindDiff, MindSide
from npcclient.chat.flow import printable
from npcclient.chat.views import word
from npcclient.v1.memory_pb2 import Memory, MemoryKind, MemorySource
from npcclient.v1.mind_pb2 import (
    Act,
    Belief,
    Commitment,
    CommitmentStatus,
    DayPlan,
    Mood,
    ObjectState,
    Standing,
)

T = TypeVar("T")
Row = tuple[str, str, str, str]
"""A mark, a subject, a text, and how that came to be known."""

_MARKS: Mapping[str, str] = {"-": "red", "+": "green"}
_SOURCES: Mapping[int, str] = {
    MemorySource.MEMORY_SOURCE_WITNESSED: "{name} was there",
    MemorySource.MEMORY_SOURCE_TOLD: "{teller} told {name}",
    MemorySource.MEMORY_SOURCE_OVERHEARD: "{name} overheard {teller}",
    MemorySource.MEMORY_SOURCE_READ: "{name} read it",
    MemorySource.MEMORY_SOURCE_INNER_VOICE: "an inner voice",
    MemorySource.MEMORY_SOURCE_AUTHORED: "known from the start",
    MemorySource.MEMORY_SOURCE_INFERRED: "{name} concluded it",
}
_OWN: Mapping[int, str] = {
    MemoryKind.MEMORY_KIND_LINE: "{name} said it",
    MemoryKind.MEMORY_KIND_REFLECTION: "{name} concluded it",
    MemoryKind.MEMORY_KIND_PLAN: "{name} means to",
}


def difference(
    found: DiffResponse, a: str, b: str, places: Mapping[str, str]
) -> Iterator[RenderableType]:
    """Yield the differences, under the display names of the two moments.

    `places` are the names of places by id.
    """
    for mark, name, time in (("-", a, found.world_time_a), ("+", b, found.world_time_b)):
        yield Text(printable(f"{mark} {name}, {time.ToDatetime():%Y-%m-%d %H:%M}"), _MARKS[mark])
    if not (found.minds or found.objects_a or found.flags_a or found.flags_b):
        yield Text("Nothing differs.")
        return
    if found.common_timeline_id:
        together = f"They are one up to {found.common_timeline_id}@{found.common_seq}."
        yield Text(together, style="dim")
    for mind in found.minds:
        yield Text(f"\n{printable(mind.name)}", style="bold")
        yield _table(_mind(mind, places))
    around = [*_around(found, places)]
    if around:
        yield Text("\nThe world", style="bold")
        yield _table(around)


def _mind(mind: MindDiff, places: Mapping[str, str]) -> Iterator[Row]:
    a, b, name = mind.a, mind.b, mind.name
    yield from _memories(a, "-", name)
    yield from _memories(b, "+", name)
    yield from _pairs(a.beliefs, b.beliefs, lambda it: it.topic, _belief, "believes")
    yield from _pairs(a.relations, b.relations, lambda it: it.other_id, _standing, "thinks of")
    yield from _pairs(
        a.commitments, b.commitments, lambda it: it.commitment_id, _commitment, "promise"
    )
    yield from _pairs(_one(a, "mood", a.mood), _one(b, "mood", b.mood), _same, _mood, "feels")
    yield from _plans(a.day_plan, b.day_plan)
    yield from _pairs(_one(a, "act", a.act), _one(b, "act", b.act), _same, _act, "does")
    if a.place_id != b.place_id:
        for mark, side in (("-", a), ("+", b)):
            where = places.get(side.place_id, side.place_id) or "nowhere in particular"
            yield mark, "is at", where, ""


def _memories(side: MindSide, mark: str, name: str) -> Iterator[Row]:
    for memory in side.memories:
        yield mark, _moment(memory.world_create_time), memory.text, _how(memory, name)
    if side.memory_count > len(side.memories):
        yield mark, "", f"and {side.memory_count - len(side.memories)} older ones", ""


def _how(memory: Memory, name: str) -> str:
    """Return how a character knows: `Ann told Mira`."""
    words = _OWN.get(memory.kind) or _SOURCES.get(memory.source, "{name} did it")
    return words.format(name=name, teller=memory.speaker_name or memory.told_by_id or "somebody")


def _pairs(
    a: Sequence[T], b: Sequence[T], key: Callable[[T], str], show: Callable[[T], str], what: str
) -> Iterator[Row]:
    """Yield the values that differ, those with the same key one below the other."""
    sides = (("-", {key(one): one for one in a}), ("+", {key(one): one for one in b}))
    for name in sorted({name for _, side in sides for name in side}):
        for mark, side in sides:
            if name in side:
                yield mark, what, show(side[name]), ""


def _plans(a: DayPlan, b: DayPlan) -> Iterator[Row]:
    """Yield the entries of one plan that are not in the other."""
    mine, theirs = list(_blocks(a)), list(_blocks(b))
    for mark, own, other in (("-", mine, theirs), ("+", theirs, mine)):
        for block in own:
            if block not in other:
                yield mark, "means to", block, ""


def _blocks(plan: DayPlan) -> Iterator[str]:
    if plan.currently:
        yield f"(as things are) {plan.currently}"
    for block in plan.blocks:
        yield f"{_moment(block.world_start_time)} {block.activity}"
        for step in block.steps:
            yield f"{_moment(step.world_start_time)} {step.activity}"


def _around(found: DiffResponse, places: Mapping[str, str]) -> Iterator[Row]:
    def show(it: ObjectState) -> str:
        return f"the {it.object_name} ({places.get(it.place_id, it.place_id)}) is {it.state}"

    def key(it: ObjectState) -> str:
        return f"{it.place_id}/{it.object_name}"

    yield from _pairs(found.objects_a, found.objects_b, key, show, "thing")
    for mark, flags in (("-", found.flags_a), ("+", found.flags_b)):
        for flag in flags:
            yield mark, "story flag", flag, ""


def _belief(it: Belief) -> str:
    return f"{it.text} ({it.score} of 100)"


def _standing(it: Standing) -> str:
    numbers = f"affinity {it.affinity:+d}, trust {it.trust}, known {it.familiarity}"
    return f"{it.other_name or it.other_id}: {it.view} ({numbers})"


def _commitment(it: Commitment) -> str:
    due = f", by {_moment(it.world_due_time)}" if it.HasField("world_due_time") else ""
    status = word(CommitmentStatus.Name(it.status), "COMMITMENT_STATUS_")
    return f"{it.by_name or it.by_id} to {it.to_name or it.to_id}: {it.what}{due} ({status})"


def _mood(it: Mood) -> str:
    why = f", because {it.why}" if it.why else ""
    return f"{it.label} ({it.valence:+.2f}, {it.arousal:+.2f}){why}"


def _act(it: Act) -> str:
    return f"{it.activity} until {_moment(it.world_end_time)}"


def _one(side: MindSide, field: str, value: T) -> tuple[T, ...]:
    return (value,) if side.HasField(field) else ()  # type: ignore[arg-type]


def _same(_: object) -> str:
    return ""


def _moment(time: Timestamp) -> str:
    moment = time.ToDatetime()
    return f"{moment.day} {moment:%b %H:%M}"


def _table(rows: Iterable[Row]) -> Table:
    table = Table.grid(padding=(0, 2))
    for mark, about, text, how in rows:
        style = _MARKS[mark]
        table.add_row(
            Text(mark, style=style),
            Text(about, style="dim"),
            Text(printable(text), style=style),
            Text(printable(how), style="dim"),
        )
    return table
