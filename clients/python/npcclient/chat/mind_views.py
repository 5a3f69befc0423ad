"""The state of a character for display: what it does, plans, feels and believes."""

from collections.abc import Iterator, Sequence

from google.protobuf.timestamp_pb2 import Timestamp
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from npcclient.admin.v1.spending_service_pb2 import PurposeGroup, PurposeSpending, Spending
from npcclient.chat.flow import printable
from npcclient.chat.talk import Talk, place_name
from npcclient.chat.views import word
from npcclient.v1.mind_pb2 import (
    ActCause,
    Attention,
    Availability,
    Belief,
    Block,
    CommitmentStatus,
    DayPlan,
    Mind,
    Standing,
    Step,
)

_CAUSES = {
    ActCause.ACT_CAUSE_REACTION: "in reaction to something",
    ActCause.ACT_CAUSE_WAIT: "while waiting",
}


def mind(talk: Talk, it: Mind, spent: Spending | None = None) -> Iterator[RenderableType]:
    """Yield the parts of a character's state."""
    facts = Table.grid(padding=(0, 2))
    for name, value in _facts(talk, it, spent):
        facts.add_row(Text(name, style="dim"), Text(printable(value)))
    yield facts
    if it.HasField("day_plan"):
        yield _day(talk, it.day_plan)
    if it.commitments:
        yield _commitments(it)
    if it.relations:
        yield _relations(it.relations)
    if it.beliefs:
        yield _beliefs(it.beliefs)


def _facts(talk: Talk, it: Mind, spent: Spending | None) -> Iterator[tuple[str, str]]:
    yield "where", place_name(talk, it.place_id) or "nowhere in particular"
    if it.HasField("act"):
        act = it.act
        thing = f", with the {act.object_name}" if act.object_name else ""
        why = f", {_CAUSES[act.cause]}" if act.cause in _CAUSES else ""
        yield (
            "does",
            f"{act.emoji} {act.activity}{thing} until {_clock(act.world_end_time)}{why}".strip(),
        )
        if act.wanted_place_id:
            yield "wants to be", place_name(talk, act.wanted_place_id)
    else:
        yield "does", "nothing in particular"
    if it.HasField("next"):
        yield "next", f"{_clock(it.next.world_start_time)} {it.next.emoji} {it.next.activity}"
    if it.HasField("conversation"):
        yield "talks with", it.conversation.with_name or it.conversation.with_id
    why = f", because {it.mood.why}" if it.mood.why else ""
    yield "feels", f"{it.mood.label} ({it.mood.valence:+.2f}, {it.mood.arousal:+.2f}){why}"
    if it.availability in (Availability.AVAILABILITY_ABSENT, Availability.AVAILABILITY_DEAD):
        yield "is", Availability.Name(it.availability).removeprefix("AVAILABILITY_").lower()
    yield "thinks", Attention.Name(it.attention).removeprefix("ATTENTION_").lower()
    if spent is not None:
        yield "the day cost", _cost(spent)
        if len(spent.by_purpose) > 1:
            for one in spent.by_purpose:
                group = PurposeGroup.Name(one.group).removeprefix("PURPOSE_GROUP_").lower()
                yield f"  {group}", _cost(one)


def _cost(spent: Spending | PurposeSpending) -> str:
    money = f", {spent.money_micros / 1e6:.4f} of money" if spent.money_micros else ""
    return f"{spent.calls} calls, {spent.tokens} tokens{money}"


def _day(talk: Talk, plan: DayPlan) -> RenderableType:
    """Return a day's blocks as a table, with their steps where they are known."""
    table = _table(f"The plan for {plan.world_day}")
    table.add_column("from", no_wrap=True)
    table.add_column("what")
    table.add_column("where")
    for block in plan.blocks:
        table.add_row(*_row(talk, block))
        for step in block.steps:
            table.add_row(*_row(talk, step, indent="  "), style="dim")
    return table


def _row(talk: Talk, it: Block | Step, indent: str = "") -> tuple[str, Text, str]:
    what = Text(printable(f"{indent}{it.emoji} {it.activity}".rstrip()))
    return _clock(it.world_start_time), what, place_name(talk, it.place_id)


def _commitments(it: Mind) -> RenderableType:
    """Return promises as a table: by whom, to whom, and their status."""
    table = _table("What was promised")
    for column in ("by", "to"):
        table.add_column(column, style="bold", no_wrap=True)
    table.add_column("what")
    table.add_column("until", no_wrap=True)
    table.add_column("stands", no_wrap=True)
    for one in it.commitments:
        due = (
            f"{one.world_due_time.ToDatetime():%d %b, %H:%M}"
            if one.HasField("world_due_time")
            else ""
        )
        how = word(CommitmentStatus.Name(one.status), "COMMITMENT_STATUS_")
        names = (Text(printable(name)) for name in (one.by_name, one.to_name))
        table.add_row(*names, Text(printable(one.what)), due, how)
    return table


def _relations(found: Sequence[Standing]) -> RenderableType:
    table = _table("What they make of others")
    table.add_column("who", style="bold", no_wrap=True)
    for column in ("affinity", "trust", "known"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("view")
    for it in found:
        numbers = (f"{it.affinity:+d}", str(it.trust), str(it.familiarity))
        table.add_row(Text(printable(it.other_name)), *numbers, Text(printable(it.view)))
    return table


def _beliefs(found: Sequence[Belief]) -> RenderableType:
    table = _table("What they believe")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("belief")
    for it in found:
        table.add_row(str(it.score), Text(printable(it.text)))
    return table


def _clock(time: Timestamp) -> str:
    return f"{time.ToDatetime():%H:%M}"


def _table(title: str) -> Table:
    return Table(
        title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0)
    )
