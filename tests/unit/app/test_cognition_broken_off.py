"""A worker killed in mid-thought: nothing is lost, and nothing is there twice."""

import asyncio

import pytest

from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.thought import Conversed
from tests.fakes.parlour import parlour
from tests.fakes.pondering import Den, Faltering, heard, said
from tests.fakes.stage import MIRA, seen

ANSWERS: dict[str, dict[str, object]] = {
    "questions": {"questions": ["Who owes Mira?", "What of the cellar?", "Whom does she trust?"]},
    "insights": {
        "insights": [
            {"insight": "Bram never pays", "because": [1], "importance": 6},
            {"insight": "The cellar is in bad repair", "because": [2], "importance": 4},
        ]
    },
    "summarise": {"for_my_plans": "Mend the door.", "interesting": "Otto paints.", "importance": 5},
    "relate": {
        "affinity": 4,
        "trust": 2,
        "familiarity": 3,
        "view": "Otto is kind.",
        "beliefs": [{"topic": "doors", "text": "Doors should be mended.", "change": 5}],
        "feeling": "joy",
    },
}


async def lived() -> Den:
    """Return a den where there is something to rate, to reflect upon and to look back on."""
    here = await parlour()
    made = Den(here, threshold=10, store=Faltering(here.store))
    made.model.says = {**ANSWERS}
    over = Conversed(conversation_id="c", with_id="otto", is_over=True)
    await made.live(
        seen("Bram asked for another loan.", importance=8),
        seen("The cellar door fell off."),
        heard("I paint doors.", by="otto", speaker="Otto"),
        said("Then paint mine.", to="otto"),
        Draft(kind=RecordKind.CONVERSATION, subject_id=MIRA, body=over),
    )
    return made


async def killed(kind: JobKind, turns: int) -> tuple[bool, list[Record]]:
    """Kill a worker after some turns of the loop; return whether it was done, and what is left."""
    here = await lived()
    await here.want(kind)
    job = await here.claim()
    assert job is not None
    doing = asyncio.ensure_future(here.cognition.do(job))
    for _ in range(turns):
        await asyncio.sleep(0)
    was_done = doing.done()
    doing.cancel()
    await asyncio.wait((doing,))
    await here.do_all()
    assert await here.claim() is None
    return was_done, await here.here.records()


@pytest.mark.parametrize(
    "kind", [JobKind.DIGEST, JobKind.REFLECT, JobKind.SUMMARISE, JobKind.RELATE]
)
async def test_wherever_a_thought_is_broken_off_it_ends_as_if_it_had_not_been(
    kind: JobKind,
) -> None:
    """At every await, before and after every commit: the next worker comes to the same records."""
    _, whole = await killed(kind, 10_000)
    turns, was_done = 1, False
    while not was_done:
        was_done, records = await killed(kind, turns)

        assert records == whole, f"killed after {turns} turns"
        turns += 1
    assert turns > 5
