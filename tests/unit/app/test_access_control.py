"""Keys and tokens over time: made, rotated, revoked and ended, on one server and beside another."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.adapters.store.access import SqlKeyArchive
from npcserver.app.access import (
    AccessControl,
    KeyManagement,
    PlayerTokens,
    Subject,
    TokenWish,
)
from npcserver.app.access.access_control import REFRESH_SECONDS
from npcserver.app.drafts import Drafts, EditDraft
from npcserver.model.access import ANYBODY, USUAL_PLAYER_VERBS, AccessKey, KeyRole, Verb
from npcserver.model.draft import persona_of
from npcserver.model.errors import (
    InvalidInput,
    NotAllowed,
    NotFound,
    NotPermitted,
    Reason,
    Unavailable,
)
from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Vantage
from tests.fakes.access import access_services
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, MIRA, set_up
from tests.fakes.store_world import start as start_timeline

START = datetime(2026, 1, 1, tzinfo=UTC)


class MovingClock:
    """A clock of both kinds of time, which moves when told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds


class AwayKeys(SqlKeyArchive):
    """Counts reads, which fail while it `is_away`."""

    is_away: Unavailable | None = None
    reads = 0

    async def all(self) -> tuple[AccessKey, ...]:
        if self.is_away is not None:
            raise self.is_away
        self.reads += 1
        return await super().all()


class Servers:
    """Two servers over one database."""

    def __init__(self) -> None:
        self.store, self.clock = MemoryStore(), MovingClock()
        self.archive = AwayKeys(self.store.keys._transactions)
        self.here, self.keys, self.tokens = self._server()
        self.there, self.other_keys, _ = self._server()

    def _server(self) -> tuple[AccessControl, KeyManagement, PlayerTokens]:
        return access_services(self.store, self.clock, self.archive)

    async def key(self, role: KeyRole = KeyRole.ADMIN, **changes: object) -> tuple[str, str]:
        """Make a key, and return its id and secret."""
        key, secret = await self.keys.create(name="a key", role=role, **changes)  # type: ignore[arg-type]
        return key.id, secret

    async def used_at(self, key_id: str) -> datetime | None:
        """Return when a key was used last, as it is stored."""
        return next(one.used_at for one in await self.archive.all() if one.id == key_id)


@pytest.fixture
async def servers() -> Servers:
    """Give two servers with a world, and no key."""
    made = Servers()
    await set_up(made.store)
    return made


async def is_taken(control: AccessControl, secret: str) -> bool:
    """Return whether a server takes a key or token."""
    try:
        await control.authenticate(secret)
    except NotAllowed:
        return False
    return True


async def test_a_server_is_open_until_the_first_key_is_made(servers: Servers) -> None:
    """And stays shut when that one is revoked: nobody gets in by losing a key."""
    assert await servers.here.authenticate(None) == ANYBODY

    key_id, secret = await servers.key()

    with pytest.raises(NotAllowed, match="wants a key"):
        await servers.here.authenticate(None)
    assert await is_taken(servers.here, secret)
    await servers.keys.revoke(key_id)
    assert not await servers.here.is_open()


async def test_keys_of_the_settings_are_administrators(servers: Servers) -> None:
    """As they were before there were others."""
    servers.here.accept(["sesame"], b"of the database")

    principal = await servers.here.authenticate("sesame")

    assert principal.verbs == frozenset(Verb)
    assert not principal.is_limited
    assert not await servers.here.is_open()
    assert not await is_taken(servers.here, "sesam")


async def test_a_token_tells_nothing_of_the_key_that_made_it(servers: Servers) -> None:
    """Its id is the same on each server of a database, and cannot be computed from a guess."""
    for server in (servers.here, servers.there):
        server.accept(["sesame"], b"of the database")
    token, claims = await servers.tokens.mint(await servers.here.authenticate("sesame"), WISH)

    assert (await servers.there.authenticate(token)).player is not None
    guesses = [hashlib.new(name, b"sesame").hexdigest() for name in ("md5", "sha1", "sha256")]
    assert not any(guess[:6] in claims.key_id for guess in guesses)
    servers.there.accept(["sesame"], b"of another database")
    assert not await is_taken(servers.there, token)


async def test_secrets_are_kept_nowhere(servers: Servers) -> None:
    """Neither a key's, nor the one before a rotation."""
    key_id, first = await servers.key()
    _, second = await servers.keys.rotate(key_id, timedelta(hours=1))

    kept = repr(await servers.archive.all())

    assert first not in kept
    assert second not in kept
    assert first[20:] not in kept


async def test_another_server_notices_within_seconds(servers: Servers) -> None:
    """That a key was made, and that it was revoked; this one at once."""
    assert await servers.there.is_open()
    key_id, secret = await servers.key()
    servers.clock.seconds += REFRESH_SECONDS
    assert await is_taken(servers.there, secret)

    await servers.keys.revoke(key_id)

    assert not await is_taken(servers.here, secret)
    servers.clock.seconds += REFRESH_SECONDS
    assert not await is_taken(servers.there, secret)


async def test_calls_between_two_looks_read_nothing(servers: Servers) -> None:
    """A turn does not wait for the database to know its key."""
    _, secret = await servers.key()
    await servers.here.authenticate(secret)
    reads = servers.archive.reads

    for _ in range(50):
        await servers.here.authenticate(secret)

    assert servers.archive.reads == reads


async def test_the_last_known_keys_count_while_the_database_is_away(servers: Servers) -> None:
    """A server that never knew any lets nobody in."""
    _, secret = await servers.key()
    assert await is_taken(servers.here, secret)
    servers.archive.is_away = Unavailable("away", Reason.STORAGE_UNAVAILABLE)
    servers.clock.seconds += 60

    assert await is_taken(servers.here, secret)
    assert not await is_taken(servers.here, "npc_guessed")
    with pytest.raises(Unavailable):
        await servers.there.authenticate(secret)


async def test_a_rotated_key_counts_with_both_secrets_for_a_while(servers: Servers) -> None:
    """With one overlap at a time."""
    key_id, first = await servers.key()
    _, second = await servers.keys.rotate(key_id, timedelta(minutes=5))
    assert await is_taken(servers.here, first)
    assert await is_taken(servers.here, second)

    servers.clock.seconds += 300

    assert not await is_taken(servers.here, first)
    assert await is_taken(servers.here, second)
    _, third = await servers.keys.rotate(key_id, timedelta(0))
    assert not await is_taken(servers.here, second)
    assert await is_taken(servers.here, third)


async def test_a_key_ends_when_it_was_said_to(servers: Servers) -> None:
    """And then cannot be rotated into another life."""
    key_id, secret = await servers.key(lifetime=timedelta(minutes=1))
    servers.clock.seconds += 59
    assert await is_taken(servers.here, secret)
    servers.clock.seconds += 1
    assert not await is_taken(servers.here, secret)

    with pytest.raises(InvalidInput, match="no longer counts"):
        await servers.keys.rotate(key_id, timedelta(0))
    with pytest.raises(NotFound):
        await servers.keys.revoke("key_none")


async def test_the_last_use_is_written_apart_from_calls(servers: Servers) -> None:
    """A call writes nothing; the time of the last one is written later."""
    key_id, secret = await servers.key()
    servers.clock.seconds += 1
    await servers.here.authenticate(secret)
    assert await servers.used_at(key_id) is None

    await servers.here.note_uses()

    assert await servers.used_at(key_id) == servers.clock.now()


WISH = TokenWish(
    timeline_id=GENESIS,
    player_id="p1",
    player_name="Ada",
    verbs=USUAL_PLAYER_VERBS,
    lifetime=timedelta(minutes=15),
)


async def minted(servers: Servers, secret: str) -> str:
    """Return a token that the holder of a key had made."""
    principal = await servers.here.authenticate(secret)
    token, _ = await servers.tokens.mint(principal, WISH)
    return token


async def test_a_token_counts_on_every_server_until_it_ends(servers: Servers) -> None:
    """All replicas of a database sign with one secret."""
    _, secret = await servers.key(KeyRole.GAME_SERVER)
    token = await minted(servers, secret)

    principal = await servers.there.authenticate(token)

    assert principal.player is not None
    assert (principal.player.player_id, principal.player.timeline_id) == ("p1", GENESIS)
    assert principal.verbs == USUAL_PLAYER_VERBS | {Verb.READ_SERVER}
    servers.clock.seconds += 900
    assert not await is_taken(servers.there, token)


async def test_a_token_ends_with_the_key_that_it_was_made_for(servers: Servers) -> None:
    """Whether that is revoked or over, and a rotation of the key does not touch it."""
    key_id, secret = await servers.key(KeyRole.GAME_SERVER, lifetime=timedelta(minutes=5))
    token = await minted(servers, secret)
    await servers.keys.rotate(key_id, timedelta(0))
    assert await is_taken(servers.here, token)

    servers.clock.seconds += 300
    assert not await is_taken(servers.here, token)
    key_id, secret = await servers.key(KeyRole.GAME_SERVER)
    token = await minted(servers, secret)
    await servers.keys.revoke(key_id)
    assert not await is_taken(servers.here, token)


async def test_a_key_that_may_make_no_tokens_has_none(servers: Servers) -> None:
    """Though its holder had signed one: the key's role and worlds count when it is shown."""
    _, reader = await servers.key(KeyRole.READ_ONLY)
    _, elsewhere = await servers.key(KeyRole.GAME_SERVER, world_ids=("castle",))

    assert not await is_taken(servers.here, await minted(servers, reader))
    assert not await is_taken(servers.here, await minted(servers, elsewhere))


async def test_a_token_of_an_open_server_ends_when_it_shuts(servers: Servers) -> None:
    """It speaks for its player alone, though anybody may call."""
    token, _ = await servers.tokens.mint(ANYBODY, WISH)
    assert (await servers.here.authenticate(token)).player is not None

    await servers.key()

    assert not await is_taken(servers.here, token)


async def test_tokens_of_the_last_secret_count_after_a_rotation(servers: Servers) -> None:
    """And those of the one before that do not."""
    _, secret = await servers.key()
    token = await minted(servers, secret)
    await servers.keys.rotate_signing()
    assert await is_taken(servers.here, token)
    assert await is_taken(servers.here, await minted(servers, secret))

    await servers.keys.rotate_signing()

    assert not await is_taken(servers.here, token)


async def test_no_token_is_made_for_a_character(servers: Servers) -> None:
    """Its client would speak as that character."""
    async with servers.store.read() as reader:
        (resident, *_) = await reader.roster((await reader.timeline(GENESIS)).world_id)
    wish = TokenWish(
        timeline_id=GENESIS,
        player_id=resident.id,
        player_name="Ada",
        verbs=USUAL_PLAYER_VERBS,
        lifetime=timedelta(minutes=15),
    )

    with pytest.raises(InvalidInput, match="of a character"):
        await servers.tokens.mint(ANYBODY, wish)


async def test_drafted_names_count_in_the_timeline_that_drafts_them(servers: Servers) -> None:
    """For tokens that are made, and for those that were made before."""
    start, drafts = Vantage(GENESIS, 0), Drafts(servers.store, servers.clock)
    drafted, other = [await start_timeline(servers.store, one, start) for one in ("tl_a", "tl_b")]

    def wish(timeline_id: TimelineId) -> TokenWish:
        return TokenWish(
            timeline_id=timeline_id,
            player_id="p1",
            player_name="Zoë",
            verbs=USUAL_PLAYER_VERBS,
            lifetime=timedelta(minutes=15),
        )

    _, secret = await servers.key()
    maker = await servers.here.authenticate(secret)
    before, _ = await servers.tokens.mint(maker, wish(drafted))
    elsewhere, _ = await servers.tokens.mint(maker, wish(other))
    assert await is_let_in(servers.here, before)
    renamed = EditDraft(
        timeline_id=drafted, subject=persona_of(MIRA), apply=lambda now: replace(now, name="Zoe")
    )
    await drafts.edit(renamed)
    servers.clock.seconds += 11

    assert not await is_let_in(servers.here, before)
    assert await is_let_in(servers.here, elsewhere)
    with pytest.raises(InvalidInput, match="of a character"):
        await servers.tokens.mint(maker, wish(drafted))
    await servers.tokens.mint(maker, wish(other))
    await drafts.discard(timeline_id=drafted, subject=persona_of(MIRA))
    servers.here.refresh_characters()
    assert await is_let_in(servers.here, before)


async def is_let_in(control: AccessControl, token: str) -> bool:
    """Return whether a token speaks for a player, and not for a character."""
    try:
        await control.authenticate(token)
    except NotPermitted:
        return False
    return True


async def test_the_world_of_a_thing_is_found_once(servers: Servers) -> None:
    """None where there is no such thing, which is looked for anew each time."""
    world_id = await servers.here.world_of(Subject.TIMELINE, GENESIS)

    assert world_id is not None
    assert await servers.here.world_of(Subject.WORLD, "anything") == "anything"
    assert await servers.here.world_of(Subject.TIMELINE, TimelineId("tl_none")) is None
    assert await servers.here.world_of(Subject.SAVE, "sav_none") is None
