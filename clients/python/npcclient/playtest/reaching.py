"""The address of the server, and messages for when it cannot be reached."""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

import npcclient
from npcclient import NpcClient, NpcError, Patience
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.chat.names import matching
from npcclient.playtest.options import Transport

GRPC_DEFAULT = "127.0.0.1:50051"
HTTP_DEFAULT = "127.0.0.1:50052"
_TIDYING_SECONDS = 10.0

HELD, BROKEN, MISUSED, UNREACHED = 0, 1, 2, 3
"""Exit codes: success; an expectation or a call failed; wrong usage or file; no such server."""


class Misused(Exception):  # noqa: N818 - what happened, in a word
    """A request cannot be met; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How to reach a server, as given on the command line."""

    argument: str = ""
    server: str = ""
    transport: Transport | None = None
    key: str = ""
    tls: bool = False
    ca: Path | None = None
    no_color: bool = False

    @property
    def address(self) -> str:
        """The address in the client's form. Raises `Misused` for a contradiction."""
        given = self.argument or self.server
        is_secret = self.tls or self.ca is not None
        scheme = given.partition("://")[0].lower()
        is_url = "://" in given and scheme in ("http", "https")
        if is_url and self.transport is Transport.GRPC:
            raise Misused(f"{given} is an address for HTTP; for gRPC write host:port")
        if self.transport is Transport.CONNECT and not is_url:
            return f"http{'s' if is_secret else ''}://{given or HTTP_DEFAULT}"
        if is_secret and is_url and scheme == "http":
            return f"https{given[len(scheme) :]}"
        return given or GRPC_DEFAULT

    @property
    def transport_name(self) -> str:
        """The name of the transport that the address means."""
        return "connect" if self.address.lower().startswith(("http://", "https://")) else "grpc"

    def connect(self, patience: Patience | None = None) -> AbstractAsyncContextManager[NpcClient]:
        """Return a client. Raises `Misused`."""
        try:
            return npcclient.connect(
                self.address, key=self.key, tls=self.tls, ca=self.ca, patience=patience
            )
        except ValueError as error:
            raise Misused(str(error)) from error
        except OSError as error:
            raise Misused(f"cannot read {self.ca}: {error.strerror}") from error

    def console(self, *, aside: bool = False) -> Console:
        """Return the console to print on; `aside` is standard error."""
        # rich colours only terminals, and respects the variable as well
        plain = self.no_color or bool(os.environ.get("NO_COLOR"))
        return Console(stderr=aside, no_color=plain or None, highlight=False, soft_wrap=True)


def sentence(message: str) -> str:
    """Return a message with a capital and a full stop; addresses and names of fields stay."""
    first = message.partition(" ")[0]
    begin = message[:1].upper() if first.isalpha() else message[:1]
    return f"{begin}{message[1:]}{'' if message.endswith(('.', '?', '!')) else '.'}"


def explained(error: NpcError, address: str) -> str:
    """Return the meaning of a failed call as a sentence."""
    if isinstance(error, npcclient.NotAllowed):
        how = "here that is --key KEY, or NPC_KEY"
        return sentence(f"{address} did not let us in: {error.message} ({how})")
    if isinstance(error, npcclient.Unavailable) and not error.reason:
        return sentence(f"{address} does not answer: {error.message}")
    if isinstance(error, npcclient.TimedOut):
        return f"{address} did not answer in time: {error.message}. Try again, or look at its log."
    return sentence(error.message)


def is_unreached(error: NpcError) -> bool:
    """Return whether the server itself was not reached, or refused access."""
    kinds = npcclient.Unavailable, npcclient.NotAllowed, npcclient.TimedOut, npcclient.NotOffered
    return isinstance(error, kinds)


def refuse(console: Console, message: str) -> None:
    """Print an error."""
    console.print(Text(message, style="red"))


async def chosen_world(npc: NpcClient, wanted: str) -> World:
    """Return the world of that id or name, or the only one. Raises `Misused`."""
    if wanted:  # a balancer before shards sends only calls about a world to its shard
        with contextlib.suppress(npcclient.NotFound, npcclient.InvalidInput):
            return await npc.worlds.get(wanted)
    worlds: Sequence[World] = await npc.worlds.list()
    if not worlds:
        raise Misused("the server has no world yet; `npcserver import FILE` brings one in")
    found = (
        matching(wanted, worlds, lambda world: (world.name, world.world_id)) if wanted else worlds
    )
    if len(found) == 1:
        return found[0]
    known = ", ".join(_ids(worlds))
    if wanted and not found:
        raise Misused(f"there is no world {wanted!r} on the server; there are: {known}")
    raise Misused(f"there are several worlds; say which with --world: {known}")


async def chosen_timeline(npc: NpcClient, wanted: str, world: World | None = None) -> str:
    """Return the timeline of that id. Raises `Misused` for none, or one of another world."""
    try:
        timeline = await npc.timelines.get(wanted)
    except npcclient.NotFound as error:
        raise Misused(f"there is no timeline {wanted!r} on the server; look at the id") from error
    if world is not None and timeline.world_id != world.world_id:
        raise Misused(f"{wanted!r} is a timeline of the world {timeline.world_id!r}; name that one")
    return timeline.timeline_id


async def tidy(npc: NpcClient, timelines: Iterable[str]) -> None:
    """Delete timelines with their saves, if that does not take long; failures do not matter."""
    with contextlib.suppress(TimeoutError, NpcError):
        async with asyncio.timeout(_TIDYING_SECONDS):
            for timeline_id in timelines:
                await npc.timelines.delete_timeline(timeline_id, saves=True)


def _ids(worlds: Iterable[World]) -> list[str]:
    return [world.world_id for world in worlds]
