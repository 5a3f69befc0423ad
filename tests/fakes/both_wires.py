"""A tavern that is called by gRPC and over HTTP, in each form of it."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from npcserver.aio import both
from npcserver.app.services import Services
from npcserver.http.server import HttpOptions, HttpServer
from npcserver.rpc.interceptor import Patience
from tests.fakes.tavern import Script, Tavern, serving, use_cases
from tests.fakes.wires import GrpcWire, HttpWire, Wire

FORMS = ("json", "proto", "web")
WIRES = ("grpc", *FORMS)
"""Native gRPC, Connect in JSON, Connect in protobuf, gRPC-Web."""

PATIENCE = 60.0


@dataclass
class BothWires:
    """A tavern with both listeners, and a client for each wire."""

    tavern: Tavern
    http: HttpServer
    port: int
    client: httpx2.AsyncClient
    _stopped: bool = field(default=False, init=False)

    def by(self, wire: str) -> Wire:
        if wire == "grpc":
            return GrpcWire(self.tavern.channel)
        return HttpWire(self.client, wire)

    def over_http(self, form: str) -> HttpWire:
        return HttpWire(self.client, form)

    async def stop(self, grace: float) -> None:
        """End as the house ends: both at once."""
        if not self._stopped:
            self._stopped = True
            self.tavern.server.drain()
            await both(self.http.stop(grace), self.tavern.server.drain_and_stop(grace))

    async def until(self, condition: Any) -> None:
        """Wait for something on the other side of a wire."""
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - nothing tells us
                await asyncio.sleep(0.005)


@asynccontextmanager
async def on_both_wires(
    services: Services | None = None,
    *,
    patience: Patience | None = None,
    keys: tuple[str, ...] = (),
    host: str = "127.0.0.1",
    origins: Sequence[str] = (),
    site: Path | None = None,
    **bounds: Any,
) -> AsyncGenerator[BothWires, None]:
    """Serve use cases on two free ports until the block ends; by default those of a tavern.

    `bounds` are those of the HTTP listener, such as `stalled`.
    """
    script = Script()
    chosen = services or use_cases(script)
    async with serving(chosen, script, patience=patience, keys=keys) as tavern:
        options = HttpOptions(host=host, port=0, origins=origins, site=site, **bounds)
        http = HttpServer(tavern.server.handlers, options)
        port = await http.start()
        running = asyncio.create_task(http.run())
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False) as client:
            here = BothWires(tavern, http, port, client)
            try:
                yield here
            finally:
                await here.stop(0)
                await running
