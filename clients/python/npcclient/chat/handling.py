"""Handling a typed line: it is said, or it is a command."""

import shlex
from enum import Enum

from npcclient.chat import commands
from npcclient.chat.chat import Chat
from npcclient.chat.names import closest
from npcclient.chat.opening import Unknown
from npcclient.errors import NpcError, Unavailable


class Verdict(Enum):
    """The result of a line."""

    DONE = "done"
    FAILED = "failed"
    QUIT = "quit"


async def handle(chat: Chat, line: str) -> Verdict:
    """Say the line, or run its command. Shows errors on the screen."""
    text = line.strip()
    if not text:
        return Verdict.DONE
    try:
        if text.startswith("/"):
            return await _command(chat, text)
        await chat.say(text)
    except Unknown as unknown:
        chat.screen.refuse(_sentence(str(unknown)))
    except NpcError as error:
        chat.screen.refuse(explain(error))
    else:
        return Verdict.DONE
    return Verdict.FAILED


async def _command(chat: Chat, text: str) -> Verdict:
    name, _, rest = text.partition(" ")
    word = name.lower()
    if word in ("/quit", "/exit", "/q"):
        return Verdict.QUIT
    command = commands.COMMANDS.get(word)
    if command is None:
        meant = closest(word, (*commands.COMMANDS, "/quit"))
        advice = f"did you mean {meant}?" if meant else "/help lists what there is."
        chat.screen.refuse(f"There is no command {name}; {advice}")
        return Verdict.FAILED
    await command(chat, _unquoted(rest.strip()))
    return Verdict.DONE


def explain(error: NpcError) -> str:
    """Return an error as a sentence for display."""
    if isinstance(error, Unavailable) and not error.reason:
        return _sentence(f"the server does not answer: {error.message}")
    return _sentence(error.message)


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith(('.', '?', '!')) else '.'}"


def _unquoted(rest: str) -> str:
    if rest[:1] not in ("'", '"'):
        return rest
    try:
        words = shlex.split(rest)
    except ValueError:
        return rest
    return words[0] if len(words) == 1 else rest
