"""The content types a method accepts, and the refusal of others."""

from collections.abc import Iterable
from http import HTTPStatus

from starlette.responses import JSONResponse

from npcserver.http.asgi import App, Scope, content_type

_WEB = ("application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json")
_ONE = ("application/json", "application/proto")
_MANY = ("application/connect+json", "application/connect+proto")


def misfit(scope: Scope, *, is_stream: bool) -> App | None:
    """Return the application that refuses a request of a wrong form; None for a right one."""
    if scope["method"] != "POST":
        return None  # the Connect library answers with the allowed methods
    if not _are_text(value for _, value in scope["headers"]):
        problem = "a header is no UTF-8; encode what is not ASCII"
        return _refusal(HTTPStatus.BAD_REQUEST, "invalid_argument", problem)
    form = content_type(scope).partition(b";")[0].strip().lower().decode()
    fitting = _MANY if is_stream else _ONE
    if form in fitting or form in _WEB:
        return None
    problem = _native() if form.startswith("application/grpc") else _other(form, fitting)
    return _refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "invalid_argument", problem)


def no_such_method(path: str) -> App:
    """Return the application that refuses a call of an unknown method."""
    problem = f"no method {path[:200]!r}; methods are called at /npcserver.v1.SERVICE/METHOD"
    return _refusal(HTTPStatus.NOT_FOUND, "unimplemented", problem)


def _are_text(values: Iterable[bytes]) -> bool:
    try:
        b"\n".join(values).decode()
    except UnicodeDecodeError:
        return False
    return True


def _native() -> str:
    return "this port speaks Connect and gRPC-Web; native gRPC is on the other one, `server.port`"


def _other(form: str, fitting: tuple[str, str]) -> str:
    what = "a stream" if fitting is _MANY else "a single answer"
    return (
        f"this method gives {what}: call it with the content-type {fitting[0]} or {fitting[1]}, or "
        f"in gRPC-Web with application/grpc-web+proto, and not with {form[:100] or 'none'}"
    )


def _refusal(status: HTTPStatus, code: str, problem: str) -> App:
    return JSONResponse({"code": code, "message": problem}, status)
