"""`DraftService`: what authors change for one timeline, and publish for all."""

from collections.abc import Callable
from functools import partial
from typing import Any

from npcserver.admin.v1 import draft_service_pb2 as pb
from npcserver.admin.v1 import lore_service_pb2
from npcserver.admin.v1.draft_service_pb2_grpc import DraftServiceServicer
from npcserver.app.drafts import DraftState, EditDraft, PublishedDraft
from npcserver.model import limits
from npcserver.model.character import Persona
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.lore import Book
from npcserver.rpc import fields
from npcserver.rpc.access import caller_id
from npcserver.rpc.decoder import decode, reads_by_hand
from npcserver.rpc.encoder import sources
from npcserver.rpc.methods import UseCaseServicer, listed, unary
from npcserver.rpc.services.character_service import PERSONA_FIELDS
from npcserver.rpc.services.world_service import UNCHANGED
from npcserver.rpc.turn_messages import decode_affordances

_BOOK_FIELDS = frozenset(("title", "author", "shelf", "reader_ids", "chapters"))
_AFFORDANCE_FIELDS = frozenset(("description", "parameters", "max_uses"))
_ATTRIBUTES = {"reader_ids": "readers"}
_ONE_CHAPTER = (lore_service_pb2.Chapter(text=UNCHANGED),)
_Proposed = tuple[DraftSubject, frozenset[str], Any]


def _proposed_persona(request: pb.UpdateDraftRequest) -> _Proposed:
    character_id = fields.reference("character_id", request.character_id)
    chosen, part = fields.chosen_part(request.update_mask, request.persona, PERSONA_FIELDS)
    if "name" not in chosen:
        part.name = UNCHANGED
    proposed = fields.within_path("persona", partial(decode, Persona), part)
    return DraftSubject(DraftKind.PERSONA, character_id), chosen, proposed


def _proposed_book(request: pb.UpdateDraftRequest) -> _Proposed:
    chosen, part = fields.chosen_part(request.update_mask, request.book, _BOOK_FIELDS)
    book_id = fields.reference("book.book_id", request.book.book_id)
    part.book_id, part.world_id = fields.new_id("book.book_id", book_id), UNCHANGED
    if "title" not in chosen:
        part.title = UNCHANGED
    if "chapters" not in chosen:
        part.chapters.extend(_ONE_CHAPTER)
    proposed = fields.within_path("book", partial(decode, Book), part)
    return DraftSubject(DraftKind.BOOK, book_id), chosen, proposed


def _proposed_affordance(request: pb.UpdateDraftRequest) -> _Proposed:
    name = fields.reference("affordance.name", request.affordance.name)
    chosen, part = fields.chosen_part(request.update_mask, request.affordance, _AFFORDANCE_FIELDS)
    part.name = name
    (proposed,) = fields.within_path("affordance", lambda one: decode_affordances([one]), part)
    return DraftSubject(DraftKind.AFFORDANCE, name), chosen, proposed


_PROPOSED = {"book": _proposed_book, "affordance": _proposed_affordance}


def _edit_draft(request: pb.UpdateDraftRequest) -> EditDraft:
    timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
    read = _PROPOSED.get(request.WhichOneof("instead") or "", _proposed_persona)
    subject, chosen, proposed = read(request)
    names = {_ATTRIBUTES.get(name, name) for name in chosen}

    def apply(before: Any) -> Any:
        world_id = request.book.world_id
        if world_id and world_id != before.world_id:
            raise InvalidInput("book.world_id", f"is not {before.world_id!r}, that of the timeline")
        return fields.with_fields(before, proposed, names)

    return EditDraft(
        timeline_id=timeline_id,
        subject=subject,
        apply=apply,
        if_seq=request.if_seq if request.HasField("if_seq") else None,
        is_rebased=request.rebase,
        author_id=caller_id(request),
        why=fields.text("why", request.why, limits.NOTE, may_be_empty=True),
        key=fields.request_key("UpdateDraft", timeline_id, request.request_id, request),
    )


def _subject(request: Any) -> DraftSubject:
    """Return what a request is about: the field of `instead` that is set, or the character."""
    field = request.WhichOneof("instead") or "character_id"
    return DraftSubject(_KINDS[field], fields.reference(field, getattr(request, field)))


def _subject_or_all(request: pb.ExportDraftsRequest) -> DraftSubject | None:
    is_one = request.character_id or request.WhichOneof("instead")
    return _subject(request) if is_one else None


_KINDS = {
    "character_id": DraftKind.PERSONA,
    "book_id": DraftKind.BOOK,
    "affordance_name": DraftKind.AFFORDANCE,
}


def _if_of(kind: DraftKind, name: str) -> Callable[[DraftState], Any]:
    return lambda draft: getattr(draft, name) if draft.subject.kind is kind else None


def _id_of(kind: DraftKind) -> Callable[[DraftState], str]:
    return lambda draft: draft.subject.id if draft.subject.kind is kind else ""


reads_by_hand(EditDraft, pb.UpdateDraftRequest, _edit_draft)
sources(
    DraftState,
    pb.DraftedPersona,
    **{field: _id_of(kind) for field, kind in _KINDS.items()},
    persona=_if_of(DraftKind.PERSONA, "content"),
    base=_if_of(DraftKind.PERSONA, "base"),
    published=_if_of(DraftKind.PERSONA, "published"),
    **{
        f"{before}{kind}": _if_of(kind, name)
        for kind in (DraftKind.BOOK, DraftKind.AFFORDANCE)
        for before, name in (("", "content"), ("base_", "base"), ("published_", "published"))
    },
    base_version=lambda draft: _number(draft.base_version),
    published_version=lambda draft: _number(draft.published_version),
    base_etag=lambda draft: _etag(draft.base_version),
    published_etag=lambda draft: _etag(draft.published_version),
)
sources(
    PublishedDraft,
    pb.PublishDraftResponse,
    version=lambda published: _number(published.version),
    etag=lambda published: _etag(published.version),
)


def _number(version: int | str) -> int:
    return version if isinstance(version, int) else 0


def _etag(version: int | str) -> str:
    return version if isinstance(version, str) else ""


class DraftServicer(UseCaseServicer, DraftServiceServicer):
    """Writes, shows, ends and publishes drafts."""

    UpdateDraft = unary(pb.UpdateDraftRequest, lambda services: services.drafts.edit, "draft")
    GetDraft = unary(
        pb.GetDraftRequest, lambda services: services.drafts.get, "draft", subject=_subject
    )
    ListDrafts = listed(pb.ListDraftsRequest, lambda services: services.drafts.list, "drafts")
    DiscardDraft = unary(
        pb.DiscardDraftRequest,
        lambda services: services.drafts.discard,
        subject=_subject,
        author_id=caller_id,
    )
    PreviewPublication = unary(
        pb.PreviewPublicationRequest, lambda services: services.drafts.preview, subject=_subject
    )
    PublishDraft = unary(
        pb.PublishDraftRequest,
        lambda services: services.drafts.publish,
        subject=_subject,
        author_id=caller_id,
    )
    ExportDrafts = unary(
        pb.ExportDraftsRequest,
        lambda services: services.draft_files.get,
        "yaml",
        subject=_subject_or_all,
    )
    ImportDrafts = unary(
        pb.ImportDraftsRequest, lambda services: services.draft_files.put, author_id=caller_id
    )
