"""`npcserver play`: a server of its own, a chat, and the file of where you were."""

import contextlib
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import npcclient
from npcclient.chat import Chat, Screen, Talk, Wish, open_talk, run_script, run_terminal
from rich.console import Console

from npcmodels.cli.model_offer import offer_model, with_consent
from npcserver import bootstrap
from npcserver.app.world_files import ImportedKind, ImportEffect
from npcserver.cli import worlds
from npcserver.cli.event_log import logging_to
from npcserver.cli.progress import wait_until_embedded
from npcserver.cli.world_import import import_summary
from npcserver.cli.worlds import sample_world
from npcserver.config import Settings
from npcserver.model.errors import NotFound


@dataclass(slots=True, kw_only=True)
class SavedPlay:
    """A player's timeline in a world; `met` are the characters they have talked with."""

    world_id: str
    player: str
    timeline_id: str
    partner_id: str
    met: list[str] = field(default_factory=list)


class PlayFile:
    """A small JSON file; a broken one counts as empty, since nothing in it is irreplaceable."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sessions: list[SavedPlay] = []
        with contextlib.suppress(OSError, ValueError, TypeError):
            self._sessions = [SavedPlay(**entry) for entry in json.loads(path.read_text("utf-8"))]

    def last(self) -> SavedPlay | None:
        """Return the session that was played last."""
        return self._sessions[-1] if self._sessions else None

    def of(self, world_id: str, player: str) -> SavedPlay | None:
        """Return the last session of this player in this world."""
        for session in reversed(self._sessions):
            if (session.world_id, session.player) == (world_id, player):
                return session
        return None

    def keep(self, session: SavedPlay) -> None:
        """Make this the last session, replacing an older one of the same player and world."""
        key = (session.world_id, session.player)
        kept = [it for it in self._sessions if (it.world_id, it.player) != key]
        self._sessions = [*kept[-99:], session]
        draft = self._path.with_suffix(".part")
        with contextlib.suppress(OSError):  # a full disk must not end the conversation
            draft.write_text(json.dumps([asdict(it) for it in self._sessions], indent=1), "utf-8")
            draft.replace(self._path)


STRANGER = "Traveller"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayArgs:
    """What the command line asked for; empty where it named nothing."""

    world: str
    player: str
    partner: str
    lines: Sequence[str] | None
    is_yes: bool
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySetting:
    """A world to play in, and the character newcomers meet there (empty: the first by id)."""

    world_id: str
    host_id: str = ""


async def play(settings: Settings, **options: Any) -> int:
    """Play; return the exit code. The options are `PlayArgs`."""
    args = PlayArgs(**options)
    aside = Console(stderr=True, highlight=False, markup=False)
    settings = await with_consent(settings, aside, is_yes=args.is_yes)
    if not args.lines:
        await offer_model(settings, aside)
    async with AsyncExitStack() as stack:
        stack.enter_context(logging_to(settings.data / "npcserver.log", settings.log))
        with aside.status("Waking everybody up"):
            here = await stack.enter_async_context(bootstrap.running(settings))
            await here.embedder.embed(["good morning"])  # loads its weights, seconds of work
        file = PlayFile(settings.data / "play.json")
        setting = await _setting(here, file, args, aside)
        await wait_until_embedded(here, setting.world_id, aside)
        address = f"127.0.0.1:{here.port}"
        npc = await stack.enter_async_context(npcclient.connect(address))
        talk = await open_talk(npc, _resumed_talk(file, setting, args))
        is_plain = bool(args.lines) or not sys.stdin.isatty()
        # Output that is not a terminal gets a fixed, wide width.
        width = 160 if is_plain and not sys.stdout.isatty() else None
        screen = Screen(Console(highlight=False, width=width), is_plain=is_plain)
        _introduce(screen, here, settings)
        if not is_plain:  # lines to try, which a character without a model answers
            lines = await npc.play.suggest_lines(talk.timeline_id, talk.partner, talk.player)
            if lines:
                screen.note("Try: " + " · ".join(lines))
        chat = Chat(
            npc,
            screen,
            talk,
            affordances=talk.world.affordances,
            entities=talk.world.entities,
            changed=_keeper(file),
            has_model=not _is_offline(here),
        )
        _keeper(file)(talk)
        if is_plain:
            return await run_script(chat, args.lines or sys.stdin)
        return await run_terminal(chat)


async def _setting(
    here: bootstrap.RunningServer, file: PlayFile, args: PlayArgs, aside: Console
) -> PlaySetting:
    """Return the world to play in, imported if needed; `NotFound` lists the worlds there are."""
    async with here.store.read() as reader:
        known = {world.id: world for world in await reader.worlds(1000)}
    if worlds.is_file(args.world):
        return await _brought_in(here, Path(args.world), aside)
    if args.world:
        if args.world not in known:
            there = ", ".join(known) or "none yet"
            advice = f"there are: {there}; or name a world file ({' or '.join(worlds.FILES)})"
            raise NotFound("world", args.world, advice)
        return PlaySetting(world_id=args.world)
    last = file.last()
    if last is not None and last.world_id in known:
        return PlaySetting(world_id=last.world_id)
    if known:
        return PlaySetting(world_id=next(iter(known)))
    return await _brought_in(here, sample_world(), aside)


async def _brought_in(here: bootstrap.RunningServer, path: Path, aside: Console) -> PlaySetting:
    world = worlds.read_world_file(path, is_smallville=False)
    imported = await here.importing.put(world)
    people = ImportedKind.CHARACTER
    is_new = imported.count(people, ImportEffect.CREATED, ImportEffect.CHANGED)
    if is_new or imported.memories:
        aside.print(import_summary(imported), style="dim")
    host_id = world.characters[0].id if world.characters else ""
    return PlaySetting(world_id=imported.world_id, host_id=host_id)


def _resumed_talk(file: PlayFile, setting: PlaySetting, args: PlayArgs) -> Wish:
    """Return the wish for a conversation that continues where this player left this world."""
    last = file.last()
    player = args.player or (last.player if last else STRANGER)
    session = file.of(setting.world_id, player)
    fresh = Wish(
        world_id=setting.world_id,
        player=player,
        partner=args.partner or setting.host_id,
        label=f"{player[:70]}'s play",
        language=args.language,
    )
    if session is None:
        return fresh
    return replace(
        fresh,
        partner=args.partner or session.partner_id or setting.host_id,
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
            SavedPlay(
                world_id=world_id,
                player=player,
                timeline_id=talk.timeline_id,
                partner_id=talk.partner.character_id,
                met=sorted({*met, talk.partner.character_id}),
            )
        )

    return keep


def _is_offline(here: bootstrap.RunningServer) -> bool:
    return here.model_name.startswith("offline")


def _introduce(screen: Screen, here: bootstrap.RunningServer, settings: Settings) -> None:
    for told in here.models.told():
        screen.note(f"Mind: {told}.")
    if _is_offline(here) or settings.model.name == "auto":
        screen.note("Another: `npcserver models list`, or --model openai:NAME --base-url URL.")
    if here.http_port is not None and not screen.is_plain:
        screen.note(f"In a browser: http://127.0.0.1:{here.http_port}/ while this runs.")
