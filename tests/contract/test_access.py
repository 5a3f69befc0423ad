"""Keys and affordance sets, kept the same way in memory, on SQLite and on PostgreSQL."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.access import AccessKey, Account, AccountSession, KeyRole
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId
from npcserver.ports.access import AffordanceSet, AffordanceSets, KeyArchive
from tests.fakes.store_world import GENESIS, set_up

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = AccessKey(
    id="key_1",
    prefix="npc_abcdefgh",
    name="build farm",
    role=KeyRole.GAME_SERVER,
    world_ids=("lantern", "castle"),
    digest="d" * 64,
    created_at=NOW,
)
LATER = replace(
    FIRST,
    id="key_2",
    role=KeyRole.ADMIN,
    world_ids=(),
    created_at=NOW + timedelta(seconds=1),
    expires_at=NOW + timedelta(days=1),
    revoked_at=NOW + timedelta(hours=1),
    previous_digest="e" * 64,
    previous_until=NOW + timedelta(minutes=1),
)


@pytest.fixture
def archive(store: SqlStore) -> KeyArchive:
    """Give an empty archive."""
    return store.keys


@pytest.fixture
async def sets(store: SqlStore) -> AffordanceSets:
    """Give a place for sets, beside a world with a timeline."""
    await set_up(store)
    return store.affordance_sets


async def test_keys_come_back_as_they_were_stored_newest_first(archive: KeyArchive) -> None:
    """With every time and limit."""
    assert await archive.all() == ()
    for key in (FIRST, LATER):
        await archive.add(key)

    assert await archive.all() == (LATER, FIRST)


async def test_a_changed_key_keeps_the_time_of_its_last_use(archive: KeyArchive) -> None:
    """Which moves forward only, and only for keys there are."""
    await archive.add(FIRST)
    used = NOW + timedelta(minutes=5)
    await archive.note_uses({"key_1": used, "key_none": used})
    await archive.note_uses({"key_1": NOW})

    await archive.put(replace(FIRST, revoked_at=NOW, used_at=None))

    assert await archive.all() == (replace(FIRST, revoked_at=NOW, used_at=used),)


async def test_the_newest_signing_secrets_are_kept(archive: KeyArchive) -> None:
    """The first to store one under an id has its way."""
    assert await archive.secrets() == ()
    for kid, secret in (("a", "1"), ("a", "2"), ("b", "3"), ("c", "4")):
        await archive.add_secret(kid, secret, 2)

    assert await archive.secrets() == (("c", "4"), ("b", "3"))


async def test_a_set_is_replaced_by_one_of_its_name(sets: AffordanceSets) -> None:
    """The later one counts, and other names are none of its."""
    greet = Affordance(name="greet", description="Greet.")
    bell = Entity(id="bell", name="Bell", kind="item")
    await sets.put(GENESIS, "bar", "p1", [greet], [])
    await sets.put(GENESIS, "bar", "", [], [bell])

    kept = AffordanceSet(name="bar", player_id="", affordances=(), entities=(bell,))
    assert await sets.get(GENESIS, "bar") == kept
    assert await sets.get(GENESIS, "cellar") is None
    assert await sets.get(TimelineId("tl_none"), "bar") is None


async def test_a_set_is_of_a_timeline_that_exists(sets: AffordanceSets) -> None:
    """Nothing is kept for others."""
    with pytest.raises(NotFound):
        await sets.put(TimelineId("tl_none"), "bar", "", [], [])


async def test_sets_are_listed_by_name(sets: AffordanceSets) -> None:
    """Each with the player whom it is for; those of a timeline that is not there are not."""
    greet, bell = Affordance(name="greet", description="Greet."), Entity(id="bell", name="bell")
    await sets.put(GENESIS, "cellar", "", [], [bell])
    await sets.put(GENESIS, "bar", "p1", [greet], [])

    bar, cellar = await sets.list(GENESIS)
    assert (bar.name, bar.player_id, bar.affordances, bar.entities) == ("bar", "p1", (greet,), ())
    assert (cellar.name, cellar.player_id, cellar.entities) == ("cellar", "", (bell,))
    with pytest.raises(NotFound):
        await sets.list(TimelineId("tl_none"))


async def test_accounts_have_different_names_and_one_of_them_administers(store: SqlStore) -> None:
    """What was changed in between is not overwritten; a provider knows one person by a name."""
    accounts = store.accounts
    admin = replace(LATER, digest="", expires_at=None, revoked_at=None, previous_digest="")
    ada = Account(id=admin.id, look="ada", link_digest="l1", link_until=NOW)
    assert await accounts.add(admin, ada)
    assert not await accounts.add(replace(admin, id="key_3"), replace(ada, id="key_3"))
    assert await store.keys.all() == (admin,)
    assert await accounts.find(link_digest="l1") == ada
    assert await accounts.find(look="bob") is None

    joined = replace(ada, password="hash", link_digest="", link_until=None)  # noqa: S106
    assert await accounts.put(joined, before=ada)
    assert not await accounts.put(ada, before=ada)
    assert await accounts.all() == (joined,)
    assert not await accounts.put_key(replace(admin, revoked_at=NOW))
    assert not await accounts.put_key(replace(admin, world_ids=("inn",)))

    bob = Account(id="key_4", look="bob", subject="issuer sub")
    assert await accounts.add(replace(admin, id="key_4"), bob)
    assert not await accounts.put(replace(joined, subject="issuer sub"), before=joined)
    assert await accounts.put_key(replace(admin, revoked_at=NOW))
    assert not await accounts.put_key(replace(admin, id="key_4", role=KeyRole.TOOLS))


async def test_sessions_are_of_an_account_and_go(store: SqlStore) -> None:
    """One, all but one, and those that are over with the next that begins."""
    accounts, key = store.accounts, replace(FIRST, digest="")
    for name in ("key_1", "key_2"):
        assert await accounts.add(replace(key, id=name), Account(id=name, look=name))
    made = [
        AccountSession(
            digest=f"d{number}",
            account_id="key_1" if number else "key_2",
            begun_at=NOW + timedelta(minutes=number),
            agent="Firefox",
            address="10.0.0.7",
        )
        for number in range(4)
    ]
    for one in made:
        await accounts.begin(one, over=NOW)
    assert await accounts.session("d2") == made[2]
    assert await accounts.sessions("key_1") == tuple(made[:0:-1])
    await accounts.end("key_2", digest="d1")
    await accounts.end("key_1", digest="d1")
    assert await accounts.sessions("key_1") == (made[3], made[2])
    await accounts.end("key_1", keep="d2")
    assert await accounts.sessions("key_1") == (made[2],)
    await accounts.begin(made[3], over=NOW + timedelta(minutes=1))
    assert await accounts.sessions("key_2") == ()
