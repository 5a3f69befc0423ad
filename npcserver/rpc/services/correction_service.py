"""`CorrectionService`: what authors change in what characters remember and feel."""

from dataclasses import replace
from functools import partial

from npcserver.admin.v1 import correction_service_pb2 as pb
from npcserver.admin.v1.correction_service_pb2_grpc import CorrectionServiceServicer
from npcserver.app.corrections import ListedCorrection
from npcserver.app.ledger.set_states import StandingSetting
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.record import Moved, Record
from npcserver.model.secret import Secret, key_for
from npcserver.rpc import fields, memory_messages
from npcserver.rpc.access import caller_id
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import encode, sources
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.mind_messages import encode_belief, encode_standing
from npcserver.v1 import mind_pb2

sources(
    ListedCorrection,
    pb.ListedCorrection,
    states=lambda listed: list(filter(None, map(_state, listed.states))),
)
reads(StandingSetting, pb.StandingSetting, axes=lambda message: dict(message.axes))


def _state(record: Record) -> pb.CorrectedState | None:
    """Write a state; None for a plan or a promise. What an author set has no evidence."""
    owner, body = record.character_id, record.body
    match body:
        case Mood():
            return pb.CorrectedState(character_id=owner, mood=encode(body, mind_pb2.Mood))
        case Belief():
            return pb.CorrectedState(character_id=owner, belief=encode_belief(body, ()))
        case Standing():
            return pb.CorrectedState(character_id=owner, standing=encode_standing(body, ()))
        case Moved():
            return pb.CorrectedState(character_id=owner, place_id=body.place_id or "")
        case _:
            return None


def _lock(message: pb.CorrectMemoryRequest) -> Secret | None:
    if not message.HasField("lock"):
        return None
    secret = fields.within_path("lock", partial(decode, Secret), message.lock)
    return secret if secret.key else replace(secret, key=key_for(message.memory_id))


class CorrectionServicer(UseCaseServicer, CorrectionServiceServicer):
    """Previews, makes, takes back and lists corrections."""

    PreviewCorrection = unary(
        pb.PreviewCorrectionRequest, lambda services: services.corrections.preview
    )
    CorrectMemory = unary(
        pb.CorrectMemoryRequest,
        lambda services: services.corrections.correct,
        is_withdrawn="withdraw",
        lock=_lock,
        author_id=caller_id,
    )
    AddMemory = unary(
        pb.AddMemoryRequest,
        lambda services: services.corrections.add,
        secret=memory_messages.read_secret,
        author_id=caller_id,
    )
    SetState = unary(
        pb.SetStateRequest, lambda services: services.corrections.set_state, author_id=caller_id
    )
    UndoCorrection = unary(
        pb.UndoCorrectionRequest,
        lambda services: services.corrections.undo,
        author_id=caller_id,
    )
    ListCorrections = paged(
        pb.ListCorrectionsRequest, lambda services: services.corrections.list, "corrections"
    )
