"""Who may call, over a store's keys."""

from collections.abc import Iterable

from npcserver.adapters.store import SqlStore
from npcserver.adapters.tokens import JwtSigner
from npcserver.app.access import AccessControl, KeyManagement, PlayerTokens
from npcserver.model.access import TokenIssuer
from npcserver.ports.access import KeyArchive
from npcserver.ports.clock import Clock


def access_services(
    store: SqlStore,
    clock: Clock,
    archive: KeyArchive | None = None,
    issuers: Iterable[TokenIssuer] = (),
) -> tuple[AccessControl, KeyManagement, PlayerTokens]:
    """Return who checks calls and makes keys and tokens, over the keys of the store or others."""
    keys, signer = archive or store.keys, JwtSigner()
    control = AccessControl(store, keys, signer, clock, store.directory, tuple(issuers))
    management = KeyManagement(keys, clock, control.refresh)
    return control, management, PlayerTokens(store, keys, signer, control, clock)
