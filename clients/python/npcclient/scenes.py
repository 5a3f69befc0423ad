"""`SceneService`: scenes, and taking part in them."""

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import grpc

from npcclient.admin.v1 import scene_service_pb2 as pb
from npcclient.admin.v1.scene_service_pb2 import (
    GetSceneResultResponse,
    Scene,
    ScenePoint,
    WatchSceneResponse,
)
from npcclient.admin.v1.scene_service_pb2_grpc import SceneServiceStub
from npcclient.calls import Caller, new_request_id
from npcclient.listing import pages
from npcclient.naming import timeline_id
from npcclient.resuming import read_on, read_once
from npcclient.v1.timeline_service_pb2 import Timeline

_Open = Scene | str


class Scenes:
    """Opens and advances scenes, watches them, and takes part in them."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = SceneServiceStub(channel)
        self._caller = caller
        self._call = caller.call

    async def open(
        self,
        timeline: Timeline | str,
        scene: str | Path,
        *,
        seed: int = 0,
        file_name: str = "",
        request_id: str = "",
    ) -> Scene:
        """Open a scene, which is paused until `advance`.

        `scene` is the text of a scene file, or its path. `seed` makes chance repeatable.
        """
        if isinstance(scene, Path):
            file_name = file_name or scene.name
            scene = await asyncio.to_thread(scene.read_text, encoding="utf-8")
        request = pb.OpenSceneRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            file_text=scene,
            file_name=file_name,
            seed=seed,
        )
        return (await self._call(self._stub.OpenScene, request)).scene

    async def get(self, timeline: Timeline | str, scene: _Open) -> Scene:
        """Return its progress, the standing of its members, and whom it waits for."""
        request = pb.GetSceneRequest(timeline_id=timeline_id(timeline), scene_id=scene_id(scene))
        return (await self._call(self._stub.GetScene, request)).scene

    async def list(self, timeline: Timeline | str) -> tuple[Scene, ...]:
        """Return the scenes of a timeline, oldest first."""
        request = pb.ListScenesRequest(timeline_id=timeline_id(timeline))
        found = await pages(self._call, self._stub.ListScenes, request)
        return tuple(scene for page in found for scene in page.scenes)

    async def watch(
        self,
        timeline: Timeline | str,
        scene: _Open,
        *,
        after_seq: int = 0,
        after_part: int | None = None,
        member: str = "",
        as_audience: bool = False,
        resume: bool = False,
    ) -> AsyncGenerator[WatchSceneResponse, None]:
        """Yield the events after a position, by default from the beginning, until it is over.

        As a `member`, or the audience, what these may know and when they may know it. It ends early
        when the game leaves the timeline. A lost connection raises `Unavailable`; with `resume` it
        is made again and continues without gaps or repeats.
        """
        request = pb.WatchSceneRequest(
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            after_seq=after_seq,
            after_part=after_part,
        )
        if member:
            request.member_id = member
        elif as_audience:
            request.as_audience = True
        if resume:
            watching = self._watch_on(request)
        else:
            watching = read_once(self._stub.WatchScene(request), WatchSceneResponse)
        async with aclosing(watching) as events:
            async for event in events:
                yield event

    def _watch_on(self, request: pb.WatchSceneRequest) -> AsyncGenerator[WatchSceneResponse, None]:
        def took(event: WatchSceneResponse) -> bool:
            # Without a part, all of that position counts as received.
            part = request.after_part if request.HasField("after_part") else math.inf
            if (event.seq, event.part) <= (request.after_seq, part):
                return False
            request.after_seq, request.after_part = event.seq, event.part
            return True

        return read_on(
            lambda: self._stub.WatchScene(request),
            WatchSceneResponse,
            took,
            self._caller.patience,
        )

    async def advance(
        self,
        timeline: Timeline | str,
        scene: _Open,
        until: ScenePoint.ValueType = pb.SCENE_POINT_END,
        *,
        request_id: str = "",
    ) -> int:
        """Let it go on by itself up to a point; return the position of the request."""
        request = pb.AdvanceSceneRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            until=until,
        )
        return (await self._call(self._stub.AdvanceScene, request)).seq

    async def take_seat(
        self,
        timeline: Timeline | str,
        scene: _Open,
        member: str,
        person: str,
        name: str = "",
        *,
        request_id: str = "",
    ) -> int:
        """Let a person speak and decide for a member; `person` is its name, too, without `name`."""
        request = pb.TakeSeatRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            member_id=member,
            person_id=person,
            person_name=name or person,
        )
        return (await self._call(self._stub.TakeSeat, request)).seq

    async def leave_seat(
        self, timeline: Timeline | str, scene: _Open, member: str, *, request_id: str = ""
    ) -> int:
        """Give a seat back: the member speaks and decides for itself again."""
        request = pb.LeaveSeatRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            member_id=member,
        )
        return (await self._call(self._stub.LeaveSeat, request)).seq

    async def speak(  # noqa: PLR0913 - the fields of one request, most by keyword
        self,
        timeline: Timeline | str,
        scene: _Open,
        text: str,
        *,
        member: str = "",
        person: str = "",
        name: str = "",
        ends: bool = False,
        request_id: str = "",
    ) -> int:
        """Speak from the seat of a `member`, or as a `person` of the audience.

        From a seat, empty words pass, and `ends` ends the member's part.
        """
        request = pb.SpeakInSceneRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            member_id=member,
            person_id=person,
            person_name=name or person,
            text=text,
            ends=ends,
        )
        return (await self._call(self._stub.SpeakInScene, request)).seq

    async def choose(
        self,
        timeline: Timeline | str,
        scene: _Open,
        member: str,
        partner: str,
        text: str = "",
        *,
        request_id: str = "",
    ) -> int:
        """Choose, from a seat, a partner (empty: none), with the first words."""
        request = pb.ChoosePartnerRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            member_id=member,
            partner_id=partner,
            text=text,
        )
        return (await self._call(self._stub.ChoosePartner, request)).seq

    async def vote(
        self,
        timeline: Timeline | str,
        scene: _Open,
        member: str,
        candidate: str,
        *,
        other: str = "",
        statement: str = "",
        request_id: str = "",
    ) -> int:
        """Vote from a seat; `other` is needed where the member votes for itself."""
        request = pb.CastVoteRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
            member_id=member,
            candidate_id=candidate,
            other_candidate_id=other,
            statement=statement,
        )
        return (await self._call(self._stub.CastVote, request)).seq

    async def close(self, timeline: Timeline | str, scene: _Open, *, request_id: str = "") -> int:
        """Break it off without a winner. One that is over stays as it is."""
        request = pb.CloseSceneRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            scene_id=scene_id(scene),
        )
        return (await self._call(self._stub.CloseScene, request)).seq

    async def result(self, timeline: Timeline | str, scene: _Open) -> GetSceneResultResponse:
        """Return its results so far; `json` holds all of them."""
        request = pb.GetSceneResultRequest(
            timeline_id=timeline_id(timeline), scene_id=scene_id(scene)
        )
        return await self._call(self._stub.GetSceneResult, request)


def scene_id(scene: Scene | str) -> str:
    """Return the id of a scene."""
    return scene if isinstance(scene, str) else scene.scene_id
