"""`DraftService`: what authors change for one timeline, and publish for all."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from npcserver.admin.v1 import draft_service_pb2 as pb
from npcserver.admin.v1.draft_service_pb2_grpc import DraftServiceServicer
from npcserver.app.drafts import DraftState, EditDraft, PublishedDraft
from npcserver.model.character import Persona
from npcserver.model.draft import DraftKind, DraftSubject
from npcserver.model.errors import InvalidInput
from npcserver.model.lore import Book
from npcserver.rpc import fields
from npcserver.rpc.access import caller_id
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import sources
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.services.character_service import PERSONA_FIELDS
from npcserver.rpc.turn_messages import decode_affordances
from npcserver.rpc.update_mask import read_edit

_BOOK_FIELDS = frozenset(("title", "author", "shelf", "reader_ids", "chapters"))
_AFFORDANCE_FIELDS = frozenset(("description", "parameters", "max_uses"))
_IDS = {
    DraftKind.PERSONA: "character_id",
    DraftKind.BOOK: "book.book_id",
    DraftKind.AFFORDANCE: "affordance.name",
}


def _drafted(request: pb.UpdateDraftRequest) -> DraftSubject:
    kind = DraftKind(request.WhichOneof("instead") or DraftKind.PERSONA)
    path = _IDS[kind]
    found = fields.reference(path, attrgetter(path)(request))
    return DraftSubject(kind, fields.new_id(path, found) if kind is DraftKind.BOOK else found)


def _edit(request: pb.UpdateDraftRequest) -> Callable[[Any], Any]:
    match request.WhichOneof("instead"):
        case "book":
            required = "world_id", "title", "chapters.text"
            edit = read_edit(request, "book", partial(decode, Book), _BOOK_FIELDS, required)
        case "affordance":
            edit = read_edit(
                request,
                "affordance",
                lambda one: decode_affordances([one])[0],
                _AFFORDANCE_FIELDS,
                ["name"],
            )
        case _:
            edit = read_edit(request, "persona", partial(decode, Persona), PERSONA_FIELDS, ["name"])

    def apply(before: Any) -> Any:
        world_id = request.book.world_id
        if world_id and world_id != before.world_id:
            raise InvalidInput("book.world_id", f"is not {before.world_id!r}, that of the timeline")
        return edit(before)

    return apply


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


reads(
    EditDraft,
    pb.UpdateDraftRequest,
    subject=_drafted,
    apply=_edit,
    is_rebased="rebase",
    author_id=caller_id,
)
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
    ListDrafts = paged(pb.ListDraftsRequest, lambda services: services.drafts.list, "drafts")
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
        pb.ImportDraftsRequest,
        lambda services: services.draft_files.put,
        "drafts",
        author_id=caller_id,
    )
