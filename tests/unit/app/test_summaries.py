"""Looking back on conversations: once they are over, once each, and with their lines behind it."""

from dataclasses import replace
from datetime import timedelta

from structlog.testing import capture_logs

from npcserver.app.context.history import talks
from npcserver.model.inputs import SummaryInput
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.thought import Conversed
from tests.fakes.store_world import MIRA
from tests.fakes.thought_app import LULL, ThoughtApp, heard_draft, new_thought_app, said_draft

KEEPSAKE = {
    "for_my_plans": "Mira means to order paint.",
    "interesting": "Otto paints doors for a living.",
    "importance": 5,
}


def conversed(*, is_over: bool, by: str = "otto") -> Draft:
    body = Conversed(conversation_id="c1", with_id=by, with_name="Otto", is_over=is_over)
    return Draft(kind=RecordKind.CONVERSATION, subject_id=MIRA, body=body)


async def chatted(**more: object) -> ThoughtApp:
    """Return an app where Mira has talked with Otto, and the talk is over."""
    here = await new_thought_app(0, **more)  # type: ignore[arg-type]
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(
        conversed(is_over=False),
        heard_draft("I paint doors.", by="otto", speaker="Otto", trust=60),
        said_draft("Then paint mine.", to="otto"),
        conversed(is_over=True),
    )
    return here


async def look_back(here: ThoughtApp) -> list[Record]:
    """Do what is due now, and return what is kept of talks."""
    await here.want(JobKind.SUMMARISE)
    while job := await here.here.store.jobs.claim(here.clock.now(), 60):
        await here.cognition.do(job)
    return await here.here.records(RecordKind.REFLECTION)


async def test_a_talk_that_is_over_leaves_what_to_plan_for_and_what_was_interesting() -> None:
    """Two memories that point at the lines, trusted as they are, about the partner."""
    here = await chatted()
    kept = await look_back(here)

    assert [record.text for record in kept] == [KEEPSAKE["for_my_plans"], KEEPSAKE["interesting"]]
    for record in kept:
        assert isinstance(record.body, Remembered)
        assert record.body.evidence == (2, 3)
        assert (record.body.trust, record.body.about) == (60, ("otto",))
        assert (record.importance, record.body.depth) == (5, 1)
    ((asked),) = here.model.asked
    assert asked.purpose is Purpose.SUMMARISE
    (material,) = here.model.questions
    assert isinstance(material, SummaryInput)
    assert [spoken.is_own for spoken in material.conversation] == [False, True]


async def test_each_talk_is_looked_back_on_once() -> None:
    """Also when the job is done again; the next talk with the same partner is looked back on."""
    here = await chatted()
    await look_back(here)
    await look_back(here)
    assert len(here.model.asked) == 1
    here.model.says["summarise"] = {**KEEPSAKE, "for_my_plans": "", "interesting": "Otto is ill."}
    await here.live(
        heard_draft("I am ill.", by="otto", speaker="Otto"), conversed(is_over=True)
    )  # fmt: skip

    kept = await look_back(here)

    assert [record.text for record in kept][2:] == ["Otto is ill."]
    assert isinstance(kept[-1].body, Remembered)
    assert kept[-1].body.evidence == (kept[-1].body.evidence[0],)


async def test_a_talk_that_goes_on_is_left_alone() -> None:
    """Its end will say so."""
    here = await new_thought_app(0)
    await here.live(conversed(is_over=False), heard_draft("Well met.", by="otto", speaker="Otto"))

    assert await look_back(here) == []
    assert here.model.asked == []


async def test_talk_with_a_player_is_over_after_a_lull() -> None:
    """The job waits for it, and is pushed on by each line."""
    here = await new_thought_app(0)
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(heard_draft("Good evening."), said_draft("Good evening."))
    assert await look_back(here) == []
    here.clock.ahead = timedelta(seconds=LULL / 2)
    assert await look_back(here) == []
    here.clock.ahead = timedelta(seconds=LULL + 1)

    kept = await look_back(here)

    assert len(kept) == 2
    assert isinstance(kept[0].body, Remembered)
    assert kept[0].body.players == ("p1",)
    assert len(here.model.asked) == 1


async def test_what_was_only_overheard_is_no_talk() -> None:
    """Nobody looks back on a conversation it had no part in."""
    here = await new_thought_app(0)
    await here.live(heard_draft("Psst.", by="otto", speaker="Otto", source=Source.OVERHEARD))
    here.clock.ahead = timedelta(hours=1)

    assert await look_back(here) == []
    async with here.here.store.read() as reader:
        mindset = await here.minds.load(reader, here.here.timeline, MIRA)
        assert await talks(mindset, timedelta(0)) == ()


async def test_talks_with_two_are_looked_back_on_one_by_one() -> None:
    """Each with its own lines, though they were mingled; the same thought is kept once."""
    here = await new_thought_app(0)
    here.model.says = {"summarise": KEEPSAKE}
    await here.live(
        heard_draft("One.", by="p1", speaker="Ann"),
        heard_draft("Two.", by="p2", speaker="Bo"),
        said_draft("Three.", to="p1"),
    )
    here.clock.ahead = timedelta(hours=1)

    kept = await look_back(here)

    material = here.model.questions
    spoken = [one.conversation for one in material if isinstance(one, SummaryInput)]
    lines = [[line.text for line in conversation] for conversation in spoken]
    assert sorted(lines) == [["One.", "Three."], ["Two."]]
    assert len(kept) == 2


async def test_an_unreadable_answer_keeps_nothing_and_is_not_asked_again() -> None:
    """The lines themselves stay; the raw answer stands in the receipt alone."""
    here = await chatted()
    here.model.says = {"summarise": "As a language model, I"}
    with capture_logs():
        assert await look_back(here) == []
        assert await look_back(here) == []

    assert len(here.model.asked) == 2
    assert all("language model" not in record.text for record in await here.here.records())


async def test_a_spent_budget_leaves_the_talk_for_another_day() -> None:
    """Nothing is marked, so that the next look back takes it too."""
    here = await chatted(budget=Budget(calls=4))
    account = await here.budgets.reserve(
        here.here.timeline, Budget(), Purpose.INTERVIEW, max_tokens=1
    )
    assert account is not None
    assert await look_back(here) == []
    await here.next_day()

    assert len(await look_back(here)) == 2


def in_circle(draft: Draft, **body: object) -> Draft:
    """Return words as they are remembered that were said to all in a circle."""
    assert isinstance(draft.body, Remembered)
    made = replace(draft.body, circle_id="cir_1", told_to="", **body)  # type: ignore[arg-type]
    return replace(draft, body=made)


async def test_talk_in_a_circle_is_talk_with_the_player_in_it() -> None:
    """What a player says to all is said to each, and what one answers is an answer to it.

    The words of characters to all are nobody's talk with anybody.
    """
    here = await new_thought_app(0)
    await here.live(
        in_circle(heard_draft("Who paints doors?", by="p1", speaker="Ann"), players=("p1",)),
        in_circle(said_draft("I do.")),
        in_circle(heard_draft("So do I.", by="otto", speaker="Otto")),
        in_circle(said_draft("Oh?")),
    )

    async with here.here.store.read() as reader:
        mindset = await here.minds.load(reader, here.here.timeline, MIRA)
        found = {
            talk.partner.id: [one.text for one in talk.lines]
            for talk in await talks(mindset, timedelta(0))
        }

    assert found == {"p1": ["Who paints doors?", "I do."]}
