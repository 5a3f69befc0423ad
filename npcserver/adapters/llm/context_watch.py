"""Keeps what is known of a model's context true while the model runs."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

import structlog

from npcserver.adapters.llm.context_probe import ContextVerdict, examine, measure_speed
from npcserver.adapters.llm.context_window import ContextWindow, CountedPrompt
from npcserver.model.errors import ModelSuperseded
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import LanguageModel, ServedContext

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
