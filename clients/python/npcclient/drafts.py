"""`DraftService`: what authors change of a character for one timeline, and publish for all."""

from collections.abc import Awaitable, Sequence

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from npcclient.admin.v1 import draft_service_pb2 as pb
from npcclient.admin.v1.draft_service_pb2 import (
    DraftedPersona,
    PreviewPublicationResponse,
    PublishDraftResponse,
)
from npcclient.admin.v1.draft_service_pb2_grpc import DraftServiceStub
from npcclient.admin.v1.persona_service_pb2 import Character, Persona
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import character_id, timeline_id
from npcclient.v1.timeline_service_pb2 import Timeline


class Drafts:
    """Drafts hold in their timeline, and in those forked from it later, until published."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = DraftServiceStub(channel)
        self._call = caller.call

    async def update(
        self,
        timeline: Timeline | str,
        character: Character | str,
        persona: Persona,
        *fields: str,
        if_seq: int | None = None,
        rebase: bool = False,
        why: str = "",
        request_id: str = "",
    ) -> DraftedPersona:
        """Draft the named fields of a persona, such as `voice`, or all that are set.

        With `rebase` the draft counts as begun from what is published now.
        """
        request = pb.UpdateDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            persona=persona,
            update_mask=FieldMask(paths=fields) if fields else None,
            if_seq=if_seq,
            rebase=rebase,
            why=why,
        )
        return (await self._call(self._stub.UpdateDraft, request)).draft

    async def get(self, timeline: Timeline | str, character: Character | str) -> DraftedPersona:
        """Return the draft of a character, beside what is published."""
        request = pb.GetDraftRequest(
            timeline_id=timeline_id(timeline), character_id=character_id(character)
        )
        return (await self._call(self._stub.GetDraft, request)).draft

    def list(self, timeline: Timeline | str) -> Listing[DraftedPersona]:
        """Return the drafts that hold in a timeline, by character."""

        def fetch(token: str) -> Awaitable[pb.ListDraftsResponse]:
            request = pb.ListDraftsRequest(timeline_id=timeline_id(timeline), page_token=token)
            return self._call(self._stub.ListDrafts, request)

        return listing(fetch, lambda page: page.drafts)

    async def discard(
        self,
        timeline: Timeline | str,
        character: Character | str,
        *,
        if_seq: int | None = None,
        why: str = "",
        request_id: str = "",
    ) -> None:
        """End a draft; its timeline uses what is published from then on."""
        request = pb.DiscardDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            if_seq=if_seq,
            why=why,
        )
        await self._call(self._stub.DiscardDraft, request)

    async def preview(
        self, timeline: Timeline | str, character: Character | str
    ) -> PreviewPublicationResponse:
        """Return which timelines and players a publication would reach."""
        request = pb.PreviewPublicationRequest(
            timeline_id=timeline_id(timeline), character_id=character_id(character)
        )
        return await self._call(self._stub.PreviewPublication, request)

    async def publish(
        self,
        timeline: Timeline | str,
        character: Character | str,
        *,
        if_seq: int | None = None,
        why: str = "",
        request_id: str = "",
    ) -> PublishDraftResponse:
        """Make a draft the next version of the persona, for all timelines."""
        request = pb.PublishDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=character_id(character),
            if_seq=if_seq,
            why=why,
        )
        return await self._call(self._stub.PublishDraft, request)

    async def export_file(self, timeline: Timeline | str, character: Character | str = "") -> str:
        """Return what the drafts of a timeline, or one of them, change, as the text of a file."""
        request = pb.ExportDraftsRequest(
            timeline_id=timeline_id(timeline),
            character_id=character_id(character) if character else "",
        )
        return (await self._call(self._stub.ExportDrafts, request)).yaml

    async def import_file(
        self,
        timeline: Timeline | str,
        yaml: str,
        *,
        validate_only: bool = False,
        why: str = "",
        request_id: str = "",
    ) -> Sequence[DraftedPersona]:
        """Draft what a file says; with `validate_only` return what it would do."""
        request = pb.ImportDraftsRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            yaml=yaml,
            validate_only=validate_only,
            why=why,
        )
        return (await self._call(self._stub.ImportDrafts, request)).drafts
