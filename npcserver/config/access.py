"""Settings of who signs the tokens of players."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from npcserver.config.groups import Group

SHORTEST_SECRET = 32
"""Characters; a shorter secret of HS256 could be guessed from one token."""


class IssuerSettings(Group):
    """A backend of the studio that signs tokens itself; it has a secret or a public key."""

    algorithm: Literal["HS256", "EdDSA"] = Field(
        description="How it signs; a token of another algorithm is refused."
    )
    secret: SecretStr | None = Field(
        default=None, description="Shared secret of HS256, 32 characters or more."
    )
    public_key: Path | None = Field(
        default=None, description="PEM file with the public key of EdDSA."
    )
    worlds: tuple[str, ...] = Field(
        default=(), description="Worlds that its tokens may be for; empty: all."
    )

    @model_validator(mode="after")
    def _key_of_its_algorithm(self) -> Self:
        wants_secret = self.algorithm == "HS256"
        if (self.secret is not None) != wants_secret or (self.public_key is None) != wants_secret:
            raise ValueError("HS256 has a `secret` and EdDSA a `public_key`; set that and no other")
        if self.secret is not None and len(self.secret.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(
                f"a secret has {SHORTEST_SECRET} random characters or more; `openssl rand -hex 32` "
                "prints one"
            )
        return self


class AccessSettings(Group):
    """Who may sign tokens of players, beside the server itself; keys are made by a command."""

    issuers: dict[str, IssuerSettings] = Field(
        default={},
        description="Backends that sign tokens themselves, by key id (`kid`): a table with "
        "`algorithm`, `secret` or `public_key`, and `worlds`. To rotate one, add the next under "
        "another id, and remove the old one an hour after the last token of it.",
    )
