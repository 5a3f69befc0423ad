"""Timelines, saves and loads, and what differs between two moments."""

from collections.abc import Awaitable, Sequence

import grpc

from npcclient.admin.v1 import memory_service_pb2 as memory_pb
from npcclient.admin.v1.memory_service_pb2 import DiffResponse, Moment
from npcclient.admin.v1.memory_service_pb2_grpc import MemoryServiceStub
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing, pages
from npcclient.naming import character_id, moment, save_id, timeline_id, world_id
from npcclient.v1 import timeline_service_pb2 as pb
from npcclient.v1.mind_pb2 import Availability
from npcclient.v1.timeline_service_pb2 import SaveSlot, Timeline
from npcclient.v1.timeline_service_pb2_grpc import TimelineServiceStub


class Timelines:
    """Starts timelines; saves, loads, compares and deletes them."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = TimelineServiceStub(channel)
        self._memories = MemoryServiceStub(channel)
        self._call = caller.call

    async def start(
        self, world: World | str, label: str = "", *, language: str = "", request_id: str = ""
    ) -> Timeline:
        """Start a timeline; its characters begin with their seed memories.

        `language` is that of its players, such as `pt-BR`; by default that of the world.
        """
        request = pb.StartTimelineRequest(
            request_id=request_id or new_request_id(),
            world_id=world_id(world),
            label=label,
            language=language,
        )
        return (await self._call(self._stub.StartTimeline, request)).timeline

    async def get(self, timeline: Timeline | str) -> Timeline:
        """Return a timeline with its present head and game time."""
        request = pb.GetTimelineRequest(timeline_id=timeline_id(timeline))
        return (await self._call(self._stub.GetTimeline, request)).timeline

    async def save(
        self,
        timeline: Timeline | str,
        name: str = "",
        *,
        seq: int | None = None,
        overwrite: bool = False,
        request_id: str = "",
    ) -> SaveSlot:
        """Name a moment of a timeline: its head, or position `seq`.

        With `overwrite` it takes the place of the saves of that name in the same playthrough.
        """
        request = pb.SaveRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            name=name,
            seq=seq,
            overwrite=overwrite,
        )
        return (await self._call(self._stub.Save, request)).save

    async def load(
        self,
        save: SaveSlot | str,
        label: str = "",
        *,
        leaving: Timeline | str = "",
        request_id: str = "",
    ) -> Timeline:
        """Start a timeline that sees everything up to a save and nothing after it.

        `leaving` is the timeline that the game leaves by it: turns there end with what was said so
        far, watchers of it get `left` and end, and thoughts under way are dropped.
        """
        request = pb.LoadRequest(
            request_id=request_id or new_request_id(),
            save_id=save_id(save),
            label=label,
            leaving_timeline_id=timeline_id(leaving),
        )
        return (await self._call(self._stub.Load, request)).timeline

    def saves(self, world: World | str) -> Listing[SaveSlot]:
        """Return the saves of a world."""

        def fetch(token: str) -> Awaitable[pb.ListSavesResponse]:
            request = pb.ListSavesRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListSaves, request)

        return listing(fetch, lambda page: page.saves)

    def list(self, world: World | str) -> Listing[Timeline]:
        """Return the timelines of a world."""

        def fetch(token: str) -> Awaitable[pb.ListTimelinesResponse]:
            request = pb.ListTimelinesRequest(world_id=world_id(world), page_token=token)
            return self._call(self._stub.ListTimelines, request)

        return listing(fetch, lambda page: page.timelines)

    async def diff(
        self,
        a: Moment | SaveSlot | Timeline | str,
        b: Moment | SaveSlot | Timeline | str,
        *,
        characters: Sequence[Character | str] = (),
        memories: int = 0,
    ) -> DiffResponse:
        """Compare two moments: saves, timelines (their heads), or positions (`TIMELINE@SEQ`).

        Of each character and side the newest `memories` are returned, by default 50.
        """
        request = memory_pb.DiffRequest(
            a=moment(a),
            b=moment(b),
            character_ids=[character_id(character) for character in characters],
            memory_limit=memories,
        )
        found: list[DiffResponse] = await pages(self._call, self._memories.Diff, request)
        first, *others = found
        for page in others:
            first.minds.extend(page.minds)
        return first

    async def set_availability(
        self,
        timeline: Timeline | str,
        character: Character | str,
        availability: Availability.ValueType,
        *,
        text: str = "",
        unnoticed: bool = False,
        request_id: str = "",
    ) -> int:
        """Say that a character is present, absent or dead; return the position of the last record.

        Those at its place perceive `text`, by default a sentence of the server's; with `unnoticed`
        nobody does.
        """
        request = pb.SetAvailabilityRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            availability=availability,
            text=text,
            is_unnoticed=unnoticed,
        )
        return (await self._call(self._stub.SetAvailability, request)).seq

    async def delete_save(self, save: SaveSlot | str, *, request_id: str = "") -> None:
        """Delete a save; data that is no longer needed is freed in the background."""
        request = pb.DeleteSaveRequest(
            request_id=request_id or new_request_id(), save_id=save_id(save)
        )
        await self._call(self._stub.DeleteSave, request)

    async def delete_timeline(
        self, timeline: Timeline | str, *, saves: bool = False, request_id: str = ""
    ) -> None:
        """Delete a timeline, with `saves` also those made on it.

        Saves that are kept, and timelines that forked from it, keep what they see of it.
        """
        request = pb.DeleteTimelineRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            delete_saves=saves,
        )
        await self._call(self._stub.DeleteTimeline, request)
