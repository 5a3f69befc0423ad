"""A server reads its certificate anew on a signal, without a restart."""

import asyncio
import os
import shutil
import signal
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import npcclient
import pytest

from tests.engines.servers import Certificate, Server, certificate
from tests.processes import PATIENCE


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[Server]:
    """Start a server with a certificate."""
    server = Server(tmp_path / "server", tls=certificate(tmp_path / "served"))
    server.start()
    yield server
    server.kill()


async def hang_up(server: Server, answer: str) -> None:
    """Send the signal and wait for what is logged."""
    os.kill(server.pid, signal.SIGHUP)
    ends_at = time.monotonic() + PATIENCE
    while not server.has_logged(answer):
        assert time.monotonic() < ends_at
        await asyncio.sleep(0.05)


async def is_trusted(server: Server, authority: Path) -> list[bool]:
    """Return whether a new connection over each wire trusts what it is shown."""
    found = []
    async with npcclient.connect(
        server.grpc, ca=authority, patience=npcclient.Patience(call=3)
    ) as game:
        try:
            await game.worlds.list()
            found.append(True)
        except npcclient.NpcError:
            found.append(False)
    trusting = ssl.create_default_context(cafile=authority)
    async with httpx2.AsyncClient(verify=trusting, trust_env=False) as client:
        try:
            await client.get(f"{server.http}/healthz/live")
            found.append(True)
        except httpx2.TransportError:
            found.append(False)
    return found


async def test_a_renewed_certificate_is_served_without_a_restart(
    encrypted: Server, tmp_path: Path
) -> None:
    """On both wires; a connection from before goes on, and files that do not fit change nothing."""
    served = encrypted.tls
    assert isinstance(served, Certificate)
    before = tmp_path / "before.pem"
    shutil.copyfile(served.authority, before)
    async with npcclient.connect(encrypted.grpc, ca=before) as connected:
        await connected.worlds.list()
        renewed = certificate(tmp_path / "renewed")
        assert await is_trusted(encrypted, before) == [True, True]
        shutil.copyfile(renewed.chain, served.chain)

        await hang_up(encrypted, "certificate_not_renewed")  # its key is still the former one
        assert await is_trusted(encrypted, before) == [True, True]
        shutil.copyfile(renewed.key, served.key)
        await hang_up(encrypted, "certificate_renewed")

        assert await is_trusted(encrypted, renewed.authority) == [True, True]
        assert await is_trusted(encrypted, before) == [False, False]
        await connected.worlds.list()
