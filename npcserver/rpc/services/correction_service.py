"""`CorrectionService`: what authors change in what characters remember."""

from dataclasses import replace
from functools import partial

from npcserver.admin.v1 import correction_service_pb2 as pb
from npcserver.admin.v1.correction_service_pb2_grpc import CorrectionServiceServicer
from npcserver.app.corrections import Chosen, ListedCorrection, PricedDependent
from npcserver.model.secret import Secret, key_for
from npcserver.rpc import fields, memory_messages
from npcserver.rpc.access import caller_id
from npcserver.rpc.decoder import decode, reads
from npcserver.rpc.encoder import sources
from npcserver.rpc.methods import UseCaseServicer, listed, unary

sources(PricedDependent, pb.Dependent)
sources(ListedCorrection, pb.ListedCorrection)
reads(Chosen, pb.ChosenDependent)


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
    UndoCorrection = unary(
        pb.UndoCorrectionRequest,
        lambda services: services.corrections.undo,
        author_id=caller_id,
    )
    ListCorrections = listed(
        pb.ListCorrectionsRequest, lambda services: services.corrections.list, "corrections"
    )
