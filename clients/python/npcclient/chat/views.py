"""Tables of a chat: people, places, memories."""

from collections.abc import Sequence
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.recollection_pb2 import Recollection
from npcclient.admin.v1.world_service_pb2 import Calendar
from npcclient.chat.flow import printable
from npcclient.chat.talk import Talk, place_name
from npcclient.v1.memory_pb2 import Memory, MemoryKind, MemorySource
from npcclient.v1.timeline_service_pb2 import SaveSlot

EARTH = Calendar()


def moment(time: datetime, calendar: Calendar = EARTH) -> str:
    """Return game time for display, by the world's names: `Mon 13 Feb 2023, 09:00`."""
    weekday = calendar.weekdays[time.weekday()] if calendar.weekdays else f"{time:%a}"
    month = calendar.months[time.month - 1] if calendar.months else f"{time:%b}"
    begun = [one for one in calendar.eras if (one.first_year or 1) <= time.year]
    era = max(begun, key=lambda one: one.first_year, default=None)
    year = f"{time.year}" if era is None else f"{time.year - (era.first_year or 1) + 1} {era.name}"
    told = f"{weekday} {time.day} {month} {year}, {time:%H:%M}"
    hours = calendar.hours_in_day
    if hours in (0, 24):
        return printable(told)
    hour = (time.hour * 60 + time.minute) * hours // (24 * 60) + 1
    return printable(f"{told} (hour {hour} of {hours})")


def people(talk: Talk, shown: Sequence[Character], *, with_places: bool) -> RenderableType:
    """Return characters with their traits, and their places if asked for."""
    table = titled()
    table.add_column("who", style="bold", no_wrap=True)
    table.add_column("what one knows of them")
    if with_places:
        table.add_column("where")
    for character in sorted(shown, key=lambda it: it.persona.name):
        persona = character.persona
        about = f"{persona.age}, {persona.traits}" if persona.HasField("age") else persona.traits
        mark = " ←" if character.character_id == talk.partner.character_id else ""
        row = [f"{persona.name}{mark}", printable(about)]
        table.add_row(*row, *([place_name(talk, character.place_id)] if with_places else []))
    return table


def surroundings(talk: Talk, now: datetime) -> RenderableType:
    """Return the place, its objects, and the time."""
    place = talk.place
    facts = [moment(now, talk.world.calendar)]
    if place is None:
        return Group(Text(talk.world.name, style="bold"), Text(talk.world.description), _dim(facts))
    lines = [Text(f"{place_name(talk, place.place_id)} · {talk.world.name}", style="bold")]
    if place.description:
        lines.append(Text(printable(place.description)))
    if place.objects:
        lines.append(Text(f"There is: {', '.join(place.objects)}"))
    if place.HasField("hours"):
        facts.append(f"open {place.hours.opens} to {place.hours.closes}")
    if place.HasField("capacity"):
        facts.append(f"room for {place.capacity}")
    return Group(*lines, _dim(facts))


def _dim(facts: Sequence[str]) -> Text:
    return Text(" · ".join(facts), style="dim")


def recollections(found: Sequence[Recollection], title: str) -> RenderableType:
    """Return memories with the three scores of their recall."""
    table = titled(title)
    for column in ("score", "recency", "import.", "relev."):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", justify="right", style="dim")
    table.add_column("memory")
    for number, it in enumerate(found, 1):
        terms = (it.score, it.recency, it.importance, it.relevance)
        scores = (f"{term:.2f}" for term in terms)
        table.add_row(*scores, str(number), _recollection(it))
    return table


def memories(found: Sequence[Memory], title: str, calendar: Calendar = EARTH) -> RenderableType:
    """Return memories with their importance."""
    table = titled(title)
    table.add_column("when", no_wrap=True)
    table.add_column("imp.", justify="right", no_wrap=True)
    table.add_column("", justify="right", style="dim")
    table.add_column("memory")
    for number, memory in enumerate(found, 1):
        rated = str(memory.importance) if memory.is_rated else f"({memory.importance})"
        when = moment(memory.world_create_time.ToDatetime(), calendar)
        table.add_row(when, rated, str(number), _memory(memory))
    return table


def saves(found: Sequence[SaveSlot], calendar: Calendar = EARTH) -> RenderableType:
    """Return saved moments with their numbers, in the order given."""
    table = titled()
    table.add_column("", justify="right", style="dim")
    table.add_column("save", style="bold")
    table.add_column("game time")
    table.add_column("made")
    for number, save in enumerate(found, 1):
        made = f"{save.create_time.ToDatetime():%Y-%m-%d %H:%M}"
        when = moment(save.world_time.ToDatetime(), calendar)
        table.add_row(str(number), printable(save.name), when, made)
    return table


def _recollection(it: Recollection) -> Text:
    text = _memory(it.memory)
    if it.is_pinned:
        text.append("  pinned", style="dim")
    if it.times > 1:
        text.append(f"  {it.times} times", style="dim")
    for older in it.superseded:
        text.append(f"  before that: {printable(older.text)}", style="dim")
    return text


def _memory(memory: Memory) -> Text:
    text = Text(printable(memory.text))
    if memory.kind not in (MemoryKind.MEMORY_KIND_UNSPECIFIED, MemoryKind.MEMORY_KIND_OBSERVATION):
        text.append(f"  {word(MemoryKind.Name(memory.kind), 'MEMORY_KIND_')}", style="dim")
    elif memory.source == MemorySource.MEMORY_SOURCE_AUTHORED:
        text.append("  known from the start", style="dim")
    return text


def word(name: str, prefix: str) -> str:
    """Return the name of an enum value for display: `PREFIX_CUT_SHORT` is `cut short`."""
    return name.removeprefix(prefix).replace("_", " ").lower()


def titled(title: str | None = None) -> Table:
    """Return an empty table."""
    return Table(
        title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0)
    )
