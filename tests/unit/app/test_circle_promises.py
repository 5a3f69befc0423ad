"""What is promised and passed on in a circle, where several hear it."""

from npcserver.model.commitment import Commitment
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from tests.fakes.circle_app import ANN, HAGEN, MIRA, TOM, new_circle_app
from tests.fakes.store_world import put


async def test_a_promise_is_made_to_whom_it_is_said() -> None:
    """Not to whoever happens to answer next, nor once for each who heard it."""
    here = await new_circle_app()
    here.will_say(
        tom="Mira, I promise to bring you the red rope tomorrow.", mira="Good. I shall wait."
    )
    await here.open(ANN, TOM, MIRA, HAGEN)

    await here.say(ANN, "Tom, do you keep your word?", most_turns=2)

    promised = await here.records(RecordKind.COMMITMENT)
    bodies = {one.subject_id: one.body for one in promised}
    assert {subject.split(">")[0] for subject in bodies} == {"tom", "mira"}
    assert {(one.by_id, one.to_id) for one in bodies.values() if isinstance(one, Commitment)} == {
        ("tom", "mira")
    }


async def test_what_a_player_promises_is_promised_to_whom_it_is_said() -> None:
    """A bystander who speaks up next was promised nothing."""
    here = await new_circle_app()
    here.will_say(tom="Mira, did you hear that?", mira="I did.")
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, I promise to bring you the green lantern tomorrow.", most_turns=2)

    found = [one.body for one in await here.records(RecordKind.COMMITMENT)]
    assert {(one.by_id, one.to_id) for one in found if isinstance(one, Commitment)} == {
        ("p-ann", "tom")
    }


async def test_what_is_passed_on_in_a_circle_points_to_where_it_came_from() -> None:
    """Each who heard it can trace it to who told it first."""
    here = await new_circle_app()
    told = Draft(
        kind=RecordKind.UTTERANCE,
        subject_id="tom",
        text="The silver lens lies under the old windmill.",
        body=Remembered(source=Source.TOLD, told_by="hagen", speaker="Hagen", told_to="tom"),
    )
    seq = (await put(here.store, told, to=here.timeline)).first
    here.will_say(tom="Hagen said the silver lens lies under the old windmill.")
    await here.open(ANN, TOM, MIRA)

    await here.say(ANN, "Tom, what about the silver lens and the windmill?", most_turns=1)

    (line,) = await here.records(RecordKind.LINE)
    assert isinstance(line.body, Remembered)
    assert line.body.evidence == (seq,)
