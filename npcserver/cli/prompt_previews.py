"""`npcserver prompts`: the questions for a model, and the prompts it would get."""

import json
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from textwrap import indent

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from npcserver.adapters.files import load_world
from npcserver.app.prompts.preview import KINDS, Occasion, Preview, Previewing
from npcserver.bootstrap import previews
from npcserver.cli.logs import without_log
from npcserver.cli.playing import STRANGER
from npcserver.cli.sample import sample_world
from npcserver.cli.worlds import FILES
from npcserver.config import Settings
from npcserver.model.character import Character
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, WorldId, slug
from npcserver.model.person import Person
from npcserver.model.worldfile import WorldFile
from npcserver.prompts.catalogue import QUESTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewWish:
    """What the command line asked for; empty where it named nothing."""

    kind: str
    character: str = ""
    words: str = ""
    visitor: str = ""
    world: str = ""
    timeline: str = ""
    tokens: int = 0
    is_json: bool = False


def show_kinds(*, is_json: bool) -> None:
    """Print the kinds of questions, with what each asks."""
    asks = {one.template: (one.__doc__ or "").partition("\n")[0] for one in QUESTIONS}
    if is_json:
        sys.stdout.write(json.dumps(asks, ensure_ascii=False, indent=2) + "\n")
        return
    table = Table("kind", "what it asks", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for kind, what in asks.items():
        table.add_row(kind, what)
    console = _console()
    console.print(table)
    console.print("Show one: npcserver prompts show KIND --with CHARACTER", style="dim")


async def show(settings: Settings, wish: PreviewWish) -> None:
    """Print a question with its prompt, as it would be asked."""
    if wish.kind not in KINDS:
        there = ", ".join(KINDS)
        raise InvalidInput("KIND", f"there is no question {wish.kind!r}; name one of: {there}")
    with without_log():
        async with _previewing(settings, wish) as previewing:
            if wish.tokens:
                setup = previewing.setup
                tuning = replace(setup.tuning, prompt_tokens=wish.tokens)
                previewing.setup = replace(setup, tuning=tuning)
            preview = await previewing.preview(_occasion(wish, previewing.store.cast.characters))
    if wish.is_json:
        told = {**asdict(preview), "tokens": preview.tokens}
        sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
        return
    _print(_console(), preview)


@asynccontextmanager
async def _previewing(settings: Settings, wish: PreviewWish) -> AsyncGenerator[Previewing, None]:
    if wish.timeline and wish.world:
        raise InvalidInput("--timeline", "is of a world already; leave out --world")
    if not wish.timeline and (not wish.world or wish.world.endswith(FILES)):
        async with previews.of_file(settings, _world(wish.world)) as previewing:
            yield previewing
    elif wish.timeline:
        async with previews.of_timeline(settings, wish.timeline) as previewing:
            yield previewing
    else:
        async with previews.of_world(settings, WorldId(wish.world)) as previewing:
            yield previewing


def _world(file: str) -> WorldFile:
    return load_world(Path(file).expanduser() if file else sample_world())


def _occasion(wish: PreviewWish, characters: Mapping[CharacterId, Character]) -> Occasion:
    if not characters:
        raise InvalidInput("--world", "has no characters; put one into its file")
    name = wish.visitor.strip() or STRANGER
    return Occasion(
        kind=wish.kind,
        character_id=_meant(wish.character, characters),
        visitor=Person(id=f"player-{slug(name)}", name=name),
        words=wish.words.strip(),
    )


def _meant(wanted: str, characters: Mapping[CharacterId, Character]) -> CharacterId:
    """Return the character a name means: by id, whole name, or one word of the name."""
    if not wanted:
        return next(iter(characters))
    plain = wanted.strip().casefold()
    exactly = [one.id for one in characters.values() if plain in (one.id, one.name.casefold())]
    loosely = [one.id for one in characters.values() if plain in one.name.casefold().split()]
    found = exactly or loosely
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"{one.name} ({one.id})" for one in characters.values())
    why = f"may be several; say which: {there}" if found else f"is nobody here; there are: {there}"
    raise InvalidInput("--with", f"{wanted!r} {why}")


def _print(console: Console, preview: Preview) -> None:
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
