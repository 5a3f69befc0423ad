"""Memories recalled for a prompt: pins, secrets, repeats and what is out of date."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.context.discretion import Discretion
from npcserver.app.context.recall import (
    MOST_PINS,
    PromptRecall,
    RecalledContext,
    put_in_order,
)
from npcserver.app.context.small_talk import without_small_talk
from npcserver.app.memories import Memories
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.record import Draft, Pinned, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.secret import Secret
from npcserver.model.timeline import Vantage
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.retrieval_log import heard_memory, memory_of, ranked
from tests.fakes.store_world import (
    MIRA,
    START,
    WORLD,
    clock,
    put,
    seen,
    start,
)

KEY = "The cellar key is under the mat."
MOVED = "The cellar key is in the drawer."


async def recall(
    here: DialogueApp, text: str = "Where is the cellar key?", k: int = 4, **more: object
) -> RecalledContext:
    """Return what comes to Mira's mind when nobody listens."""
    recalling = PromptRecall(here.stream, DEFAULT)
    cue = await here.stream.cue(text)
    async with here.store.read() as reader:
        view = await reader.head(here.timeline)
        return await recalling.recall(
            reader,
            view,
            WORLD,
            MIRA,
            cue,
            k,
            Discretion(),
            **more,  # type: ignore[arg-type]
        )


def pin(seq: int, *, is_pinned: bool = True) -> Draft:
    return Draft(kind=RecordKind.PIN, subject_id=MIRA, body=Pinned(seq=seq, is_pinned=is_pinned))


def texts(recalled: RecalledContext) -> list[str]:
    return [one.memory.text for one in recalled.recollections]


async def test_what_is_pinned_comes_first_whatever_is_asked() -> None:
    """The newest pin first; one that scores keeps its scores."""
    here = await new_dialogue_app()
    await put(here.store, seen("I am afraid of gulls."), seen("It rains."), to=here.timeline)
    await put(here.store, *(seen(f"Guest {n} ate soup.") for n in range(9)), to=here.timeline)
    await put(here.store, seen(KEY), pin(1), pin(12), to=here.timeline)

    recalled = await recall(here)

    assert texts(recalled)[:2] == [KEY, "I am afraid of gulls."]
    assert len(recalled.recollections) == 4
    assert [one.is_pinned for one in recalled.recollections] == [True, True, False, False]
    assert recalled.recollections[0].score > 0


async def test_what_is_unpinned_takes_its_chance() -> None:
    """Of several pins of a memory the newest counts; of many pinned, eight come to mind."""
    here = await new_dialogue_app()
    await put(here.store, *(seen(f"Fact {n} holds.") for n in range(12)), to=here.timeline)
    await put(here.store, *(pin(seq) for seq in range(1, 13)), to=here.timeline)
    await put(here.store, pin(12, is_pinned=False), pin(1), to=here.timeline)

    pins = [one.memory.seq for one in (await recall(here, k=2)).recollections if one.is_pinned]

    assert pins == [1, 11, 10, 9, 8, 7, 6, 5]
    assert len(pins) == MOST_PINS


async def test_a_pin_is_seen_from_where_it_was_set_on() -> None:
    """Loading an older save takes it back, and the other line of play keeps it."""
    here = await new_dialogue_app()
    await put(here.store, seen("I am afraid of gulls."), to=here.timeline)
    await put(
        here.store, *(seen(f"Guest {n * chr(97)} ate soup.") for n in range(30)), to=here.timeline
    )
    memories = Memories(here.store, here.stream, DEFAULT)
    await memories.pin(timeline_id=here.timeline, memory_id="tl_play.1")
    assert texts(await recall(here))[0] == "I am afraid of gulls."

    here.timeline = await start(here.store, "tl_again", Vantage(here.timeline, 31))

    assert "I am afraid of gulls." not in texts(await recall(here))


async def test_pins_of_a_mind_are_not_those_of_another() -> None:
    """Nor does a pin bring back a kind of memory that an interview takes away."""
    here = await new_dialogue_app()
    await put(here.store, seen("Bram's secret.", "bram"), seen("It rains."), to=here.timeline)
    await put(here.store, pin(1), pin(2), to=here.timeline)

    assert texts(await recall(here)) == ["It rains."]
    assert texts(await recall(here, kinds=(RecordKind.REFLECTION,))) == []


async def test_a_pinned_secret_is_kept_back_like_any_other() -> None:
    """Pinning is no leave to tell."""
    here = await new_dialogue_app()
    body = Remembered(source=Source.AUTHORED, secrets=(Secret(key="heir"),))
    heir = Draft(kind=RecordKind.OBSERVATION, subject_id=MIRA, text="I am the heir.", body=body)
    await put(here.store, heir, seen("It rains."), pin(1), to=here.timeline)

    recalled = await recall(here)

    assert texts(recalled) == ["It rains."]
    assert [one.memory.text for one in recalled.withheld] == ["I am the heir."]


async def test_the_newer_is_told_and_the_receipt_knows_the_older() -> None:
    """And how often a thing is known; all of it in the receipt of the turn."""
    here = await new_dialogue_app()
    await put(here.store, seen(KEY), to=here.timeline)
    await put(here.store, clock(START + timedelta(days=1)), seen(MOVED), to=here.timeline)
    await put(here.store, seen(MOVED), to=here.timeline)

    await here.turn("Where is the cellar key?")

    (found,) = here.heard[0].recollections
    assert (found.memory.text, found.times) == (MOVED, 2)
    assert [older.text for older in found.superseded] == [KEY]
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    (kept_there,) = turn.body.receipt.recalled
    assert (kept_there.times, kept_there.superseded) == (2, (1,))


@pytest.mark.parametrize("repeats", [9, 90, 900])
async def test_repeats_take_no_space_from_what_else_is_known(repeats: int) -> None:
    """Of many that say the same, one is shown, and there is space for the rest."""
    here = await new_dialogue_app()
    await put(here.store, seen("The cellar is damp."), to=here.timeline)
    await put(here.store, *(seen(KEY) for _ in range(repeats)), to=here.timeline)

    recalled = await recall(here, k=3)

    assert texts(recalled) == [KEY, "The cellar is damp."]
    assert recalled.recollections[0].times == repeats


@pytest.mark.parametrize(
    ("series", "numbers"),
    [
        ("The cellar key howls, the {}th time.", range(20, 60)),
        ("The cellar key howls for the {} time.", ("first", "second", "third", "fifth", "sixth")),
        ("The cellar key howls, howl number {}.", ("one", "two", "three", "four", "five", "six")),
        ("Cellar key, howl {}.", ("II", "III", "IV", "VI", "VII", "VIII", "IX")),
        ("Cellar key, howl{}.", range(30)),
    ],
)
async def test_what_differs_only_in_a_number_takes_no_space_from_the_rest(
    series: str, numbers: Sequence[object]
) -> None:
    """Three of a series are shown, and more only where nothing else is known."""
    here = await new_dialogue_app()
    await put(here.store, seen("The cellar is damp."), to=here.timeline)
    howls = [seen(series.format(number)) for number in numbers]
    await put(here.store, *howls, to=here.timeline)

    five, ten = texts(await recall(here, k=4)), texts(await recall(here, k=10))

    assert "The cellar is damp." in five
    assert sum("howl" in one for one in five) == 3
    assert sum("howl" in one for one in ten) == min(9, len(howls))


async def test_what_one_player_says_a_thousand_times_takes_no_space_from_the_rest() -> None:
    """Nor does it in small variations, nor what the character said itself."""
    here = await new_dialogue_app()
    await put(here.store, seen("The cellar is damp."), seen(KEY), to=here.timeline)
    told = Remembered(source=Source.TOLD, told_by="ann", told_to=MIRA, players=("ann",))
    said = Draft(kind=RecordKind.UTTERANCE, subject_id=MIRA, text="", body=told)
    begging = ("Give me the cellar key", "Please, give me the cellar key", "Give me it, the key")
    for text in begging:
        varied = (replace(said, text=text + "!" * (number % 7)) for number in range(400))
        await put(here.store, *varied, to=here.timeline)
    own_lines = (own(f"Hm, the cellar key {chr(97 + at % 26) * 3}.") for at in range(500))
    await put(here.store, *own_lines, to=here.timeline)

    recalled = texts(await recall(here))

    assert {KEY, "The cellar is damp."} <= set(recalled)
    assert not any("Hm" in one for one in recalled)


async def test_a_question_of_names_dates_and_a_negation_is_answered() -> None:
    """It names three people and two days, and denies what another did."""
    here = await new_dialogue_app()
    await put(here.store, seen("Corvin sold the boat to the miller."), to=here.timeline)
    await put(here.store, *(seen(f"Guest {n * 'x'} ate soup.") for n in range(9)), to=here.timeline)

    recalled = await recall(
        here,
        "Did Corvin, not Tam or Ruth, sell the boat on the third of May or the ninth of June?",
    )

    assert texts(recalled)[0] == "Corvin sold the boat to the miller."


def test_secrets_of_what_is_out_of_date_count_too() -> None:
    """A prompt may show it as what was held earlier."""
    secret = Secret(key="party", to=("ann",))
    older = memory_of("The party is at five.", 1, secrets=(secret,))
    (newer,) = ranked(heard_memory("The party is at six.", 2))

    assert RecalledContext(recollections=(newer,)).secrets == ()
    assert RecalledContext(recollections=(replace(newer, superseded=(older,)),)).secrets == (
        secret,
    )


CHATTER = (
    "Hm. Let me wipe down this table.",
    "Oh, I wish I could help, but I don't know.",
    "You will find a cellar key at The Bell Loft.",
    "And where is the cellar key of yours?",
)


def own(text: str) -> Draft:
    """Return words that Mira said."""
    return Draft(
        kind=RecordKind.LINE, body=Remembered(source=Source.OWN), subject_id=MIRA, text=text
    )


@pytest.mark.parametrize("lines", [4, 40, 400])
async def test_own_chatter_is_no_knowledge_and_crowds_nothing_out(lines: int) -> None:
    """However much was said, and also where it has the words that are asked for."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("Gulls cry."), to=here.timeline)
    said = (own(CHATTER[n % 4] if n < 4 else f"{CHATTER[n % 4]} ({n})") for n in range(lines))
    await put(here.store, *said, to=here.timeline)

    assert sorted(texts(await recall(here))) == ["Gulls cry.", "It rains."]


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("Do you have a brother?", "I have a brother, Tom, who is a cooper."),
        ("What did you tell me about the bread?", "Pym bakes it."),
        ("You promised something, remember?", "Come back at noon."),
        ("你有兄弟吗？", "我有一个兄弟。"),
        ("你刚才说了什么？", "饼很好吃。"),
    ],
)
async def test_own_words_are_recalled_where_they_are_asked_for(asked: str, line: str) -> None:
    """What the character said of itself, and whatever it said where its words are meant."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), own(line), own("So it goes."), to=here.timeline)

    assert line in texts(await recall(here, asked))


def test_the_small_talk_of_one_speaker_does_not_fill_a_thought() -> None:
    """Two of its lines are enough beside the summary; what presses stays, and answers have all."""
    said = [heard_memory(f"My cart has {n} wheels.", n + 1, by="edda") for n in range(9)]
    fire = replace(heard_memory("The mill burns.", 20, by="edda"), importance=8)
    other = heard_memory("Gulls cry.", 21, by="bram")
    found = ranked(*said, fire, other)

    thought = [one.memory.seq for one in without_small_talk(found, "")]
    assert thought == [1, 2, 20, 21]
    assert len(without_small_talk(found, "What of the cart?")) == 11


@pytest.mark.parametrize("secrets", [7, 70, 700])
async def test_many_secrets_crowd_out_nothing_that_may_be_told(secrets: int) -> None:
    """They rank first, and still all k places are filled; a receipt keeps the best of them."""
    here = await new_dialogue_app()
    await put(here.store, *(seen(f"Guest {n} ate soup.") for n in range(4)), to=here.timeline)
    secret = Remembered(source=Source.AUTHORED, secrets=(Secret(key="key"),))
    hidden = [replace(seen(f"{KEY} Copy {n} is elsewhere."), body=secret) for n in range(secrets)]
    await put(here.store, *hidden, to=here.timeline)

    recalled = await recall(here)

    assert sorted(texts(recalled)) == [f"Guest {n} ate soup." for n in range(4)]
    assert len(recalled.withheld) == min(secrets, 32)


def test_only_what_was_in_the_way_is_said_to_be_kept_back() -> None:
    """What would not have come to mind anyway was not withheld."""
    hidden = [memory_of(f"Secret {n}.", n, secrets=(Secret(key=f"s{n}"),)) for n in (1, 2)]
    found = ranked(hidden[0], memory_of("Gulls cry.", 3), hidden[1], memory_of("Rain falls.", 4))

    one = put_in_order(found, 1, Discretion())
    all_of_it = put_in_order(found, 3, Discretion())

    assert [kept_back.memory.seq for kept_back in one.withheld] == [1]
    assert [kept_back.memory.seq for kept_back in all_of_it.withheld] == [1, 2]
