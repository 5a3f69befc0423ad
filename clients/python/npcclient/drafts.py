"""`DraftService`: what authors change for one timeline, and publish for all."""

from collections.abc import Awaitable, Sequence
from typing import Any, NamedTuple

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from npcclient.admin.v1 import draft_service_pb2 as pb
from npcclient.admin.v1.draft_service_pb2 import (
    DraftedPersona,
    PreviewPublicationResponse,
    PublishDraftResponse,
)
from npcclient.admin.v1.draft_service_pb2_grpc import DraftServiceStub
from npcclient.admin.v1.lore_service_pb2 import Book
from npcclient.admin.v1.persona_service_pb2 import Character, Persona
from npcclient.calls import Caller, new_request_id
from npcclient.listing import Listing, listing
from npcclient.naming import character_id, timeline_id
from npcclient.v1.affordance_pb2 import Affordance
from npcclient.v1.timeline_service_pb2 import Timeline

Subject = Character | Book | Affordance | str
"""What a draft is of; a text is the id of a character."""


class _Named(NamedTuple):
    """The fields of requests that name a subject: one is set, the others are None.

    `Any`, as the generated types do not know that None leaves a field out.
    """

    character_id: Any = None
    book_id: Any = None
    affordance_name: Any = None


def _named(subject: Subject) -> _Named:
    if isinstance(subject, Book):
        return _Named(book_id=subject.book_id)
    if isinstance(subject, Affordance):
        return _Named(affordance_name=subject.name)
    return _Named(character_id=character_id(subject) if subject else None)


class Drafts:
    """Drafts hold in their timeline, and in those forked from it later, until published."""

    def __init__(self, channel: grpc.aio.Channel, caller: Caller) -> None:
        self._stub = DraftServiceStub(channel)
        self._call = caller.call

    async def update(
        self,
        timeline: Timeline | str,
        subject: Subject,
        persona: Persona | None = None,
        *fields: str,
        if_seq: int | None = None,
        rebase: bool = False,
        why: str = "",
        request_id: str = "",
    ) -> DraftedPersona:
        """Draft the named fields of a persona, such as `voice`, or all that are set.

        A book or an affordance has the new values itself. With `rebase` the draft counts as begun
        from what is published now.
        """
        named = _named(subject)
        request = pb.UpdateDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            persona=persona,
            book=subject if isinstance(subject, Book) else None,
            affordance=subject if isinstance(subject, Affordance) else None,
            update_mask=FieldMask(paths=fields) if fields else None,
            if_seq=if_seq,
            rebase=rebase,
            why=why,
        )
        return (await self._call(self._stub.UpdateDraft, request)).draft

    async def get(self, timeline: Timeline | str, subject: Subject) -> DraftedPersona:
        """Return a draft beside what is published."""
        named = _named(subject)
        request = pb.GetDraftRequest(
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            book_id=named.book_id,
            affordance_name=named.affordance_name,
        )
        return (await self._call(self._stub.GetDraft, request)).draft

    def list(self, timeline: Timeline | str) -> Listing[DraftedPersona]:
        """Return the drafts that hold in a timeline: of characters, books and affordances."""

        def fetch(token: str) -> Awaitable[pb.ListDraftsResponse]:
            request = pb.ListDraftsRequest(timeline_id=timeline_id(timeline), page_token=token)
            return self._call(self._stub.ListDrafts, request)

        return listing(fetch, lambda page: page.drafts)

    async def discard(
        self,
        timeline: Timeline | str,
        subject: Subject,
        *,
        if_seq: int | None = None,
        why: str = "",
        request_id: str = "",
    ) -> None:
        """End a draft; its timeline uses what is published from then on."""
        named = _named(subject)
        request = pb.DiscardDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            book_id=named.book_id,
            affordance_name=named.affordance_name,
            if_seq=if_seq,
            why=why,
        )
        await self._call(self._stub.DiscardDraft, request)

    async def preview(
        self, timeline: Timeline | str, subject: Subject
    ) -> PreviewPublicationResponse:
        """Return which timelines and players a publication would reach."""
        named = _named(subject)
        request = pb.PreviewPublicationRequest(
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            book_id=named.book_id,
            affordance_name=named.affordance_name,
        )
        return await self._call(self._stub.PreviewPublication, request)

    async def publish(
        self,
        timeline: Timeline | str,
        subject: Subject,
        *,
        if_seq: int | None = None,
        why: str = "",
        request_id: str = "",
    ) -> PublishDraftResponse:
        """Make a draft what is published, for all timelines."""
        named = _named(subject)
        request = pb.PublishDraftRequest(
            request_id=request_id or new_request_id(),
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            book_id=named.book_id,
            affordance_name=named.affordance_name,
            if_seq=if_seq,
            why=why,
        )
        return await self._call(self._stub.PublishDraft, request)

    async def export_file(self, timeline: Timeline | str, subject: Subject = "") -> str:
        """Return what the drafts of a timeline, or one of them, change, as the text of a file."""
        named = _named(subject)
        request = pb.ExportDraftsRequest(
            timeline_id=timeline_id(timeline),
            character_id=named.character_id,
            book_id=named.book_id,
            affordance_name=named.affordance_name,
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
