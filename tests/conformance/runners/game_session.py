"""Plays cases in the words of a game with a session of `npcclient`: one stream for all of them."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Self

import grpc
from npcclient import NpcError
from npcclient.session import PlaySession

from npcserver.v1.play_service_pb2 import (
    Movement,
    ObjectChange,
    PlayResponse,
    SayInCircleResponse,
    Speaker,
    StoryFlag,
)
from npcserver.v1.turn_pb2 import TurnEvent, TurnFinished
from tests.conformance.runners.game_python import (
    GamePlayer,
    Observed,
    SomeTurn,
    options,
    options_in_circle,
)

_Answers = asyncio.Queue[PlayResponse | None]


class SessionPlayer(GamePlayer):
    """A game that speaks, interrupts and observes over a session in each timeline that it plays."""

    def __init__(self, target: str, key: str) -> None:
        super().__init__(target, key)
        self._sessions: dict[tuple[str, str, str], PlaySession] = {}
        self._answers: defaultdict[str, _Answers] = defaultdict(asyncio.Queue)
        self._observed: list[str] = []
        self.sending = asyncio.Lock()
        """Held while something is written: a session has one writer at a time."""

    async def session(self) -> PlaySession:
        """Return the session of the timeline that is played, opened if need be."""
        place = (self.url, self.key, self.timeline)
        if place not in self._sessions:
            session = await self.stack.enter_async_context(
                self.npc.play.session(self.timeline, resume=True)
            )
            self._sessions[place] = session
            reading = asyncio.create_task(self._read(session))
            self.stack.callback(reading.cancel)
        return self._sessions[place]

    async def _read(self, session: PlaySession) -> None:
        async for response in session:
            if response.request_id:
                self._answers[response.request_id].put_nowait(response)

    async def answer(self, request_id: str) -> PlayResponse:
        """Return the next answer to a request. Raises an `NpcError` where it is a refusal."""
        response = await self._answers[request_id].get()
        assert response is not None
        if not response.HasField("failed"):
            return response
        refusal = response.failed
        code = next(code for code in grpc.StatusCode if code.value[0] == refusal.code)
        raise NpcError(code, refusal.message, reason=refusal.reason)

    def say(self, step: dict[str, Any]) -> SomeTurn:
        """Return the turn that answers words."""

        async def send() -> tuple[PlaySession, str]:
            session = await self.session()
            async with self.sending:
                request_id = await session.say(step["to"], step["text"], **options(step))
            return session, request_id

        return _SessionTurn(self, send)

    async def open_circle(self, members: list[Speaker], place: str) -> str:
        """Open a circle and return its id."""
        request_id = await (await self.session()).open_circle(members, place_id=place)
        return (await self.answer(request_id)).circle_opened.circle.circle_id

    async def say_in_circle(
        self, circle: str, step: dict[str, Any]
    ) -> AsyncIterator[SayInCircleResponse]:
        """Say something in a circle and yield what follows."""
        session = await self.session()
        request_id = await session.say_in_circle(
            circle, step.get("text", ""), **options_in_circle(step)
        )
        while True:
            answer = (await self.answer(request_id)).in_circle
            yield answer
            if answer.HasField("quiet"):
                return

    async def observe(self, what: Observed) -> None:
        """Send what happened; what becomes of it is asked when it is flushed."""
        session = await self.session()
        match what:
            case Movement():
                request_id = await session.observe(movements=[what])
            case ObjectChange():
                request_id = await session.observe(objects=[what])
            case StoryFlag():
                request_id = await session.observe(flags=[what])
            case _:
                request_id = await session.observe([what])
        self._observed.append(request_id)

    async def flush(self) -> None:
        """Wait until all that was sent is stored or refused."""
        observed, self._observed = self._observed, []
        for request_id in observed:
            try:
                await self.answer(request_id)
            except NpcError as error:
                await self.tell("game", "refused", error.reason)


class _SessionTurn:
    """A turn within a session, to be used as a turn of its own."""

    def __init__(
        self, game: SessionPlayer, send: Callable[[], Awaitable[tuple[PlaySession, str]]]
    ) -> None:
        self._game = game
        self._send = send
        self._session: PlaySession | None = None
        self._is_closed = False
        self.turn_id = ""
        self.finished: TurnFinished | None = None

    async def __aiter__(self) -> AsyncIterator[TurnEvent]:
        self._session, request_id = await self._send()
        while self.finished is None and not self._is_closed:
            event = (await self._game.answer(request_id)).turn
            self.turn_id = event.turn_id
            if event.HasField("finished"):
                self.finished = event.finished
            if not self._is_closed:
                yield event

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def interrupt(self) -> bool:
        """Ask the server to end the turn; its last events still come."""
        assert self._session is not None
        async with self._game.sending:
            request_id = await self._session.interrupt(self.turn_id)
        answer = await self._game.answer(request_id)
        return answer.interrupted.was_speaking

    def interrupt_soon(self) -> None:
        """Ask so without waiting."""
        self._game.soon(self.interrupt())

    async def aclose(self) -> None:
        """End the turn and give no more of its events."""
        self._is_closed = True
        if self.finished is None and self.turn_id:
            await self.interrupt()
