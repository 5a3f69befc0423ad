"""A small provider of OpenID Connect on this machine: real codes, real keys, signed tokens."""

import asyncio
import json
import secrets
import socket
import time
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import uvicorn
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT_ID, CLIENT_SECRET = "studio", "a-secret-of-the-studio"


@dataclass
class IdentityProvider:
    """Lets everyone in as `person`; `claims` overwrite those of its tokens.

    `signs_with` is the algorithm, `none` for a token that nobody signed.
    """

    issuer: str
    person: str = "ada-7"
    claims: dict[str, Any] = field(default_factory=dict)
    signs_with: str = "RS256"
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first"}))
    stranger: RSAKey | None = None
    codes: dict[str, Mapping[str, str]] = field(default_factory=dict)

    async def about(self, _: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
            }
        )

    async def keys(self, _: Request) -> Response:
        return JSONResponse(KeySet([self.key]).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT_ID
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        answer = urlencode({"code": code, "state": asked["state"], "iss": self.issuer})
        return RedirectResponse(f"{asked['redirect_uri']}?{answer}", 303)

    async def token(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        shown = b64decode(request.headers["authorization"].removeprefix("Basic ")).decode()
        asked = self.codes.pop(form["code"], None)  # a code counts once
        if (
            asked is None
            or shown != f"{CLIENT_ID}:{CLIENT_SECRET}"
            or form["redirect_uri"] != asked["redirect_uri"]
            or create_s256_code_challenge(form["code_verifier"]) != asked["code_challenge"]
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": self.person,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 60,
            "nonce": asked["nonce"],
        }
        token = self._signed(claims | self.claims)
        answer = {"access_token": secrets.token_hex(8), "token_type": "Bearer", "id_token": token}
        return JSONResponse(answer)

    def _signed(self, claims: dict[str, Any]) -> str:
        if self.signs_with == "none":
            parts = ({"alg": "none", "kid": self.key.kid}, claims)
            packed = (urlsafe_b64encode(json.dumps(one).encode()).decode() for one in parts)
            return ".".join((*(one.rstrip("=") for one in packed), ""))
        header = {"alg": self.signs_with, "kid": self.key.kid}
        return jwt.encode(header, claims, self.stranger or self.key)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self.about),
                Route("/keys", self.keys),
                Route("/authorize", self.authorize),
                Route("/token", self.token, methods=["POST"]),
            ]
        )


def nonce_of(state: str) -> list[Any]:
    """Return what a state says openly."""
    return list(json.loads(urlsafe_b64decode(state.partition(".")[0])))


@asynccontextmanager
async def identity_provider() -> AsyncGenerator[IdentityProvider]:
    """Run a provider on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        provider = IdentityProvider(f"http://127.0.0.1:{listener.getsockname()[1]}")
        config = uvicorn.Config(provider.app(), log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listener]))
        try:
            yield provider
        finally:
            server.should_exit = True
            await serving
