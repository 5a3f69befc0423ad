"""Keys and affordance sets in memory, for use cases without a database."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from npcserver.adapters.tokens import JwtSigner
from npcserver.app.access import AccessControl, KeyManagement, PlayerTokens
from npcserver.model.access import AccessKey, TokenIssuer
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.errors import NotFound, Unavailable
from npcserver.model.ids import TimelineId, WorldId
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store


class MemoryKeyArchive:
    """Keys in a dictionary; `is_away` makes every call fail as a lost database does."""

    def __init__(self) -> None:
        self.keys: dict[str, AccessKey] = {}
        self.signing: tuple[tuple[str, str], ...] = ()
        self.is_away: Unavailable | None = None
        self.reads = 0

    async def all(self) -> tuple[AccessKey, ...]:
        self._reach()
        self.reads += 1
        return tuple(
            sorted(self.keys.values(), key=lambda key: (-key.created_at.timestamp(), key.id))
        )

    async def add(self, key: AccessKey) -> None:
        self._reach()
        self.keys[key.id] = key

    async def put(self, key: AccessKey) -> None:
        self._reach()
        self.keys[key.id] = replace(key, used_at=self.keys[key.id].used_at)

    async def note_uses(self, uses: Mapping[str, datetime]) -> None:
        self._reach()
        for key_id, used_at in uses.items():
            key = self.keys.get(key_id)
            if key is not None and (key.used_at is None or key.used_at < used_at):
                self.keys[key_id] = replace(key, used_at=used_at)

    async def secrets(self) -> tuple[tuple[str, str], ...]:
        self._reach()
        return self.signing

    async def add_secret(self, kid: str, secret: str, keep: int) -> None:
        self._reach()
        if kid not in dict(self.signing):
            self.signing = ((kid, secret), *self.signing)[:keep]

    def _reach(self) -> None:
        if self.is_away is not None:
            raise self.is_away


class MemoryAffordanceSets:
    """Affordance sets in a dictionary, beside a store that knows the timelines."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sets: dict[
            tuple[TimelineId, str], tuple[str, tuple[Affordance, ...], tuple[Entity, ...]]
        ] = {}

    async def put(
        self,
        timeline_id: TimelineId,
        name: str,
        player_id: str,
        affordances: Sequence[Affordance],
        entities: Sequence[Entity],
    ) -> None:
        async with self._store.read() as reader:
            await reader.timeline(timeline_id)
        self._sets[timeline_id, name] = (player_id, tuple(affordances), tuple(entities))

    async def get(
        self, timeline_id: TimelineId, name: str
    ) -> tuple[str, tuple[Affordance, ...], tuple[Entity, ...]] | None:
        return self._sets.get((timeline_id, name))


def access_services(
    store: Store,
    clock: Clock,
    archive: MemoryKeyArchive | None = None,
    issuers: Iterable[TokenIssuer] = (),
) -> tuple[AccessControl, KeyManagement, PlayerTokens]:
    """Return who checks calls, and who makes keys and tokens, over an archive in memory."""
    archive, signer = archive or MemoryKeyArchive(), JwtSigner()
    control = AccessControl(store, archive, signer, clock, tuple(issuers))
    keys = KeyManagement(archive, clock, control.refresh)
    return control, keys, PlayerTokens(store, archive, signer, control, clock)


class MemoryDisclosures:
    """Who was told that a model speaks, beside a store that knows the timelines."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: set[tuple[TimelineId, str]] = set()

    async def has_told(self, world_id: WorldId, player_id: str) -> bool:
        async with self._store.read() as reader:
            for timeline_id, told in self._told:
                with suppress(NotFound):
                    timeline = await reader.timeline(timeline_id)
                    if told == player_id and timeline.world_id == world_id:
                        return True
        return False

    async def add(self, timeline_id: TimelineId, player_id: str) -> None:
        async with self._store.read() as reader:
            await reader.timeline(timeline_id)
        self._told.add((timeline_id, player_id))
