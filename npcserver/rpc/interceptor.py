"""Wraps each method of ours: request ids, permission, deadlines, errors, running calls."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc
import structlog

from npcserver.app.admission import Admission, CallClass, called_by
from npcserver.model.access import Verb
from npcserver.model.errors import (
    Fault,
    InvalidInput,
    NotPossibleNow,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.model.ids import TimelineId, new_id
from npcserver.model.wire import CLIENT_HEADER, require_served, unknown_method
from npcserver.ports.observer import NO_OBSERVER, Observer, continued
from npcserver.rpc import status
from npcserver.rpc.access import AccessGate, Caller, MethodPolicy, policy_of
from npcserver.rpc.status import report_error

_TURNS = frozenset({"Say", "SayInCircle"})
_TOOLS = frozenset(
    (
        "Ask",
        "Diff",
        "Explain",
        "ExportWorld",
        "GetReflectionTree",
        "Interview",
        "Recall",
        "ReportMemories",
        "TraceMemory",
        "WhoKnows",
    )
)
_READS = ("Get", "List")
_AT_ONCE = frozenset({"Interrupt", "AdvanceClock"})


def class_of(method: str, *, is_stream: bool) -> CallClass | None:
    """Return the class of a method, such as `/npcserver.v1.PlayService/Observe`.

    Turns pass their gate in the dialogue, moves of the clock theirs in `ClockSteps`. None for these
    and for calls that end others, which pass none here.
    """
    name = method.rpartition("/")[2]
    if name in _AT_ONCE:
        return None
    if name in _TURNS:
        return CallClass.TURNS
    if name in _TOOLS:
        return CallClass.TOOLS
    if is_stream:
        return CallClass.STREAMS
    return CallClass.READS if name.startswith(_READS) else CallClass.WRITES


_QUIET_LOOKS = 10
_LOOK_SECONDS = 0.005


class ActiveCalls:
    """Counts running calls, so that nothing they use is closed before they are done.

    `draining` is set when the server shuts down; streams without an end of their own end then. New
    calls wait for `closed`, which says that connections have been told to go, and are refused: a
    caller that tries again then comes by another connection. `is_cut` says that the grace is over
    and every call is ended now. `arrived` counts all calls so far.
    """

    def __init__(self) -> None:
        self.draining = asyncio.Event()
        self.closed = asyncio.Event()
        self.is_cut = False
        self._limits: dict[asyncio.Timeout, asyncio.Task[Any] | None] = {}
        self._count = 0
        self.arrived = 0
        self._none_left = asyncio.Event()
        self._none_left.set()

    @property
    def count(self) -> int:
        """The number of calls being handled, their cleanup included."""
        return self._count

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a call for as long as it is handled."""
        self.arrived += 1
        self._count += 1
        self._none_left.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none_left.set()

    @contextmanager
    def within(self, limit: asyncio.Timeout) -> Iterator[None]:
        """Register the timeout of a call, so that `cut` can end the call through it."""
        self._limits[limit] = asyncio.current_task()
        if self.is_cut:
            self._cut(limit)
        try:
            yield
        finally:
            del self._limits[limit]

    def cut(self) -> None:
        """End all calls now: each timeout expires, and its caller gets the reason."""
        self.is_cut = True
        for limit in tuple(self._limits):
            self._cut(limit)

    def _cut(self, limit: asyncio.Timeout) -> None:
        task = self._limits[limit]
        # A task that is already being cancelled is cleaning up; a second end would break that.
        if not limit.expired() and (task is None or not task.cancelling()):
            limit.reschedule(asyncio.get_running_loop().time())

    async def require_open(self) -> None:
        """Return for a call that may begin. Raises `Unavailable` while the server drains."""
        if self.draining.is_set():
            await self.closed.wait()
            raise _shutting_down("takes no more calls")

    async def no_more_arrive(self, seconds: float) -> None:
        """Return once no call has arrived for a moment, and after `seconds` at the latest.

        The moment is many looks and not one long sleep: a process that had no processor for that
        long has seen no calls either, while they wait for it.
        """
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + seconds
        seen, looks = self.arrived, 0
        while looks < _QUIET_LOOKS and loop.time() < ends_at:
            await asyncio.sleep(_LOOK_SECONDS)
            looks = looks + 1 if self.arrived == seen else 0
            seen = self.arrived

    async def none_left(self) -> None:
        """Return when no call is being handled."""
        await self._none_left.wait()


_OURS = "/npcserver."
_OF_MINDS = frozenset(
    f"/npcserver.{method}"
    for method in (
        "admin.v1.MemoryService/Explain",
        "admin.v1.MemoryService/GetReflectionTree",
        "admin.v1.MemoryService/ListMemories",
        "admin.v1.MemoryService/Recall",
        "admin.v1.MemoryService/ReportMemories",
        "admin.v1.MemoryService/TraceMemory",
        "admin.v1.MemoryService/WhoKnows",
        "admin.v1.PersonaService/Interview",
        "v1.CharacterService/GetMind",
        "v1.TimelineService/Save",
    )
)
_REQUEST_ID = re.compile(r"[\x21-\x7e]{1,64}")
_ABORT_SECONDS = 1.0

# These are generic in the stubs only.
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Found: TypeAlias = "grpc.RpcMethodHandler[Any, Any] | None"
One: TypeAlias = "Callable[[Any, Context], Awaitable[Any]]"
Many: TypeAlias = "Callable[[Any, Context], AsyncGenerator[Any, None]]"

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class RpcTimeouts:
    """Time limits for callers, in seconds.

    A unary call without a deadline gets `unary`, and none gets more than `longest`. A stream whose
    reader takes nothing for `stalled` is closed.
    """

    unary: float = 15.0
    longest: float = 60.0
    stalled: float = 5.0


class EdgeInterceptor(grpc.aio.ServerInterceptor):
    """Wraps each of our methods and reflection, whatever their arity; leaves health alone.

    `gate` finds out who calls, before anything else of a call is done; see `access.CALLER`.

    Before a method that reads or saves character state, `settle` stores the turns that a crashed
    server left unfinished in the timeline, and those that wait to be stored. Each call passes the
    gate of its class in `admission`.
    """

    def __init__(
        self,
        calls: ActiveCalls,
        patience: RpcTimeouts,
        gate: AccessGate,
        settle: Callable[[TimelineId], Awaitable[None]],
        admission: Admission,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._calls = calls
        self._patience = patience
        self._gate = gate
        self._settle = settle
        self._admission = admission
        self._observer = observer
        self._wrapped: dict[str, Handler] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Found]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Found:
        """Return the wrapped handler of a method; it is wrapped once and kept."""
        method = handler_call_details.method
        known = self._wrapped.get(method)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None:
            return _no_such_method(method) if method.startswith(_OURS) else None
        return self.at_the_edge(handler, method)

    def at_the_edge(self, handler: Handler, method: str) -> Handler:
        """Return the handler of a method, wrapped if the method is ours, or reflection."""
        policy = policy_of(method)
        if policy is None:
            return handler
        known = self._wrapped.get(method)
        if known is None:
            known = self._wrapped[method] = self._wrap(handler, method, policy)
        return known

    def _wrap(self, handler: Handler, method: str, policy: MethodPolicy) -> Handler:
        codec = {
            "request_deserializer": _lenient(handler.request_deserializer),
            "response_serializer": handler.response_serializer,
        }
        one: Any = handler.unary_unary
        streams: Any = handler.unary_stream or handler.stream_stream  # this one is reflection
        passes = class_of(method, is_stream=handler.response_streaming)
        if not handler.response_streaming:
            answered = self._answered(one, method, policy, passes)
            return grpc.unary_unary_rpc_method_handler(answered, **codec)
        streamed: Any = self._streamed(streams, method, policy, passes)
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(streamed, **codec)
        return grpc.unary_stream_rpc_method_handler(streamed, **codec)

    def _answered(
        self, behaviour: One, method: str, policy: MethodPolicy, passes: CallClass | None
    ) -> One:
        async def answer(request: Any, context: Context) -> Any:
            async with self._call(method, policy, context, is_long=False) as caller:
                request = await self._admitted(request, policy, caller)
                timeline_id = getattr(request, "timeline_id", "")
                async with self._admission.passed(passes, timeline_id):
                    if method in _OF_MINDS and timeline_id:
                        await self._settle(TimelineId(timeline_id))
                    try:
                        return await behaviour(request, context)
                    finally:
                        if policy.verb is Verb.AUTHOR:  # a new character may bear a player's id
                            self._gate.control.refresh_characters()

        return answer

    def _streamed(
        self, behaviour: Many, method: str, policy: MethodPolicy, passes: CallClass | None
    ) -> One:
        async def answer(request: Any, context: Context) -> None:
            async with self._call(method, policy, context, is_long=True) as caller:
                request = await self._admitted(request, policy, caller)
                # A client reads our wire before the first message, and knows that it is connected.
                await context.send_initial_metadata((status.WIRE,))
                async with (
                    self._admission.passed(passes, getattr(request, "timeline_id", "")),
                    aclosing(behaviour(request, context)) as responses,
                ):
                    async for response in responses:
                        if policy.is_endless:
                            await caller.require_current()
                        await self._write(context, response)

        return answer

    async def _admitted(self, request: Any, policy: MethodPolicy, caller: Caller) -> Any:
        """Return the request, or the stream of requests, that the caller may make.

        Raises the fault of a request that did not parse.
        """
        if isinstance(request, AsyncIterator):
            return self._all_admitted(request, policy, caller)
        if isinstance(request, Fault):
            raise request
        return await self._gate.admit(policy, caller, request)

    async def _all_admitted(
        self, requests: AsyncIterator[Any], policy: MethodPolicy, caller: Caller
    ) -> AsyncGenerator[Any, None]:
        async for request in requests:
            await caller.require_current()
            yield await self._admitted(request, policy, caller)

    @asynccontextmanager
    async def _call(
        self, method: str, policy: MethodPolicy, context: Context, *, is_long: bool
    ) -> AsyncGenerator[Caller, None]:
        """Handle one call: count it, log its id, limit its time, and send its caller the error."""
        request_id = _request_id(context)
        # Each call runs in its own task, so these bindings end with it.
        structlog.contextvars.bind_contextvars(request_id=request_id, method=method)
        context.set_trailing_metadata(((status.REQUEST_ID, request_id), status.WIRE))
        seconds = None if is_long else self._seconds(context)
        self._observer.call_began(method)
        with self._calls.one_more(), continued(context.invocation_metadata()):
            try:
                async with asyncio.timeout(seconds) as limit:
                    with self._calls.within(limit):
                        await self._calls.require_open()
                        if method.startswith(_OURS):
                            require_served(_metadata(context, CLIENT_HEADER))
                        caller = await self._gate.enter(policy, context.invocation_metadata())
                        with called_by(caller.principal.id, has_token=caller.player is not None):
                            yield caller
            except TimeoutError as error:
                is_ours = limit.expired()
                told = self._ran_out(seconds) if is_ours else report_error(error)
                await self._abort(method, context, told, request_id)
            except asyncio.CancelledError as error:
                if _is_leaving():
                    self._observer.call_failed(method, grpc.StatusCode.CANCELLED.name)
                    raise
                # A cancellation that the client did not cause would leave it waiting for ever.
                await self._abort(method, context, report_error(error), request_id)
            except Exception as error:  # noqa: BLE001 - the one place where all errors end
                told = report_error(await self._gate.control.explained(error))
                await self._abort(method, context, told, request_id)

    async def _abort(
        self, method: str, context: Context, told: status.ErrorReply, request_id: str
    ) -> None:
        self._observer.call_failed(method, told.code.name)
        try:
            # A client that reads nothing does not read its status either, so this may not wait.
            async with asyncio.timeout(_ABORT_SECONDS):
                await context.abort_with_status(status.WireStatus(told, request_id))
        except TimeoutError:
            _log.debug("caller_stalled", reason=told.reason)

    def _ran_out(self, seconds: float | None) -> status.ErrorReply:
        """Return the status of a call that we ended, because of its deadline or of a shutdown."""
        if self._calls.is_cut or seconds is None:
            return report_error(_shutting_down("ended this call"))
        return status.too_late(seconds)

    def _seconds(self, context: Context) -> float | None:
        """Return our deadline in seconds; None where gRPC keeps the caller's nearer one."""
        remaining: float | None = context.time_remaining()
        if remaining is None:
            return self._patience.unary
        return self._patience.longest if remaining > self._patience.longest else None

    async def _write(self, context: Context, response: Any) -> None:
        try:
            async with asyncio.timeout(self._patience.stalled):
                await context.write(response)
        except TimeoutError:
            raise OverLimit(
                f"nothing was read from this stream for {self._patience.stalled:g} s; read faster, "
                "and resume from the last position received",
                Reason.OVER_LIMIT,
                limit=f"{self._patience.stalled:g} s",
            ) from None


def end_of_stream() -> Unavailable:
    """Return the error that ends an endless stream when the server shuts down."""
    return Unavailable(
        "the server is shutting down; connect again and resume from the last position received",
        Reason.SHUTTING_DOWN,
    )


def _shutting_down(what: str) -> Unavailable:
    """Return the fault of a call that the server does not do, or no longer, since it shuts down."""
    problem = f"the server is shutting down and {what}; try again once it is back"
    return Unavailable(problem, Reason.SHUTTING_DOWN)


def _no_such_method(path: str) -> Handler:
    """Return the handler of a method of ours that this server does not have."""

    async def refuse(_request: Any, context: Context) -> Any:
        try:
            require_served(_metadata(context, CLIENT_HEADER))
        except NotPossibleNow as fault:
            await context.abort_with_status(status.WireStatus(report_error(fault), new_id("req")))
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, unknown_method(path), (status.WIRE,))

    handler: Handler = grpc.unary_unary_rpc_method_handler(refuse)
    return handler


def _is_leaving() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _metadata(context: Context, name: str) -> str:
    """Return the first value under a name of a call's metadata, "" where there is none."""
    metadata = context.invocation_metadata() or ()
    return next((one for key, one in metadata if key == name and isinstance(one, str)), "")


def _request_id(context: Context) -> str:
    chosen = _metadata(context, status.REQUEST_ID)
    return chosen if _REQUEST_ID.fullmatch(chosen) else new_id("req")


def _lenient(deserialize: Callable[[bytes], Any] | None) -> Callable[[bytes], Any]:
    """Parse without raising: gRPC would answer INTERNAL for a client's mistake.

    Bytes that do not parse become the fault to raise; other transports hand in such faults too.
    """

    def parse(data: bytes) -> Any:
        try:
            return data if deserialize is None else deserialize(data)
        except Exception:  # noqa: BLE001 - protobuf has no public name for it
            return InvalidInput(
                "request",
                "is no message of this method; texts must be UTF-8 without lone surrogates",
            )

    return parse
