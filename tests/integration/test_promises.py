"""Promises in a whole server, on a real database: given, kept, broken, and brought up."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.offline import OfflineActor
from npcserver.app.play import ReportOutcome
from npcserver.mind import promises
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.ids import TimelineId
from npcserver.model.record import OutcomeStatus
from npcserver.model.turn import IntentProposed, Line, TurnEvent, TurnStarted
from tests.conftest import on_either_database
from tests.fakes.running_server import (
    ANN,
    GIVE,
    LAMP,
    MIRA,
    InnServer,
    eventually,
    open_inn_server,
    reply_answer,
)

CLEO = Person(id="cleo", name="Cleo")
DAY = timedelta(days=1)
# What is said, and whether the player promises by it. Each is said by a player of its own.
WORDS = (
    ("Can you bring me a barrel of ale tomorrow?", False),
    ("Could you mend my cloak by noon?", False),
    ("Would you show me the cellar tonight?", False),
    ("Promise me to send a letter to the mill on Friday.", False),
    ("I'll pay you five coins tomorrow.", True),
    ("I will fetch the doctor by noon, I promise.", True),
    ("I'll return your lantern before sunset.", True),
    ("I promise to sing for the guests tonight.", True),
)


@asynccontextmanager
async def offline(url: str, folder: Path) -> AsyncGenerator[InnServer, None]:
    """Open the inn with the offline actor behind the bar."""
    async with open_inn_server(
        url, folder, OfflineActor(), cognition={"attention": "dormant"}
    ) as app:
        yield app


def lines(events: Sequence[TurnEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Line)]


async def promises_of(
    app: InnServer, timeline_id: TimelineId | None = None
) -> tuple[Commitment, ...]:
    mind = await app.services.characters.mind(timeline_id or app.timeline_id, MIRA)
    return mind.commitments


async def now(app: InnServer) -> datetime:
    return (await app.services.timelines.get(app.timeline_id)).game_time


async def let_pass(app: InnServer, span: timedelta) -> None:
    """Move the clock, and wait until it has broken all that is open."""
    to = await now(app) + span
    await app.services.play.advance_clock(timeline_id=app.timeline_id, game_time=to)

    async def is_broken() -> bool:
        return all(one.status is not CommitmentStatus.OPEN for one in await promises_of(app))

    await eventually(is_broken)


async def test_every_broken_promise_is_acknowledged_within_two_lines(
    new_migrated_sqlite: object, tmp_path: Path
) -> None:
    """Whichever side broke it, the character speaks of it as soon as the two meet, and then not."""
    assert callable(new_migrated_sqlite)
    people = [Person(id=f"player-{number}", name=f"P{number}") for number in range(len(WORDS))]
    async with offline(new_migrated_sqlite(), tmp_path) as app:
        for person, (words, _) in zip(people, WORDS, strict=True):
            await app.turn(words, speaker=person)
        given = await promises_of(app)
        await let_pass(app, 30 * DAY)
        broken = {
            one.by_id if one.by_id != MIRA else one.to_id: one for one in await promises_of(app)
        }
        first, second = {}, {}
        for person in people:
            first[person.id] = lines(await app.turn("Good evening.", speaker=person))[:2]
            second[person.id] = lines(await app.turn("How are you?", speaker=person))
        after = await promises_of(app)

    assert [one.by_id != MIRA for one in reversed(given)] == [theirs for _, theirs in WORDS]
    assert all(one.status is CommitmentStatus.BROKEN for one in broken.values())
    for person in people:
        assert promises.speaks_of(" ".join(first[person.id]), broken[person.id]), first
        assert not promises.speaks_of(" ".join(second[person.id]), broken[person.id])
    assert all(one.has_come_up for one in after)


@on_either_database
async def test_a_model_names_promises_and_settles_them(database: str, tmp_path: Path) -> None:
    """What it names and was said counts; a boast of its own keeps nothing, a deed does."""
    given = reply_answer("You shall have a lamp.")[:-1] + (
        ', "promises": [{"by": "me", "what": "give Ann a lamp", "when": "tomorrow"},'
        ' {"by": "me", "what": "build a boat", "when": ""}]}'
    )
    boast = reply_answer(
        "There, your lamp.", intents=[{"name": "give", "arguments": {"item": "lamp-1"}}]
    )
    boast = boast[:-1] + ', "settles": [{"id": 1, "as": "kept"}]}'
    model = ScriptedLanguageModel([given, boast])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        await app.turn("It is dark.")
        (named,) = await promises_of(app)
        events = await app.turn("My lamp?", affordances=(GIVE,), entities=(LAMP,))
        (boasted,) = await promises_of(app)
        started = next(event for event in events if isinstance(event, TurnStarted))
        wish = next(event for event in events if isinstance(event, IntentProposed))
        await app.services.play.report_outcome(
            ReportOutcome(
                timeline_id=app.timeline_id,
                turn_id=started.turn_id,
                intent_id=wish.intent.id,
                status=OutcomeStatus.COMPLETED,
            )
        )
        (kept,) = await promises_of(app)

    assert (named.what, named.to_name) == ("give Ann a lamp", ANN.name)
    assert named.due_at is not None
    assert boasted.status is CommitmentStatus.OPEN
    assert kept.status is CommitmentStatus.KEPT


@on_either_database
@pytest.mark.parametrize("as_what", ["kept", "withdrawn"])
async def test_what_the_other_promised_the_character_may_settle(
    database: str, tmp_path: Path, as_what: str
) -> None:
    """It is the one to say that it got what it was promised."""
    thanks = (
        reply_answer("So that is settled.")[:-1]
        + f', "settles": [{{"id": 1, "as": "{as_what}"}}]}}'
    )
    model = ScriptedLanguageModel([reply_answer("Good."), thanks])
    async with open_inn_server(database, tmp_path, model, cognition={"workers": 0}) as app:
        await app.turn("I'll pay you five coins tomorrow.", speaker=CLEO)
        await app.turn("About the money.", speaker=CLEO)
        (promise,) = await promises_of(app)

    assert promise.status.value == as_what


@pytest.mark.parametrize(
    ("heard", "said", "status"),
    [
        ("What does a night cost?", "A shilling and sixpence.", CommitmentStatus.OPEN),
        ("When will you bring me the ale?", "At noon, as I said.", CommitmentStatus.OPEN),
        ("And my ale?", "I promise to bring you the ale.", CommitmentStatus.OPEN),
        ("Who sleeps upstairs?", "I brew the ale with no hops in it.", CommitmentStatus.OPEN),
        ("And the ale?", "There is no ale for Ann, the cask is dry.", CommitmentStatus.WITHDRAWN),
    ],
)
async def test_a_small_model_settles_only_what_its_words_speak_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: str, said: str, status: CommitmentStatus
) -> None:
    """It names promises withdrawn by chance, and where it makes them once more."""
    monkeypatch.setenv("NPCSERVER_MODEL__PROMPT_PROFILE", "guarded")
    verdict = ', "settles": [{"id": 1, "as": "withdrawn"}]}'
    model = ScriptedLanguageModel(
        [reply_answer("I'll bring you the ale tomorrow."), reply_answer(said)[:-1] + verdict]
    )
    async with open_inn_server("", tmp_path, model, cognition={"workers": 0}) as app:
        await app.turn("An ale, please.")
        await app.turn(heard)
        (promise,) = await promises_of(app)

    assert promise.status is status
