"""The language models that the settings name, with their wrappers and time limits."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from npcserver.adapters.llm.context_watch import ContextWatch
from npcserver.adapters.llm.context_window import (
    CEILING,
    LEAST_TO_READ,
    READING,
    ContextWindow,
    MeasuredLanguageModel,
)
from npcserver.adapters.llm.read_ahead import READ_ON_SECONDS, ReadAheadLanguageModel
from npcserver.adapters.llm.wrappers import (
    CircuitBreakerLanguageModel,
    LanedLanguageModel,
    Meter,
    MeteredLanguageModel,
    MeteredThinker,
    RetryingLanguageModel,
)
from npcserver.bootstrap.model_package import ModelEndpoint, models
from npcserver.config import DialogueSettings, ModelKeys, Settings
from npcserver.model.model_use import ModelHost, ModelUse, Purpose
from npcserver.model.prompt import PromptProfile
from npcserver.ports.language_model import CallLane, CallTimeouts, LanguageModel, ServedContext
from npcserver.ports.thinker import Thinker
from npcserver.prompts.tokens import prompt_tokens

FLUENT = CallTimeouts(first_word=2.5, between_words=1.5, total=8.0)
"""For hosted models, and for those that read no prompts."""

LONGEST = CallTimeouts(first_word=45.0, between_words=10.0, total=55.0)
"""For local models whose speed is not known yet; clients give a whole turn 60 s."""

THOUGHT = CallTimeouts(first_word=60.0, between_words=20.0, total=180.0)
"""For thoughts of hosted models and of those that read no prompts."""

RATING = CallTimeouts(first_word=30.0, between_words=10.0, total=60.0)
"""For ratings of the same models: short questions with short answers."""

LOCAL_THOUGHT = CallTimeouts(first_word=240.0, between_words=60.0, total=600.0)
"""For thoughts and ratings of local models: 3,000 tokens at 12.5 a second."""

_SLOWER = 2  # a machine that also runs a game reads this many times slower than in the probe
_BURST = 8.0  # seconds; a model in this machine's memory shares it with a game


def reply_patience(
    chosen: DialogueSettings, host: ModelHost, tokens_per_second: float, first_word: float = 0.0
) -> CallTimeouts:
    """Return the limits of a turn, by what a local model has shown.

    `tokens_per_second` is its reading speed, `first_word` the longest wait for one lately in
    seconds; both are 0 if unknown. An address nearby says nothing of speed: a server there that is
    as fast as a hosted model has the limits of one.
    """
    usual = LONGEST if host.is_local else FLUENT
    if host.is_local and tokens_per_second:
        whole = CEILING / READING / tokens_per_second
        least = _BURST if host is ModelHost.EMBEDDED else max(min(whole, _BURST), FLUENT.first_word)
        shown = _SLOWER * max(LEAST_TO_READ / tokens_per_second, first_word)
        usual = _in_proportion(min(max(shown, least), LONGEST.first_word))
    total = chosen.total_seconds or max(usual.total, chosen.first_word_seconds)
    return CallTimeouts(
        first_word=chosen.first_word_seconds or min(usual.first_word, total),
        between_words=chosen.between_words_seconds or usual.between_words,
        total=total,
    )


def _in_proportion(first_word: float) -> CallTimeouts:
    """Return the limits of a turn that go with a wait for the first word, from fluent to longest.

    A turn lasts twice as long as that wait, and no longer than that of the slowest model.
    """
    times = first_word / FLUENT.first_word
    return CallTimeouts(
        first_word=first_word,
        between_words=min(times * FLUENT.between_words, LONGEST.between_words),
        total=min(max(2 * first_word, FLUENT.total), LONGEST.total),
    )


def thought_patience(settings: Settings, use: ModelUse, host: ModelHost) -> CallTimeouts:
    """Return the limits of a model that no player waits for, by what it is used for."""
    keys, chosen = settings.model.of(use), settings.cognition
    usual = THOUGHT
    if host.is_local:
        usual = LOCAL_THOUGHT
    elif use is ModelUse.RATINGS:
        usual = RATING
    first_word, total = keys.first_word_seconds, keys.total_seconds
    if use is not ModelUse.RATINGS:
        first_word = first_word or chosen.first_word_seconds
        total = total or chosen.total_seconds
    first_word = first_word or min(usual.first_word, total or usual.total)
    return CallTimeouts(
        first_word=first_word,
        between_words=keys.between_words_seconds or usual.between_words,
        total=total or max(usual.total, first_word),
    )


_ENLARGE_LOCAL = "set model.context_tokens, as far as memory allows"


@dataclass(frozen=True, slots=True)
class ModelStack:
    """The model of an endpoint with all its wrappers, its uses, why it was chosen, where it runs.

    `window` says how long its prompts may be, and `watch` keeps that true while it runs.
    `side_by_side` is how many calls of background work it takes at one time.
    `reading` is the part of it that reads prompts ahead, None where it does not. `lanes` and
    `breaker` are the wrappers whose state can be measured, None for a thinker without prompts.
    `shared_name` is the same on all servers that use it, empty if each has its own.
    """

    model: LanguageModel | Thinker
    uses: tuple[ModelUse, ...]
    note: str
    window: ContextWindow
    watch: ContextWatch | None = None
    host: ModelHost = ModelHost.NONE
    side_by_side: int = 1
    reading: ReadAheadLanguageModel | None = None
    lanes: LanedLanguageModel | None = None
    breaker: CircuitBreakerLanguageModel | None = None
    shared_name: str = ""

    @property
    def side_by_side_now(self) -> int:
        """How many it takes at present, when other servers use it as well."""
        if self.lanes is None:
            return self.side_by_side
        return min(self.side_by_side, self.lanes.depth(CallLane.BACKGROUND).limit)

    @property
    def holds(self) -> int:
        """How many prompts its server keeps side by side, as far as that is known."""
        return self.window.told.slots if self.window.told is not None else 1

    def patience(self, dialogue: DialogueSettings) -> CallTimeouts:
        """Return how long a player waits for it at present; `dialogue` is of `dialogue_of`."""
        window = self.window
        return reply_patience(dialogue, self.host, window.speed, window.first_word)

    def thinker(self, prompted: Callable[[LanguageModel], Thinker]) -> Thinker:
        """Return who answers typed questions: the thinker, or a model in its prompts."""
        return self.model if isinstance(self.model, Thinker) else prompted(self.model)


@dataclass(frozen=True, slots=True)
class ModelStacks:
    """The models of a server: each once, with what it is used for, and what all have cost.

    `fallback` answers players when the one for dialogue has failed; None for none.
    """

    each: tuple[ModelStack, ...]
    meter: Meter
    fallback: ModelStack | None = None

    def of(self, use: ModelUse) -> ModelStack:
        """Return the model for one use."""
        return next(voice for voice in self.each if use in voice.uses)

    def told(self) -> tuple[str, ...]:
        """Return which models answer, why, and what for, in words."""
        return tuple(
            f"{voice.model.name} ({voice.note}){uses_text(voice.uses)}" for voice in self.each
        )


def uses_text(uses: Collection[ModelUse]) -> str:
    """Return what a model is for, in words; nothing where it is for everything."""
    return "" if len(uses) == len(ModelUse) else f", for {' and '.join(uses)}"


def dialogue_of(settings: Settings) -> DialogueSettings:
    """Return how a turn is asked for, with the times that are set for the model of dialogue."""
    keys = settings.model.of(ModelUse.DIALOGUE)
    own = {
        "first_word_seconds": keys.first_word_seconds,
        "between_words_seconds": keys.between_words_seconds,
        "total_seconds": keys.total_seconds,
    }
    return settings.dialogue.model_copy(update={name: each for name, each in own.items() if each})


async def build_model_stacks(
    settings: Settings,
    stack: AsyncExitStack,
    given: LanguageModel | Thinker | None,
    thinker: Thinker | None = None,
) -> ModelStacks:
    """Return the models that speak and think; those of our own making are closed with the stack.

    `given` replaces all that the settings name; with a `thinker` it speaks to players alone, and
    the thinker does all else.
    """
    meter = Meter()
    if given is not None:
        spoken, *rest = ModelUse  # that of dialogue comes first
        shares = [(given, (spoken, *rest))]
        if thinker is not None:
            shares = [(given, (spoken,)), (thinker, tuple(rest))]
        return ModelStacks(tuple(_given(settings, *share, meter) for share in shares), meter)
    found = await models().endpoints(settings)
    made = [await _owned(settings, stack, one, meter) for one in found]
    endpoint = await models().fallback_endpoint(settings)
    fallback = None if endpoint is None else await _owned(settings, stack, endpoint, meter)
    return ModelStacks(tuple(made), meter, fallback)


async def _owned(
    settings: Settings, stack: AsyncExitStack, endpoint: ModelEndpoint, meter: Meter
) -> ModelStack:
    """Return the model of an endpoint, which is closed with the stack."""
    owned = endpoint.open(settings)
    stack.push_async_callback(owned.close)
    window, watch = await context_of(settings, endpoint, owned)
    uses = endpoint.uses
    bare = ModelStack(
        owned,
        tuple(uses),
        endpoint.note,
        window,
        watch,
        endpoint.host,
        shared_name=endpoint.shared_name,
    )
    made = _build_stack(settings, next(iter(uses.values())), bare, meter)
    if made.reading is not None:
        stack.push_async_callback(made.reading.close)
    return made


def _given(
    settings: Settings, model: LanguageModel | Thinker, uses: Sequence[ModelUse], meter: Meter
) -> ModelStack:
    keys = {use: settings.model.of(use) for use in uses}
    made = ModelStack(
        model,
        tuple(uses),
        f"{model.name}, as given",
        context_window(settings, keys, ModelHost.NONE),
    )
    return _build_stack(settings, keys[uses[0]], made, meter)


def _build_stack(settings: Settings, keys: ModelKeys, bare: ModelStack, meter: Meter) -> ModelStack:
    """Put the wrappers around the model of a bare stack: one breaker, and one limit of calls.

    A thinker that sends no prompts is only counted. `keys` are the same for all uses.
    """
    model, window, host = bare.model, bare.window, bare.host
    background = min(keys.background, keys.concurrency)
    if isinstance(model, Thinker):
        return replace(bare, model=MeteredThinker(model, meter), side_by_side=background)
    measured = MeasuredLanguageModel(model, window, prompt_tokens)
    counted = CircuitBreakerLanguageModel(MeteredLanguageModel(measured, meter))
    laned = LanedLanguageModel(counted, limit=keys.concurrency, background=background)
    reads_ahead = {"auto": host.is_local, "on": host is not ModelHost.NONE, "off": False}
    is_reading = ModelUse.DIALOGUE in bare.uses and reads_ahead[settings.dialogue.read_ahead]
    reading = None
    if is_reading or host.is_local:  # where it is off, it lets players end an examination
        reading = ReadAheadLanguageModel(
            laned,
            read_on=READ_ON_SECONDS if is_reading else 0.0,
            is_slow=lambda request: window.is_slow_to_read(prompt_tokens(request.messages)),
        )
    if bare.watch is not None:
        bare.watch.prober = reading or laned
    return replace(
        bare,
        model=RetryingLanguageModel(reading or laned),
        # Inside the server calls are answered one by one; waiting would use up a second's patience.
        side_by_side=1 if host is ModelHost.EMBEDDED else background,
        reading=reading if is_reading else None,
        lanes=laned,
        breaker=counted,
    )


async def context_of(
    settings: Settings, endpoint: ModelEndpoint, model: LanguageModel | Thinker
) -> tuple[ContextWindow, ContextWatch | None]:
    """Return what bounds the prompts to a model, and what keeps it true; asks the endpoint once."""
    host = endpoint.host
    window = context_window(settings, endpoint.uses, host)
    if host is ModelHost.NONE or isinstance(model, Thinker):
        window.assumed = None  # it reads no prompts
        return window, None
    window.weights = endpoint.weights
    if host is ModelHost.EMBEDDED:
        tokens = getattr(model, "context", 0)
        if tokens:
            slots = getattr(model, "slots", 1)
            told = ServedContext(
                tokens=tokens, source="its file", advice=_ENLARGE_LOCAL, slots=slots
            )
            window.take_told(told)
        return window, ContextWatch(window, None, model)
    ask = endpoint.ask_context
    if ask is None:
        window.told = endpoint.context_by_name()
        return window, ContextWatch(window, None)
    watch = ContextWatch(window, ask, model if host.is_local else None)
    await watch.ask()
    if window.told is None and not host.is_local:
        window.told = endpoint.context_by_name()
    return window, watch


def context_window(
    settings: Settings, uses: Mapping[ModelUse, ModelKeys], host: ModelHost
) -> ContextWindow:
    """Return what bounds the prompts to a model of which nothing is known yet."""
    set_for = {use: keys.context_tokens for use, keys in uses.items()}
    for_all = next(iter(set_for.values())) if len(set(set_for.values())) == 1 else 0
    by_purpose = {
        purpose: keys.context_tokens_for.get(purpose, 0) or set_for[purpose.use]
        for purpose in Purpose
        if (keys := uses.get(purpose.use)) is not None
    }
    profile = settings.model.of(ModelUse.DIALOGUE).prompt_profile
    window = ContextWindow(
        ceiling=settings.dialogue.prompt_tokens,
        setting=for_all,
        settings_by_purpose={
            purpose: tokens for purpose, tokens in by_purpose.items() if tokens != for_all
        },
        prompt_profile=None if profile == "auto" else PromptProfile(profile),
    )

    chosen = dialogue_of(settings)

    def first_word(purpose: Purpose) -> float:
        if purpose is not Purpose.REPLY:
            return thought_patience(settings, purpose.use, host).first_word
        return reply_patience(chosen, host, window.speed, window.first_word).first_word

    if host.is_local:
        window.patience = first_word
    return window
