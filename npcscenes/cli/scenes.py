"""`npcserver scene run` and `go`: runs scenes and shows their results."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Collection
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from npcclient.chat.keyboard import Keyboard
from rich.console import Console
from rich.table import Table

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_log import read_chat
from npcscenes.app.scene_requests import Advance, LeaveSeat, OpenGroupChat, TakeSeat
from npcscenes.app.scene_view import Eyes, Watcher, WatchGroupChat
from npcscenes.cli.scene_files import read_scene, recorded_moves, recorded_stories
from npcscenes.cli.scene_terminal import YOU, SceneConsole, SeatLeft, TerminalSeat, show_result
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import AwaitedPerson
from npcscenes.model.report import as_json, report
from npcscenes.studio.scene_page import page
from npcscenes.studio.scene_report import words_of
from npcserver import bootstrap
from npcserver.aio import attended
from npcserver.app.group_moves import unfinished
from npcserver.bootstrap import RunningServer
from npcserver.cli.console_streams import write_data
from npcserver.cli.world_import import quietly_running
from npcserver.cli.worlds import read_world_file
from npcserver.config import CognitionSettings, Settings
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.group.moves import Move
from npcserver.model.group.script import Course, Script, Stage
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.model_use import ModelHost, ModelUse
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.model.worldfile import WorldFile
from npcserver.ports.storage import Reader

_LOOK_SECONDS = 20.0
_UNHURRIED = {"first_word_seconds": 900.0, "total_seconds": 1_800.0}
_AUDIENCE = "audience"
_MANY = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneDisplay:
    """How a scene is shown: from which seat, through whose eyes, and where its result goes.

    `where` holds the options that a command to continue has to repeat.
    """

    seat: str = ""
    eyes: str = ""
    html: Path | None = None
    is_json: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneArgs:
    """What the command line asked for; empty where it named nothing."""

    scene: str
    seed: int = 0
    rounds: int | None = None
    chat_rounds: int | None = None
    without: Collection[str] | None = None
    world: str = ""
    show: SceneDisplay = field(default_factory=SceneDisplay)


async def run_scene(settings: Settings, args: SceneArgs) -> int:
    """Run a scene from its beginning; return the exit code.

    Without a language model the recorded game of a story is shown instead.
    """
    script = read_scene(args.scene)
    script = replace(script, course=_shaped(script.course, args))
    _check_show(script, args.show)
    world = _world(args.world, script)
    settings = await unhurried(_staffed(settings))
    async with quietly_running(settings, may_create=True) as here:
        chats = GroupChats.of(here.services)
        recorded = () if chats.has_model else _recorded(args)
        if isinstance(world, WorldFile):
            world_id = (await here.importing.put(world)).world_id
        else:
            world_id = (await here.services.worlds.get(world)).id
        timeline = await here.services.timelines.start(world_id, script.title[:80])
        if recorded:
            chat = await chats.add_recorded(timeline.id, recorded)
        else:
            wish = OpenGroupChat(timeline_id=timeline.id, script=script, seed=args.seed)
            chat = await chats.open(wish)
        return await _perform(here, timeline.id, chat, args.show, story=args.scene)


async def resume_scene(settings: Settings, timeline: str, show: SceneDisplay) -> int:
    """Continue the last scene of a timeline; return the exit code."""
    settings = await unhurried(_staffed(settings))
    async with quietly_running(settings) as here:
        timeline_id = TimelineId(timeline)
        try:
            chats = await GroupChats.of(here.services).list(timeline_id)
        except NotFound as error:
            advice = "a scene that is left says in which it is; look for a slip, or give its --data"
            raise NotFound("timeline", timeline, advice) from error
        if not chats:
            raise NotFound("group_chat", timeline, "no scene was opened in this timeline")
        _check_show(chats[-1].script, show)
        return await _perform(here, timeline_id, chats[-1], show)


def _recorded(args: SceneArgs) -> tuple[Move, ...]:
    """Return the moves of the recorded game of a story.

    Raises `InvalidInput` where there is none, or where an option asks for another game.
    """
    moves = recorded_moves(args.scene)
    if not moves:
        raise InvalidInput(
            args.scene,
            "needs a language model, and none was found; fetch one with `npcserver models pull`, "
            "name one with --model, or try the file with --model scripted. Recorded games, which "
            f"need none: {', '.join(recorded_stories())}",
        )
    others = {
        "--seat": args.show.seat,
        "--world": args.world,
        "--seed": args.seed,
        "--rounds": args.rounds,
        "--chat-rounds": args.chat_rounds,
        "--without": args.without,
    }
    for option, value in others.items():
        if value:
            raise InvalidInput(
                option,
                "asks for a new game, and no language model was found; fetch one with `npcserver "
                "models pull`, name one with --model, or leave it out and see the recorded game",
            )
    return moves


def _staffed(settings: Settings) -> Settings:
    """Return the settings with at least one worker; without one the scene would never end."""
    return settings if settings.cognition.workers else settings.changed(cognition={"workers": 1})


async def unhurried(settings: Settings) -> Settings:
    """Return the settings with more time to think for a model that runs inside the server.

    Several members think side by side there and wait for each other. Limits that the settings
    change from their defaults are kept.
    """
    usual, chosen = CognitionSettings(), settings.cognition
    host = await bootstrap.models().host_of_use(settings, ModelUse.SCENES)
    if host is not ModelHost.EMBEDDED:
        return settings
    longer = {
        name: seconds
        for name, seconds in _UNHURRIED.items()
        if getattr(chosen, name) == getattr(usual, name)
    }
    return settings.changed(cognition=longer)


def _shaped(course: Course, args: SceneArgs) -> Course:
    stages, without = course.stages, args.without or ()
    if "group-chat" in without:
        stages = tuple(stage for stage in stages if stage is not Stage.GROUP_CHAT)
    return replace(
        course,
        rounds=args.rounds or course.rounds,
        private_rounds=args.chat_rounds or course.private_rounds,
        meeting_rounds=args.chat_rounds or course.meeting_rounds,
        group_rounds=args.chat_rounds or course.group_rounds,
        stages=stages,
        has_memory=course.has_memory and "memory" not in without,
        has_summaries=course.has_summaries and "summary" not in without,
    )


def _check_show(script: Script, show: SceneDisplay) -> None:
    members = {one.id for one in script.members}
    for option, name in (("--seat", show.seat), ("--eyes", show.eyes)):
        if name and name not in members and (option, name) != ("--eyes", _AUDIENCE):
            there = ", ".join(one.id for one in script.members)
            raise InvalidInput(option, f"{name!r} is no member; name one of these: {there}")
    if show.seat and show.is_json:
        raise InvalidInput("--json", "shows nothing until the end; leave it out, or take no seat")
    if show.html is not None and not show.html.absolute().parent.is_dir():
        raise InvalidInput("--html", f"{show.html} lies in no folder that is there")
    if show.html is not None and show.html.is_dir():
        raise InvalidInput("--html", f"{show.html} is a folder; name a file in it")


def _world(named: str, script: Script) -> WorldFile | WorldId:
    """Return the world that a scene is played in: the named one, or one of its own."""
    if named.endswith((".yaml", ".yml")):
        return read_world_file(Path(named), is_smallville=False)
    if named:
        return WorldId(named)
    own = World(
        id=WorldId(f"scene-{script.id}"[:63]),
        name=script.title[:80],
        description=script.premise,
        language=script.language,
    )
    return WorldFile(world=own)


async def _perform(
    here: RunningServer,
    timeline_id: TimelineId,
    chat: GroupChat,
    show: SceneDisplay,
    story: str = "",
) -> int:
    """Let a scene go on to its end and show it; return 0 once it is settled."""
    console = Console(highlight=False, markup=False, soft_wrap=True, quiet=show.is_json)
    view = SceneConsole(console, chat.script, _eyes(show.eyes or show.seat))
    voice = here.models.of(ModelUse.SCENES)
    view.introduce(chat.script)
    if not chat.is_closed:
        view.note(view.words["mind"].format(model=voice.model.name, note=voice.note))
    elif story:
        command = f"npcserver scene run {story} --model openai:NAME"
        models = view.words["comma"].join(report(chat).models)
        _tell(view, view.words["recorded"].format(models=models, command=command), show)
    _tell(view, view.words["timeline"].format(timeline=timeline_id), show)
    performance = _Performance(here, timeline_id, chat, show, view)
    command = f"npcserver scene go {timeline_id}{show.where}"
    go_on = "\n" + view.words["go_on"].format(command=command)
    try:
        await performance.to_the_end()
    except SeatLeft:
        view.note(go_on)
        return 1
    except asyncio.CancelledError:  # Ctrl-C while no seat is asked
        view.note(go_on)
        raise
    outcome = await GroupChats.of(here.services).result(timeline_id, chat.id)
    if show.html is not None:
        show.html.write_text(page(outcome.report), encoding="utf-8")
    if show.is_json:
        told = {"timeline": timeline_id, **as_json(outcome.report)}
        write_data(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    else:
        show_result(console, outcome.report, _eyes(show.eyes))
    if show.html is not None:
        view.note(view.words["wrote"].format(file=show.html))
    return 0 if outcome.report.is_settled else 1


def _tell(view: SceneConsole, told: str, show: SceneDisplay) -> None:
    """Print a remark; with `--json` on standard error, since standard output holds the result."""
    if show.is_json:
        sys.stderr.write(told + "\n")
    else:
        view.note(told)


def _eyes(named: str) -> Eyes:
    """Return the eyes that `--eyes` names; without a name, those that see everything."""
    return Watcher.AUDIENCE if named == _AUDIENCE else named or Watcher.EVERYTHING


async def list_open_scenes(settings: Settings) -> None:
    """List the unfinished scenes, each with the timeline to continue in, oldest first."""
    table = Table("timeline", "title", "round", "stage", "calls", box=None, padding=(0, 2, 0, 0))
    async with bootstrap.opened(settings) as store, store.read() as reader:
        async for timeline in _timelines(reader):
            view = await reader.head(timeline.id)
            for chat_id in await unfinished(view):
                chat = await read_chat(view, chat_id)
                stage = words_of("en")[f"stage_{chat.stage}"] if chat.stage else "–"
                table.add_row(
                    timeline.id,
                    chat.script.title,
                    f"{chat.round} of {chat.script.course.rounds}",
                    stage,
                    str(chat.effort.calls),
                )
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if not table.row_count:
        console.print("No scene is unfinished. Begin one: npcserver scene run STORY")
        return
    console.print(table)
    console.print("Go on with one: npcserver scene go TIMELINE", style="dim")


async def _timelines(reader: Reader) -> AsyncGenerator[Timeline, None]:
    for world in await reader.worlds(_MANY):
        after = ""
        while page := await reader.timelines(world.id, _MANY, after):
            for timeline in page:
                yield timeline
            after = page[-1].id


class _Performance:
    """A running scene at this terminal."""

    def __init__(
        self,
        here: RunningServer,
        timeline_id: TimelineId,
        chat: GroupChat,
        show: SceneDisplay,
        view: SceneConsole,
    ) -> None:
        self._here = here
        self._chats = GroupChats.of(here.services)
        self._at: dict[str, Any] = {"timeline_id": timeline_id, "chat_id": chat.id}
        self._chat = chat
        self._show = show
        self._view = view
        self._has_news = False
        self._told = ""

    async def to_the_end(self) -> None:
        """Follow the scene until it is over, and warn about what holds it up."""
        async with AsyncExitStack() as stack:
            seat = await self._seat(stack)
            if not self._chat.is_closed:
                await self._chats.move(Advance(**self._at, host=self._chats.host))
            await attended(self._follow(seat), self._look, _LOOK_SECONDS)

    async def _seat(self, stack: AsyncExitStack) -> TerminalSeat | None:
        member = self._show.seat
        if self._chat.is_closed:
            return None
        await self._stand_up(member)
        if not member:
            return None
        keyboard = stack.enter_context(Keyboard())
        await self._chats.move(TakeSeat(**self._at, member_id=member, person=YOU))
        self._view.brief(self._chat.script.member(member))
        return TerminalSeat(self._chats, self._at, keyboard, self._view, member)

    async def _stand_up(self, member: str) -> None:
        """Give back seats taken here before, except that of `member`."""
        for one in self._chat.script.members:
            if one.id != member and self._chat.seat(one.id) == YOU:
                await self._chats.move(LeaveSeat(**self._at, member_id=one.id))

    async def _follow(self, seat: TerminalSeat | None) -> bool:
        eyes = _eyes(self._show.eyes or self._show.seat)
        watch = WatchGroupChat(**self._at, eyes=eyes)
        async with aclosing(self._chats.watch(watch)) as events:
            async for seen in events:
                self._has_news = True
                self._view.show(seen)
                if seat is not None and isinstance(seen.what, AwaitedPerson):
                    await seat.act(seen.what, seen.seq)
        return True

    async def _look(self) -> bool:
        """Warn, if nothing has happened since the last look, about what the scene waits for."""
        if not self._has_news and not self._show.seat:
            failures = await self._here.store.jobs.failures(1)
            told = f"It will be tried again: {failures[0].error}" if failures else ""
            if told and told != self._told:
                self._view.warn(told)
            self._told = told
        self._has_news = False
        return True
