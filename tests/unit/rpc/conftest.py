"""What says how messages are read is loaded, whichever test runs."""

from npcserver.rpc import server

__all__ = ["server"]
