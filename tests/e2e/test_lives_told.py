"""What goes from mouth to mouth, from end to end: told, remembered, and never said twice."""

from dataclasses import replace
from pathlib import Path

from npcclient import connect

from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.character import Relation
from npcserver.model.day import DayPlan
from npcserver.model.ids import CharacterId
from npcserver.model.inputs import ConverseInput
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.thought import Conversed
from tests.conftest import NewDatabase
from tests.fakes.running_server import (
    ADA,
    BEN,
    CHAPEL,
    CORA,
    DOV,
    GREEN,
    HALL,
    MILL,
    PARLOUR,
    PESTS,
    DayScript,
    GossipModel,
    VillageServer,
    line_answer,
    open_village_server,
    role,
    village_file,
    village_time,
)

CANDIDACY = "You are going to run for mayor of Brook, and everybody should hear of it."
ROUNDS = {
    ADA: (("06:00", "getting up", HALL), ("09:00", "sitting by the fountain", GREEN)),
    BEN: (
        ("06:00", "getting up", PARLOUR),
        ("10:00", "walking", GREEN),
        ("13:00", "grinding corn", MILL),
    ),
    CORA: (("06:00", "getting up", MILL), ("07:00", "grinding corn", MILL)),
    DOV: (("06:00", "getting up", CHAPEL), ("07:00", "ringing the bell", CHAPEL)),
}
APART = {ADA: HALL, BEN: PARLOUR, CORA: MILL, DOV: CHAPEL}


async def about(app: VillageServer, who: CharacterId, word: str) -> list[Record]:
    """Return what a character holds about something, seen or heard, oldest first."""
    kinds = (RecordKind.WHISPER, RecordKind.UTTERANCE, RecordKind.OBSERVATION)
    records = await app.records(*kinds)
    return [one for one in records if one.subject_id == who and word in one.text]


async def test_a_candidacy_goes_from_mouth_to_mouth(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """A whisper changes a plan; it is told to a second, and by that one to a third elsewhere."""
    file = village_file(*(role(who, where) for who, where in APART.items()))
    model = GossipModel("mayor", days=ROUNDS)
    async with open_village_server(new_migrated_sqlite(), tmp_path, model, file, serve=True) as app:
        await app.live(village_time("09:00"), minutes=60)
        before = await app.latest(RecordKind.DAY, ADA, DayPlan)
        async with connect(f"127.0.0.1:{app.here.port}") as npc:
            await npc.characters.whisper(app.timeline_id, ADA, CANDIDACY)
        await app.game.settle()
        after = await app.latest(RecordKind.DAY, ADA, DayPlan)
        await app.live(village_time("15:00"), minutes=30)
        heard = {who: await about(app, who, "mayor") for who in APART}

    assert after.rest_from(village_time("09:00")) != before.rest_from(village_time("09:00"))
    assert not any("mayor" in block.activity for block in after.blocks)  # which others see
    (whisper,) = [one for one in heard[ADA] if one.kind is RecordKind.WHISPER]
    second, third = (
        next(one for one in heard[who] if one.kind is RecordKind.UTTERANCE) for who in (BEN, CORA)
    )
    for told, teller in ((second, ADA), (third, BEN)):
        assert isinstance(told.body, Remembered)
        assert (told.body.source, told.body.told_by) == (Source.TOLD, teller)
        assert "for mayor" in told.text
    assert whisper.seq < second.seq < third.seq
    assert second.game_time < third.game_time
    assert second.body.place_id != third.body.place_id  # type: ignore[union-attr]
    assert heard[DOV] == []


def friends(*others: CharacterId) -> tuple[Relation, ...]:
    """Return what a character makes of the others who likes only these."""
    liked = {one.title() for one in others}
    return tuple(replace(one, affinity=60) if one.to in liked else one for one in PESTS)


DREAMS = {
    who: (("06:00", "getting up", home), ("09:00", "dreaming", where))
    for who, home, where in (
        (ADA, HALL, GREEN),
        (BEN, PARLOUR, GREEN),
        (CORA, GREEN, GREEN),
        (DOV, CHAPEL, CHAPEL),
    )
}


async def test_a_talk_is_remembered_by_who_heard_it(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Both sides keep every line, a bystander overhears it, and who is elsewhere knows nothing."""
    file = village_file(
        role(ADA, HALL, relations=friends(BEN)),
        role(BEN, PARLOUR, relations=friends(ADA)),
        role(CORA, GREEN, relations=PESTS),
        role(DOV, CHAPEL),
    )
    said: list[Record] = []
    while not said:  # whether two who meet talk is left to chance
        url = new_migrated_sqlite()
        async with open_village_server(
            url, tmp_path, GossipModel("mayor", DREAMS), file, serve=True
        ) as app:
            await app.live(village_time("09:30"), minutes=30)
            ends = [one.body for one in await app.records(RecordKind.CONVERSATION)]
            said = await app.records(RecordKind.LINE)
            heard = await app.records(RecordKind.UTTERANCE)
            async with connect(f"127.0.0.1:{app.here.port}") as npc:
                kept = [one async for one in npc.memories.list(app.timeline_id, CORA)]

    lines = [(one.text, one.subject_id) for one in said]
    assert {who for _, who in lines} == {ADA, BEN}
    assert [one.ended_by for one in ends if isinstance(one, Conversed) and one.is_over] == [
        "goodbye",
        "goodbye",
    ]
    assert all(is_goodbye(text) for text, _ in lines[-2:])
    for who, other in ((ADA, BEN), (BEN, ADA)):
        assert remembered(heard, who) == [
            (one, by, Source.TOLD) for one, by in lines if by == other
        ]
    assert remembered(heard, CORA) == [(one, by, Source.OVERHEARD) for one, by in lines]
    assert remembered(heard, DOV) == []
    assert {text for text, _ in lines} <= {one.text for one in kept}


def remembered(heard: list[Record], who: CharacterId) -> list[tuple[str, str, Source]]:
    """Return what a character heard, from whom, and how."""
    return [
        (one.text, one.body.told_by, one.body.source)
        for one in heard
        if one.subject_id == who and isinstance(one.body, Remembered)
    ]


async def test_nobody_says_the_same_thing_twice(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """However often a model repeats itself, no line is like one of the speaker's last thirty."""

    def parrot(question: object) -> object:
        if isinstance(question, ConverseInput):
            return line_answer("The swallows are back early this year, are they not?")
        return DayScript(dict.fromkeys((ADA, BEN, CORA), strolls))(question)

    strolls = (("06:00", "a walk", GREEN), ("10:00", "a walk", MILL), ("14:00", "a walk", GREEN))
    file = village_file(*(role(who) for who in (ADA, BEN, CORA)))
    async with open_village_server(new_migrated_sqlite(), tmp_path, parrot, file) as app:
        await app.live(village_time("15:00"), minutes=60)
        said = await app.records(RecordKind.LINE)
        ends = [one.body for one in await app.records(RecordKind.CONVERSATION)]

    over = [one for one in ends if isinstance(one, Conversed) and one.is_over and one.lines]
    assert len(over) >= 2
    assert {one.ended_by for one in over} == {"goodbye"}
    for who in (ADA, BEN, CORA):
        lines = [one.text for one in said if one.subject_id == who]
        assert not any(repeats(line, lines[max(0, n - 30) : n]) for n, line in enumerate(lines))
