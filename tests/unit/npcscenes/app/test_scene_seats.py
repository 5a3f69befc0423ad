"""Group chats: opening and listing them, and people who take seats in a scene."""

from dataclasses import replace

import pytest

from npcscenes.app.scene_requests import (
    Advance,
    ChooseFromSeat,
    CloseGroupChat,
    LeaveSeat,
    OpenGroupChat,
    Point,
    TakeSeat,
    VoteFromSeat,
)
from npcscenes.model.director import awaited
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import MemberInput, PartnerChoice
from npcserver.app.timelines import ResumeHandler
from npcserver.model.errors import InvalidInput, ModelUnreachable, NotFound, NotPossibleNow, Reason
from npcserver.model.group.moves import (
    AUDIENCE,
    AdvanceRequested,
    Chose,
    Closed,
    Digested,
    LineSpoken,
    Opened,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import new_jobs
from tests.fakes.memory_store import MemoryStore
from tests.fakes.scene_app import (
    ANN,
    BOB,
    MIRA,
    SHORT,
    SceneApp,
    answer_lively,
    new_scene_app,
    with_cast,
)
from tests.fakes.scene_scripts import council_script
from tests.fakes.store_world import WORLD, start


def choice(here: SceneApp, chat_id: str, partner: str, text: str = "") -> ChooseFromSeat:
    return ChooseFromSeat(
        timeline_id=here.timeline_id,
        chat_id=chat_id,
        member_id="ada",
        partner_id=partner,
        text=text,
    )


def ballot(here: SceneApp, chat_id: str, candidate: str, other: str = "") -> VoteFromSeat:
    return VoteFromSeat(
        timeline_id=here.timeline_id,
        chat_id=chat_id,
        member_id="ada",
        candidate_id=candidate,
        other_candidate_id=other,
        statement="I have always been here.",
    )


async def seated(script: object = None) -> tuple[SceneApp, str]:
    """Open a council in which Ann sits for Ada, and let it go on until it waits for her."""
    here = await new_scene_app()
    chat_id = await here.open(council_script(SHORT))
    await here.sit(chat_id, "ada")
    await here.advance(chat_id)
    await here.perform(chat_id)
    return here, chat_id


async def waited_for(here: SceneApp, chat_id: str) -> list[tuple[str, str]]:
    return [(one.member, one.task) for one in awaited(await here.get(chat_id))]


async def test_a_person_plays_a_whole_scene() -> None:
    """It waits for each choice, line and vote of hers, and the member is never asked."""
    here, chat_id = await seated()
    tasks = []
    while waits := await waited_for(here, chat_id):
        ((member, task),) = waits
        tasks.append(task)
        if task == "choose":
            await here.chats.move(choice(here, chat_id, "ben", f"Hello, for the {len(tasks)}th."))
        elif task == "speak":
            await here.say(chat_id, f"My line number {len(tasks)}.", member)
        else:
            await here.chats.move(ballot(here, chat_id, "ada", "ben"))
        await here.perform(chat_id)

    chat = await here.get(chat_id)
    assert chat.is_closed
    assert tasks[0] == "choose"
    assert tasks[-1] == "vote"
    own = [move for _, move in chat.moves if getattr(move, "member", "") == "ada"]
    assert all(getattr(move, "made_from", None) is None for move in own)
    assert {line.person for line in own if isinstance(line, LineSpoken)} == {ANN}
    assert [move for move in own if isinstance(move, Updated)] == [Updated(round=1, member="ada")]
    votes = [move for move in own if isinstance(move, Voted)]
    assert [(vote.knowledge, vote.choice, vote.choice_not_self) for vote in votes] == [
        (Knowledge.OWN, "ada", "ben")
    ]


async def test_words_that_come_with_a_choice_begin_the_talk() -> None:
    """They are the person's first line, and are not asked for again."""
    here, chat_id = await seated()

    await here.chats.move(choice(here, chat_id, "ben", "A word in private."))
    await here.perform(chat_id)

    chat = await here.get(chat_id)
    chose = next(move for _, move in chat.moves if isinstance(move, Chose) and move.member == "ada")
    line = next(
        move for _, move in chat.moves if isinstance(move, LineSpoken) and move.talk == "ada"
    )
    assert (chose.partner, chose.stage) == ("ben", Stage.PRIVATE_CHAT)
    assert (line.member, line.to, line.text, line.person) == (
        "ada",
        "ben",
        "A word in private.",
        ANN,
    )


async def test_a_seat_belongs_to_who_took_it_first() -> None:
    """Taking it again changes nothing; another is refused, until it is given back."""
    here = await new_scene_app()
    chat_id = await here.open()
    first = await here.sit(chat_id, "ada")

    assert await here.sit(chat_id, "ada") == first
    with pytest.raises(NotPossibleNow) as told:
        await here.sit(chat_id, "ada", BOB)
    assert told.value.reason is Reason.SEAT_TAKEN
    assert told.value.metadata == {"sceneId": chat_id, "memberId": "ada"}
    leave = LeaveSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="ada")
    left = await here.chats.move(leave)
    assert await here.chats.move(leave) == left
    assert await here.sit(chat_id, "ada", BOB) > left


async def test_a_member_goes_on_by_itself_when_its_seat_is_given_back() -> None:
    """Nobody waits any more."""
    here, chat_id = await seated()
    await here.chats.move(LeaveSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="ada"))

    await here.perform(chat_id)

    chat = await here.get(chat_id)
    assert chat.is_closed
    assert any(isinstance(move, Chose) and move.member == "ada" for _, move in chat.moves)


async def test_who_is_out_of_turn_is_told_what_it_waits_for() -> None:
    """For something else of the member, for others, for nobody, or for being told to advance."""
    here, chat_id = await seated()

    with pytest.raises(NotPossibleNow, match="it waits for 'ada' to choose") as told:
        await here.say(chat_id, "Now?", "ada")
    assert told.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(NotPossibleNow, match="nobody sits in that seat"):
        await here.say(chat_id, "Now?", "ben")
    await here.sit(chat_id, "dov", BOB)
    with pytest.raises(NotPossibleNow, match="it waits for 'ada' to choose"):
        await here.say(chat_id, "Now?", "dov")
    idle = await here.open()
    await here.sit(idle, "ada")
    with pytest.raises(NotPossibleNow, match="it waits to be told to advance"):
        await here.say(idle, "Now?", "ada")


@pytest.mark.parametrize(
    ("candidate", "other", "field"),
    [
        ("ada", "", "other_candidate_id"),
        ("ada", "ada", "other_candidate_id"),
        ("nobody-knows", "", "candidate_id"),
        ("ben", "nobody-knows", "other_candidate_id"),
    ],
)
async def test_a_vote_names_candidates(candidate: str, other: str, field: str) -> None:
    """And another besides, where it is for oneself."""
    here, chat_id = await seated()
    while (await waited_for(here, chat_id))[0][1] != "vote":
        task = (await waited_for(here, chat_id))[0][1]
        if task == "choose":
            await here.chats.move(choice(here, chat_id, ""))
        else:
            await here.say(chat_id, "", "ada")
        await here.perform(chat_id)

    with pytest.raises(InvalidInput) as told:
        await here.chats.move(ballot(here, chat_id, candidate, other))
    assert told.value.field == field
    await here.chats.move(ballot(here, chat_id, ""))


def ada_with_cyn(material: MemberInput) -> Answer | None:
    """Answer as usual, but choose Cyn."""
    answer = answer_lively(material)
    return replace(answer, partner="cyn") if isinstance(answer, PartnerChoice) else answer


async def test_a_person_may_answer_while_other_talks_are_further_back() -> None:
    """Also while the member, without her, would have to wait until they have come as far."""
    here = await new_scene_app(ada_with_cyn)
    chat_id = await here.open(council_script(SHORT))
    for member in ("ben", "cyn", "dov"):
        await here.sit(chat_id, member)
    await here.advance(chat_id)
    await here.perform(chat_id)
    for member, partner in (("cyn", ""), ("ben", "dov")):
        await here.chats.move(replace(choice(here, chat_id, partner), member_id=member))
    await here.say(chat_id, "Hear me out.", "ben")  # and nothing was said yet by Ada

    await here.say(chat_id, "I have heard enough.", "dov")

    assert [line.text for line in (await here.get(chat_id)).lines] == [
        "Hear me out.",
        "I have heard enough.",
    ]


async def test_a_person_may_choose_where_the_calls_left_are_for_others() -> None:
    """People need no call, so the limit on calls keeps nobody from a seat's turn."""
    here = await new_scene_app()
    chat_id = await here.open(council_script(replace(SHORT, most_calls=2)))
    for member in ("ben", "cyn"):
        await here.sit(chat_id, member)
    await here.advance(chat_id)
    here.faults.append(ModelUnreachable("nobody there"))
    with pytest.raises(ModelUnreachable):
        await here.perform(chat_id)

    for member in ("ben", "cyn"):
        await here.chats.move(replace(choice(here, chat_id, ""), member_id=member))

    assert [one.member for one in (await here.get(chat_id)).choices] == ["ben", "cyn"]


async def test_only_others_can_be_chosen() -> None:
    """Neither oneself nor a person who is not there."""
    here, chat_id = await seated()

    for partner in ("ada", "nobody-knows"):
        with pytest.raises(InvalidInput) as told:
            await here.chats.move(choice(here, chat_id, partner))
        assert told.value.field == "partner_id"


async def test_the_audience_may_speak_at_any_time_until_it_is_over() -> None:
    """Before all, whatever the stage; with a name, and with words."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.say(chat_id, "Begin!")

    heard = (await here.get(chat_id)).moves[-1][1]
    assert isinstance(heard, LineSpoken)
    assert (heard.member, heard.person, heard.text, heard.round) == (AUDIENCE, BOB, "Begin!", 0)
    with pytest.raises(InvalidInput, match="text"):
        await here.say(chat_id, "  ")
    with pytest.raises(InvalidInput, match="person_id"):
        await here.say(chat_id, "Who am I?", person=None)
    await here.chats.move(CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id))
    with pytest.raises(NotPossibleNow) as told:
        await here.say(chat_id, "Too late.")
    assert told.value.reason is Reason.SCENE_CLOSED


async def test_another_cannot_speak_from_a_seat() -> None:
    """The seat knows who sits in it."""
    here, chat_id = await seated()
    await here.chats.move(choice(here, chat_id, "ben"))

    with pytest.raises(NotPossibleNow) as told:
        await here.say(chat_id, "It is me.", "ada", person=BOB)
    assert told.value.reason is Reason.SEAT_TAKEN


async def test_what_is_said_twice_under_one_key_is_said_once() -> None:
    """A repeat gets the first answer, also after the moment has passed."""
    here, chat_id = await seated()
    key = RequestKey(here.timeline_id, "r1", "d")
    wish = replace(choice(here, chat_id, "ben", "Once."), key=key)

    first = await here.chats.move(wish)
    await here.perform(chat_id)

    assert await here.chats.move(wish) == first


async def test_there_must_be_such_a_group_chat_and_member() -> None:
    """Both are named in what is refused."""
    here = await new_scene_app()
    chat_id = await here.open()

    with pytest.raises(NotFound) as told:
        await here.sit("gc_none", "ada")
    assert told.value.reason is Reason.SCENE_NOT_FOUND
    assert told.value.metadata == {"sceneId": "gc_none"}
    with pytest.raises(InvalidInput, match="is no member; name one of ada, ben, cyn, dov, eve"):
        await here.chats.move(
            TakeSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="zoe", person=ANN)
        )


def jobs_of(here: SceneApp) -> MemoryStore:
    assert isinstance(here.store, MemoryStore)
    return here.store


async def test_an_open_group_chat_waits_and_holds_its_whole_script() -> None:
    """Nobody needs the file any more; nothing is wished for yet."""
    here = await new_scene_app()

    chat = await here.chats.open(
        OpenGroupChat(timeline_id=here.timeline_id, script=council_script(), seed=5)
    )

    assert [move for _, move in chat.moves] == [Opened(script=council_script(), seed=5)]
    assert chat.id.startswith("gc_")
    assert await new_jobs(jobs_of(here)) == set()


async def test_opening_twice_under_one_key_opens_once() -> None:
    """And gets the first answer again: a group chat that has just been opened."""
    here = await new_scene_app()
    key = RequestKey(here.timeline_id, "r1", "d")
    wish = OpenGroupChat(timeline_id=here.timeline_id, script=council_script(), key=key)
    first = await here.chats.open(wish)
    await here.advance(first.id)

    assert await here.chats.open(wish) == first
    assert [chat.id for chat in await here.chats.list(here.timeline_id)] == [first.id]


async def test_advancing_is_a_wish_and_a_job_in_one() -> None:
    """Anyone who reads the log next goes on."""
    here = await new_scene_app()
    chat_id = await here.open()

    seq = await here.advance(chat_id, Point.STAGE)

    wish = AdvanceRequested(round=1, stage=Stage.PRIVATE_CHAT)
    assert dict((await here.get(chat_id)).moves)[seq] == wish
    assert await new_jobs(jobs_of(here)) == {(JobKind.PERFORM, chat_id)}


async def test_the_latest_wish_counts() -> None:
    """Who wanted to see the end can still stop at the end of the stage."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id)
    await here.advance(chat_id, Point.STAGE)

    await here.perform(chat_id)

    assert (await here.get(chat_id)).stage is Stage.PRIVATE_CHAT


async def test_group_chats_are_listed_as_they_were_opened() -> None:
    """Those of this timeline, and of those it comes from."""
    here = await new_scene_app()
    first, second = await here.open(), await here.open(seed=1)
    async with here.store.read() as reader:
        vantage = (await reader.timeline(here.timeline_id)).vantage
    there = await start(here.store, "tl_there", vantage)
    third = await here.open(seed=2)

    assert [one.id for one in await here.chats.list(here.timeline_id)] == [first, second, third]
    assert [one.id for one in await here.chats.list(there)] == [first, second]
    with pytest.raises(NotFound):
        await here.chats.get(there, third)
    with pytest.raises(NotFound):
        await here.chats.list(TimelineId("tl_none"))


async def test_what_is_closed_stays_closed() -> None:
    """Closing again changes nothing; everything else is refused."""
    here = await new_scene_app()
    chat_id = await here.open()
    close = CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id)
    seq = await here.chats.move(close)

    assert await here.chats.move(close) == seq
    closed = (await here.get(chat_id)).moves[-1][1]
    assert isinstance(closed, Closed)
    assert (closed.is_settled, closed.result.winners) == (False, ())
    with pytest.raises(NotPossibleNow) as told:
        await here.chats.move(Advance(timeline_id=here.timeline_id, chat_id=chat_id))
    assert told.value.reason is Reason.SCENE_CLOSED


async def test_a_character_who_is_cast_must_be_in_the_world() -> None:
    """The member is named by its place in the file; nothing is opened."""
    here = await new_scene_app()
    cast = with_cast(council_script(), ben="mira", cyn="nobody-knows")

    with pytest.raises(InvalidInput, match="no character 'nobody-knows'") as told:
        await here.open(cast)
    assert told.value.field == "members[2].character"
    assert await here.chats.list(here.timeline_id) == ()


async def test_a_character_plays_one_part() -> None:
    """Nobody can be two members at once."""
    here = await new_scene_app()

    with pytest.raises(InvalidInput, match="plays 'ada' already") as told:
        await here.open(with_cast(council_script(), ada="mira", dov="mira"))
    assert told.value.field == "members[3].character"


async def test_a_cast_member_is_completed_from_its_persona() -> None:
    """Where the file leaves something open; and nothing of a persona becomes public."""
    here = await new_scene_app()
    script = with_cast(council_script(), ada="mira", ben="bram")
    members = (replace(script.members[0], goal="", public=""), *script.members[1:])
    here = await new_scene_app(cast=("bram",))

    chat_id = await here.open(replace(script, members=members))

    ada, ben, *_ = (await here.get(chat_id)).script.members
    assert (ada.scratch, ada.public) == ("patient", "")
    assert ben.goal == "Get the mill."


async def test_what_a_cast_member_takes_over_is_told_in_sentences() -> None:
    """Prompts show it in one line, where goals would run into each other."""
    here = await new_scene_app()
    goals = ("find the key", "Sleep!", "leave")
    async with here.store.read() as reader:
        mira = await reader.character(WORLD, MIRA)
    await here.store.write(
        lambda unit: unit.put_character(
            replace(mira, persona=replace(mira.persona, voice="slow", goals=goals))
        )
    )
    members = (
        replace(council_script().members[0], goal="", scratch=""),
        *council_script().members[1:],
    )

    chat_id = await here.open(with_cast(replace(council_script(), members=members), ada="mira"))

    ada = (await here.get(chat_id)).script.members[0]
    assert ada.scratch == "patient.\nslow"
    assert ada.goal == "find the key.\nSleep!\nleave"


async def test_a_scene_goes_on_where_a_load_begins() -> None:
    """What is open there is wished for anew; what is closed or was opened later is not."""
    here = await new_scene_app()
    over = await here.open(council_script(SHORT))
    await here.chats.move(CloseGroupChat(timeline_id=here.timeline_id, chat_id=over))
    chat_id = await here.open()
    await here.advance(chat_id)
    async with here.store.read() as reader:
        head = (await reader.timeline(here.timeline_id)).head
    there = await start(here.store, "tl_there", Vantage(here.timeline_id, head))
    await here.open(seed=9)
    await new_jobs(jobs_of(here))

    await ResumeHandler(here.store)(replace(here.job(""), timeline_id=there, kind=JobKind.RESUME))

    assert await new_jobs(jobs_of(here)) == {(JobKind.PERFORM, chat_id)}


async def test_the_result_can_be_had_at_any_time() -> None:
    """So far, and in the end: what was said, how they stand, who won."""
    here = await new_scene_app()
    chat_id = await here.open(council_script(SHORT))
    before = await here.chats.result(here.timeline_id, chat_id)
    await here.advance(chat_id)
    await here.perform(chat_id)
    after = await here.chats.result(here.timeline_id, chat_id)

    assert (before.report.is_closed, before.transcript) == (False, ())
    assert after.report.is_settled
    assert [one.seq for one in after.transcript] == sorted(one.seq for one in after.transcript)
    unseen = Opened | AdvanceRequested | Digested
    seen = [one for _, one in after.chat.moves if not isinstance(one, unseen)]
    assert len(after.transcript) >= len(seen)
    assert isinstance(after.transcript[-1].what, Closed)
