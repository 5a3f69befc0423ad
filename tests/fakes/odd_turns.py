"""Turns and thoughts asked of the endpoints of `odd_endpoints`, over HTTP, as the server asks."""

import asyncio
import itertools
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass

from npcmodels.offline import OfflineActor
from npcmodels.openai import OpenAILanguageModel
from npcserver.adapters.llm.wrappers import RetryingLanguageModel
from npcserver.mind.asker import AskTuning
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.errors import ModelFault
from npcserver.model.ids import IntentId
from npcserver.model.inputs import RatingInput
from npcserver.model.turn import IntentProposed, Line, TurnOutcome
from npcserver.ports.language_model import CallTimeouts
from npcserver.prompts.render import Templates
from tests.fakes.language_models import ManualClock
from tests.fakes.model_endpoints import EndpointCall, EndpointLog, serve_calls
from tests.fakes.odd_endpoints import RATINGS, REPLY, SAID, Expected, Oddity, whole
from tests.fakes.prompt_inputs import NOD, reply_scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a row: for a player, and for a thought."""

    got: Expected
    lines: tuple[str, ...]
    rated: bool
    calls: int


class OddEndpoint(EndpointLog):
    """Plays one row; `calls` counts its requests."""

    def __init__(self, oddity: Oddity) -> None:
        super().__init__()
        self._row = oddity
        self.calls = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; return whether the connection stays."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int((head.partition("content-length:")[2].split() or ["0"])[0])
        body = json.loads(await reader.readexactly(length) or b"{}")
        call = EndpointCall(self, body, reader, writer)
        if "/chat/completions" not in head:
            await self._refuse(call, 404, {"error": "it tells nothing of itself"})
            return True
        self.calls += 1
        is_streamed = bool(body.get("stream"))
        refusal = self._row.refuses(body, self.calls)
        if refusal is not None:
            await self._refuse(call, *refusal)
            return True
        is_reply = "ratings" not in json.dumps(body["messages"])
        text = self._row.says(json.dumps(REPLY if is_reply else RATINGS))
        pieces = self._row.body(text) if is_streamed else iter([json.dumps(whole(text)).encode()])
        await call.head(kind=self._row.kind)
        for piece in filter(None, pieces):
            await call.raw(piece)
        if self._row.breaks_off:
            return False
        await call.end()
        return True

    async def _refuse(self, call: EndpointCall, status: int, error: object) -> None:
        if status == 200:
            await call.head()
            await call.event(error)
            await call.end()
            return
        text = error if isinstance(error, str) else json.dumps(error)
        kind = "text/html" if isinstance(error, str) else "application/json"
        call.writer.write(
            f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(text)}\r\n\r\n"
            f"{text}".encode()
        )
        await call.writer.drain()


@asynccontextmanager
async def serve_oddity(oddity: Oddity) -> AsyncGenerator[OddEndpoint, None]:
    """Serve one row on a free port until the block is left."""
    endpoint = OddEndpoint(oddity)
    async with serve_calls(endpoint, endpoint.handle):
        yield endpoint


_PATIENCE = CallTimeouts(first_word=20.0, between_words=20.0, total=20.0)
_TEMPLATES = Templates()
_ACTOR = OfflineActor()


async def played(oddity: Oddity) -> Outcome:
    """Ask a row's endpoint for a line and for a thought, as the server does."""
    async with serve_oddity(oddity) as endpoint:
        model = OpenAILanguageModel(model="m", base_url=endpoint.base_url)
        thinker = PromptedThinker(
            RetryingLanguageModel(model, pause=0.0),
            _TEMPLATES,
            thoughts=AskTuning(patience=_PATIENCE),
            replies=ReplyTuning(patience=_PATIENCE),
        )
        try:
            parts = await _turn(thinker)
            rated = await _rated(thinker)
        finally:
            await model.close()
    return Outcome(
        got=_got(parts),
        lines=tuple(part.text for part in parts if isinstance(part, Line)),
        rated=rated,
        calls=endpoint.calls,
    )


async def _turn(thinker: PromptedThinker) -> Sequence[Part]:
    numbers = itertools.count(1)
    async with aclosing(
        reply(
            reply_scene(affordances=(NOD,)),
            thinker=thinker,
            rescue=_ACTOR,
            templates=_TEMPLATES,
            tuning=ReplyTuning(patience=_PATIENCE),
            new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
            clock=ManualClock(),
        )
    ) as stream:
        return [part async for part in stream]


async def _rated(thinker: PromptedThinker) -> bool:
    try:
        asked = await thinker.think(RatingInput(name="Mira", texts=("It rains.", "It snows.")))
    except ModelFault:
        return False
    return asked.answer == (3, 4)


def _got(parts: Sequence[Part]) -> Expected:
    result = parts[-1]
    assert isinstance(result, ReplyTrace)
    lines = [part.text for part in parts if isinstance(part, Line)]
    assert lines, "a turn has a line"
    if result.outcome is TurnOutcome.CUT_SHORT:
        return Expected.PART
    if result.outcome is not TurnOutcome.COMPLETED or lines != [SAID]:
        return Expected.LADDER
    has_acted = any(isinstance(part, IntentProposed) for part in parts)
    return Expected.LINE if has_acted else Expected.WORDS
