"""What an endpoint counts is no proof of what it serves; what it loses is found out."""

import asyncio
import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from npcserver.adapters.llm.context_watch import marked_question
from tests.fakes.model_servers import SAID, Kind, serve_model
from tests.fakes.running_server import InnServer
from tests.integration.test_served_context import app, receipts, spoken

TURNS = 12
ENGLISH = "The wind turned to the north last night, and the boats stayed in. " * 6
LONG = ENGLISH * 2
CHINESE = "昨夜风向转北，渔船都留在港里，没有人出海。" * 12
Counts = Callable[[str, int], int]


def uncached() -> Counts:
    """Count what no earlier prompt has in common, as the first Ollama 0.30 and some proxies do."""
    before: list[str] = []

    def counted(prompt: str, tokens: int) -> int:
        common = max((_common(prompt, other) for other in before), default=0)
        before.append(prompt)
        return max(round(tokens * (1 - common / len(prompt))), 1)

    return counted


def _common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def by_turns(*counts: Counts) -> Counts:
    """Count one way and another, as the servers behind one address may."""
    turns = cycle(counts)
    return lambda prompt, tokens: next(turns)(prompt, tokens)  # noqa: PLW0108 - another each time


def by_script(prompt: str, tokens: int) -> int:
    """Count as a tokenizer of today does that reads Chinese well."""
    wide = len(re.findall("[\u3000-\uffef]", prompt))
    return round(wide / 1.6 + (len(prompt) - wide) / 4.4)


def whole(_: str, tokens: int) -> int:
    return tokens


async def talk(here: InnServer, turns: int, *texts: str) -> None:
    """Talk, and let what goes on in the background come to an end after each turn."""
    watch = here.here.models.each[0].watch
    assert watch is not None
    watch.pause = 0.01
    said = cycle(texts or (ENGLISH,))
    for number in range(turns):
        assert spoken(await here.turn(f"{number}. {next(said)}"))
        await settled(here)


async def settled(here: InnServer) -> None:
    """Wait until nothing is asked, and no doubt can be examined."""
    stack = here.here.models.each[0]
    assert stack.watch is not None
    async with asyncio.timeout(60):
        before = -1
        while stack.window.wants_asking.is_set() or sum(stack.window.examined.values()) != before:
            before = sum(stack.window.examined.values())
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("counts", "texts"),
    [
        (uncached(), (ENGLISH,)),
        (lambda *_: 10, (ENGLISH,)),
        (lambda *_: 0, (ENGLISH,)),
        (by_script, (CHINESE, ENGLISH)),
        (lambda prompt, _: len(prompt.split()), (CHINESE, ENGLISH)),
        (lambda prompt, _: len(prompt), (ENGLISH,)),
        (lambda prompt, _: len(prompt.encode()), (CHINESE, ENGLISH)),
        (lambda _, tokens: tokens * 10, (ENGLISH,)),
        (by_turns(whole, lambda *_: 10), (ENGLISH,)),
        (by_turns(uncached(), whole, whole), (CHINESE, ENGLISH)),
    ],
    ids=(
        "uncached ten zero scripts words characters bytes tenfold by-turns mixed".split()  # noqa: SIM905 - one line
    ),
)
async def test_count_shortens_no_prompt(
    counts: Counts, texts: tuple[str, ...], tmp_path: Path
) -> None:
    """However it counts, an endpoint that reads prompts whole is shown the whole talk."""
    async with serve_model("plain", counts=counts) as llm, app(llm, tmp_path) as here:
        await talk(here, TURNS, *texts)
        made = await receipts(here)
        window = here.here.models.each[0].window
        examined = window.examined

    last = llm.prompts[-1]
    assert all(f"{number}. {texts[number % len(texts)][:6]}" in last for number in range(TURNS))
    assert CHINESE in texts or last.count(SAID) >= TURNS - 1
    assert not any(part.left_out or part.cut for part in made[-1].prompt_parts)
    assert all(one.context_limit is None for one in made)
    assert window.proof is None
    assert examined["cut"] == 0
    assert sum(examined.values()) <= 3
    assert all(body["max_tokens"] == 300 for body in llm.bodies if "schema" in str(body))


@pytest.mark.parametrize(("kind", "claimed"), [("plain", None), ("Ollama", 32768)])
async def test_endpoint_that_cuts_without_a_word_is_found_out_and_heals(
    kind: Kind, claimed: int | None, tmp_path: Path
) -> None:
    """The lost mark proves the cut; the prompt then fits, and grows once the context does."""
    async with serve_model(kind, context=2048, claimed=claimed) as llm, app(llm, tmp_path) as here:
        await talk(here, 2 * TURNS, LONG)
        stack = here.here.models.each[0]
        found = stack.window.tokens()
        made, prompts = await receipts(here), list(llm.prompts)

        llm.context = 8192
        assert stack.watch is not None
        stack.watch.term = 0.0
        stack.window.wants_asking.set()
        await settled(here)
        await talk(here, 1, LONG)
        later = await receipts(here)

    lengths = [round(len(prompt) / 4.4) for prompt in prompts]
    assert sum(length > 2048 for length in lengths) <= 5
    assert all(length <= 2048 for length in lengths[-8:])
    assert found is not None
    assert 1500 < found <= 2048 + 300
    assert f"{2 * TURNS - 1}. {LONG[:30]}" in prompts[-1]
    assert "# How you speak" in prompts[-1]
    limit = made[-1].context_limit
    assert limit is not None
    assert limit.tokens == found
    assert "lose their beginning" in limit.why
    assert stack.window.proof is None
    assert later[-1].context_limit is None
    assert later[-1].prompt_budget > made[-1].prompt_budget


async def test_two_contexts_behind_one_address_leave_the_talk_whole(tmp_path: Path) -> None:
    """Where every other prompt meets a smaller server, a talk that fits in it stays whole."""
    async with serve_model("plain", context=4096) as llm, app(llm, tmp_path) as here:
        sizes = cycle((8192, 4096))
        complete = llm.complete

        async def by_turn(call: object) -> None:
            llm.context = next(sizes)
            await complete(call)  # type: ignore[arg-type]

        llm.complete = by_turn  # type: ignore[method-assign]
        await talk(here, TURNS)

    assert all(f"{number}. {ENGLISH[:30]}" in llm.prompts[-1] for number in range(TURNS))


async def test_endpoint_that_answers_nonsense_proves_nothing(tmp_path: Path) -> None:
    """Without the mark of a short prompt, a missing one of a long prompt is no proof."""
    counts = by_turns(whole, lambda *_: 10)
    async with serve_model("plain", counts=counts) as llm, app(llm, tmp_path) as here:
        llm.repeats_marks = False
        await talk(here, 6)
        window = here.here.models.each[0].window

    assert window.proof is None
    assert window.examined["unknown"] >= 1
    assert {one for one in window.examined if window.examined[one]} == {"unknown"}


def test_question_is_as_long_as_it_should_be() -> None:
    """The mark stands at the beginning, the filling is as long as asked, and no two are alike."""
    (mark, request), (other, _) = marked_question(3000), marked_question(3000)

    assert mark != other
    assert mark in request.messages[0].text[:80]
    assert len(request.messages[0].text) == pytest.approx(3000 * 3.6, rel=0.02)
