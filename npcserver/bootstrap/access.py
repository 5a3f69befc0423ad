"""The issuers of tokens that the settings name, with their keys read and checked."""

from npcserver.adapters.tokens import check_public_key
from npcserver.config import AccessSettings
from npcserver.model.access import TokenIssuer
from npcserver.model.errors import InvalidInput


def token_issuers(settings: AccessSettings) -> tuple[TokenIssuer, ...]:
    """Return the issuers. Raises `InvalidInput` that names the setting of a key that is no key."""
    found = []
    for kid, issuer in settings.issuers.items():
        if issuer.public_key is not None:
            setting = f"access.issuers.{kid}.public_key"
            try:
                key = issuer.public_key.read_text(encoding="ascii")
            except (OSError, UnicodeError) as error:
                problem = f"cannot read {issuer.public_key} as PEM: {error}"
                raise InvalidInput(setting, problem) from error
            if not check_public_key(key):
                raise InvalidInput(setting, f"{issuer.public_key} holds no public key of Ed25519")
        else:
            key = "" if issuer.secret is None else issuer.secret.get_secret_value()
        worlds = frozenset(issuer.worlds) or None
        found.append(TokenIssuer(kid=kid, algorithm=issuer.algorithm, key=key, worlds=worlds))
    return tuple(found)
