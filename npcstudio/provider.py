"""Signing in by a provider of OpenID Connect: a code with PKCE, state and nonce."""

import hashlib
import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from npcserver.model.errors import NotAllowed, NotPossibleNow, Reason, Unavailable
from npcstudio.sessions import StudioSession

_SECONDS: Final = 600
"""How long a person may take at the provider."""
_METADATA_SECONDS: Final = 3600.0
_PATIENCE_SECONDS: Final = 10.0
_LEEWAY_SECONDS: Final = 60  # by which the provider's clock may differ
_ALGORITHMS: Final = ("RS256", "PS256", "ES256", "EdDSA")
"""Signatures by a key that only the provider has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderPlan:
    """What a person went to the provider for: the page to go on to, and a link's digest.

    `connects` where the account that is signed in is to be connected.
    """

    target: str = "/"
    link_digest: str = ""
    connects: bool = False


@dataclass(slots=True)
class _ProviderFacts:
    metadata: Mapping[str, Any]
    keys: Any = None
    read_at: float = field(default_factory=time.monotonic)


class OidcProvider:
    """Sends people to the provider, and reads what it says of them.

    State, nonce and verifier follow from the session of the browser that began, so that an answer
    counts in no other; nothing is stored.
    """

    def __init__(
        self, *, secret: bytes, issuer: str, client_id: str, client_secret: str, name: str
    ) -> None:
        self._secret = hmac.digest(secret, b"provider of the studio", hashlib.sha256)
        self._issuer = issuer
        self._client_id = client_id
        self._client_secret = client_secret
        self.name: Final = name or issuer
        self._found: _ProviderFacts | None = None

    async def begin(self, session: StudioSession, redirect_uri: str, plan: ProviderPlan) -> str:
        """Return the address at the provider for a browser that begins. Raises `Unavailable`."""
        said = [int(time.time()), secrets.token_hex(8), plan.target, plan.link_digest]
        packed = urlsafe_b64encode(json.dumps([*said, plan.connects]).encode()).decode()
        async with self._client(redirect_uri) as client:
            metadata = (await self._read(client)).metadata
            url, _ = client.create_authorization_url(
                metadata["authorization_endpoint"],
                state=f"{packed}.{self._sign('state', packed, session)}",
                code_verifier=self._sign("verifier", packed, session),
                nonce=self._sign("nonce", packed, session),
            )
        return str(url)

    async def finish(
        self, session: StudioSession, redirect_uri: str, answer: Mapping[str, str]
    ) -> tuple[str, ProviderPlan]:
        """Return the subject that the provider names, and the plan with which the person went.

        Raises `NotAllowed` for an answer that is not to what this browser asked, and `Unavailable`.
        """
        packed, _, signature = answer.get("state", "").partition(".")
        expected = self._sign("state", packed, session)
        if not hmac.compare_digest(signature.encode(), expected.encode()):
            raise _refused("this answer is to no question of this browser")
        begun, _, target, link_digest, connects = json.loads(urlsafe_b64decode(packed))
        plan = ProviderPlan(target=target, link_digest=link_digest, connects=connects)
        if time.time() - begun > _SECONDS:
            raise _refused("it took too long")
        if answer.get("iss", self._issuer) != self._issuer:
            raise _refused("another provider answered")
        if "code" not in answer:
            raise _refused(f"{self.name} let nobody in")
        subject = await self._subject(
            answer["code"],
            redirect_uri,
            verifier=self._sign("verifier", packed, session),
            nonce=self._sign("nonce", packed, session),
        )
        return subject, plan

    async def _subject(self, code: str, redirect_uri: str, *, verifier: str, nonce: str) -> str:
        from authlib.common.errors import AuthlibBaseError  # noqa: PLC0415 - of an extra
        from authlib.oidc.core import CodeIDToken  # noqa: PLC0415
        from httpx2 import HTTPError  # noqa: PLC0415
        from joserfc import jwt  # noqa: PLC0415
        from joserfc.errors import JoseError  # noqa: PLC0415

        async with self._client(redirect_uri) as client:
            metadata = (await self._read(client)).metadata
            try:
                token = await client.fetch_token(
                    metadata["token_endpoint"],
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                )
            except AuthlibBaseError as error:
                raise _refused(f"{self.name} does not take back its code") from error
            except HTTPError as error:
                raise self._away() from error
            try:
                found = jwt.decode(
                    token["id_token"], await self._keys(client, token), list(_ALGORITHMS)
                )
                options: dict[str, Any] = {
                    "iss": {"essential": True, "value": self._issuer},
                    "aud": {"essential": True, "value": self._client_id},
                    "nonce": {"essential": True, "value": nonce},
                }
                params = {
                    "nonce": nonce,
                    "client_id": self._client_id,
                    "access_token": token.get("access_token"),
                }
                claims = CodeIDToken(found.claims, found.header, options, params)
                claims.validate(leeway=_LEEWAY_SECONDS)
            except (AuthlibBaseError, JoseError, KeyError, ValueError) as error:
                raise _refused(f"what {self.name} says cannot be trusted") from error
        return f"{self._issuer} {claims['sub']}"

    def _client(self, redirect_uri: str) -> Any:
        try:
            from authlib.integrations.httpx_client import AsyncOAuth2Client  # noqa: PLC0415
        except ModuleNotFoundError as missing:
            raise NotPossibleNow(
                "signing in by a provider needs authlib; pip install 'npcserver[studio]' and start "
                "again",
                Reason.INTERNAL,
            ) from missing
        return AsyncOAuth2Client(
            self._client_id,
            self._client_secret or None,
            token_endpoint_auth_method="client_secret_basic" if self._client_secret else "none",
            scope="openid",
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=_PATIENCE_SECONDS,
        )

    async def _read(self, client: Any) -> _ProviderFacts:
        """Return what the provider says of itself, read anew after an hour."""
        found = self._found
        if found is None or time.monotonic() - found.read_at > _METADATA_SECONDS:
            address = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
            metadata = await self._json(client, address)
            needed = ("authorization_endpoint", "token_endpoint", "jwks_uri")
            if metadata.get("issuer") != self._issuer or any(one not in metadata for one in needed):
                raise self._away()
            self._found = found = _ProviderFacts(metadata)
        return found

    async def _keys(self, client: Any, token: Mapping[str, Any]) -> Any:
        """Return the provider's keys, read again where none is that of a token."""
        from joserfc.jwk import KeySet  # noqa: PLC0415
        from joserfc.jws import extract_compact  # noqa: PLC0415

        found = await self._read(client)
        kid = extract_compact(token["id_token"].encode()).headers().get("kid")
        if found.keys is None or all(one.kid != kid for one in found.keys.keys):
            address = found.metadata["jwks_uri"]
            found.keys = KeySet.import_key_set(await self._json(client, address))
        return found.keys

    async def _json(self, client: Any, address: str) -> Any:
        from httpx2 import HTTPError  # noqa: PLC0415

        try:
            answer = await client.request("GET", address, withhold_token=True)
            answer.raise_for_status()
            return answer.json()
        except (HTTPError, ValueError) as error:
            raise self._away() from error

    def _away(self) -> Unavailable:
        return Unavailable(
            f"{self.name} does not answer as a provider should; try again in a moment, or sign in "
            "with a password",
            Reason.INTERNAL,
        )

    def _sign(self, what: str, packed: str, session: StudioSession) -> str:
        text = f"{what} {packed} {session.value}"
        return hmac.digest(self._secret, text.encode(), hashlib.sha256).hex()


def _refused(why: str) -> NotAllowed:
    return NotAllowed(f"{why}; go to the page Sign in and begin again")
