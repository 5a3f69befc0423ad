"""The memories that a line names as passed on: checked, kept, and marked where it changed them."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.ledger.provenance import FactKnowledge
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.memory import memory_id
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, Record, RecordKind, ReflectedUpTo, Remembered, Source
from npcserver.model.turn import ReplyAnswer
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.impressions import SummaryQuestion
from npcserver.prompts.render import Templates
from tests.fakes.dialogue_app import (
    FailingEmbedder,
    NpcConversationApp,
    new_npc_conversation_app,
    numbered_line,
)
from tests.fakes.language_models import FragmentModel
from tests.fakes.memory_store import NumpyIndex
from tests.fakes.prompt_inputs import converse_input, recollection, summary_input
from tests.fakes.thought_app import heard_draft, new_thought_app, said_draft

CART = "Cy lent Odo a red cart on Monday."
RAIN = "Rain fell into the cellar at night."


def telling(line: str, named: str) -> Callable[[ConverseInput], ReplyAnswer]:
    """Say a line first, and name a memory with it."""

    def say(exchange: ConverseInput) -> ReplyAnswer:
        if exchange.conversation:
            return numbered_line(replace(exchange, should_end=True))
        seqs = (one.memory.seq for one in exchange.recollections if one.memory.text == named)
        return ReplyAnswer(say=line, tells=tuple(seqs))

    return say


async def said(line: str, named: str) -> tuple[NpcConversationApp, Record, Record]:
    """Let Mira, who knows of a cart and of rain, say a line; return it, and what Bram heard."""
    here = await new_npc_conversation_app()
    seen = Remembered(source=Source.WITNESSED)
    await here.put(
        *(Draft(RecordKind.OBSERVATION, seen, "mira", text=text) for text in (CART, RAIN))
    )
    here.chat = telling(line, named)
    await here.begin("the cart and the rain in the cellar")
    await here.talk()
    (own, *_) = await here.records(RecordKind.LINE, of="mira")
    (heard, *_) = await here.records(RecordKind.UTTERANCE, of="bram")
    assert own.text == heard.text == line
    return here, own, heard


async def passed_on(here: NpcConversationApp, line: Record) -> list[str]:
    assert isinstance(line.body, Remembered)
    known = {one.seq: one.text for one in await here.records(RecordKind.OBSERVATION, of="mira")}
    return [known[seq] for seq in line.body.evidence]


@pytest.mark.parametrize(
    ("line", "named", "kept"),
    [
        ("What a cart!", CART, [CART]),  # the words alone do not show it
        ("What a cart!", "", []),
        ("What a cart!", RAIN, []),
        ("Cy lent Odo a red cart.", RAIN, [CART]),  # what is refused counts as missing
        ("Cy lent Odo a red cart.", "", [CART]),
    ],
)
async def test_a_named_memory_is_kept_if_the_line_has_to_do_with_it(
    line: str, named: str, kept: list[str]
) -> None:
    """Without any that is kept, the words tell."""
    here, own, _ = await said(line, named)

    assert await passed_on(here, own) == kept


@pytest.mark.parametrize("named", [CART, ""])
async def test_what_is_told_otherwise_stays_on_the_path_and_is_marked(named: str) -> None:
    """In the memories of who said and who heard it, and in the trace."""
    here, own, heard = await said("Cy lent Odo a red cart on Friday.", named)

    seen = await here.records(RecordKind.OBSERVATION, of="mira")
    (source,) = (one for one in seen if one.text == CART)
    assert await passed_on(here, own) == [CART]
    assert isinstance(own.body, Remembered)
    assert isinstance(heard.body, Remembered)
    assert own.body.distorted == heard.body.distorted == (source.seq,)
    knowing = FactKnowledge(here.store, here.stream, DEFAULT)
    hops = await knowing.trace(here.timeline, memory_id(heard.timeline_id, heard.seq))
    assert [hop.distorted_ids for hop in hops] == [
        (),
        (memory_id(source.timeline_id, source.seq),),
        (),
    ]


async def test_without_an_embedder_the_words_tell() -> None:
    """A line that was said is stored all the same."""
    store = (await new_npc_conversation_app()).store
    embedder = FailingEmbedder()
    embedder.is_down = True
    stream = MemoryStream(NumpyIndex, embedder)
    thinker = PromptedThinker(FragmentModel(["{}"]), Templates())
    thinking = ThoughtRuntime(thinker, stream, Budgets(store, default=Budget()), profile=DEFAULT)

    assert await thinking.told(CART, [recollection(CART).memory], ()) == ()


@pytest.mark.parametrize(
    ("tells", "places"),
    [
        ([2], [1]),
        (["[1]", 2, 2], [0, 1]),
        (1, [0]),
        ([0, 3, 99, -1], []),
        ("none", []),
        (None, []),
        ([True, {"a": 1}], []),
    ],
)
def test_numbers_of_memories_are_read_as_they_were_shown(tells: object, places: list[int]) -> None:
    """What is no number of one shown is left out, and so is the whole member where it is absent."""
    found = tuple(
        replace(one, memory=replace(one.memory, seq=seq))
        for one, seq in ((recollection(CART), 31), (recollection(RAIN), 32))
    )
    question = ConverseQuestion.of(converse_input(recollections=found))
    answer = {"feeling": "joy", "say": "It is said that it rained.", "ends": False}
    if tells is not None:
        answer["tells"] = tells

    assert question.read(json.dumps(answer)).tells == tuple((31, 32)[one] for one in places)
    (system, user) = question.messages(Templates(), "en")
    assert "[1] " in user.text
    assert '"tells"' in system.text


RETOLD = ("No. You said that last Friday.", "Bram asked me for ten crowns on Friday.")


@pytest.mark.parametrize(
    ("retold", "changed", "numbers"),
    [(2, [2], (2,)), (2, [0, 3, 99], ()), (2, None, ()), (1, [1, 1], (1,)), (0, [1], ())],
)
def test_a_summary_says_what_was_retold_otherwise(
    retold: int, changed: object, numbers: tuple[int, ...]
) -> None:
    """By the numbers that were shown; where nothing was retold it is not asked for."""
    question = SummaryQuestion.of(replace(summary_input(), retold=(RETOLD,) * retold))
    answer = {"for_my_plans": "", "interesting": "Bram sells his boat.", "importance": 3}
    if changed is not None:
        answer["changed"] = changed

    assert question.read(json.dumps(answer)).changed == numbers
    prompt = "".join(one.text for one in question.messages(Templates(), "en"))
    assert ("changed" in question.schema()["properties"]) is bool(retold)  # type: ignore[operator]
    assert ('"changed"' in prompt) is (RETOLD[1] in prompt) is bool(retold)


async def test_what_a_summary_finds_told_otherwise_is_kept() -> None:
    """Beside what it found earlier; not asked of what was told word for word, or is marked."""
    here = await new_thought_app(0)
    await here.live(heard_draft(CART))
    (known,) = await here.here.records(RecordKind.UTTERANCE)
    for text, changed, pairs in (
        ("Odo gave Cy a cart on Monday.", [1], 1),
        ("Odo has the red cart of Cy.", [], 1),
        (f"Listen: {CART}", [1], 0),
    ):
        draft = said_draft(text)
        assert isinstance(draft.body, Remembered)
        await here.live(replace(draft, body=replace(draft.body, evidence=(known.seq,))))
        here.model.says = {
            "summarise": {
                "for_my_plans": "",
                "interesting": "Cy has a cart.",
                "importance": 2,
                "changed": changed,
            }
        }
        here.model.asked.clear()
        here.clock.ahead += timedelta(minutes=5)
        await here.want(JobKind.SUMMARISE)
        await here.do_all()
        summaries = [one for one in here.model.asked if one.purpose is Purpose.SUMMARISE]
        assert [f"You remember: {CART}" in str(one.messages) for one in summaries] == [bool(pairs)]

    lines = await here.here.records(RecordKind.LINE)
    marks = [one.body for one in await here.here.records(RecordKind.REFLECTED)]
    found = [one.distorted for one in marks if isinstance(one, ReflectedUpTo)]
    assert found == [((lines[0].seq, known.seq),)] * 3


def test_without_memories_none_are_asked_for() -> None:
    """Neither in words nor in the schema."""
    question = ConverseQuestion.of(converse_input(recollections=()))

    assert "tells" not in question.schema()["properties"]  # type: ignore[operator]
    assert "tells" not in question.messages(Templates(), "en")[0].text
