"""The context window of a model: its known size, and the budget of a prompt in it.

Lengths of prompts are estimated before they are sent, and counted by most endpoints afterwards.
Budgets are in estimated tokens, windows in counted ones; the ratio of the two is learned from
plausible counts. A count that is too small proves nothing: endpoints leave cached tokens out, or
make counts up. It raises a doubt, which `context_probe` settles. Only a refusal or a lost mark
makes a context smaller than what is known.
"""

import asyncio
import math
import re
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from time import monotonic

import structlog

from npcserver.model.errors import ModelTooSlow, ModelUnreachable, PromptTooLong
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.turn import Usage
from npcserver.ports.language_model import (
    CallLane,
    Finished,
    LanguageModel,
    Message,
    Request,
    ServedContext,
)

ASSUMED_TOKENS = 8192
"""The context of a model of which nothing is known."""
CEILING = 8192
FEW_WEIGHTS = 900_000_000
"""Models with fewer weights get the short profile; a model called 1B may have 0.99 billion."""
SMALL_WEIGHTS = 3_500_000_000
"""Models with fewer weights are guarded against copying; one called 3B may have 3.4 billion."""
LEAST_TO_READ = 2500
"""The least budget of a prompt in tokens, however slowly a model reads: about what the rules, a
persona, the last 8 lines and 6 memories take."""

_LEAST = 256  # a prompt is never cut below this; if it does not fit then, the endpoint refuses it
_FRAME = 64  # counted tokens that chat templates add around all messages
READING = 0.8  # share of the limit for the first word that goes to reading the prompt
_MOST_CACHED = 0.9
_STEADY = 0.1  # smaller changes keep the budget: a moving window invalidates the prompt cache
_SAMPLES = 32
_FEW_SAMPLES = 3
_SENT = 4  # prompts that an endpoint's cache may hold the beginnings of
_FELT, _LONG_WAIT = 1.0, 3.0  # seconds of reading, and of a wait for the first word
_LEAST_SAMPLE = 200  # estimated tokens; in shorter prompts the frame outweighs the text
_FADING = 0.8
_IN_VAIN = 4.0  # seconds at most that a call without a word adds to what is waited for the next
_LEAST_FRESH = 64  # the fewest uncached tokens from which a speed is measured
_LEAST_TERM = 60.0  # seconds for which a proof holds even if the endpoint was away meanwhile
_LEAST_DOUBTED = 600  # estimated tokens; nobody serves a context that is shorter
_RATIOS = (0.8, 3.0)
_UNSURE, _SURE = 0.1, 0.03  # margins before and after the ratio is known

# Tokens that tokenizers make of a sign of each script, at least and at most. Estimates take 1 for a
# wide sign and 1/3.6 for any other; old tokenizers need a whole one for a Cyrillic or Thai letter.
_WIDE, _OTHER = re.compile("[\u2e80-\U0010ffff]"), re.compile("[\u0370-\u2e7f]")
_NARROW_PER_TOKEN = 3.6  # as `prompts.tokens.estimate_tokens` has it
_WIDE_TOKENS, _OTHER_TOKENS, _LATIN_TOKENS = (0.45, 2.2), (0.17, 1.0), (0.17, 0.47)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CountedPrompt:
    """One call: its prompt's estimate, and its counted tokens."""

    estimated: int
    counted: int

    @property
    def ratio(self) -> float:
        """Counted tokens for each estimated one."""
        return self.counted / self.estimated

    def is_as_long(self, other: "CountedPrompt") -> bool:
        """Return whether two prompts of different length were counted as equally long."""
        differ = abs(self.estimated - other.estimated) > other.estimated * 0.03
        return differ and abs(self.counted - other.counted) <= max(2, other.counted // 500)


def _shared(one: str, other: str) -> int:
    """Return with how many equal letters two texts begin."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if other.startswith(one[:middle]):
            least = middle
        else:
            most = middle - 1
    return least


def _text_of(request: Request) -> str:
    return "\0".join(message.text for message in request.messages)


def plausible_ratios(messages: Sequence[Message]) -> tuple[float, float]:
    """Return the least and the greatest ratio of counted to estimated tokens of some messages."""
    letters = sum(len(message.text) for message in messages)
    texts = [message.text for message in messages if not message.text.isascii()]
    wide = sum(len(_WIDE.findall(text)) for text in texts)
    other = sum(len(_OTHER.findall(text)) for text in texts)
    latin = max(letters - wide - other, 1)
    estimated = wide + (other + latin) / _NARROW_PER_TOKEN
    least, most = (
        wide * _WIDE_TOKENS[end] + other * _OTHER_TOKENS[end] + latin * _LATIN_TOKENS[end]
        for end in (0, 1)
    )
    return least / estimated, most / estimated


@dataclass(frozen=True, slots=True)
class SmallerContext:
    """A context that was proven to be smaller than what is known: how, and when.

    `since` is in seconds of the monotonic clock.
    """

    tokens: int
    why: str
    since: float


@dataclass(slots=True, kw_only=True)
class ContextWindow:
    """The limits of prompts to one model.

    `setting` and `settings_by_purpose` are contexts set by the operator and take precedence over
    what the endpoint reports (`told`); `assumed` holds until something is known, and None means
    that the model has no limit (it reads no prompts). `ceiling` bounds every prompt, in estimated
    tokens. `patience` returns the seconds to the first word by purpose, for models whose reading
    speed matters; None for others. `proof` is a smaller context that holds until it ends, `doubt`
    the longest prompt whose count was too small, and `read_whole` the most tokens that were
    plausibly counted in a call. `speed` is the uncached tokens that the model reads in a second,
    `first_word` the longest wait of a player for its first word lately, in seconds; `last_turn` is
    when a player last waited, on the monotonic clock.
    `weights` is the assumed number of weights, 0 for unknown; the endpoint's report takes
    precedence. `prompt_profile` is the operator's choice; None derives it from the weights.
    `wants_asking` is set when the endpoint should be asked again, `is_untold` while that
    waits for its next answer, and `player_spoke` once a player has waited for it. `examined` counts
    examinations by result.
    """

    ceiling: int = CEILING
    assumed: int | None = ASSUMED_TOKENS
    setting: int = 0
    settings_by_purpose: Mapping[Purpose, int] = field(default_factory=dict)
    patience: Callable[[Purpose], float] | None = None
    told: ServedContext | None = None
    proof: SmallerContext | None = None
    doubt: CountedPrompt | None = None
    read_whole: int = 0
    speed: float = 0.0
    first_word: float = 0.0
    weights: int = 0
    prompt_profile: PromptProfile | None = None
    last_turn: float = -math.inf
    is_untold: bool = False
    wants_asking: asyncio.Event = field(default_factory=asyncio.Event)
    player_spoke: asyncio.Event = field(default_factory=asyncio.Event)
    examined: Counter[str] = field(default_factory=Counter)
    _samples: deque[CountedPrompt] = field(default_factory=lambda: deque(maxlen=_SAMPLES))
    _sent: deque[str] = field(default_factory=lambda: deque(maxlen=_SENT))
    _cached: dict[Purpose, float] = field(default_factory=dict)
    _held: dict[Purpose, int] = field(default_factory=dict)

    def tokens(self, purpose: Purpose | None = None) -> int | None:
        """Return the context in counted tokens, None if there is no limit."""
        known = self.known(purpose)
        return known if known is None or self.proof is None else min(known, self.proof.tokens)

    def known(self, purpose: Purpose | None = None) -> int | None:
        """Return what the context would be without a proof that it is smaller."""
        if self._set_for(purpose):
            return self._set_for(purpose)
        base = self.told.tokens if self.told is not None else self.assumed
        return None if base is None else max(base, self.read_whole)

    @property
    def source(self) -> str:
        """Where the context is known from, in words."""
        known = self.known()
        if self.proof is not None and known is not None and self.proof.tokens < known:
            return self.proof.why
        if self.setting:
            return "the setting model.context_tokens"
        if known is not None and known == self.read_whole:
            return "a longer prompt was read whole"
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

    def limit(self, purpose: Purpose) -> ContextLimit | None:
        """Return the proven context that bounds prompts of a purpose, None if there is none."""
        known = self.known(purpose)
        if self.proof is None or known is None or self.proof.tokens >= known:
            return None
        return ContextLimit(tokens=self.proof.tokens, why=self.proof.why)

    def profile(self) -> PromptProfile:
        """Return the profile of prompts for this model."""
        if self.prompt_profile is not None:
            return self.prompt_profile
        weights = (self.told.weights if self.told is not None else 0) or self.weights
        if 0 < weights < FEW_WEIGHTS:
            return PromptProfile.SHORT
        return PromptProfile.GUARDED if 0 < weights < SMALL_WEIGHTS else PromptProfile.FULL

    def answer_limit(self, purpose: Purpose, estimated: int) -> int | None:
        """Return the tokens that the context leaves for the answer, None if there is no limit."""
        tokens = self.tokens(purpose)
        if tokens is None:
            return None
        return max(tokens - round(estimated * self.ratio) - _FRAME, tokens // 8, 16)

    def take_told(self, told: ServedContext | None) -> None:
        """Record the endpoint's report; a changed report ends what calls have shown."""
        if told is None:
            self.is_untold = True
            return
        if self.told is not None and self.told.tokens != told.tokens:
            self.proof, self.doubt, self.read_whole = None, None, 0
            self._held.clear()
        self.told = told

    def take_finished(
        self, request: Request, estimated: int, usage: Usage, reading_seconds: float | None
    ) -> None:
        """Record a call that was answered; only a plausible count is evidence."""
        if self.is_untold or (self.told is not None and self.told.is_default):
            if self.is_untold and self.proof and monotonic() - self.proof.since > _LEAST_TERM:
                self.proof = replace(self.proof, since=0.0)  # it may have another context by now
            self.is_untold = False
            self.wants_asking.set()
        if usage.estimated or usage.prompt_tokens <= 0 or estimated < _LEAST_SAMPLE:
            return
        least, most = plausible_ratios(request.messages)
        sample = CountedPrompt(estimated, usage.prompt_tokens)
        fresh = estimated * self._fresh_share(request) if sample.ratio < least else 0.0
        self._note_sent(request)
        if sample.counted > most * estimated + _FRAME:
            return
        if least * fresh < sample.counted < most * fresh + _FRAME and sample.ratio < least:
            return  # it counts what its cache did not hold, which is no cut
        if sample.ratio < least or sum(map(sample.is_as_long, self._samples)) > 1:
            self._doubt(request.purpose, sample)
            return
        self._take_speed(request.purpose, usage, reading_seconds)
        self._samples.append(sample)
        self.read_whole = max(self.read_whole, sample.counted + usage.completion_tokens)
        if self.proof is not None and self.read_whole > self.proof.tokens:
            self.proof = replace(self.proof, tokens=self.read_whole)

    def take_too_long(self, request: Request, estimated: int, fault: PromptTooLong) -> None:
        """Record a prompt that was refused for its length.

        The context becomes what the refusal says, if that is plausible; else half of what was sent.
        """
        if fault.prompt_tokens and estimated >= _LEAST_SAMPLE:
            self._samples.append(CountedPrompt(estimated, fault.prompt_tokens))
        sent = round(estimated * self.ratio)
        half = sent // 2 + request.max_tokens
        half = half if self.proof is None else min(half, self.proof.tokens)
        said = fault.context_tokens or 0
        is_likely = _LEAST <= said < sent + request.max_tokens
        self.read_whole = min(self.read_whole, said if is_likely else half)
        self.prove(said if is_likely else half, "a longer prompt was refused")
        if self._left(request.purpose, request.max_tokens) >= estimated:
            self.prove(half, "a longer prompt was refused")

    def take_unreachable(self) -> None:
        """Record an outage: the endpoint may come back with another context."""
        self.is_untold = True

    def prove(self, tokens: int, why: str) -> None:
        """Record that the context is smaller than what is known, and tell so."""
        if self.proof is None or self.proof.tokens != tokens:
            advice = self.told.advice if self.told is not None else ""
            _log.warning(
                "context_is_smaller",
                tokens=tokens,
                known_as=self.known(),
                why=why,
                notice=f"The model takes prompts and answers of {tokens} tokens, and not of "
                f"{self.known()}: {why}. Characters remember less of a talk meanwhile"
                f"{f'; {advice}' if advice else ''}.",
            )
        self.proof = SmallerContext(tokens, why, monotonic())
        self.wants_asking.set()

    def end_proof(self, why: str) -> None:
        """Forget a proof that does not hold any more."""
        if self.proof is not None:
            _log.info("context_is_larger", tokens=self.known(), was=self.proof.tokens, why=why)
        self.proof = None

    def _set_for(self, purpose: Purpose | None) -> int:
        own = self.settings_by_purpose.get(purpose, 0) if purpose is not None else 0
        return own or self.setting

    def _doubt(self, purpose: Purpose, sample: CountedPrompt) -> None:
        """Note that a prompt may have been cut, unless the context is set by the operator."""
        most = 0 if self.doubt is None else self.doubt.estimated
        is_bounded = self.tokens(purpose) is not None and not self._set_for(purpose)
        if is_bounded and sample.estimated > max(most, _LEAST_DOUBTED):
            self.doubt = sample
            self.wants_asking.set()

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
        fresh = self.speed * self.patience(purpose) * READING
        whole = fresh / (1 - min(self._cached.get(purpose, 0.0), _MOST_CACHED))
        return max(int(whole), LEAST_TO_READ)

    def take_first_word(self, request: Request, seconds: float) -> None:
        """Record how long a player waited for the first word, or waited in vain.

        The longest wait fades with each shorter one, so that a burst of load is forgotten.
        """
        if request.lane is CallLane.PLAYER and request.purpose is Purpose.REPLY:
            self.first_word = max(seconds, _FADING * self.first_word)
            self.last_turn = monotonic()
            self._note_sent(request)

    def is_slow_to_read(self, tokens: int) -> bool:
        """Return whether a player would feel that so many tokens left the cache of the model."""
        reads_long = bool(self.speed) and tokens / self.speed > _FELT
        return reads_long or self.first_word > _LONG_WAIT

    def _note_sent(self, request: Request) -> None:
        text = _text_of(request)
        if text not in self._sent:
            self._sent.append(text)

    def _fresh_share(self, request: Request) -> float:
        """Return the share of a prompt, by its letters, that no prompt before it began with."""
        text = _text_of(request)
        shared = (_shared(text, one) for one in self._sent if one != text)
        return 1 - max(shared, default=0) / max(len(text), 1)

    def _take_speed(self, purpose: Purpose, usage: Usage, seconds: float | None) -> None:
        share = min(usage.cached_tokens / usage.prompt_tokens, 1.0)
        self._cached[purpose] = _blended(self._cached.get(purpose), share)
        fresh = usage.prompt_tokens - usage.cached_tokens
        if seconds and fresh >= _LEAST_FRESH:
            self.speed = _blended(self.speed or None, fresh / seconds)


class MeasuredLanguageModel:
    """Reports calls to a window, and limits answers to what fits in it."""

    def __init__(
        self,
        model: LanguageModel,
        window: ContextWindow,
        estimate: Callable[[Sequence[Message]], int],
    ) -> None:
        self._model = model
        self.name = model.name
        self._window = window
        self._estimate = estimate

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
                    if first_word is None:
                        first_word = loop.time() - begun
                        self._window.take_first_word(request, first_word)
                    if isinstance(item, Finished):
                        seconds = item.reading_seconds or first_word
                        self._window.take_finished(request, estimated, item.usage, seconds)
                    yield item
        except ModelTooSlow:
            if first_word is None:
                self._window.take_first_word(request, min(loop.time() - begun, _IN_VAIN))
            raise
        except PromptTooLong as fault:
            self._window.take_too_long(request, estimated, fault)
            raise
        except ModelUnreachable:
            self._window.take_unreachable()
            raise


def _blended(before: float | None, now: float) -> float:
    return now if before is None else (before + now) / 2
