"""A person in a seat is waited for, and everything else goes on."""

from collections import Counter

from npcserver.model.character import Person
from npcserver.model.group.director import (
    AwaitedPerson,
    Choose,
    Say,
    Update,
    awaited,
    awaited_task,
    due,
    needs_thought,
)
from npcserver.model.group.moves import (
    AdvanceRequested,
    Chose,
    LineSpoken,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Course, Knowledge, Stage
from tests.fakes.scene_scripts import (
    answer_talkatively,
    answer_with_partners,
    council_script,
    lines_of,
    opening_moves,
    play_on,
    play_until,
    play_wave,
)

MIA = Person(id="p1", name="Mia")
GROUP = (Stage.GROUP_CHAT,)


def test_a_person_chooses_while_the_others_do() -> None:
    """It may talk with any other; the talks wait until it has chosen."""
    chat = play_until(opening_moves(council_script()).then(Seated(member="ben", person=MIA)), Chose)
    assert {task.member for task in due(chat) if isinstance(task, Choose)} == {"ada", "cyn"}
    expected = AwaitedPerson(member="ben", task="choose", partners=("ada", "cyn", "dov", "eve"))
    assert awaited(chat) == (expected,)

    chat = chat.then(*play_wave(chat, answer_talkatively))
    assert due(chat) == ()
    chose = Chose(round=1, stage=Stage.PRIVATE_CHAT, member="ben", partner="eve", opening="Eve?")
    assert any(isinstance(task, Say) for task in due(chat.then(chose)))


def test_a_person_is_waited_for_in_a_talk_while_other_talks_go_on() -> None:
    """Only what needs the person stands still, and goes on with its line."""
    chat = play_until(opening_moves(council_script(Course(private_rounds=2))), Chose)
    answers = answer_with_partners({"ada": "dov", "cyn": "eve"})
    chat = chat.then(*play_wave(chat, answers), Seated(member="dov", person=MIA))
    chat = play_on(chat, answers)

    assert due(chat) == ()
    assert awaited(chat) == (AwaitedPerson(member="dov", task="speak", partners=("ada",)),)
    said = Counter(line.talk for line in lines_of(chat, Stage.PRIVATE_CHAT))
    assert said == {"ada": 1, "cyn": 4}
    line = LineSpoken(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        chat_round=1,
        member="dov",
        talk="ada",
        to="ada",
        text="No.",
    )
    assert due(chat.then(line)) == (Say(member="ada", talk="ada", to="dov", chat_round=2),)


def test_a_person_who_chose_without_a_word_is_asked_for_one() -> None:
    """There is no opening that could be said for it."""
    chat = play_until(opening_moves(council_script()).then(Seated(member="ada", person=MIA)), Chose)
    chose = Chose(round=1, stage=Stage.PRIVATE_CHAT, member="ada", partner="eve")
    chat = chat.then(*play_wave(chat, answer_with_partners({})), chose)

    assert due(chat) == ()
    assert awaited(chat) == (AwaitedPerson(member="ada", task="speak", partners=("eve",)),)


def test_the_words_a_person_began_with_are_said_for_it() -> None:
    """They came with its choice."""
    chat = play_until(opening_moves(council_script()).then(Seated(member="ada", person=MIA)), Chose)
    chose = Chose(round=1, stage=Stage.PRIVATE_CHAT, member="ada", partner="eve", opening="Eve?")
    chat = chat.then(*play_wave(chat, answer_with_partners({})), chose)

    assert awaited(chat) == ()
    assert [task.opening for task in due(chat) if isinstance(task, Say)] == ["Eve?"]


def test_a_group_chat_waits_for_a_person_before_its_next_chat_round() -> None:
    """All others speak meanwhile."""
    chat = opening_moves(council_script(Course(stages=GROUP))).then(
        Seated(member="eve", person=MIA)
    )
    chat = play_on(chat)

    assert {line.member for line in chat.lines} == {"ada", "ben", "cyn", "dov"}
    assert awaited(chat) == (AwaitedPerson(member="eve", task="speak"),)
    line = LineSpoken(round=1, stage=Stage.GROUP_CHAT, chat_round=1, member="eve", text="Peace!")
    assert {task.chat_round for task in due(chat.then(line)) if isinstance(task, Say)} == {2}


def test_nobody_thinks_in_the_place_of_a_person() -> None:
    """Its mind stays as it is without a call, it votes itself, and knows no more than it does."""
    chat = opening_moves(council_script(Course(stages=(Stage.UPDATE,), rounds=1)))
    chat = chat.then(Seated(member="eve", person=MIA))
    chat = play_until(chat, Updated)
    assert not needs_thought(chat, Update(member="eve"))
    assert needs_thought(chat, Update(member="dov"))

    chat = play_on(chat)
    assert next(chat.updates("eve")) == Updated(round=1, member="eve")
    assert chat.effort.defaulted == 0
    assert awaited(chat) == (AwaitedPerson(member="eve", task="vote"),)
    assert {vote.member for vote in chat.votes} == {"ada", "ben", "cyn", "dov"}

    own = Voted(member="eve", knowledge=Knowledge.OWN, choice="ada", choice_not_self="ada")
    done = play_on(chat.then(own))
    assert done.is_closed
    assert [vote for vote in done.votes if vote.member == "eve"] == [own]


def test_who_leaves_a_seat_leaves_the_task_to_the_member() -> None:
    """It is due at once."""
    chat = play_on(
        opening_moves(council_script(Course(stages=GROUP))).then(Seated(member="eve", person=MIA))
    )

    assert due(chat.then(Seated(member="eve"))) == (Say(member="eve", chat_round=1),)


def test_a_paused_game_waits_for_nobody() -> None:
    """A person is asked when it goes on."""
    chat = opening_moves(council_script(Course(stages=GROUP))).then(
        Seated(member="eve", person=MIA)
    )
    chat = play_on(chat).then(AdvanceRequested(round=0, stage=Stage.GROUP_CHAT))

    assert awaited(chat) == ()


def test_the_task_of_a_person_is_known_whatever_else_is_due() -> None:
    """Also while others are further on in their talks; out of turn there is none."""
    chat = play_until(opening_moves(council_script(Course(private_rounds=3))), Chose)
    answers = answer_with_partners({"ada": "dov", "cyn": "eve"})
    chat = chat.then(*play_wave(chat, answers), Seated(member="dov", person=MIA))
    for _ in range(3):
        chat = chat.then(*play_wave(chat, answers))

    assert due(chat)
    assert awaited_task(chat, "dov") == Say(member="dov", talk="ada", to="ada", chat_round=1)
    assert awaited_task(chat, "eve") is None
    assert awaited_task(chat.then(Seated(member="dov")), "dov") is None
