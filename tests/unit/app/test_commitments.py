"""Promises made in talk, in the mind of each of the two, until something settles them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.context.commitments import SettleCommitment, settle_commitment
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.record import Draft, RecordKind, TurnTaken, subject_key
from npcserver.model.secret import Secret
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import (
    add_bram,
    app_with_promise,
    commitments_by_id,
    new_dialogue_app,
    observed_texts,
    only_commitment,
    settle_promise,
)
from tests.fakes.store_world import MIRA, START, put

BRAM = Person(id="bram", name="Bram", is_player=False)
OPEN, KEPT, BROKEN, WITHDRAWN = (
    CommitmentStatus.OPEN,
    CommitmentStatus.KEPT,
    CommitmentStatus.BROKEN,
    CommitmentStatus.WITHDRAWN,
)
TOMORROW = START + timedelta(days=1)


async def test_a_promise_is_kept_in_mind_with_its_time() -> None:
    """Who gave it, to whom, what, by when, and in which turn."""
    here = await app_with_promise()

    promise = await only_commitment(here)

    (turn,) = await here.records(RecordKind.TURN)
    assert (promise.by_id, promise.to_id, promise.what) == ("mira", "p1", "bring Ann the ale")
    assert promise.due_at == START.replace(hour=23, minute=59) + timedelta(days=1)
    assert promise.status is OPEN
    assert isinstance(turn.body, TurnTaken)
    assert promise.turn_id == turn.body.turn_id


async def test_what_a_player_promises_is_remembered_as_well() -> None:
    """The one who was promised something holds the other to it."""
    here = await new_dialogue_app()
    await here.turn("I'll pay you five coins by noon, I promise.")

    promise = await only_commitment(here)

    assert (promise.by_id, promise.to_id) == ("p1", "mira")
    assert promise.what == "pay Mira five coins"


async def test_a_promise_between_characters_is_in_both_minds() -> None:
    """Each has a record of its own of the same promise."""
    here = await new_dialogue_app()
    await add_bram(here)
    here.steps = ["I'll mend your roof by noon."]

    await here.turn("It rains in.", speaker=BRAM)

    own, theirs = await only_commitment(here), await only_commitment(here, "bram")
    assert own == theirs
    assert (own.by_id, own.to_id) == ("mira", "bram")


async def test_words_that_were_not_delivered_promise_nothing() -> None:
    """Who was interrupted before giving its word has not given it."""
    here = await new_dialogue_app()
    here.steps = ["Well.", "I'll bring you the ale tomorrow."]
    events = here.say("I am thirsty.")
    async for event in events:
        if getattr(event, "text", "") == "Well.":
            break
    await events.aclose()

    assert await commitments_by_id(here) == {}


async def test_open_promises_are_before_whoever_talks_about_them() -> None:
    """To whom they were given, and to nobody else."""
    here = await app_with_promise()

    await here.turn("Hello again.")
    await here.turn("Hello.", speaker=Person(id="p2", name="Cleo"))

    assert [one.what for one in here.heard[1].commitments] == ["bring Ann the ale"]
    assert here.heard[2].commitments == ()


async def test_a_promise_given_again_is_the_same_one_with_its_new_time() -> None:
    """Saying it twice does not owe it twice."""
    here = await app_with_promise()

    here.steps = ["I'll bring you the ale tomorrow, as I said."]
    await here.turn("You won't forget?")
    here.steps = ["Make that Friday. I'll bring you the ale on Friday."]
    await here.turn("Truly?")

    promise = await only_commitment(here)
    assert len(await here.records(RecordKind.COMMITMENT)) == 2
    assert promise.due_at is not None
    assert f"{promise.due_at:%A}" == "Friday"


async def test_who_promised_may_take_it_back() -> None:
    """Both sides remember that."""
    here = await app_with_promise()

    here.steps = ["I'm sorry, I can't bring you the ale after all."]
    await here.turn("Well?")

    assert (await only_commitment(here)).status is WITHDRAWN
    assert await observed_texts(here) == [
        "You took back your promise to Ann to bring Ann the ale by the end of Sunday."
    ]


async def test_the_other_side_may_take_its_own_back() -> None:
    """What the player takes back the character does not wait for."""
    here = await new_dialogue_app()
    await here.turn("I'll bring you the key tomorrow.")

    await here.turn("I can't bring the key after all.")

    assert (await only_commitment(here)).status is WITHDRAWN


@pytest.mark.parametrize("status", [KEPT, BROKEN, WITHDRAWN])
async def test_the_game_settles_a_promise_once_for_both(status: CommitmentStatus) -> None:
    """Both learn of it, in its words; what was settled stays so."""
    here = await new_dialogue_app()
    await add_bram(here)
    here.steps = ["I'll mend your roof by noon."]
    await here.turn("It rains in.", speaker=BRAM)
    promise = await only_commitment(here)

    await settle_promise(here, promise, status, "The roof was seen to.")
    with pytest.raises(NotPossibleNow) as refused:
        await settle_promise(here, promise, KEPT)

    assert refused.value.reason is Reason.COMMITMENT_ALREADY_SETTLED
    assert "nothing left to settle" in refused.value.message
    for mind in ("mira", "bram"):
        assert (await only_commitment(here, mind)).status is status
        (told,) = await observed_texts(here, mind)
        assert told.endswith("The roof was seen to.")


async def test_what_was_never_promised_cannot_be_settled() -> None:
    """The id must be one of this timeline."""
    here = await app_with_promise()
    unknown = replace(await only_commitment(here), commitment_id="com_nobody")

    with pytest.raises(NotFound) as missing:
        await settle_promise(here, unknown, KEPT)

    assert missing.value.reason is Reason.COMMITMENT_NOT_FOUND


async def test_a_promise_that_carries_a_secret_is_told_to_no_outsider() -> None:
    """It stays with those who may be told; so does the reminder of it."""
    here = await new_dialogue_app()
    await add_bram(here)
    secret = Secret(key="treasure", to=("p1",))
    promise = Commitment(
        commitment_id="com_1",
        by_id="mira",
        by_name="Mira",
        to_id="p1",
        to_name="Ann",
        what="show Ann the treasure",
        secrets=(secret,),
    )
    await put(
        here.store,
        Draft(kind=RecordKind.COMMITMENT, subject_id=subject_key(MIRA, "com_1"), body=promise),
        to=here.timeline,
    )

    await here.turn("Hello.")
    await here.turn("Hello.", is_private=True)

    assert here.heard[0].commitments == ()
    assert here.heard[1].commitments == (promise,)
    assert here.heard[1].secrets == (secret,)


async def test_a_turn_does_not_reopen_what_was_settled_while_it_was_spoken() -> None:
    """Whoever settles it first has settled it."""
    here = await app_with_promise()
    promise = await only_commitment(here)
    here.steps = ["I can't bring you the ale after all."]

    async def meanwhile(unit: UnitOfWork) -> None:
        await settle_commitment(
            SettleCommitment(
                timeline_id=here.timeline, commitment_id=promise.commitment_id, status=KEPT
            ),
            unit,
        )

    await here.turn("Well?", during=meanwhile)

    assert (await only_commitment(here)).status is KEPT
