"""Inputs of who acts in a group chat: where it stands, and what it knows of the past."""

from dataclasses import replace

import pytest

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import CastVote, due
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    MemberInput,
    PartnerChoice,
    SpeakInput,
    UpdateInput,
    VoteInput,
    build_input,
)
from npcserver.model.group.moves import AUDIENCE, Began, Chose, Closed, LineSpoken, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage, Tie
from tests.fakes.scene_scripts import (
    answer_talkatively,
    answer_with_partners,
    council_script,
    known_texts,
    material_for_next,
    moves_for,
    opening_moves,
    play_until,
    play_wave,
    point_of,
    random_answers,
    random_script,
)

DEBATES = (Stage.GROUP_CHAT, Stage.UPDATE)
LONG = Course(rounds=3, stages=DEBATES)


def test_nobody_acts_when_a_stage_begins() -> None:
    """So there is nothing before anybody."""
    chat = opening_moves(council_script())

    with pytest.raises(ValueError, match="begins by itself"):
        build_input(chat, due(chat)[0])


def test_a_chooser_has_all_others_before_it() -> None:
    """And for how many chat rounds it may want topics."""
    material = material_for_next(play_until(opening_moves(council_script()), Chose), "ada")

    assert isinstance(material, ChooseInput)
    assert [one.id for one in material.partners] == ["ben", "cyn", "dov", "eve"]
    assert material.chat_rounds == 2


def test_a_member_stands_where_the_moves_have_brought_it() -> None:
    """Relations, beliefs, whom it backs, what it infers; influence as the stage began."""
    ties = (Tie(of="dov", to="ben", score=15), Tie(of="ada", to="ben", score=70, inferred_by="dov"))
    chat = play_until(opening_moves(council_script(LONG, ties=ties)), Updated)
    chat = chat.then(Updated(round=1, member="dov", relations=(("ben", 5),)))
    chat = play_until(chat.then(*play_wave(chat, answer_talkatively)), LineSpoken)
    point = point_of(material_for_next(chat, "dov"))

    assert dict(point.relations) == {"ada": 10, "ben": 20, "cyn": 10, "eve": 10}
    assert point.backs == "ben"
    assert point.inferred == (("ada", "ben", 70),)
    assert dict(point.influence)["ben"] == 55
    assert (point.round, point.stage, point.began) == (2, Stage.GROUP_CHAT, chat.began)


def test_what_siblings_do_changes_nobody_s_influence_before_the_stage_is_over() -> None:
    """A member that updates first has no head start."""
    ties = (Tie(of="dov", to="ben", score=15),)
    chat = play_until(opening_moves(council_script(LONG, ties=ties)), Updated)
    later = chat.then(Updated(round=1, member="dov", relations=(("ben", 5),)))

    assert later.influence() != chat.influence()
    assert material_for_next(later, "ada") == material_for_next(chat, "ada")


def test_a_line_in_a_talk_has_the_talk_before_it() -> None:
    """Strategy and topic are those of the one who began it; the other has neither."""

    def answers(material: MemberInput) -> Answer | None:
        answer = answer_with_partners({"ada": "dov"})(material)
        if isinstance(answer, PartnerChoice):
            return replace(answer, strategy="flatter", topics=("bread", "flour"))
        return answer

    chat = play_until(opening_moves(council_script()), Chose)
    for _ in range(2):
        chat = chat.then(*play_wave(chat, answers))
    dov = material_for_next(chat, "dov")
    chat = chat.then(*play_wave(chat, answers))
    ada = material_for_next(chat, "ada")

    assert isinstance(dov, SpeakInput)
    assert (dov.strategy, dov.topic, dov.chat_round, dov.is_last) == ("", "", 1, False)
    assert known_texts(dov.lines) == ["hello"]
    assert dov.partner is not None
    assert dov.partner.id == "ada"
    assert isinstance(ada, SpeakInput)
    assert (ada.strategy, ada.topic, ada.chat_round, ada.is_last) == ("flatter", "flour", 2, True)
    assert known_texts(ada.lines) == ["hello", "dov 1 private_chat line 1"]
    assert ada.chat_rounds == 2


def test_who_answers_a_last_word_has_the_last() -> None:
    """There will be no other line of its own, however many chat rounds are left."""
    chat = play_until(opening_moves(council_script(Course(private_rounds=3))), Chose)
    chat = chat.then(*play_wave(chat, answer_with_partners({"ada": "dov"})))
    chat = chat.then(*play_wave(chat, answer_talkatively))
    line = LineSpoken(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        chat_round=1,
        member="dov",
        talk="ada",
        to="ada",
        text="Enough.",
    )

    assert getattr(material_for_next(chat.then(line), "ada"), "is_last", None) is False
    assert (
        getattr(material_for_next(chat.then(replace(line, ends=True)), "ada"), "is_last", None)
        is True
    )


def test_a_voter_has_the_candidates_and_those_but_itself_before_it() -> None:
    """The question as the ballot puts it."""
    chat = play_until(
        opening_moves(council_script(Course(rounds=1, stages=(Stage.UPDATE,)))), Voted
    )
    ada, eve = material_for_next(chat, "ada"), material_for_next(chat, "eve")

    assert isinstance(ada, VoteInput)
    assert isinstance(eve, VoteInput)
    assert ada.question == "Who is to run the mill?"
    assert [one.id for one in ada.candidates] == ["ada", "ben", "cyn"]
    assert [one.id for one in ada.others] == ["ben", "cyn"]
    assert eve.others == eve.candidates


@pytest.mark.parametrize("seed", range(8))
def test_who_knows_everything_has_all_before_it_that_anybody_has(seed: int) -> None:
    """However long the game was: no line that one voter has is missing."""
    script = random_script(seed)
    chat = play_until(opening_moves(script, seed), Voted, random_answers(seed))
    tasks = [task for task in due(chat) if isinstance(task, CastVote)]
    own = [point_of(build_input(chat, t)) for t in tasks if t.knowledge is Knowledge.OWN]
    everything = [point_of(build_input(chat, t)) for t in tasks if t.knowledge is Knowledge.ALL]

    for point in everything:
        assert point.knows_all
        for other in own:
            assert not other.knows_all
            assert [one for one in other.known if one not in point.known] == []


def test_votes_are_not_before_voters() -> None:
    """Nor last words: anyone who votes later knows no more than the first."""
    chat = play_until(opening_moves(council_script()), Voted)
    cast = play_wave(chat, answer_talkatively)
    last = due(chat)[-1]

    assert build_input(chat.then(*cast[:-1]), last) == build_input(chat, last)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_before_a_member_depends_on_what_its_siblings_have_done(seed: int) -> None:
    """So a wave can be thought side by side, and gone on with from any part of it."""
    chat = opening_moves(random_script(seed), seed)
    while tasks := due(chat):
        answers = random_answers(seed)
        moves = [moves_for(chat, task, answers) for task in tasks]
        for at, task in enumerate(tasks):
            if isinstance(task, Began):
                continue
            siblings = [move for n, made in enumerate(moves) if n != at for move in made]
            assert build_input(chat.then(*siblings), task) == build_input(chat, task)
        chat = chat.then(*(move for made in moves for move in made))


def test_it_is_told_what_was_said_before_all() -> None:
    """All of it, with who won by what; nothing that was said in private."""
    course = Course(rounds=2, group_rounds=7)
    chat = play_until(opening_moves(council_script(course)), Closed)
    shout = LineSpoken(
        round=2, stage=Stage.SETTLEMENT, chat_round=1, member=AUDIENCE, text="Bravo!"
    )
    material = build_input(chat.then(shout), due(chat)[0])

    assert isinstance(material, ChronicleInput)
    assert len(material.lines) == 2 * 5 * 7 + 1
    assert material.lines[-1] == shout
    assert {line.talk for line in material.lines} == {""}
    assert material.because == "Nobody was to win; the votes show where the members stand."


def test_chance_is_the_same_in_every_fork_and_another_in_every_task() -> None:
    """It hangs on the seed, the place and the task, not on the id of the game."""
    chat = play_until(opening_moves(council_script(LONG), seed=4), LineSpoken)
    fork = replace(chat, id="chat-2")
    seeds = [point_of(build_input(chat, task)).seed for task in due(chat)]

    assert seeds == [point_of(build_input(fork, task)).seed for task in due(chat)]
    assert len(set(seeds)) == 5
    assert all(0 <= seed < 2**31 for seed in seeds)
    other = replace(chat, seed=5)
    assert not set(seeds) & {point_of(build_input(other, task)).seed for task in due(chat)}


def test_a_round_is_looked_back_on_by_what_was_learnt_in_it() -> None:
    """That others met is before who was not there."""
    chat = play_until(
        opening_moves(council_script()), Updated, answer_with_partners({"ada": "dov"})
    )
    eve, dov = material_for_next(chat, "eve"), material_for_next(chat, "dov")

    assert isinstance(eve, UpdateInput)
    assert "Meeting(" in repr(eve.standpoint.known)
    assert "private_chat" not in repr(eve.standpoint.known)
    assert "private_chat" in repr(point_of(dov).known)


def after_rounds(count: int, course: Course = LONG) -> GroupChat:
    """Play until a round is looked back on."""
    chat = opening_moves(council_script(course))
    for _ in range(count):
        chat = play_until(chat, Updated)
        chat = chat.then(*play_wave(chat, answer_talkatively))
    return chat


def test_the_lines_of_the_talk_are_not_shown_twice() -> None:
    """They are before the member as lines, and not among what else it knows."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    chat = chat.then(*play_wave(chat, answer_talkatively))
    material = material_for_next(chat, "eve")

    assert isinstance(material, SpeakInput)
    assert len(known_texts(material.lines)) == 5
    assert not set(known_texts(material.lines)) & set(known_texts(material.standpoint.known))


def test_in_a_debate_the_chat_round_under_way_is_not_heard() -> None:
    """Anyone who speaks last has the same before it as who speaks first."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    said = play_wave(chat, answer_talkatively)
    last = due(chat)[-1]

    assert build_input(chat, last) == build_input(chat.then(*said[:-1]), last)


def test_everything_a_member_knows_is_before_it() -> None:
    """However much was said: what does not fit in a prompt is decided where prompts are made."""
    course = Course(rounds=3, stages=DEBATES, group_rounds=7)
    back = point_of(material_for_next(play_until(after_rounds(1, course), Updated), "eve")).known
    talk = point_of(material_for_next(play_until(after_rounds(1, course), LineSpoken), "eve")).known

    assert len(known_texts(back)) == 2 * 5 * 7
    assert known_texts(back)[0].endswith("1 group_chat line 1")
    assert known_texts(back)[-1].endswith("2 group_chat line 7")
    assert len(known_texts(talk)) == 5 * 7


def test_own_summaries_of_all_rounds_are_before_a_member() -> None:
    """Each at the end of its round; nobody else's."""
    known = point_of(material_for_next(play_until(after_rounds(2), Updated), "eve")).known

    kept = [one for one in known if isinstance(one, Updated)]
    assert [(one.member, one.round, one.summary) for one in kept] == [
        ("eve", 1, "eve 1 update summary"),
        ("eve", 2, "eve 2 update summary"),
    ]
    assert {one.round for one in known if isinstance(one, LineSpoken)} == {1, 2, 3}


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_without_summaries_there_are_none(round_: int) -> None:
    """The lines are there; whether there is space for them, a prompt decides."""
    course = replace(LONG, has_summaries=False)
    known = point_of(
        material_for_next(play_until(after_rounds(round_ - 1, course), Updated), "eve")
    ).known

    assert not [one for one in known if isinstance(one, Updated)]
    assert len(known_texts(known)) == 15 * round_


def test_without_memory_only_the_talk_under_way_is_there() -> None:
    """Also for who looks back or votes."""
    course = replace(LONG, has_memory=False)
    second = play_until(after_rounds(1, course), LineSpoken)
    second = second.then(*play_wave(second, answer_talkatively))
    speaking = material_for_next(second, "eve")
    votes = play_until(after_rounds(3, course), Voted)

    assert isinstance(speaking, SpeakInput)
    assert speaking.standpoint.known == ()
    assert {line.round for line in speaking.lines} == {2}
    assert point_of(material_for_next(play_until(second, Updated), "eve")).known == ()
    assert point_of(material_for_next(votes, "eve", Knowledge.ALL)).known == ()


def test_who_passed_is_not_quoted() -> None:
    """A line without words takes up no space."""
    chat = play_until(opening_moves(council_script(LONG)), LineSpoken)
    passed = [
        replace(move, text="", ends=False)
        if isinstance(move, LineSpoken) and move.member == "ada"
        else move
        for move in play_wave(chat, answer_talkatively)
    ]
    material = material_for_next(chat.then(*passed), "eve")

    assert isinstance(material, SpeakInput)
    assert [line.member for line in material.lines if not line.text] == []
    assert len(material.lines) == 4
