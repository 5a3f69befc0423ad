"""A server that remembers what answers each method."""

from collections.abc import MutableMapping, Sequence

import grpc

from npcserver.rpc.interceptor import Edge, Handler


class Registered:
    """Takes the place of a server while services are added to it, and keeps their handlers.

    Kept are the handlers that the interceptor wraps, or the bare ones of services not our own.
    """

    def __init__(
        self, server: grpc.aio.Server, edge: Edge, handlers: MutableMapping[str, Handler]
    ) -> None:
        self._server = server
        self._edge = edge
        self._handlers = handlers

    def add_generic_rpc_handlers(self, generic: Sequence[grpc.GenericRpcHandler]) -> None:
        """Hand on; the same methods come by `add_registered_method_handlers`."""
        self._server.add_generic_rpc_handlers(generic)

    def add_registered_method_handlers(
        self, service: str, methods: MutableMapping[str, Handler]
    ) -> None:
        """Hand on, and keep."""
        self._server.add_registered_method_handlers(service, methods)
        for name, handler in methods.items():
            path = f"/{service}/{name}"
            self._handlers[path] = self._edge.at_the_edge(handler, path)
