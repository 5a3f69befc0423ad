"""Secrets, both ways."""

from npcserver.model.secret import Secret
from npcserver.v1 import secret_pb2 as pb


def encode(secret: Secret) -> pb.Secret:
    """Write who may be told."""
    return pb.Secret(
        key=secret.key,
        to=secret.to,
        affinity=secret.affinity,
        trust=secret.trust,
        flag=secret.flag,
    )
