"""`npcserver play`: a server of its own, and a chat with a character in the terminal."""

import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import npcclient
from npcclient.chat import Chat, Screen, Talk, Wish, open_talk, run_script, run_terminal
from rich.console import Console

from npcserver import bootstrap
from npcserver.cli import worlds
from npcserver.cli.hosted_consent import with_consent
from npcserver.cli.logs import logging_to
from npcserver.cli.playfile import PlayFile, Session
from npcserver.cli.progress import until_embedded
from npcserver.cli.sample import sample_world
from npcserver.config import Settings
from npcserver.model.errors import NotFound

STRANGER = "Traveller"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWish:
    """What the command line asked for; empty where it named nothing."""

    world: str = ""
    player: str = ""
    partner: str = ""
    lines: tuple[str, ...] = ()
    is_yes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A world to play in, and the character newcomers meet there (empty: the first by id)."""

    world_id: str
    host_id: str = ""


async def play(settings: Settings, wish: PlayWish) -> int:
    """Play; return the exit code."""
    aside = Console(stderr=True, highlight=False, markup=False)
    settings = await with_consent(settings, aside, is_yes=wish.is_yes)
    async with AsyncExitStack() as stack:
        stack.enter_context(logging_to(settings.data / "npcserver.log", settings.log))
        with aside.status("Waking everybody up"):
            here = await stack.enter_async_context(bootstrap.running(settings))
            await here.embedder.embed(["good morning"])  # loads its weights, seconds of work
        file = PlayFile(settings.data / "play.json")
        setting = await _setting(here, file, wish, aside)
        await until_embedded(here, setting.world_id, aside)
        address = f"127.0.0.1:{here.port}"
        npc = await stack.enter_async_context(npcclient.connect(address))
        talk = await open_talk(npc, _where_we_were(file, setting, wish))
        is_plain = bool(wish.lines) or not sys.stdin.isatty()
        screen = Screen(_console(is_plain=is_plain), is_plain=is_plain)
        _introduce(screen, here, settings)
        chat = Chat(
            npc,
            screen,
            talk,
            affordances=talk.world.affordances,
            entities=talk.world.entities,
            changed=_keeper(file),
        )
        _keeper(file)(talk)
        if is_plain:
            return await run_script(chat, wish.lines or sys.stdin)
        return await run_terminal(chat)


async def _setting(
    here: bootstrap.Running, file: PlayFile, wish: PlayWish, aside: Console
) -> Setting:
    """Return the world to play in, imported if needed; `NotFound` lists the worlds there are."""
    async with here.store.read() as reader:
        known = {world.id: world for world in await reader.worlds(1000)}
    if worlds.is_file(wish.world):
        return await _brought_in(here, Path(wish.world), aside)
    if wish.world:
        if wish.world not in known:
            there = ", ".join(known) or "none yet"
            raise NotFound("world", wish.world, f"there are: {there}; or name a world file")
        return Setting(world_id=wish.world)
    last = file.last()
    if last is not None and last.world_id in known:
        return Setting(world_id=last.world_id)
    if known:
        return Setting(world_id=next(iter(known)))
    return await _brought_in(here, sample_world(), aside)


async def _brought_in(here: bootstrap.Running, path: Path, aside: Console) -> Setting:
    world = worlds.read(path, is_smallville=False)
    imported = await here.importing.put(world)
    if imported.created or imported.updated or imported.memories:
        aside.print(worlds.told(imported), style="dim")
    host_id = world.characters[0].id if world.characters else ""
    return Setting(world_id=imported.world_id, host_id=host_id)


def _where_we_were(file: PlayFile, setting: Setting, wish: PlayWish) -> Wish:
    """Return the wish for a conversation that continues where this player left this world."""
    last = file.last()
    player = wish.player or (last.player if last else STRANGER)
    session = file.of(setting.world_id, player)
    fresh = Wish(
        world_id=setting.world_id,
        player=player,
        partner=wish.partner or setting.host_id,
        label=f"{player[:70]}'s play",
    )
    if session is None:
        return fresh
    return replace(
        fresh,
        partner=wish.partner or session.partner_id or setting.host_id,
        timeline_id=session.timeline_id,
        acquainted=frozenset(session.met),
    )


def _keeper(file: PlayFile) -> Callable[[Talk], None]:
    """Return a function that stores each state of a conversation, in case of a power cut."""

    def keep(talk: Talk) -> None:
        world_id, player = talk.world.world_id, talk.player.name
        before = file.of(world_id, player)
        met = set(before.met) if before and before.timeline_id == talk.timeline_id else set()
        file.keep(
            Session(
                world_id=world_id,
                player=player,
                timeline_id=talk.timeline_id,
                partner_id=talk.partner.character_id,
                met=sorted({*met, talk.partner.character_id}),
            )
        )

    return keep


def _introduce(screen: Screen, here: bootstrap.Running, settings: Settings) -> None:
    """Say which model answers, and how to choose another."""
    for told in here.voices.told():
        screen.note(f"Mind: {told}.")
    is_offline = here.model_name.startswith("offline")
    if is_offline:
        screen.note(
            "This is no language model: characters say what their author wrote for them and quote "
            "what they remember, and where both run out they do not know."
        )
    if here.http_port is not None and not screen.is_plain:
        screen.note(f"In a browser: http://127.0.0.1:{here.http_port}/ while this runs.")
    named = "--model openai:NAME --base-url URL, or --model local:FILE.gguf"
    if is_offline:
        screen.note(f"Next: `npcserver models list` shows language models to fetch; or {named}.")
    elif settings.model.name == "auto":
        screen.note(f"Another one: {named}; `npcserver models list` shows some to fetch.")


def _console(*, is_plain: bool) -> Console:
    """Return the console of the chat; output that is not a terminal gets a fixed, wide width."""
    if is_plain and not sys.stdout.isatty():
        return Console(highlight=False, width=160)
    return Console(highlight=False)
