"""The context window of a model: its known size, and the budget of a prompt in it.

Lengths of prompts are estimated before they are sent, and counted by most endpoints afterwards.
Budgets are in estimated tokens, windows in counted ones; the ratio of the two is learned from
calls. What calls show takes precedence over what the endpoint reports.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import structlog

from npcserver.model.errors import ModelUnreachable, PromptTooLong
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import PromptProfile
from npcserver.model.turn import Usage
from npcserver.ports.language_model import CallLane, Finished, LanguageModel, Message, Request

ASSUMED_TOKENS = 8192
"""The context of a model of which nothing is known."""
CEILING = 8192
FEW_WEIGHTS = 900_000_000
"""Models with fewer weights get the short profile; a model called 1B may have 0.99 billion."""
LEAST_TO_READ = 2500
"""The least budget of a prompt in tokens, however slowly a model reads: about what the rules, a
persona, the last 8 lines and 6 memories take."""

_LEAST = 256  # a prompt is never cut below this; if it does not fit then, the endpoint refuses it
_FRAME = 64  # counted tokens that chat templates add around all messages
_READING = 0.8  # share of the limit for the first word that goes to reading the prompt
_MOST_CACHED = 0.9
_STEADY = 0.1  # smaller changes keep the budget: a moving window invalidates the prompt cache
_SAMPLES = 32
_FEW_SAMPLES = 3
_LEAST_SAMPLE = 200  # estimated tokens; in shorter prompts the frame outweighs the text
_LEAST_FRESH = 64  # the fewest uncached tokens from which a speed is measured
_RATIOS = (0.8, 3.0)
_UNSURE, _SURE = 0.1, 0.03  # margins before and after the ratio is known
_CUT = 0.75  # share of the expected tokens below which a prompt counts as cut
_CUT_BY_MUCH = 0.6  # the same where there is reason to doubt it
_UNKNOWN_RATIO = {False: 0.65, True: 0.55}  # least plausible ratio, of alphabets and of CJK
_WIDE_FROM = "\u2e80"

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedContext:
    """The context that an endpoint serves.

    `source` names where the value comes from, and `advice` says how to enlarge it. `cuts` is
    whether the endpoint silently cuts longer prompts; `is_default` whether it did not name this
    model, so that asking again once the model is loaded may tell more. `weights` is the model's
    number of weights, 0 if not reported. `slots` is the number of prompts it keeps side by side.
    """

    tokens: int
    source: str
    advice: str = ""
    cuts: bool = False
    is_default: bool = False
    weights: int = 0
    slots: int = 1


@dataclass(frozen=True, slots=True)
class _Sample:
    """One call: its prompt's estimate, its counted tokens, and whether it is mostly CJK."""

    estimated: int
    counted: int
    is_wide: bool

    @property
    def ratio(self) -> float:
        return self.counted / self.estimated

    def is_cut_like(self, other: "_Sample") -> bool:
        """Return whether two prompts of different length were counted as equally long."""
        differ = abs(self.estimated - other.estimated) > other.estimated * 0.03
        return differ and abs(self.counted - other.counted) <= max(2, other.counted // 500)


@dataclass(slots=True, kw_only=True)
class ContextWindow:
    """The limits of prompts to one model.

    `setting` and `settings_by_purpose` are contexts set by the operator and take precedence over
    what the endpoint reports (`told`); `assumed` holds until something is known, and None means
    that the model has no limit (it reads no prompts). `ceiling` bounds every prompt, in estimated
    tokens. `patience` returns the seconds to the first word by purpose, for models whose reading
    speed matters; None for others. `shown` is the context that calls have shown, and `speed` the
    uncached tokens that the model reads in a second. `weights` is the assumed number of weights,
    0 for unknown; the endpoint's report takes precedence. `prompt_profile` is the operator's
    choice; None derives it from the weights. `wants_asking` is set when the endpoint should be
    asked again, `is_untold` while that waits for its next answer, and `player_spoke` once a player
    has waited for it.
    """

    ceiling: int = CEILING
    assumed: int | None = ASSUMED_TOKENS
    setting: int = 0
    settings_by_purpose: Mapping[Purpose, int] = field(default_factory=dict)
    patience: Callable[[Purpose], float] | None = None
    told: ServedContext | None = None
    shown: int | None = None
    how_shown: str = ""
    speed: float = 0.0
    weights: int = 0
    prompt_profile: PromptProfile | None = None
    is_untold: bool = False
    wants_asking: asyncio.Event = field(default_factory=asyncio.Event)
    player_spoke: asyncio.Event = field(default_factory=asyncio.Event)
    _largest: int = 0
    _samples: deque[_Sample] = field(default_factory=lambda: deque(maxlen=_SAMPLES))
    _cached: dict[Purpose, float] = field(default_factory=dict)
    _held: dict[Purpose, int] = field(default_factory=dict)

    def tokens(self, purpose: Purpose | None = None) -> int | None:
        """Return the context in counted tokens, None if there is no limit."""
        own = self.settings_by_purpose.get(purpose, 0) if purpose is not None else 0
        base = own or self.setting or (self.told.tokens if self.told is not None else self.assumed)
        if self.shown is None or base is None:
            return base
        return min(base, self.shown) if own or self.setting else self.shown

    @property
    def source(self) -> str:
        """Where the context is known from, in words."""
        if self.shown is not None:
            return self.how_shown
        if self.setting:
            return "the setting model.context_tokens"
        return self.told.source if self.told is not None else "nothing; assumed"

    @property
    def ratio(self) -> float:
        """Counted tokens for each estimated one, rather too high than too low."""
        longest = max((sample.estimated for sample in self._samples), default=0)
        known = [sample.ratio for sample in self._samples if sample.estimated * 2 >= longest]
        least, most = _RATIOS
        least = least if len(known) >= _FEW_SAMPLES else 1.0
        return min(max((*known, least)), most)

    def budget(self, purpose: Purpose, answer_tokens: int) -> int:
        """Return the budget of a prompt in estimated tokens, beside an answer of `answer_tokens`.

        The least of what the context leaves, the ceiling, and what the model reads within the
        patience; the last is never less than `LEAST_TO_READ`.
        """
        left = self._left(purpose, answer_tokens)
        wanted = min(self.ceiling, left, self._readable(purpose))
        held = self._held.get(purpose, 0)
        if held and held <= min(self.ceiling, left) and abs(held - wanted) <= held * _STEADY:
            return held
        self._held[purpose] = wanted
        return wanted

    def profile(self) -> PromptProfile:
        """Return the profile of prompts for this model: full or short."""
        if self.prompt_profile is not None:
            return self.prompt_profile
        weights = (self.told.weights if self.told is not None else 0) or self.weights
        return PromptProfile.SHORT if 0 < weights < FEW_WEIGHTS else PromptProfile.FULL

    def answer_limit(self, purpose: Purpose, estimated: int) -> int | None:
        """Return the tokens that the context leaves for the answer, None if there is no limit."""
        tokens = self.tokens(purpose)
        if tokens is None:
            return None
        return max(tokens - round(estimated * self.ratio) - _FRAME, tokens // 8, 16)

    def take_told(self, told: ServedContext | None) -> None:
        """Record the endpoint's report; a changed report overrides what calls have shown."""
        if told is None:
            self.is_untold = True
            return
        if self.told is not None and self.told.tokens != told.tokens:
            self._forget()
        self.told = told

    def take_finished(
        self, request: Request, estimated: int, usage: Usage, reading_seconds: float | None
    ) -> None:
        """Record a call that was answered."""
        if usage.estimated or usage.prompt_tokens <= 0:
            return
        self._take_speed(request.purpose, usage, reading_seconds)
        if estimated < _LEAST_SAMPLE:
            return
        sample = _Sample(estimated, usage.prompt_tokens, _is_wide(request.messages))
        if self._is_cut(sample):
            self._drop_cut(sample)
            # Ollama cuts to half of its context, so a longer prompt may have been read whole.
            self._show(max(sample.counted, self._largest), "longer prompts were cut")
            self.wants_asking.set()
        else:
            self._samples.append(sample)
            self._largest = max(self._largest, sample.counted)
            whole = sample.counted + usage.completion_tokens
            known = self.tokens(request.purpose)
            if known is not None and whole > known and not self.setting:
                self.shown, self.how_shown = whole, "a longer prompt was read whole"
        if self.is_untold or (self.told is not None and self.told.is_default):
            self.is_untold = False
            self.wants_asking.set()

    def take_too_long(self, request: Request, estimated: int, fault: PromptTooLong) -> None:
        """Record a prompt that was refused for its length.

        The context becomes what the refusal says, if that is plausible; else half of what was sent.
        """
        if fault.prompt_tokens and estimated >= _LEAST_SAMPLE:
            wide = _is_wide(request.messages)
            self._samples.append(_Sample(estimated, fault.prompt_tokens, wide))
        sent = round(estimated * self.ratio)
        half = sent // 2 + request.max_tokens
        said = fault.context_tokens or 0
        is_likely = _LEAST <= said < sent + request.max_tokens
        self._show(said if is_likely else half, "a longer prompt was refused")
        if self._left(request.purpose, request.max_tokens) >= estimated:
            self._show(half, "a longer prompt was refused")
        self.wants_asking.set()

    def take_unreachable(self) -> None:
        """Record an outage: the endpoint may come back with another context."""
        self.is_untold = True

    def _left(self, purpose: Purpose, answer_tokens: int) -> int:
        tokens = self.tokens(purpose)
        if tokens is None:
            return self.ceiling
        margin = _SURE if len(self._samples) >= _FEW_SAMPLES else _UNSURE
        answer = min(answer_tokens, tokens // 3)
        return max(int((tokens - answer - _FRAME) * (1 - margin) / self.ratio), _LEAST)

    def _readable(self, purpose: Purpose) -> int:
        if self.patience is None or not self.speed:
            return self.ceiling
        fresh = self.speed * self.patience(purpose) * _READING
        whole = fresh / (1 - min(self._cached.get(purpose, 0.0), _MOST_CACHED))
        return max(int(whole), LEAST_TO_READ)

    def _take_speed(self, purpose: Purpose, usage: Usage, seconds: float | None) -> None:
        share = min(usage.cached_tokens / usage.prompt_tokens, 1.0)
        self._cached[purpose] = _blended(self._cached.get(purpose), share)
        fresh = usage.prompt_tokens - usage.cached_tokens
        if seconds and fresh >= _LEAST_FRESH:
            self.speed = _blended(self.speed or None, fresh / seconds)

    def _is_cut(self, sample: _Sample) -> bool:
        """Return whether the endpoint counted clearly fewer tokens than were sent.

        Then either three prompts of different length have the same count and none has a higher one,
        or the count falls short of what shorter prompts lead to expect: by much if more was counted
        before, or if the endpoint reports a context that is large enough.
        """
        is_highest = sample.counted >= self._largest * 0.998
        if is_highest and sum(map(sample.is_cut_like, self._samples)) >= 2:
            return True
        shorter = [
            other.ratio
            for other in self._samples
            if other.is_wide == sample.is_wide and other.estimated < sample.estimated * 0.8
        ]
        usual = min((*shorter, 1.0)) if shorter else _UNKNOWN_RATIO[sample.is_wide]
        known = self.tokens() or 0
        fits = self.told is not None and not self.told.cuts and sample.counted * 1.2 < known
        least = _CUT_BY_MUCH if fits or sample.counted < self._largest * 0.98 else _CUT
        return sample.ratio < usual * least

    def _drop_cut(self, sample: _Sample) -> None:
        """Forget the ratios of earlier prompts that were cut unnoticed."""
        whole = [other for other in self._samples if not sample.is_cut_like(other)]
        self._samples.clear()
        self._samples.extend(whole)

    def _show(self, tokens: int, how: str) -> None:
        if self.shown != tokens:
            _log.warning("context_is_smaller", tokens=tokens, known_as=self.tokens(), why=how)
        self.shown, self.how_shown = tokens, how

    def _forget(self) -> None:
        self.shown, self.how_shown, self._largest = None, "", 0
        self._held.clear()


class MeasuredLanguageModel:
    """Reports calls to a window, and limits answers to what fits in it."""

    def __init__(
        self,
        model: LanguageModel,
        window: ContextWindow,
        estimate: Callable[[Sequence[Message]], int],
    ) -> None:
        self._model = model
        self._window = window
        self._estimate = estimate

    @property
    def name(self) -> str:
        """Name of the model inside."""
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield what the model says."""
        loop = asyncio.get_running_loop()
        if request.lane is CallLane.PLAYER:
            self._window.player_spoke.set()
        estimated = self._estimate(request.messages)
        limit = self._window.answer_limit(request.purpose, estimated)
        if limit is not None and limit < request.max_tokens:
            request = replace(request, max_tokens=limit)
        begun, first_word = loop.time(), None
        try:
            async with aclosing(self._model.generate(request)) as answer:
                async for item in answer:
                    first_word = first_word or loop.time() - begun
                    if isinstance(item, Finished):
                        seconds = item.reading_seconds or first_word
                        self._window.take_finished(request, estimated, item.usage, seconds)
                    yield item
        except PromptTooLong as fault:
            self._window.take_too_long(request, estimated, fault)
            raise
        except ModelUnreachable:
            self._window.take_unreachable()
            raise


def _blended(before: float | None, now: float) -> float:
    return now if before is None else (before + now) / 2


def _is_wide(messages: Sequence[Message]) -> bool:
    texts = [message.text for message in messages if not message.text.isascii()]
    wide = sum(1 for text in texts for letter in text if letter >= _WIDE_FROM)
    return wide * 4 > sum(len(message.text) for message in messages)
