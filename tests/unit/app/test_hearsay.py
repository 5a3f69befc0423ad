"""What players claim of the past is weighed against the log, and told on with their names."""

import pytest

from npcserver.mind.promises import joined, made
from npcserver.model.commitment import Promise
from npcserver.model.past_claim import ClaimVerdict, Stance
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from tests.benchmarks.false_pasts import PastApp, Report, new_app, run_world, said_by
from tests.benchmarks.pasts.worlds import PastWorld, worlds
from tests.fakes.store_world import MIRA, put, seen

EACH = 6
WORLD = next(iter(worlds("tuned", EACH)))


def told(text: str) -> Draft:
    """Return words that the player said to the character."""
    body = Remembered(
        source=Source.TOLD, told_by="p1", told_to=MIRA, speaker=WORLD.player, players=("p1",)
    )
    return Draft(kind=RecordKind.UTTERANCE, subject_id=MIRA, text=text, body=body, importance=5)


async def app() -> PastApp:
    """Open the first world of the benchmark."""
    return await new_app(WORLD)


@pytest.mark.parametrize("world", [*worlds("tuned", EACH)][1:3], ids=lambda one: one.language)
async def test_false_pasts_are_not_told_on_and_true_ones_are_accepted(world: PastWorld) -> None:
    """By a model that repeats what it is shown, in replies, thoughts and later talks."""
    report = Report()

    await run_world(world, report)

    assert report.failures == []
    assert report.claims["thoughts"] > 0


async def test_a_claim_that_the_log_denies_is_shown_with_its_record() -> None:
    """The character is shown what it remembers otherwise."""
    here = await app()
    await put(here.store, seen("You gave Eve the amber ring."), to=here.timeline)

    said = await said_by(
        here, "Yesterday you gave me the amber ring.", "I gave you the amber ring."
    )

    (claim,) = here.heard[-1].claims
    assert (claim.verdict, claim.stance) == (ClaimVerdict.CONTRADICTED, Stance.DOUBT)
    assert claim.ground == "You gave Eve the amber ring."
    assert claim.seq > 0
    assert "I gave you the amber ring" not in said


async def test_a_player_who_repeats_a_sentence_does_not_crowd_out_what_is_known() -> None:
    """What was seen is recalled beside it."""
    here = await app()
    words = "You promised to bring me the amber ring."
    await put(here.store, seen("The amber ring lies in the well."), to=here.timeline)
    for _ in range(10):
        await put(here.store, *(told(words) for _ in range(100)), to=here.timeline)

    said = await said_by(here, words, "I promised to bring you the amber ring.")

    recalled = [one.memory for one in here.heard[-1].recollections]
    claims = [one for one in recalled if one.kind is RecordKind.UTTERANCE]
    assert 2 * len(claims) <= len(recalled)
    assert any("well" in one.text for one in recalled)
    assert here.heard[-1].claims[0].verdict is ClaimVerdict.UNKNOWN
    assert "I promised" not in said


@pytest.mark.parametrize("lines", [8, 1_000])
async def test_at_most_half_of_what_is_recalled_are_the_players_own_claims(lines: int) -> None:
    """Where other memories fit, however much the player says."""
    here = await app()
    things = [f"You sold me {number} barrels at the fair." for number in range(lines)]
    for at in range(0, lines, 100):
        await put(here.store, *map(told, things[at : at + 100]), to=here.timeline)

    await said_by(here, "What of the barrels at the fair?", "Hm.")

    recalled = [one.memory for one in here.heard[-1].recollections]
    assert 0 < 2 * sum("barrels" in one.text for one in recalled) <= len(recalled)


def test_a_promise_that_is_only_told_of_is_none() -> None:
    """To repeat what another says of a promise makes none."""
    words = "As you tell it: I promised to bring you the lantern tomorrow."

    assert made(words) == ()
    assert joined((), (Promise(what="bring you the lantern"),), words) == ()
    assert made("I will bring you the lantern tomorrow.")
