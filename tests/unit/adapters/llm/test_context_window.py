"""How long a prompt may be: what is set, told, counted and refused, and which goes first."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import monotonic

import pytest

from npcmodels.schema_model import SchemaLanguageModel
from npcserver.adapters.llm.context_watch import ContextWatch
from npcserver.adapters.llm.context_window import (
    LEAST_TO_READ,
    ContextWindow,
    MeasuredLanguageModel,
)
from npcserver.model.errors import ModelTooSlow, PromptTooLong
from npcserver.model.model_use import Purpose
from npcserver.model.turn import Usage
from npcserver.ports.language_model import CallLane, CallTimeouts, Message, Request, ServedContext

REPLY, PLAN = Purpose.REPLY, Purpose.PLAN
ENGLISH, CHINESE = "The wind turned. ", "风向变了。"


def told(tokens: int, *, cuts: bool = False) -> ServedContext:
    return ServedContext(tokens=tokens, source="an endpoint", cuts=cuts)


def asked(text: str = ENGLISH, purpose: Purpose = REPLY) -> Request:
    return Request(purpose=purpose, messages=(Message("user", text),), max_tokens=300)


def count(
    window: ContextWindow,
    estimated: int,
    counted: int,
    *,
    text: str = ENGLISH,
    cached: int = 0,
    seconds: float | None = None,
    purpose: Purpose = REPLY,
) -> None:
    usage = Usage(prompt_tokens=counted, completion_tokens=40, cached_tokens=cached)
    window.take_finished(asked(text, purpose), estimated, usage, seconds)


@pytest.mark.parametrize(("context", "least", "most"), [(4096, 3000, 3796), (32768, 8192, 8192)])
def test_budget_is_what_the_context_leaves_up_to_the_ceiling(
    context: int, least: int, most: int
) -> None:
    """A prompt and its answer fit into the context, and a long context is used to the ceiling."""
    assert least <= ContextWindow(told=told(context)).budget(REPLY, 300) <= most


def test_ceiling_that_was_set_stays() -> None:
    """Anyone who set a ceiling keeps it, however large the context and however slow the model."""
    window = ContextWindow(ceiling=1500, told=told(128_000), patience=lambda _: 2.5, speed=60)

    assert window.budget(REPLY, 300) == 1500


def test_unknown_context_is_assumed_and_none_is_no_limit() -> None:
    """Of an unknown model 8192 tokens are assumed; one that reads no prompts has no limit."""
    assert 6000 < ContextWindow().budget(REPLY, 300) < 7900
    assert ContextWindow(assumed=None).budget(REPLY, 300) == 8192


def test_settings_go_before_what_is_told() -> None:
    """A context that is set holds, and one set for a purpose holds for that alone."""
    window = ContextWindow(
        setting=2048, settings_by_purpose={PLAN: 1024}, told=told(100_000), assumed=None
    )

    assert window.tokens(REPLY) == 2048
    assert window.tokens(PLAN) == 1024
    assert window.budget(PLAN, 300) < 1024 < window.budget(REPLY, 300) < 2048


@pytest.mark.parametrize("context", [1, 128, 512, 1024])
def test_tiny_context_still_gives_a_prompt_and_an_answer(context: int) -> None:
    """However small the context, there are tokens for a question and for an answer."""
    window = ContextWindow(told=told(context))

    assert window.budget(REPLY, 300) >= 256
    limit = window.answer_limit(REPLY, window.budget(REPLY, 300))
    assert limit is not None
    assert 16 <= limit < 1024


@pytest.mark.parametrize("counted", [10, 258, 1180, 4096])
def test_count_that_is_too_small_raises_a_doubt_and_proves_nothing(counted: int) -> None:
    """Endpoints count what was not cached, or make counts up: prompts stay as long as they were."""
    window = ContextWindow(told=told(32768, cuts=True))
    for estimated in (400, 900, 1500):
        count(window, estimated, round(estimated * 0.85))
    before = window.budget(REPLY, 300)
    count(window, 8000, counted)

    assert window.tokens() == 32768
    assert window.budget(REPLY, 300) == before
    assert (window.doubt and window.doubt.estimated) == 8000
    assert window.wants_asking.is_set()


def test_equal_counts_raise_a_doubt_too() -> None:
    """Prompts of different length that count the same may have been cut."""
    window = ContextWindow()
    for estimated in (5300, 5600):
        count(window, estimated, 4096)
        assert window.doubt is None
    count(window, 5900, 4096)

    assert (window.doubt and window.doubt.estimated) == 5900
    assert window.tokens() == 8192


@pytest.mark.parametrize("times", [2.5, 10])
@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_count_that_no_tokenizer_makes_shortens_no_prompt(text: str, times: float) -> None:
    """Characters or bytes in place of tokens change neither the budget nor the context."""
    window = ContextWindow(told=told(8192))
    before = window.budget(REPLY, 300)
    for estimated in (1000, 2000, 3000):
        count(window, estimated, round(estimated * times), text=text, seconds=30.0)

    assert window.budget(REPLY, 300) == before
    assert (window.tokens(), window.doubt, window.speed) == (8192, None, 0)


def test_context_that_is_set_is_never_doubted() -> None:
    """A setting holds whatever is counted; a refusal still makes prompts fit."""
    window = ContextWindow(setting=16384, told=told(4096))
    count(window, 8000, 300)
    assert (window.doubt, window.tokens()) == (None, 16384)

    fault = PromptTooLong("too long", context_tokens=4096, prompt_tokens=7000)
    window.take_too_long(asked(), 8000, fault)
    assert window.tokens() == 4096


@pytest.mark.parametrize(
    ("text", "ratios"),
    [(ENGLISH, (0.78, 0.95, 0.82)), (CHINESE, (0.62, 0.9, 0.66)), (ENGLISH, (1.3, 1.0, 1.05))],
    ids=["thrifty tokenizer", "Chinese", "wasteful tokenizer"],
)
def test_error_of_estimation_is_no_cut(text: str, ratios: tuple[float, ...]) -> None:
    """An estimate that is off, as estimates of any tokenizer are, shrinks no context."""
    window = ContextWindow(told=told(16384, cuts=True))
    for estimated in (300, 1200, 2500, 5000, 7900):
        for ratio in ratios:
            count(window, estimated, round(estimated * ratio), text=text)

    assert window.tokens() == 16384


def test_languages_are_not_mistaken_for_each_other() -> None:
    """Chinese prompts count less for their length than English ones, and Russian ones more."""
    window = ContextWindow(told=told(16384, cuts=True))
    for estimated in (400, 1500, 3000):
        count(window, estimated, estimated)
        count(window, 7000, 4300, text=CHINESE)
        count(window, 4000, 10_000, text="Ветер переменился. ")

    assert window.tokens() == 16384
    assert window.doubt is None
    assert window.ratio == pytest.approx(2.5)


def test_ratio_is_learned() -> None:
    """Where a tokenizer makes more of a text than estimated, fewer estimated tokens fit."""
    window = ContextWindow(told=told(4096))
    before = window.budget(REPLY, 300)
    for estimated in (1000, 1400, 1600):
        count(window, estimated, round(estimated * 1.4))

    assert window.budget(REPLY, 300) < before
    assert window.budget(REPLY, 300) * 1.4 + 300 <= 4096


def test_refusal_halves_the_prompt_and_is_remembered() -> None:
    """An endpoint that refuses what it said would fit is asked for half, now and from then on."""
    window = ContextWindow(told=told(32768))
    sent = window.budget(REPLY, 300)
    window.take_too_long(asked(), sent, PromptTooLong("too long"))

    assert 0.3 * sent < window.budget(REPLY, 300) <= 0.5 * sent
    assert window.source == "a longer prompt was refused"
    assert window.wants_asking.is_set()


def test_refusal_that_names_the_context_is_believed() -> None:
    """A refusal with numbers gives the context and the ratio at once."""
    window = ContextWindow(told=told(32768))
    fault = PromptTooLong("too long", context_tokens=4096, prompt_tokens=7000)
    window.take_too_long(asked(), 8000, fault)

    assert window.tokens() == 4096
    assert window.budget(REPLY, 300) <= 3796


@pytest.mark.parametrize("said", [1, 90_000])
def test_refusal_that_cannot_be_right_halves(said: int) -> None:
    """A refusal that names a context in which the prompt had fitted, or none, is not believed."""
    window = ContextWindow()
    window.take_too_long(asked(), 6000, PromptTooLong("too long", context_tokens=said))

    assert 1500 < window.budget(REPLY, 300) <= 3000


def test_context_told_too_small_grows_by_what_was_read() -> None:
    """Where more was read than the context is said to hold, it holds at least that."""
    window = ContextWindow(told=told(1024))
    count(window, 2000, 1900)

    assert window.tokens() == 1940


def test_what_was_shown_holds_until_the_endpoint_tells_something_new() -> None:
    """The same claim again changes nothing; another one means that the model was loaded anew."""
    window = ContextWindow(told=told(32768))
    window.take_too_long(asked(), 6000, PromptTooLong("", context_tokens=4096))
    window.take_told(told(32768))
    window.take_told(None)
    assert window.tokens() == 4096
    window.take_told(told(16384))

    assert window.tokens() == 16384


def test_slow_reader_is_asked_for_what_it_reads_within_its_patience() -> None:
    """A local model gets what it reads in time, but never less than the floors take."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    count(window, 1000, 900, seconds=0.9)
    assert 3900 <= window.budget(REPLY, 300) <= 4100
    for _ in range(8):
        count(window, 1000, 900, seconds=15)

    assert window.budget(REPLY, 300) == LEAST_TO_READ


def test_what_the_cache_holds_counts_as_free() -> None:
    """Cached tokens tell nothing of the speed, and make space for more."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    for _ in range(8):
        count(window, 3000, 3000, cached=1500, seconds=1.5)

    assert window.speed == pytest.approx(1000)
    assert 7900 <= window.budget(REPLY, 300) <= 8100


def test_budget_stays_while_little_changes() -> None:
    """A budget that moved with every call would move what is shown, and empty the cache."""
    window = ContextWindow(told=told(32768), patience=lambda _: 5.0)
    count(window, 1000, 900, seconds=0.9)
    first = window.budget(REPLY, 300)
    count(window, 1000, 900, seconds=0.85)

    assert window.budget(REPLY, 300) == first


def test_estimated_usage_shows_nothing() -> None:
    """A usage that is our own estimate is no evidence."""
    window = ContextWindow()
    usage = Usage(prompt_tokens=100, completion_tokens=5, estimated=True)
    window.take_finished(asked(), 7000, usage, 1.0)

    assert window.tokens() == 8192
    assert window.speed == 0


def test_what_a_player_waited_for_the_first_word_fades_with_quicker_ones() -> None:
    """A burst of load is forgotten; what no player waits for does not count."""
    window = ContextWindow()

    window.take_first_word(replace(asked(), lane=CallLane.BACKGROUND), 60)
    assert window.first_word == 0
    for seconds, longest in ((5, 5), (1, 4), (3.5, 3.5)):
        window.take_first_word(asked(), seconds)
        assert window.first_word == longest


@pytest.mark.parametrize(("takes", "seconds"), [(0.001, 60), (9, 0.01)])
async def test_first_word_and_a_wait_in_vain_are_noted(takes: float, seconds: float) -> None:
    """So a model that was too slow once is waited for longer the next time."""
    window = ContextWindow()
    model = MeasuredLanguageModel(SchemaLanguageModel(delay=takes), window, lambda _: 10)
    patience = CallTimeouts(first_word=seconds, between_words=seconds, total=seconds)
    request = replace(asked(), patience=patience)

    with suppress(ModelTooSlow):
        async for _ in model.generate(request):
            pass

    assert window.first_word > 0


RULES = "You play one person in the world described below. " * 120


def talk(window: ContextWindow, turns: int, counted: Callable[[int, int], int]) -> list[bool]:
    """Send the prompts of a talk that grows; return whether each count raised a doubt."""
    doubts, heard = [], ""
    for turn in range(turns):
        line = f" {turn} what do you think of the weather in the harbour of this town?" * 3
        heard += line
        text = f"{RULES}{heard}"
        whole, fresh = len(text) // 4, len(line) // 4
        window.doubt = None
        count(window, whole, counted(whole, fresh), text=text)
        doubts.append(window.doubt is not None)
    return doubts


def test_an_endpoint_that_counts_what_its_cache_lacked_raises_no_doubt() -> None:
    """The first prompt is counted whole, and each after it by what is new in it."""
    window = ContextWindow(told=told(8192))
    counts = iter(range(9))
    assert not any(talk(window, 8, lambda whole, fresh: fresh if next(counts) else whole))
    assert window.tokens() == 8192


@pytest.mark.parametrize("kept", [300, 700, 1100])
def test_an_endpoint_that_cuts_raises_a_doubt_as_before(kept: int) -> None:
    """The count does not follow what is new in a prompt, since so much of each is kept."""
    window = ContextWindow(told=told(8192))
    assert sum(talk(window, 8, lambda whole, _: min(whole, kept))) >= 5


def test_what_a_player_would_feel_is_told_by_speed_and_by_waits() -> None:
    """A prompt that is read within a second is not missed in the cache."""
    assert ContextWindow(speed=50).is_slow_to_read(2000)
    assert not ContextWindow(speed=5000).is_slow_to_read(2000)
    assert not ContextWindow().is_slow_to_read(2000)
    window = ContextWindow()
    window.take_first_word(replace(asked(), lane=CallLane.PLAYER), 20.0)
    assert window.is_slow_to_read(2000)


@pytest.mark.parametrize(("speed", "since_turn", "asks"), [(50, 5, 0), (50, 500, 1), (5000, 5, 1)])
async def test_a_slow_model_is_examined_only_where_nobody_talks(
    speed: float, since_turn: float, asks: int
) -> None:
    """The question would drive the talk out of its cache, and the next line wait for that."""
    window = ContextWindow(told=told(8192), speed=speed)
    count(window, 4000, 200, text=RULES)
    window.last_turn = monotonic() - since_turn
    watch = ContextWatch(window, None)
    watch.prober = SchemaLanguageModel()
    assert window.doubt is not None

    await watch.examine()

    assert (window.doubt is None) == bool(asks)
    assert window.examined.total() == asks
