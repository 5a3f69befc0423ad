"""`npc-playtest`: talk with the characters of a server, test them, time them, and watch them."""

from npcclient.playtest.command import main

__all__ = ["main"]
