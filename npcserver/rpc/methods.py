"""Unary methods as rows of a class: the request, the use case, and the field of its result.

The arguments of the use case are read from the request by name (`decoder`).
"""

from collections.abc import Awaitable, Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from npcserver.app.pagination import ResultPage
from npcserver.app.services import Services
from npcserver.rpc.decoder import Source, compile_call
from npcserver.rpc.encoder import enclose, encode
from npcserver.rpc.interceptor import ActiveCalls, Context
from npcserver.rpc.page_token import PageTokens

UseCase = Callable[..., Awaitable[Any]]


class UseCaseServicer:
    """A servicer with methods made by `unary` and `paged`; its last base is the generated one."""

    def __init__(self, services: Services, tokens: PageTokens, calls: ActiveCalls) -> None:
        self.services = services
        self.tokens = tokens
        self.calls = calls

    @classmethod
    def serve(
        cls, services: Services, tokens: PageTokens, calls: ActiveCalls, server: object
    ) -> None:
        """Add the methods of the service to a server."""
        generated = cls.__bases__[-1]
        add = getattr(import_module(generated.__module__), f"add_{generated.__name__}_to_server")
        add(cls(services, tokens, calls), server)


def unary(
    request: type[Message],
    use_case: Callable[[Services], UseCase],
    field: str = "",
    convert: Callable[[Any], Any] = lambda result: result,
    /,
    **named: Source,
) -> Any:
    """Return a method whose response has the result of a use case in that field.

    Without a field the response has those of the result, or is empty. `convert` makes what is
    written of the result. `named` are arguments that
    no field of the request stands for by name, as in `decoder.reads`.
    """
    response, call = _response_to(request), _caller(request, named)

    async def method(servicer: UseCaseServicer, message: Message, _: Context) -> Message:
        result = convert(await call(use_case(servicer.services), message))
        if field:
            return enclose(result, response, field)
        return response() if result is None else encode(result, response)

    return method


def paged(
    request: type[Message],
    use_case: Callable[[Services], UseCase],
    field: str,
    convert: Callable[[Any], Any] = lambda result: result,
    /,
    **named: Source,
) -> Any:
    """Return a method whose response has a page of a list in that field.

    The use case returns the page that is asked for, or the whole list.
    """
    response, call = _response_to(request), _caller(request, named)

    async def method(servicer: UseCaseServicer, message: Any, _: Context) -> Message:
        tokens = servicer.tokens
        page = partial(tokens.page, message, message.page_size, message.page_token)
        found = convert(await call(use_case(servicer.services), message, page))
        if isinstance(found, ResultPage):
            token = tokens.token(message, found.next_cursor)
            return enclose(found.items, response, field, next_page_token=token)
        items, token = tokens.cut(message, found)
        return enclose(items, response, field, next_page_token=token)

    return method


def _caller(request: type[Message], named: dict[str, Source]) -> Callable[..., Awaitable[Any]]:
    """Return what calls a method of a use case with the arguments that a request stands for."""
    compiled = cache(lambda function: compile_call(function, request, named))

    def call(use_case: Any, message: Message, page: Any = None) -> Awaitable[Any]:
        found: Awaitable[Any] = compiled(use_case.__func__)(use_case, message, page)
        return found

    return call


def _response_to(request: type[Message]) -> type[Message]:
    name = f"{request.DESCRIPTOR.name.removesuffix('Request')}Response"
    found: Any = request.DESCRIPTOR.file.message_types_by_name[name]
    return GetMessageClass(found)
