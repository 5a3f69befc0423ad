"""A server of canned answers, and a client of it."""

from collections.abc import AsyncGenerator

import npcclient
import pytest
from npcclient import Patience
from npcclient.chat import Chat

from tests.fakes.canned_server import (
    STARTED_EVENT,
    ServerControl,
    ended_event,
    line_event,
    serve_canned,
    start_chat,
)


@pytest.fixture
async def control() -> ServerControl:
    return ServerControl(
        events=[
            STARTED_EVENT,
            line_event("Come in."),
            line_event("Mind the step.", "worry"),
            ended_event(),
        ]
    )


@pytest.fixture
async def address(control: ServerControl) -> AsyncGenerator[str, None]:
    async with serve_canned(control) as address:
        yield address


@pytest.fixture
async def npc(address: str) -> AsyncGenerator[npcclient.NpcClient, None]:
    async with npcclient.connect(address, patience=Patience(pause=0.01)) as client:
        yield client


@pytest.fixture
async def chat(npc: npcclient.NpcClient) -> Chat:
    return await start_chat(npc)
