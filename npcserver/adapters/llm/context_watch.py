"""Keeps what is known of a model's context true while the model runs."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

import structlog

from npcserver.adapters.llm.context_window import ContextWindow, CountedPrompt, plausible_ratios
from npcserver.aio import until
from npcserver.model.errors import ModelFault, ModelSuperseded, ModelTruncated, PromptTooLong
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import (
    CallLane,
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    Request,
    ServedContext,
)

_SPEED_WORDS = 220
_WORDS = "sea oar inn boat rain roof bell salt fish wind tide sand lamp door road hill bird tree"
_LETTERS_PER_TOKEN = 3.6  # as estimates have it; real tokenizers make fewer tokens of these words
_PATIENCE = CallTimeouts(first_word=300.0, between_words=60.0, total=330.0)
_SPEED_PATIENCE = CallTimeouts(first_word=30.0, between_words=10.0, total=60.0)
_SHORT = 40  # estimated tokens of the filling of a prompt that nobody cuts
_STEPS = 4  # lengths that are tried where the whole one is cut
_MORE = 1.2  # a count that is so many times the suspect one is no cut to that length
_CLOSE = 0.1  # share of a length by which the search for it may be wrong
_log = structlog.get_logger(__name__)


async def measure_speed(window: ContextWindow, model: LanguageModel) -> None:
    """Let the model read some 230 tokens that no cache holds, unless a player speaks by then.

    Each word is one token. A short question before it makes the server load the model. The speed
    stays unknown if the model fails.
    """
    try:
        await _first_word(window, model, _speed_question(1))
        seconds = await _first_word(window, model, _speed_question(_SPEED_WORDS))
    except ModelFault as fault:
        _log.info("reading_speed_unknown", error=fault)
        return
    if seconds is not None:
        window.speed = window.speed or _SPEED_WORDS / max(seconds, 0.001)
        _log.debug("reading_speed", tokens_per_second=round(window.speed))


async def _first_word(
    window: ContextWindow, model: LanguageModel, request: Request
) -> float | None:
    """Return the seconds until the model began to answer, None if a player spoke first."""
    loop = asyncio.get_running_loop()
    begun, first = loop.time(), None
    try:
        async with aclosing(until(window.player_spoke, model.generate(request))) as answer:
            async for _ in answer:
                first = first or loop.time() - begun
    except ModelTruncated:  # its answer may be cut after a few tokens
        pass
    return first


def _speed_question(words: int) -> Request:
    chosen = random.Random()  # noqa: S311 - any text that was not read before
    text = " ".join(chosen.choices(_WORDS.split(), k=words))
    asked = f"{chosen.getrandbits(32)} {text}\nAnswer with the one word yes."
    return Request(
        purpose=Purpose.RATE,
        messages=(Message("user", asked),),
        max_tokens=4,
        temperature=0,
        lane=CallLane.BACKGROUND,
        patience=_SPEED_PATIENCE,
    )


class ContextVerdict(StrEnum):
    """What an examination proved; UNKNOWN if it ended early, or no mark came back at all."""

    WHOLE = "whole"
    CUT = "cut"
    UNKNOWN = "unknown"


@dataclass(slots=True, kw_only=True)
class ContextExamination:
    """The result of an examination, and its cost.

    `length` is the longest prompt that arrived whole, in tokens: as counted if the count is
    plausible, else as estimated.
    """

    verdict: ContextVerdict = ContextVerdict.UNKNOWN
    length: int = 0
    calls: int = 0
    tokens: int = 0


async def examine(
    window: ContextWindow, model: LanguageModel, length: int, suspect: int
) -> ContextExamination:
    """Find out whether prompts of `length` estimated tokens arrive whole, else how long ones do.

    `suspect` is the count that raised the doubt. Raises `ModelSuperseded` where a player needed the
    model, and no other fault of it.
    """
    made = _Examiner(model, suspect)
    try:
        if not await made.arrives(_SHORT):
            return made.result
        if await made.arrives(length):
            made.result.verdict = ContextVerdict.WHOLE
            return made.result
        least = max(made.result.length, round(window.read_whole / window.ratio))
        guess = made.last_count  # what a server that cuts counts is mostly what it holds
        for _ in range(_STEPS):
            if length - least <= length * _CLOSE:
                break
            middle = guess if least < guess < length * (1 - _CLOSE) else (least + length) // 2
            guess = 0
            if await made.arrives(middle):
                least = middle
            else:
                length = middle
        if await made.arrives(_SHORT):  # it still does as it is asked, so the marks were lost
            made.result.verdict = ContextVerdict.CUT
            made.result.length = max(made.result.length, window.read_whole)
    except ModelSuperseded:
        raise
    except PromptTooLong:  # the window has recorded what the refusal says
        _log.info("context_examination_refused", length=length)
    except ModelFault as fault:
        _log.info("context_examination_failed", error=fault.message)
    return made.result


class _Examiner:
    def __init__(self, model: LanguageModel, suspect: int) -> None:
        self._model = model
        self._suspect = suspect
        self.result = ContextExamination()
        self.last_count = 0

    async def arrives(self, length: int) -> bool:
        """Return whether prompts of that estimated length arrive whole: two of up to three."""
        if await self._asked(length):
            return True
        if not await self._asked(length):
            return False
        return await self._asked(length)  # one lost and one found: several servers, or chance

    async def _asked(self, length: int) -> bool:
        mark, request = marked_question(length)
        text, finished = "", None
        self.result.calls += 1
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    if isinstance(item, Finished):
                        finished = item
                    else:
                        text += item
        except ModelTruncated:  # the mark may be there all the same
            pass
        is_told = finished is not None and not finished.usage.estimated
        self.last_count = finished.usage.prompt_tokens if finished and is_told else 0
        self.result.tokens += self.last_count
        least, most = (ratio * length for ratio in plausible_ratios(request.messages))
        is_counted = least <= self.last_count <= most
        is_longer = length > _SHORT and self.last_count > _MORE * self._suspect
        if mark in text or (is_counted and is_longer):
            whole = self.last_count if is_counted else length
            self.result.length = max(self.result.length, whole)
            return True
        return False


def marked_question(length: int) -> tuple[str, Request]:
    """Return a mark, and a question for it with a filling of `length` estimated tokens."""
    chosen = random.Random()  # noqa: S311 - unlikely to be guessed, that is all
    mark = str(chosen.randrange(100_000, 1_000_000))  # small models repeat digits best
    letters = int(length * _LETTERS_PER_TOKEN)
    filling = " ".join(chosen.choices(_WORDS.split(), k=letters // 3 + 1))[:letters]
    return mark, Request(
        purpose=Purpose.READ_AHEAD,  # a player's call ends it
        messages=(
            Message("system", f"A test of reading. The secret number is {mark}. {filling}"),
            Message(
                "user",
                "What is the secret number? Answer with the number alone.",
            ),
        ),
        max_tokens=200,
        temperature=0,
        seed=chosen.getrandbits(31),
        lane=CallLane.BACKGROUND,
        patience=_PATIENCE,
    )


_SILENCE = 120.0  # seconds without a turn after which a slow model may be examined
_PAUSE = 30.0  # seconds between two requests to an endpoint
_FIRST_TERM = 1800.0  # seconds for which a proof holds, and in which nothing is examined again
_LONGEST_TERM = 6 * 3600.0
_FAR_LONGER = 1.5  # a doubt about prompts that are so many times longer does not wait for the term
CUT_TOLD = "longer prompts lose their beginning, as a test showed"
_log = structlog.get_logger(__name__)


class ContextWatch:
    """Keeps a window true: asks the endpoint, and examines it where calls raise a doubt.

    A proof that the context is smaller holds for `term` seconds, and so long nothing is examined
    again, except where far longer prompts are doubted; each examination doubles the term.
    `prober` is the model by which doubts are examined; it is set where there is one.
    """

    prober: LanguageModel | None = None

    def __init__(
        self,
        window: ContextWindow,
        ask: Callable[[], Awaitable[ServedContext | None]] | None,
        model: LanguageModel | None = None,
        pause: float = _PAUSE,
        term: float = _FIRST_TERM,
    ) -> None:
        """Watch for a window; `model` is set if its reading speed matters.

        `ask` is None if there is no endpoint to ask.
        """
        self._window = window
        self._ask = ask
        self._model = model
        self.pause = pause
        self.term = term
        self._not_before = 0.0
        self._cleared = 0
        self._has_told = False

    async def ask(self) -> None:
        """Ask now."""
        self._window.wants_asking.clear()
        if self._ask is None:
            return
        told = await self._ask()
        self._window.take_told(told)
        if told is not None:
            _log.debug("context_told", tokens=told.tokens, source=told.source)

    async def run(self) -> None:
        """Measure the reading speed, then ask and examine whenever there is a reason to."""
        if self._model is not None:
            await measure_speed(self._window, self._model)
            if self._window.told is None or self._window.told.is_default:
                await self.ask()  # now that the model is loaded
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_left()):
                    await self._window.wants_asking.wait()
            if self._window.wants_asking.is_set():
                await self.ask()
            await self.examine()
            await asyncio.sleep(self.pause)

    async def examine(self) -> None:
        """Examine the endpoint if a doubt or the end of a proof's term calls for it."""
        window, doubt, proof = self._window, self._window.doubt, self._window.proof
        is_over = self._seconds_left() == 0.0
        longest = window.ceiling if doubt is None else doubt.estimated
        is_longer = doubt is not None and doubt.estimated > self._cleared * _FAR_LONGER
        if self.prober is None:
            if proof is not None and is_over:
                window.end_proof("it is tried again")
        elif window.last_turn + _SILENCE > monotonic() and window.is_slow_to_read(longest):
            return  # the next turn would wait for its prompt to be read anew
        elif doubt is not None and (is_over or is_longer):
            self._tell_doubt(doubt)
            await self._settle(self.prober, doubt.estimated, doubt.counted)
        elif proof is not None and is_over:
            window.proof = None  # for this is what is tried
            longest = window.budget(Purpose.REPLY, 0)
            window.proof = proof
            await self._settle(self.prober, longest, proof.tokens)

    def _seconds_left(self) -> float | None:
        """Return the seconds until a proof or a doubt is examined, None if there is neither."""
        proof = self._window.proof
        if proof is None and self._window.doubt is None:
            return None
        due = self._not_before if proof is None else proof.since + self.term
        return max(due - monotonic(), 0)

    async def _settle(self, prober: LanguageModel, length: int, suspect: int) -> None:
        window, proof = self._window, self._window.proof
        try:
            found = await examine(window, prober, length, suspect)
        except ModelSuperseded:
            return  # it is tried again after the pause
        window.examined[found.verdict] += 1
        window.doubt = None
        _log.info(
            "context_examined",
            result=found.verdict,
            prompt_tokens=length,
            calls=found.calls,
            tokens=found.tokens,
        )
        self.term = min(self.term * 2, _LONGEST_TERM)
        self._not_before = monotonic() + self.term
        if found.verdict is ContextVerdict.CUT:
            window.prove(found.length, CUT_TOLD)
            return
        self._cleared = max(self._cleared, length)
        # Where it cannot be examined, the next long prompt shows whether it is still refused.
        is_refused = proof is not None and proof is window.proof and proof.why != CUT_TOLD
        if found.verdict is ContextVerdict.WHOLE or is_refused:
            window.end_proof("it is tried again" if is_refused else "a long prompt was read whole")

    def _tell_doubt(self, doubt: CountedPrompt) -> None:
        if not self._has_told:
            _log.warning(
                "context_doubted",
                estimated=doubt.estimated,
                counted=doubt.counted,
                notice=f"The model's endpoint counted {doubt.counted} tokens in a prompt of about "
                f"{doubt.estimated}. That alone proves nothing, and prompts stay as they are; a "
                "question in the background finds out whether it cuts long ones "
                f"(some {2 * doubt.estimated} tokens).",
            )
        self._has_told = True
