"""People in a scene: they take seats, choose, speak and vote when it is their turn."""

from dataclasses import replace

import pytest

from npcserver.app.group.scene_requests import (
    ChooseFromSeat,
    CloseGroupChat,
    LeaveSeat,
    TakeSeat,
    VoteFromSeat,
)
from npcserver.model.errors import InvalidInput, ModelUnreachable, NotFound, NotPossibleNow, Reason
from npcserver.model.group.director import awaited
from npcserver.model.group.moves import AUDIENCE, Chose, LineSpoken, Updated, Voted
from npcserver.model.group.script import Knowledge, Stage
from npcserver.model.group_answers import Answer
from npcserver.model.group_inputs import MemberInput, PartnerChoice
from npcserver.ports.storage import RequestKey
from tests.fakes.scene_app import ANN, BOB, SHORT, SceneApp, answer_lively, new_scene_app
from tests.fakes.scene_scripts import council_script


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
            await here.chats.choose(choice(here, chat_id, "ben", f"Hello, for the {len(tasks)}th."))
        elif task == "speak":
            await here.say(chat_id, f"My line number {len(tasks)}.", member)
        else:
            await here.chats.vote(ballot(here, chat_id, "ada", "ben"))
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

    await here.chats.choose(choice(here, chat_id, "ben", "A word in private."))
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
    assert told.value.metadata == {"groupChatId": chat_id, "memberId": "ada"}
    leave = LeaveSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="ada")
    left = await here.chats.leave_seat(leave)
    assert await here.chats.leave_seat(leave) == left
    assert await here.sit(chat_id, "ada", BOB) > left


async def test_a_member_goes_on_by_itself_when_its_seat_is_given_back() -> None:
    """Nobody waits any more."""
    here, chat_id = await seated()
    await here.chats.leave_seat(
        LeaveSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="ada")
    )

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
            await here.chats.choose(choice(here, chat_id, ""))
        else:
            await here.say(chat_id, "", "ada")
        await here.perform(chat_id)

    with pytest.raises(InvalidInput) as told:
        await here.chats.vote(ballot(here, chat_id, candidate, other))
    assert told.value.field == field
    await here.chats.vote(ballot(here, chat_id, ""))


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
        await here.chats.choose(replace(choice(here, chat_id, partner), member_id=member))
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
        await here.chats.choose(replace(choice(here, chat_id, ""), member_id=member))

    assert [one.member for one in (await here.get(chat_id)).choices] == ["ben", "cyn"]


async def test_only_others_can_be_chosen() -> None:
    """Neither oneself nor a person who is not there."""
    here, chat_id = await seated()

    for partner in ("ada", "nobody-knows"):
        with pytest.raises(InvalidInput) as told:
            await here.chats.choose(choice(here, chat_id, partner))
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
    await here.chats.close(CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id))
    with pytest.raises(NotPossibleNow) as told:
        await here.say(chat_id, "Too late.")
    assert told.value.reason is Reason.GROUP_CHAT_CLOSED


async def test_another_cannot_speak_from_a_seat() -> None:
    """The seat knows who sits in it."""
    here, chat_id = await seated()
    await here.chats.choose(choice(here, chat_id, "ben"))

    with pytest.raises(NotPossibleNow) as told:
        await here.say(chat_id, "It is me.", "ada", person=BOB)
    assert told.value.reason is Reason.SEAT_TAKEN


async def test_what_is_said_twice_under_one_key_is_said_once() -> None:
    """A repeat gets the first answer, also after the moment has passed."""
    here, chat_id = await seated()
    key = RequestKey(here.timeline_id, "r1", "d")
    wish = replace(choice(here, chat_id, "ben", "Once."), key=key)

    first = await here.chats.choose(wish)
    await here.perform(chat_id)

    assert await here.chats.choose(wish) == first


async def test_there_must_be_such_a_group_chat_and_member() -> None:
    """Both are named in what is refused."""
    here = await new_scene_app()
    chat_id = await here.open()

    with pytest.raises(NotFound) as told:
        await here.sit("gc_none", "ada")
    assert told.value.reason is Reason.GROUP_CHAT_NOT_FOUND
    assert told.value.metadata == {"groupChatId": "gc_none"}
    with pytest.raises(InvalidInput, match="is no member; name one of ada, ben, cyn, dov, eve"):
        await here.chats.take_seat(
            TakeSeat(timeline_id=here.timeline_id, chat_id=chat_id, member_id="zoe", person=ANN)
        )
