"""Limits on spending and accounts in memory; it can be away, and counts what is asked of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from npcserver.model.budget_accounts import AccountKey, BlockRequest, SpendingLimit, SpendingSubject
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Cost


@dataclass
class MemorySpending:
    """A database of one kind of table: rows by account and holder, an empty one for the settled."""

    set_limits: dict[SpendingSubject, SpendingLimit] = field(default_factory=dict)
    used: dict[tuple[AccountKey, str], Cost] = field(default_factory=dict)
    granted: dict[tuple[AccountKey, str], Cost] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    writes: int = 0
    is_away: bool = False
    servers: int = 0

    def new_holder(self) -> str:
        self.servers += 1
        return f"server-{self.servers}"

    async def revision(self) -> str:
        return str(sorted(self.set_limits.items(), key=str))

    async def limits(
        self, world_id: WorldId | None = None
    ) -> tuple[tuple[SpendingSubject, SpendingLimit], ...]:
        known = sorted(self.set_limits.items())
        return tuple(one for one in known if world_id in {None, one[0].world_id})

    async def set_limit(self, subject: SpendingSubject, limit: SpendingLimit | None) -> None:
        if limit is None:
            self.set_limits.pop(subject, None)
        else:
            self.set_limits[subject] = limit

    async def exchange(self, holder: str, requests: Sequence[BlockRequest]) -> tuple[Cost, ...]:
        self._write()
        for one in requests:
            others = [key for key in self.used if key[0] == one.key and key[1] != holder]
            self.used[one.key, holder] = one.used
            amounts = {
                name: _grant(
                    getattr(one.granted, name),
                    getattr(one.wanted, name),
                    getattr(one.limit, name),
                    sum(
                        max(getattr(self.used[key], name), getattr(self.granted[key], name))
                        for key in others
                    ),
                )
                for name in ("tokens", "micros")
            }
            self.granted[one.key, holder] = Cost(**amounts)
        return tuple(self.granted[one.key, holder] for one in requests)

    async def close_blocks(self, holder: str, keys: Sequence[AccountKey] | None = None) -> None:
        self._write()
        for key in [one for one in self.used if one[1] == holder]:
            if keys is None or key[0] in keys:
                self._settle(key, self.used[key])

    async def abandoned(self) -> frozenset[str]:
        return frozenset(self.gone & {holder for _, holder in self.used})

    async def settle_abandoned(self, holders: Collection[str]) -> int:
        left = [key for key in self.used if key[1] in holders]
        for key in left:
            used, granted = self.used[key], self.granted[key]
            lost = Cost(
                calls=used.calls,
                tokens=max(used.tokens, granted.tokens),
                micros=max(used.micros, granted.micros),
            )
            self._settle(key, lost)
        return len(left)

    async def spent(self, world_id: WorldId, day: str) -> dict[AccountKey, tuple[Cost, Cost]]:
        found: dict[AccountKey, tuple[Cost, Cost]] = {}
        for (key, holder), used in self.used.items():
            if key.day == day and key.subject.world_id == world_id:
                spent, reserved = found.get(key, (Cost(), Cost()))
                granted = self.granted[key, holder]
                left = Cost(
                    tokens=max(granted.tokens - used.tokens, 0),
                    micros=max(granted.micros - used.micros, 0),
                )
                found[key] = spent.plus(used), reserved.plus(left)
        return found

    async def forget_before(self, day: str) -> None:
        for key in [one for one in self.used if one[0].day < day]:
            del self.used[key]

    def _write(self) -> None:
        if self.is_away:
            raise Unavailable("locked", Reason.STORAGE_UNAVAILABLE)
        self.writes += 1

    def _settle(self, key: tuple[AccountKey, str], cost: Cost) -> None:
        del self.used[key], self.granted[key]
        settled = (key[0], "")
        self.used[settled] = self.used.get(settled, Cost()).plus(cost)
        self.granted[settled] = Cost()


def _grant(granted: int, wanted: int, limit: int | None, others: int) -> int:
    if limit is None:
        return granted + wanted
    return max(granted, min(granted + wanted, limit - others))
