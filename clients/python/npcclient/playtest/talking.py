"""`npc-playtest chat`: the chat of `npcserver play`, with any server."""

import sys
from dataclasses import dataclass

from rich.console import Console

from npcclient.chat import Chat, Screen, Talk, Unknown, Wish, open_talk, run_script, run_terminal
from npcclient.playtest.reaching import (
    MISUSED,
    Reach,
    chosen_timeline,
    chosen_world,
    refuse,
    sentence,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatWish:
    """Who talks with whom, and where; empty values mean the first, or a new timeline."""

    world: str = ""
    player: str = "Traveller"
    partner: str = ""
    timeline: str = ""
    lines: tuple[str, ...] = ()


async def chat(reach: Reach, wish: ChatWish) -> int:
    """Chat until the player leaves, or the lines are said; return the exit code."""
    is_plain = bool(wish.lines) or not sys.stdin.isatty()
    async with reach.connect() as npc:
        world = await chosen_world(npc, wish.world)
        if wish.timeline:
            await chosen_timeline(npc, wish.timeline, world)
        asked = Wish(
            world_id=world.world_id,
            player=wish.player,
            partner=wish.partner,
            timeline_id=wish.timeline,
            label="npc-playtest chat",
        )
        try:
            talk = await open_talk(npc, asked)
        except Unknown as unknown:
            refuse(reach.console(aside=True), sentence(str(unknown)))
            return MISUSED
        screen = Screen(_console(reach, is_plain=is_plain), is_plain=is_plain)
        talking = Chat(npc, screen, talk, affordances=world.affordances, entities=world.entities)
        if is_plain:
            return await run_script(talking, wish.lines or sys.stdin)
        return await run_terminal(talking, _next_time)


def _next_time(talk: Talk) -> str:
    return f"--timeline {talk.timeline_id} goes on from here"


def _console(reach: Reach, *, is_plain: bool) -> Console:
    if not is_plain:
        return reach.console()
    return Console(no_color=True, highlight=False, soft_wrap=True, width=100)
