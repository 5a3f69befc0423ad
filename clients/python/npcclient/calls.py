"""How a call is made: with a deadline, once, and again when the server was not reached."""

import asyncio
import random
import uuid
from dataclasses import dataclass, field
from typing import TypeVar

import grpc

from npcclient import errors
from npcclient.tokens import Credential
from npcclient.wire import learn_world

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait and how often to try; all times in seconds.

    `call` limits a call with all its retries, `turn` a whole turn of a character. Only calls that
    may safely be repeated are, and only when the server was not there: UNAVAILABLE, or CANCELLED
    where this side did not cancel, which is how gRPC ends what a server that stops has not taken up
    yet. The pause before a retry doubles each time up to a second, with up to half of it more at
    random. Attempts are counted only for a server that never answered; one that is gone is being
    restarted, and is waited for as long as `call` says, by turns too. `away` is how long a stream
    that resumes by itself looks for a server before it gives up.
    """

    call: float = 10.0
    turn: float = 60.0
    attempts: int = 4
    pause: float = 0.2
    away: float = 300.0


_LONGEST_PAUSE = 1.0
_GONE = ("", "SHUTTING_DOWN", "WORLD_MOVED")
"""Reasons: no server answered, it is about to end, or the world is on its way to another."""


@dataclass(slots=True)
class Caller:
    """Makes unary calls; `has_answered` says that the server was there before."""

    patience: Patience
    credential: Credential = field(default_factory=Credential)
    chance: random.Random = field(default_factory=random.Random)
    has_answered: bool = False

    async def call(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[Asked, Answered],
        request: Asked,
        timeout: float | None = None,  # noqa: ASYNC109 - gRPC enforces it, and tells the server
    ) -> Answered:
        """Call, again if need be, and return the answer. Raises an `NpcError`."""
        loop = asyncio.get_running_loop()
        since = loop.time()
        end = since + (self.patience.call if timeout is None else timeout)
        attempt = 1
        while True:
            try:
                answer = await method(request, timeout=max(0.0, end - loop.time()))
            except grpc.aio.AioRpcError as error:
                pause = self.pause_after(error, attempt, since)
                if pause is None or loop.time() + pause >= end:
                    raise errors.from_call(error) from error
            else:
                self.has_answered = True
                learn_world(answer)
                return answer
            await asyncio.sleep(pause)
            attempt += 1

    def pause_after(self, error: grpc.aio.AioRpcError, attempt: int, since: float) -> float | None:
        """Return the pause before the next attempt; None for no further attempt.

        `since` is when the first one was made, by the event loop's clock. A token that was refused
        is renewed first, once.
        """
        if error.code() is grpc.StatusCode.UNAUTHENTICATED and self.credential.renew():
            return 0.0
        told = errors.from_call(error)
        reason = told.reason
        if told.code is not grpc.StatusCode.UNAVAILABLE and not (
            # gRPC tells its own cancelling by CancelledError, never by a status
            told.code is grpc.StatusCode.CANCELLED and not reason
        ):
            return None
        patience = self.patience
        pause = min(_LONGEST_PAUSE, patience.pause * 2.0 ** (attempt - 1))
        pause += self.chance.uniform(0, pause / 2)
        if self.has_answered and reason in _GONE:
            waited = asyncio.get_running_loop().time() - since
            return pause if waited + pause < patience.call else None
        return pause if attempt < patience.attempts else None


def is_cancelling() -> bool:
    """Return whether the task itself is cancelled, and not the call it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def milliseconds(seconds: float | None) -> int | None:
    """Return a time as requests have it; None stays the server's default."""
    return None if seconds is None else round(1000 * seconds)


def new_request_id() -> str:
    """Return an id under which a repeated call takes effect only once."""
    return uuid.uuid4().hex
