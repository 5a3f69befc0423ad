"""Makes tokens for players."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from npcserver.app.access.access_control import (
    OWN_ALGORITHM,
    AccessControl,
    looks_of,
    taken_by_character,
)
from npcserver.app.access.key_management import SIGNING_SECRETS
from npcserver.model.access import PlayerClaims, PlayerScope, Principal, TokenIssuer, Verb
from npcserver.model.bounds import Name
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.ports.access import KeyArchive, TokenSigner
from npcserver.ports.clock import Clock

if TYPE_CHECKING:
    from npcserver.ports.storage import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenWish:
    """The token to make for a player."""

    timeline_id: TimelineId
    player_id: str
    player_name: Name
    verbs: frozenset[Verb]
    lifetime: timedelta


class PlayerTokens:
    """Signs tokens for players of a timeline."""

    def __init__(
        self,
        store: "Store",
        archive: KeyArchive,
        signer: TokenSigner,
        control: AccessControl,
        clock: Clock,
    ) -> None:
        self._store = store
        self._archive = archive
        self._signer = signer
        self._control = control
        self._clock = clock

    async def mint(self, principal: Principal, request: TokenWish) -> tuple[str, PlayerClaims]:
        """Make a token for a player; return it, and what it says. Raises `NotFound`."""
        async with self._store.read() as reader:
            world_id = (await reader.timeline(request.timeline_id)).world_id
            looks = looks_of(await reader.roster(world_id))
        player = PlayerScope(
            world_id=world_id,
            timeline_id=request.timeline_id,
            player_id=request.player_id,
            player_name=request.player_name,
        )
        if problem := taken_by_character(player, looks):
            kind, _, why = problem.partition(" ")
            raise InvalidInput(f"player_{kind}", why)
        now = self._clock.now().replace(microsecond=0)
        claims = PlayerClaims(
            player=player,
            verbs=request.verbs,
            key_id=principal.id,
            issued_at=now,
            expires_at=now + request.lifetime,
        )
        return self._signer.sign(claims, await self._signing()), claims

    async def _signing(self) -> TokenIssuer:
        issuer = await self._control.own_issuer()
        if issuer is None:
            # All replicas ask for this id at first, and the first of them has its way.
            await self._archive.add_secret("sig_first", secrets.token_hex(32), SIGNING_SECRETS)
            kid, secret = (await self._archive.secrets())[0]
            self._control.refresh()
            issuer = TokenIssuer(kid=kid, algorithm=OWN_ALGORITHM, key=secret, is_own=True)
        return issuer
