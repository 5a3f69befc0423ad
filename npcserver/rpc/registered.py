"""A stand-in for a server that keeps the handlers added to it."""

from collections.abc import MutableMapping, Sequence

import grpc

from npcserver.rpc.interceptor import Edge, Handler


class Registered:
    """Stands in for a server while services are added to it, and keeps their handlers.

    Our own services' handlers are kept wrapped by the interceptor, the others as they are.
    """

    def __init__(
        self, server: grpc.aio.Server, edge: Edge, handlers: MutableMapping[str, Handler]
    ) -> None:
        self._server = server
        self._edge = edge
        self._handlers = handlers

    def add_generic_rpc_handlers(self, generic: Sequence[grpc.GenericRpcHandler]) -> None:
        """Pass on; the same methods also arrive in `add_registered_method_handlers`."""
        self._server.add_generic_rpc_handlers(generic)

    def add_registered_method_handlers(
        self, service: str, methods: MutableMapping[str, Handler]
    ) -> None:
        """Pass on, and keep each handler under its path."""
        self._server.add_registered_method_handlers(service, methods)
        for name, handler in methods.items():
            path = f"/{service}/{name}"
            self._handlers[path] = self._edge.at_the_edge(handler, path)
