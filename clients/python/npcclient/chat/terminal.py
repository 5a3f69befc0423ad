"""A chat at the keyboard."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from npcclient.chat.chat import Chat
from npcclient.chat.handling import Verdict, handle
from npcclient.chat.keyboard import Interrupted, Keyboard
from npcclient.chat.talk import Talk
from npcclient.chat.views import surroundings

AGAIN = "(Press Ctrl-C again to leave, or go on talking.)"


def _from_here(_: Talk) -> str:
    return "the next time goes on from here"


async def run_terminal(chat: Chat, next_time: Callable[[Talk], str] = _from_here) -> int:
    """Chat until the player leaves; return 0. `next_time` returns how to continue another day."""
    await _welcome(chat)
    with Keyboard() as keyboard:
        async with _interruptible(chat, keyboard):
            while True:
                try:
                    line = await keyboard.line(_prompt(chat))
                except Interrupted as interrupted:
                    if interrupted.times > 1:
                        chat.screen.end_line()
                        break
                    chat.screen.end_line()
                    chat.screen.note(AGAIN)
                    chat.screen.prompt(_prompt(chat))
                    continue
                except EOFError:
                    chat.screen.end_line()
                    break
                if await handle(chat, line) is Verdict.QUIT or keyboard.interruptions > 1:
                    break
    _farewell(chat, next_time(chat.talk))
    return 0


def _prompt(chat: Chat) -> str:
    return f"{chat.talk.player.name}: "


async def _welcome(chat: Chat) -> None:
    talk = chat.talk
    timeline = await chat.npc.timelines.get(talk.timeline_id)
    chat.screen.say(surroundings(talk, timeline.world_time.ToDatetime()))
    again = "again " if talk.is_resumed else ""
    others = len(talk.present()) - 1
    company = f" {others} more are here: /who." if talk.place is not None and others > 0 else ""
    chat.screen.say(f"\nYou are {again}with {talk.partner_name}.{company}")
    chat.screen.note("Say something. /help lists the commands, /quit leaves.\n")


def _farewell(chat: Chat, next_time: str) -> None:
    chat.screen.note(f"You leave. {chat.talk.partner_name} will remember; {next_time}.")


@asynccontextmanager
async def _interruptible(chat: Chat, keyboard: Keyboard) -> AsyncGenerator[None, None]:
    """During this, Ctrl-C interrupts the speaker, or ends the wait for a line."""
    loop = asyncio.get_running_loop()

    def on_interrupt() -> None:
        chat.interrupt()
        keyboard.interrupt(is_waiting=not chat.is_speaking)

    before = signal.getsignal(signal.SIGINT)
    try:
        loop.add_signal_handler(signal.SIGINT, on_interrupt)
    except NotImplementedError:  # on this platform Ctrl-C ends the program
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
