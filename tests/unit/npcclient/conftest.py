"""A server of canned answers, and a client of it."""

from collections.abc import AsyncGenerator

import npcclient
import pytest
from npcclient import Patience
from npcclient.chat import Chat

from tests.fakes.canned_server import Backstage, canned_server
from tests.fakes.canned_turns import STARTED, ended, line
from tests.fakes.chatting import begin


@pytest.fixture
async def stage() -> Backstage:
    return Backstage(events=[STARTED, line("Come in."), line("Mind the step.", "worry"), ended()])


@pytest.fixture
async def address(stage: Backstage) -> AsyncGenerator[str, None]:
    async with canned_server(stage) as address:
        yield address


@pytest.fixture
async def npc(address: str) -> AsyncGenerator[npcclient.NpcClient, None]:
    async with npcclient.connect(address, patience=Patience(pause=0.01)) as client:
        yield client


@pytest.fixture
async def chat(npc: npcclient.NpcClient) -> Chat:
    return await begin(npc)
