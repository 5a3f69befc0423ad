"""Health over plain HTTP, for orchestrators and load balancers without gRPC."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from grpc_health.v1 import health_pb2
from starlette.responses import PlainTextResponse

from npcserver.http.endpoints import Handler
from npcserver.http.middleware import App, Receive, Scope, Send

_CHECK = "/grpc.health.v1.Health/Check"
_PAGES = {"/healthz/live": "live", "/healthz/ready": "ready"}


def health_pages(handlers: Mapping[str, Handler]) -> dict[str, App]:
    """Return the health pages by path: 200 while the server is live or ready, else 503."""
    return {path: _health_page(handlers, name) for path, name in _PAGES.items()}


def _health_page(handlers: Mapping[str, Handler], name: str) -> App:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        check: Any = handlers[_CHECK].unary_unary
        told = await check(health_pb2.HealthCheckRequest(service=name), None)
        is_well = told.status == health_pb2.HealthCheckResponse.SERVING
        status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
        page = PlainTextResponse(f"{'' if is_well else 'not '}{name}\n", status)
        await page(scope, receive, send)

    return answer
