"""The page that Prometheus reads, as an ASGI application."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from npcserver.http.middleware import App, OriginGuard

PATH = "/metrics"
Exposition = Callable[[str], Awaitable[tuple[bytes, str]]]
"""Returns the page in the format that an `Accept` header asks for, and its content type."""


def metrics_page(exposition: Exposition, *, is_local: bool) -> App:
    """Return the application; with `is_local` only this machine's names are accepted as host."""

    async def page(request: Request) -> Response:
        content, content_type = await exposition(request.headers.get("accept", ""))
        return Response(content, headers={"content-type": content_type})

    async def home(request: Request) -> Response:
        del request
        return RedirectResponse(PATH)

    routes = [Route(PATH, page), Route("/", home)]
    return OriginGuard(Starlette(routes=routes), (), is_local=is_local)
