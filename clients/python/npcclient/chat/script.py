"""A chat without a terminal: lines given beforehand, plain output, an exit code."""

from collections.abc import Iterable

from npcclient.chat.chat import Chat
from npcclient.chat.handling import Verdict, handle


async def run_script(chat: Chat, lines: Iterable[str]) -> int:
    """Say the lines in order, until one is `/quit`; return 0, or 1 when any of them failed.

    The lines after a failed one are still said.
    """
    code = 0
    for line in lines:
        text = line.strip()
        if not text:
            continue
        if text.startswith("/"):
            chat.screen.note(text)
        else:
            chat.screen.heard(chat.talk.player.name, text)
        verdict = await handle(chat, text)
        if verdict is Verdict.QUIT:
            break
        if verdict is Verdict.FAILED:
            code = 1
    return code
