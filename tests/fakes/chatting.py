"""A chat whose screen can be read."""

import io

import npcclient
from npcclient.chat import Chat, Screen, Wish, open_talk
from rich.console import Console


def screen(width: int = 100) -> Screen:
    return Screen(Console(file=io.StringIO(), width=width), is_plain=True)


def shown(chat: Chat) -> str:
    output = chat.screen.console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


async def begin(npc: npcclient.NpcClient, width: int = 100, partner: str = "mira") -> Chat:
    wish = Wish(world_id="harbour", player="Ann", partner=partner)
    return Chat(npc, screen(width), await open_talk(npc, wish))
