"""`npcserver diff`, `npcserver report` and `npcserver prompts`.

 They compare two moments of play, count how useful memories are, and show the prompts that a
model would get.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from textwrap import indent
from typing import Any

from npcclient.chat import diff_views
from npcclient.chat.names import matching
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.ledger.memory_report import MemoryReport
from npcserver.app.timeline_diff import MEMORIES_SHOWN, DiffRequest, MomentRef
from npcserver.cli.console_streams import write_data
from npcserver.cli.error_messages import show_error
from npcserver.cli.event_log import without_log
from npcserver.cli.world_import import quietly_running
from npcserver.cli.worlds import FILES, sample_world
from npcserver.config import Settings
from npcserver.model.character import Person
from npcserver.model.errors import Fault, InvalidInput, NotFound
from npcserver.model.ids import CharacterId, TimelineId, WorldId, slug
from npcserver.ports.storage import Reader
from npcserver.ports.view import Resident
from npcserver.prompts.catalogue import QUESTIONS
from npcserver.rpc import diff_messages, memory_messages
from npctools.bootstrap import previews
from npctools.cli.play_console import STRANGER
from npctools.prompts.preview import KINDS, Occasion, PromptPreview, PromptPreviews


def with_listing_hint(fault: Fault) -> Fault:
    """Return the fault; for a missing timeline or save, one that says how to list them."""
    if not isinstance(fault, NotFound) or fault.kind not in ("timeline", "save"):
        return fault
    advice = "`npcserver record` without a name lists the timelines and saves there are"
    return NotFound(fault.kind, fault.identifier, advice)


SAME, DIFFERS, TROUBLE = 0, 1, 2
"""Exit codes, the same as diff(1)."""
_ALL_PLACES = 100_000
_DIFF_WIDTH = 160


async def diff(
    settings: Settings,
    a: str,
    b: str,
    *,
    characters: Sequence[str] | None = None,
    memories: int = MEMORIES_SHOWN,
    is_json: bool = False,
) -> int:
    """Print the differences of two moments as they were typed; return the exit code."""
    try:
        moments = MomentRef.parse(a), MomentRef.parse(b)
        async with quietly_running(settings) as here:
            return await _shown(here, *moments, characters or (), memories, is_json=is_json)
    except Fault as fault:
        show_error(with_listing_hint(fault))
        return TROUBLE
    except OSError as failure:
        show_error(failure)
        return TROUBLE


async def _shown(
    here: bootstrap.RunningServer,
    a: MomentRef,
    b: MomentRef,
    named: Sequence[str],
    memories: int,
    *,
    is_json: bool,
) -> int:
    async with here.store.read() as reader:
        world_id = await _world_of(reader, a)
        names = await _named(reader, a), await _named(reader, b)
        places = await reader.places(world_id, _ALL_PLACES)
        residents = await reader.roster(world_id)
    characters = tuple(_meant("--character", typed, residents) for typed in named)
    found = await here.services.diffing.diff(
        DiffRequest(a=a, b=b, character_ids=characters, memories=memories)
    )
    called: dict[str, str] = {place.id: place.name for place in places}
    if is_json:
        write_data(f"{diff_messages.diff_as_json(found)}\n")
    else:
        console = Console(highlight=False, width=None if sys.stdout.isatty() else _DIFF_WIDTH)
        for part in diff_views.difference(diff_messages.encode_difference(found), *names, called):
            console.print(part)
    return SAME if found.is_empty else DIFFERS


async def _world_of(reader: Reader, of: MomentRef) -> WorldId:
    if of.save_id is not None:
        return (await reader.save(of.save_id)).world_id
    return (await reader.timeline(of.timeline_id or TimelineId(""))).world_id


async def _named(reader: Reader, of: MomentRef) -> str:
    """Return a moment's label for display, with its authored name if it has one."""
    if of.save_id is not None:
        name = (await reader.save(of.save_id)).name
        return f"{name} ({of.save_id})" if name else of.save_id
    timeline = await reader.timeline(of.timeline_id or TimelineId(""))
    seq = timeline.head if of.seq is None else of.seq
    position = f"{timeline.id}@{seq}"
    return f"{timeline.label} ({position})" if timeline.label else position


def _meant(option: str, typed: str, people: Iterable[Resident]) -> CharacterId:
    """Return the character that a name on the command line means."""
    there = tuple(people)
    found = matching(typed, there, lambda one: (one.name, one.id))
    if len(found) == 1:
        return found[0].id
    listed = ", ".join(f"{one.name} ({one.id})" for one in found or there) or "none"
    if found:
        raise InvalidInput(option, f"{typed!r} may be {listed}; say which")
    raise NotFound("character", typed, f"there are: {listed}")


_REPORT_WIDTH = 120
_COUNTS = ("memories", "twice", "echoes", "say nothing", "out of date", "pinned", "never recalled")


async def report(
    settings: Settings, timeline: str, *, character: str | None = None, is_json: bool = False
) -> None:
    """Print the reports of a character, or of all without one."""
    character_id = CharacterId(character) if character else None
    async with quietly_running(settings) as here:
        try:
            reports = await here.services.reporting.report(
                timeline_id=TimelineId(timeline), character_id=character_id
            )
        except NotFound as fault:
            raise with_listing_hint(fault) from fault
    if is_json:
        write_data(f"{memory_messages.reports_as_json(reports)}\n")
        return
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _REPORT_WIDTH)
    console.print(report_table(reports))
    if character:
        for one in reports:
            console.print(faulty_memories_table(one))


def report_table(reports: Sequence[MemoryReport]) -> Table:
    """Return the counts, one row for each character."""
    shown = Table("character", box=None, header_style="dim", pad_edge=False)
    for name in (*_COUNTS, "junk"):
        shown.add_column(name, justify="right")
    for one in reports:
        counts = (
            one.total,
            one.duplicates,
            one.echoes,
            one.leftovers,
            one.superseded,
            one.pinned,
            one.never_recalled,
        )
        shown.add_row(Text(one.name), *map(str, counts), f"{one.junk:.1%}")
    return shown


def faulty_memories_table(of: MemoryReport) -> Table:
    """Return examples of a character's faulty memories."""
    shown = Table("memory", "what", "of", "text", box=None, header_style="dim", pad_edge=False)
    for one in of.examples:
        shown.add_row(one.memory.id, one.fault.value, one.of_id, Text(one.memory.text))
    return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewArgs:
    """What the command line asked for; empty where it named nothing."""

    kind: str
    character: str = ""
    words: str = ""
    visitor: str = ""
    world: str = ""
    timeline: str = ""
    tokens: int | None = None
    is_json: bool = False


def show_prompt_kinds(*, is_json: bool) -> None:
    """Print the kinds of questions, with what each asks."""
    asks = {one.template: (one.__doc__ or "").partition("\n")[0] for one in QUESTIONS}
    if is_json:
        write_data(json.dumps(asks, ensure_ascii=False, indent=2) + "\n")
        return
    table = Table("kind", "what it asks", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for kind, what in asks.items():
        table.add_row(kind, what)
    console = _console()
    console.print(table)
    console.print("Show one: npcserver prompts show KIND --with CHARACTER", style="dim")


async def show_prompt(settings: Settings, **options: Any) -> None:
    """Print a question with its prompt, as it would be asked; `options` are `PreviewArgs`."""
    args = PreviewArgs(**options)
    if args.kind not in KINDS:
        there = ", ".join(KINDS)
        raise InvalidInput("KIND", f"there is no question {args.kind!r}; name one of: {there}")
    with without_log():
        async with _previewing(settings, args) as previewing:
            if args.tokens:
                setup = previewing.setup
                tuning = replace(setup.tuning, prompt_tokens=args.tokens)
                previewing.setup = replace(setup, tuning=tuning)
            preview = await previewing.preview(_occasion(args, previewing.store.base.residents))
    if args.is_json:
        told = {**asdict(preview), "tokens": preview.tokens}
        write_data(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
        return
    _print(_console(), preview)


def _previewing(
    settings: Settings, args: PreviewArgs
) -> AbstractAsyncContextManager[PromptPreviews]:
    if args.timeline and args.world:
        raise InvalidInput("--timeline", "is of a world already; leave out --world")
    if args.timeline or (args.world and not args.world.endswith(FILES)):
        return previews.preview_stored(settings, args.timeline, args.world)
    file = Path(args.world).expanduser() if args.world else sample_world()
    return previews.preview_file(settings, load_world(file))


def _occasion(args: PreviewArgs, characters: Mapping[CharacterId, Resident]) -> Occasion:
    if not characters:
        raise InvalidInput("--world", "has no characters; put one into its file")
    asked, name = args.character, args.visitor.strip() or STRANGER
    return Occasion(
        kind=args.kind,
        character_id=(
            _meant("--with", asked, characters.values()) if asked else next(iter(characters))
        ),
        visitor=Person(id=f"player-{slug(name)}", name=name),
        words=args.words.strip(),
    )


def _print(console: Console, preview: PromptPreview) -> None:
    for one in preview.assumed:
        console.print(Text(f"As if: {one}", style="yellow"))
    rows = Table.grid(padding=(0, 2))
    rows.add_row(Text("question", style="dim"), f"{preview.kind}, of {preview.character}")
    digest = f"{preview.kind}.j2 ({preview.language}), sha256 {preview.template_digest[:12]}"
    rows.add_row(Text("template", style="dim"), digest)
    rows.add_row(Text("tokens", style="dim"), f"about {preview.tokens:,}")
    for section in sorted(preview.sections, key=lambda one: -one.tokens):
        name = section.name or f"(other words of {section.role})"
        rows.add_row(Text(f"{section.tokens:,}", style="dim", justify="right"), Text(name))
    rows.add_row(Text("answer", style="dim"), f"{preview.answer_tokens:,} tokens at most")
    console.print(rows)
    for role, sections in groupby(preview.sections, lambda one: one.role):
        own = list(sections)
        console.print(Rule(f"{role}, {sum(one.tokens for one in own):,} tokens", style="cyan"))
        for section in own:
            if section.name:
                console.print(Text(f"{section.name} · {section.tokens:,}", style="cyan"))
            if console.is_terminal:
                console.print(Padding(Text(section.text), (0, 0, 0, 2)))
            else:  # whole lines, so that they can be searched
                console.print(Text(indent(section.text, "  ")), soft_wrap=True)


def _console() -> Console:
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 120)
