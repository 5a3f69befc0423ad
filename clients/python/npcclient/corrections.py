"""`CorrectionService`: what authors change in what characters remember and feel."""

from collections.abc import Awaitable, Mapping

import grpc

from npcclient.admin.v1 import correction_service_pb2 as pb
from npcclient.admin.v1.correction_service_pb2 import (
    AddMemoryResponse,
    BeliefSetting,
    CorrectMemoryResponse,
    DependentChoice,
    ListedCorrection,
    MoodSetting,
    PlaceSetting,
    PreviewCorrectionResponse,
    SetStateResponse,
    StandingSetting,
)
from npcclient.admin.v1.correction_service_pb2_grpc import CorrectionServiceStub
from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import character_id, memory_id, timeline_id
from npcclient.v1.memory_pb2 import Memory
from npcclient.v1.secret_pb2 import Secret
from npcclient.v1.timeline_service_pb2 import Timeline

LEAVE = pb.DEPENDENT_CHOICE_LEAVE


class Corrections:
    """Corrects memories in a timeline from now on; saves from before keep what was."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = CorrectionServiceStub(channel)
        self._call = caller.call

    async def preview(
        self, timeline: Timeline | str, memory: Memory | str
    ) -> PreviewCorrectionResponse:
        """Return what rests on a memory, in all timelines that see it."""
        request = pb.PreviewCorrectionRequest(
            timeline_id=timeline_id(timeline), memory_id=memory_id(memory)
        )
        return await self._call(self._stub.PreviewCorrection, request)

    async def correct(  # noqa: PLR0913 - the fields of one request
        self,
        timeline: Timeline | str,
        memory: Memory | str,
        *,
        text: str = "",
        withdraw: bool = False,
        lock: Secret | None = None,
        others: DependentChoice.ValueType = LEAVE,
        choices: Mapping[int, DependentChoice.ValueType] | None = None,
        why: str = "",
        request_id: str = "",
    ) -> CorrectMemoryResponse:
        """Give a memory other words, withdraw it or lock it: one of the three.

        `choices` says for single positions what becomes of what rests on it, `others` for the rest.
        """
        request = pb.CorrectMemoryRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            memory_id=memory_id(memory),
            lock=lock,
            others=others,
            choices=[
                pb.ChosenDependent(seq=seq, choice=choice)
                for seq, choice in (choices or {}).items()
            ],
            why=why,
        )
        if text:
            request.text = text
        if withdraw:
            request.withdraw = True
        return await self._call(self._stub.CorrectMemory, request)

    async def add(
        self,
        timeline: Timeline | str,
        character: Character | str,
        text: str,
        *,
        importance: int | None = None,
        secret: Secret | None = None,
        why: str = "",
        request_id: str = "",
    ) -> AddMemoryResponse:
        """Give a character a memory of something that it has always known."""
        request = pb.AddMemoryRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            text=text,
            importance=importance,
            secret=secret,
            why=why,
        )
        return await self._call(self._stub.AddMemory, request)

    async def set_state(
        self,
        timeline: Timeline | str,
        character: Character | str,
        state: MoodSetting | BeliefSetting | StandingSetting | PlaceSetting,
        *,
        why: str = "",
        request_id: str = "",
    ) -> SetStateResponse:
        """Set the mood, a belief, a standing or the place of a character."""
        request = pb.SetStateRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            mood=state if isinstance(state, MoodSetting) else None,
            belief=state if isinstance(state, BeliefSetting) else None,
            standing=state if isinstance(state, StandingSetting) else None,
            place=state if isinstance(state, PlaceSetting) else None,
            why=why,
        )
        return await self._call(self._stub.SetState, request)

    async def undo(
        self, timeline: Timeline | str, correction_id: str, *, why: str = "", request_id: str = ""
    ) -> str:
        """Take a correction back; return the id of the correction that does so."""
        request = pb.UndoCorrectionRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            correction_id=correction_id,
            why=why,
        )
        return (await self._call(self._stub.UndoCorrection, request)).correction_id

    def list(self, timeline: Timeline | str) -> Listing[ListedCorrection]:
        """Return the corrections of a timeline, newest first."""

        def fetch(token: str) -> Awaitable[pb.ListCorrectionsResponse]:
            request = pb.ListCorrectionsRequest(timeline_id=timeline_id(timeline), page_token=token)
            return self._call(self._stub.ListCorrections, request)

        return listing(fetch, lambda page: page.corrections)
