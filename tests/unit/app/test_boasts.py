"""A boast is words: no thought makes a deed of it."""

from datetime import timedelta

import pytest

from npcserver.app.play import ReportOutcome
from npcserver.model.feelings import Belief, Standing
from npcserver.model.job import Job, JobKind
from npcserver.model.record import OutcomeStatus, RecordKind
from npcserver.ports.language_model import Request
from tests.fakes.dialogue_app import (
    ANN_HERE,
    GIVE,
    KEY,
    give_intent,
    last_turn_id,
    new_dialogue_app,
)
from tests.fakes.store_world import MIRA
from tests.fakes.thought_app import ThoughtApp, new_thought_app

CLAIM = "Mira gave Ann the brass key."
TRUE = "Mira wanted to give Ann the brass key."
NOTE = "it did not happen: give item (item: brass key, to: Ann)"
PENDING = "it has not happened yet: give item (item: brass key, to: Ann)"


async def boasting(status: OutcomeStatus | None) -> ThoughtApp:
    """Let Mira boast that she gave Ann the key, and let the game say what came of it."""
    here = ThoughtApp(await new_dialogue_app(), threshold=1)
    here.here.steps = ["I have given you the brass key.", give_intent(1)]
    await here.here.turn("The key, please.", affordances=(GIVE,), entities=(KEY, ANN_HERE))
    if status is not None:
        await here.here.play.report_outcome(
            ReportOutcome(
                timeline_id=here.here.timeline,
                turn_id=await last_turn_id(here.here),
                intent_id=give_intent(1).intent.id,
                status=status,
            )
        )
    return here


async def think(here: ThoughtApp, kind: JobKind) -> str:
    """Have one kind of thought, once all is taken in; return all that was asked in it."""
    here.clock.ahead = timedelta(hours=1)
    for wished in (JobKind.DIGEST, kind):
        here.model.asked.clear()
        await here.handlers[wished](
            Job(
                id=1,
                kind=wished,
                timeline_id=here.here.timeline,
                subject_id=MIRA,
                attempts=1,
                lease="mine",
            )
        )
    return "\n".join(prompt(request) for request in here.model.asked)


def prompt(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


def claiming(here: ThoughtApp, claim: str) -> None:
    """Let the model say the claim in every thought."""
    belief = {"topic": "ann-has-the-key", "text": claim, "change": 5}
    here.model.says = {
        "questions": {"questions": ["Who has the key?", "What does Ann want?", "Where is it?"]},
        "insights": {"insights": [{"insight": claim, "because": [1], "importance": 6}]},
        "summarise": {"for_my_plans": "", "interesting": claim, "importance": 5},
        "relate": {
            "affinity": 1,
            "trust": 1,
            "familiarity": 1,
            "view": claim,
            "beliefs": [belief],
            "feeling": "joy",
        },
    }


async def kept(here: ThoughtApp) -> list[str]:
    """Return what thoughts left: reflections, views and beliefs."""
    records = await here.here.records(RecordKind.REFLECTION, RecordKind.RELATION, RecordKind.BELIEF)
    texts = [record.text for record in records]
    texts += [one.body.view for one in records if isinstance(one.body, Standing)]
    texts += [one.body.text for one in records if isinstance(one.body, Belief)]
    return [text for text in texts if text]


KINDS = (JobKind.REFLECT, JobKind.SUMMARISE, JobKind.RELATE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [None, OutcomeStatus.REFUSED, OutcomeStatus.FAILED])
async def test_no_thought_keeps_a_deed_that_did_not_happen(
    kind: JobKind, status: OutcomeStatus | None
) -> None:
    """What became of it stands beside the boast, and who believes the boast all the same is not."""
    here = await boasting(status)
    claiming(here, CLAIM)

    asked = await think(here, kind)

    assert (PENDING if status is None else NOTE) in asked
    assert not any("gave" in text for text in await kept(here))


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_done_may_be_thought_of_as_done(kind: JobKind) -> None:
    """Nothing stands beside words that came true."""
    here = await boasting(OutcomeStatus.COMPLETED)
    claiming(here, CLAIM)

    asked = await think(here, kind)

    assert NOTE not in asked
    assert PENDING not in asked
    assert CLAIM in await kept(here)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_only_wanted_may_be_thought_of_as_wanted(kind: JobKind) -> None:
    """The truth about it is as good a thought as any."""
    here = await boasting(OutcomeStatus.REFUSED)
    claiming(here, TRUE)

    await think(here, kind)

    assert TRUE in await kept(here)


async def test_a_den_without_boasts_thinks_as_before() -> None:
    """Where nothing was attempted nothing stands beside anything."""
    here = await new_thought_app(3, threshold=1)
    claiming(here, CLAIM)

    asked = await think(here, JobKind.REFLECT)

    assert "it did not happen" not in asked
    assert CLAIM in await kept(here)
