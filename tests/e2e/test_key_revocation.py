"""Two servers in processes of their own, on one PostgreSQL: a key that one revokes, both refuse."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import grpc
import npcclient
import pytest
from npcclient.messages import Character, Observation, Persona, Role, WatchResponse, World

from npcserver.app.access.access_control import REFRESH_SECONDS
from tests.conftest import NewDatabase
from tests.engines.servers import Server, living

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(300)]
OWNER = "the-key-of-the-owner"


@pytest.fixture
async def two(
    new_migrated_postgres: NewDatabase, tmp_path: Path
) -> AsyncGenerator[tuple[str, str], None]:
    """Give the addresses of two servers of one database, with a world in it."""
    url = new_migrated_postgres().replace("+psycopg", "")
    async with AsyncExitStack() as stack:
        addresses = []
        for name in ("here", "there"):
            settings = {"NPCSERVER_DATABASE__URL": url}
            server = Server(tmp_path / name, keys=(OWNER,), settings=settings, world=None)
            await stack.enter_async_context(living(server))
            addresses.append(server.grpc)
        here, there = addresses
        async with npcclient.connect(here, key=OWNER) as owner:
            await owner.worlds.create(World(world_id="harbour", name="Harbour"))
            await owner.characters.create(
                Character(world_id="harbour", character_id="mira", persona=Persona(name="Mira"))
            )
        yield here, there


async def require_refused(client: npcclient.NpcClient, timeline: str) -> None:
    """Fail unless a call is refused for what it shows."""
    with pytest.raises(npcclient.NotAllowed) as caught:
        await client.timelines.get(timeline)
    assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED


async def test_a_key_that_is_revoked_here_is_refused_there(two: tuple[str, str]) -> None:
    """After the time that the docs name, with its tokens; a stream ends before the next event."""
    here, there = two
    async with (
        npcclient.connect(here, key=OWNER) as owner,
        npcclient.connect(there, key=OWNER) as owner_there,
    ):
        made = await owner.access.create_key("game", Role.ROLE_GAME_SERVER, worlds=["harbour"])
        timeline = (await owner.timelines.start("harbour")).timeline_id
        async with npcclient.connect(here, key=made.secret) as game:
            token = (await game.access.mint_player_token(timeline, "ann", "Ann")).token
        async with (
            npcclient.connect(there, key=made.secret) as game,
            npcclient.connect(there, token=lambda: token) as player,
        ):
            await asyncio.sleep(REFRESH_SECONDS)  # that a key was made is noticed as late
            await game.timelines.get(timeline)
            await player.timelines.get(timeline)
            events = game.play.watch(timeline, after_seq=0)
            async with aclosing(events):
                await owner.play.observe(timeline, [seen("A gull lands.")])
                await anext(events)

                await owner.access.revoke_key(made.key.key_id)

                await asyncio.sleep(REFRESH_SECONDS)
                await require_refused(game, timeline)
                await require_refused(player, timeline)
                await owner_there.play.observe(timeline, [seen("The secret of the harbour.")])
                left: list[WatchResponse] = []
                with pytest.raises(npcclient.NotAllowed):
                    await read_into(left, events)

    assert "The secret of the harbour." not in str(left)


async def read_into(
    found: list[WatchResponse], events: AsyncGenerator[WatchResponse, None]
) -> None:
    """Add the events of a stream until it ends."""
    async for event in events:
        found.append(event)  # noqa: PERF401 - what came before an error counts


def seen(text: str) -> Observation:
    return Observation(text=text, witness_ids=["mira"])
