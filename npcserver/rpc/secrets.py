"""Secrets ↔ messages."""

from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.secret import Secret, key_for
from npcserver.rpc import fields
from npcserver.v1 import secret_pb2 as pb


def encode(secret: Secret) -> pb.Secret:
    """Write a secret: its key, and the conditions for telling it."""
    return pb.Secret(
        key=secret.key,
        to=secret.to,
        affinity=secret.affinity,
        trust=secret.trust,
        flag=secret.flag,
    )


def decode(path: str, message: pb.Secret, text: str) -> Secret:
    """Read the secret of a text; without a key it gets one derived from the text."""
    fields.few(f"{path}.to", message.to, limits.SECRET_TO)
    return Secret(
        key=fields.name(f"{path}.key", message.key, may_be_empty=True) or key_for(text),
        to=fields.each(f"{path}.to", _somebody, message.to),
        affinity=(
            fields.whole(f"{path}.affinity", message.affinity, -100, 100)
            if message.HasField("affinity")
            else None
        ),
        trust=(
            fields.whole(f"{path}.trust", message.trust, 0, 100)
            if message.HasField("trust")
            else None
        ),
        flag=flag(f"{path}.flag", message.flag) if message.flag else "",
    )


def flag(path: str, name: str) -> str:
    """Return the name of a story flag. Raises `InvalidInput` for one that is not valid."""
    problem = limits.flag_problem(name)
    if problem is not None:
        raise InvalidInput(path, problem)
    return name


def _somebody(value: str) -> str:
    return fields.reference("", value)
