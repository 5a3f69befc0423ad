"""Unary methods as rows of a class: the request, the use case, and the field of its result."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from npcserver.app.pagination import Page, ResultPage
from npcserver.app.services import Services
from npcserver.rpc.encoder import enclose, encode
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens

Q = TypeVar("Q", bound=Message)


class UseCaseServicer:
    """A servicer with methods made by `unary` and `paged`."""

    def __init__(self, services: Services, tokens: PageTokens) -> None:
        self.services = services
        self.tokens = tokens


def unary(request: type[Q], call: Callable[[Services, Q], Awaitable[Any]], field: str = "") -> Any:
    """Return a method whose response has the result of a use case in that field.

    Without a field the response has those of the result, or is empty.
    """
    response = _response_to(request)

    async def method(servicer: UseCaseServicer, message: Q, _: Context) -> Message:
        result = await call(servicer.services, message)
        if field:
            return enclose(result, response, field)
        return response() if result is None else encode(result, response)

    return method


def paged(
    request: type[Q],
    call: Callable[[Services, Q, Callable[[], Page]], Awaitable[ResultPage[Any]]],
    field: str,
) -> Any:
    """Return a method whose response has a page of a list in that field.

    The use case gets the page by a call, so that fields are checked in the order it names them.
    """
    response = _response_to(request)

    async def method(servicer: UseCaseServicer, message: Any, _: Context) -> Message:
        tokens = servicer.tokens
        found = await call(
            servicer.services,
            message,
            lambda: tokens.page(message, message.page_size, message.page_token),
        )
        token = tokens.token(message, found.next_cursor)
        return enclose(found.items, response, field, next_page_token=token)

    return method


def _response_to(request: type[Message]) -> type[Message]:
    name = f"{request.DESCRIPTOR.name.removesuffix('Request')}Response"
    found: Any = request.DESCRIPTOR.file.message_types_by_name[name]
    return GetMessageClass(found)
