"""A chat with the characters of a world, in a terminal or from a script."""

from npcclient.chat.chat import Chat
from npcclient.chat.handling import Verdict, handle
from npcclient.chat.opening import Ambiguous, Unknown, Wish, open_talk
from npcclient.chat.screen import Screen
from npcclient.chat.script import run_script
from npcclient.chat.talk import Talk
from npcclient.chat.terminal import run_terminal

__all__ = [
    "Ambiguous",
    "Chat",
    "Screen",
    "Talk",
    "Unknown",
    "Verdict",
    "Wish",
    "handle",
    "open_talk",
    "run_script",
    "run_terminal",
]
