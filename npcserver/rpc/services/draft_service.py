"""`DraftService`: what authors change for one timeline, and publish for all."""

from functools import partial

from npcserver.admin.v1 import draft_service_pb2 as pb
from npcserver.admin.v1.draft_service_pb2_grpc import DraftServiceServicer
from npcserver.app.drafts import DraftedPersona, EditDraft
from npcserver.model import limits
from npcserver.model.character import Persona
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.rpc import fields
from npcserver.rpc.access import caller_id
from npcserver.rpc.decoder import decode, reads_by_hand
from npcserver.rpc.encoder import sources
from npcserver.rpc.methods import UseCaseServicer, listed, unary
from npcserver.rpc.services.character_service import PERSONA_FIELDS
from npcserver.rpc.services.world_service import UNCHANGED


def _edit_draft(request: pb.UpdateDraftRequest) -> EditDraft:
    timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
    character_id = CharacterId(fields.reference("character_id", request.character_id))
    chosen, part = fields.chosen_part(request.update_mask, request.persona, PERSONA_FIELDS)
    if "name" not in chosen:
        part.name = UNCHANGED
    proposed = fields.within_path("persona", partial(decode, Persona), part)
    return EditDraft(
        timeline_id=timeline_id,
        character_id=character_id,
        apply=lambda before: fields.with_fields(before, proposed, chosen),
        if_seq=request.if_seq if request.HasField("if_seq") else None,
        is_rebased=request.rebase,
        author_id=caller_id(request),
        why=fields.text("why", request.why, limits.NOTE, may_be_empty=True),
        key=fields.request_key("UpdateDraft", timeline_id, request.request_id, request),
    )


reads_by_hand(EditDraft, pb.UpdateDraftRequest, _edit_draft)
sources(DraftedPersona, pb.DraftedPersona)


class DraftServicer(UseCaseServicer, DraftServiceServicer):
    """Writes, shows, ends and publishes drafts."""

    UpdateDraft = unary(pb.UpdateDraftRequest, lambda services: services.drafts.edit, "draft")
    GetDraft = unary(pb.GetDraftRequest, lambda services: services.drafts.get, "draft")
    ListDrafts = listed(pb.ListDraftsRequest, lambda services: services.drafts.list, "drafts")
    DiscardDraft = unary(
        pb.DiscardDraftRequest, lambda services: services.drafts.discard, author_id=caller_id
    )
    PreviewPublication = unary(
        pb.PreviewPublicationRequest, lambda services: services.drafts.preview
    )
    PublishDraft = unary(
        pb.PublishDraftRequest, lambda services: services.drafts.publish, author_id=caller_id
    )
    ExportDrafts = unary(pb.ExportDraftsRequest, lambda services: services.draft_files.get, "yaml")
    ImportDrafts = unary(
        pb.ImportDraftsRequest, lambda services: services.draft_files.put, author_id=caller_id
    )
