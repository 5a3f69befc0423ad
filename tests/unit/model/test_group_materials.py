"""What is before who acts: where it stands, and nothing that depends on its siblings."""

from dataclasses import replace

import pytest

from npcserver.model.acting.answers import Answer
from npcserver.model.acting.material import (
    Act,
    Choice,
    Choosing,
    Chronicling,
    Revising,
    Speaking,
    Voting,
)
from npcserver.model.acting.materials import material_of
from npcserver.model.group.director import due
from npcserver.model.group.moves import AUDIENCE, Chose, Closed, Spoke, Updated, Voted
from npcserver.model.group.script import Course, Knowledge, Stage, Tie
from npcserver.model.group.tasks import Begin, CastVote
from tests.fakes.group_chance import any_script, fickle
from tests.fakes.group_games import (
    council,
    has,
    moves_for,
    opened,
    point_of,
    talkative,
    talking,
    texts,
    until,
    wave,
)

DEBATES = (Stage.GROUP_CHAT, Stage.UPDATE)
LONG = Course(rounds=3, stages=DEBATES)


def test_nobody_acts_when_a_stage_begins() -> None:
    """So there is nothing before anybody."""
    chat = opened(council())

    with pytest.raises(ValueError, match="begins by itself"):
        material_of(chat, due(chat)[0])


def test_a_chooser_has_all_others_before_it() -> None:
    """And for how many chat rounds it may want topics."""
    material = has(until(opened(council()), Chose), "ada")

    assert isinstance(material, Choosing)
    assert [one.id for one in material.partners] == ["ben", "cyn", "dov", "eve"]
    assert material.chat_rounds == 2


def test_a_member_stands_where_the_moves_have_brought_it() -> None:
    """Relations, beliefs, whom it backs, what it infers; influence as the stage began."""
    ties = (
        Tie(of="dov", to="ben", score=15),
        Tie(of="ada", to="ben", score=70, inferred_by="dov"),
    )
    chat = until(opened(council(LONG, ties=ties)), Updated)
    chat = chat.then(Updated(round=1, member="dov", relations=(("ben", 5),)))
    chat = until(chat.then(*wave(chat, talkative)), Spoke)
    point = point_of(has(chat, "dov"))

    assert dict(point.relations) == {"ada": 10, "ben": 20, "cyn": 10, "eve": 10}
    assert point.backs == "ben"
    assert point.inferred == (("ada", "ben", 70),)
    assert dict(point.influence)["ben"] == 55
    assert (point.round, point.stage, point.began) == (2, Stage.GROUP_CHAT, chat.began)


def test_what_siblings_do_changes_nobody_s_influence_before_the_stage_is_over() -> None:
    """A member that updates first has no head start."""
    ties = (Tie(of="dov", to="ben", score=15),)
    chat = until(opened(council(LONG, ties=ties)), Updated)
    later = chat.then(Updated(round=1, member="dov", relations=(("ben", 5),)))

    assert later.influence() != chat.influence()
    assert has(later, "ada") == has(chat, "ada")


def test_a_line_in_a_talk_has_the_talk_before_it() -> None:
    """Strategy and topic are those of whoever began it; the other has neither."""

    def answers(material: Act) -> Answer | None:
        answer = talking({"ada": "dov"})(material)
        if isinstance(answer, Choice):
            return replace(answer, strategy="flatter", topics=("bread", "flour"))
        return answer

    chat = until(opened(council()), Chose)
    for _ in range(2):
        chat = chat.then(*wave(chat, answers))
    dov = has(chat, "dov")
    chat = chat.then(*wave(chat, answers))
    ada = has(chat, "ada")

    assert isinstance(dov, Speaking)
    assert (dov.strategy, dov.topic, dov.chat_round, dov.is_last) == ("", "", 1, False)
    assert texts(dov.lines) == ["hello"]
    assert dov.partner is not None
    assert dov.partner.id == "ada"
    assert isinstance(ada, Speaking)
    assert (ada.strategy, ada.topic, ada.chat_round, ada.is_last) == ("flatter", "flour", 2, True)
    assert texts(ada.lines) == ["hello", "dov 1 private_chat line 1"]
    assert ada.chat_rounds == 2


def test_who_answers_a_last_word_has_the_last() -> None:
    """There will be no other line of its own, however many chat rounds are left."""
    chat = until(opened(council(Course(private_rounds=3))), Chose)
    chat = chat.then(*wave(chat, talking({"ada": "dov"})))
    chat = chat.then(*wave(chat, talkative))
    line = Spoke(
        round=1,
        stage=Stage.PRIVATE_CHAT,
        chat_round=1,
        member="dov",
        talk="ada",
        to="ada",
        text="Enough.",
    )

    assert getattr(has(chat.then(line), "ada"), "is_last", None) is False
    assert getattr(has(chat.then(replace(line, ends=True)), "ada"), "is_last", None) is True


def test_a_voter_has_the_candidates_and_those_but_itself_before_it() -> None:
    """The question as the ballot puts it."""
    chat = until(opened(council(Course(rounds=1, stages=(Stage.UPDATE,)))), Voted)
    ada, eve = has(chat, "ada"), has(chat, "eve")

    assert isinstance(ada, Voting)
    assert isinstance(eve, Voting)
    assert ada.question == "Who is to run the mill?"
    assert [one.id for one in ada.candidates] == ["ada", "ben", "cyn"]
    assert [one.id for one in ada.others] == ["ben", "cyn"]
    assert eve.others == eve.candidates


@pytest.mark.parametrize("seed", range(8))
def test_who_knows_everything_has_all_before_it_that_anybody_has(seed: int) -> None:
    """However long the game was: no line that one voter has is missing."""
    script = any_script(seed)
    chat = until(opened(script, seed), Voted, fickle(seed))
    tasks = [task for task in due(chat) if isinstance(task, CastVote)]
    own = [point_of(material_of(chat, t)) for t in tasks if t.knowledge is Knowledge.OWN]
    everything = [point_of(material_of(chat, t)) for t in tasks if t.knowledge is Knowledge.ALL]

    for point in everything:
        assert point.knows_all
        for other in own:
            assert not other.knows_all
            assert [one for one in other.known if one not in point.known] == []


def test_votes_are_not_before_voters() -> None:
    """Nor last words: whoever votes later knows no more than the first."""
    chat = until(opened(council()), Voted)
    cast = wave(chat, talkative)
    last = due(chat)[-1]

    assert material_of(chat.then(*cast[:-1]), last) == material_of(chat, last)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_before_a_member_depends_on_what_its_siblings_have_done(seed: int) -> None:
    """So a wave can be thought side by side, and gone on with from any part of it."""
    chat = opened(any_script(seed), seed)
    while tasks := due(chat):
        answers = fickle(seed)
        moves = [moves_for(chat, task, answers) for task in tasks]
        for at, task in enumerate(tasks):
            if isinstance(task, Begin):
                continue
            siblings = [move for n, made in enumerate(moves) if n != at for move in made]
            assert material_of(chat.then(*siblings), task) == material_of(chat, task)
        chat = chat.then(*(move for made in moves for move in made))


def test_it_is_told_what_was_said_before_all() -> None:
    """All of it, with who won by what; nothing that was said in private."""
    course = Course(rounds=2, group_rounds=7)
    chat = until(opened(council(course)), Closed)
    shout = Spoke(round=2, stage=Stage.SETTLEMENT, chat_round=1, member=AUDIENCE, text="Bravo!")
    material = material_of(chat.then(shout), due(chat)[0])

    assert isinstance(material, Chronicling)
    assert len(material.lines) == 2 * 5 * 7 + 1
    assert material.lines[-1] == shout
    assert {line.talk for line in material.lines} == {""}
    assert material.because == "Nobody was to win; the votes show where the members stand."


def test_chance_is_the_same_in_every_fork_and_another_in_every_task() -> None:
    """It hangs on the seed, the place and the task, not on the id of the game."""
    chat = until(opened(council(LONG), seed=4), Spoke)
    fork = replace(chat, id="chat-2")
    seeds = [point_of(material_of(chat, task)).seed for task in due(chat)]

    assert seeds == [point_of(material_of(fork, task)).seed for task in due(chat)]
    assert len(set(seeds)) == 5
    assert all(0 <= seed < 2**31 for seed in seeds)
    other = replace(chat, seed=5)
    assert not set(seeds) & {point_of(material_of(other, task)).seed for task in due(chat)}


def test_a_round_is_looked_back_on_by_what_was_learnt_in_it() -> None:
    """That others met is before who was not there."""
    chat = until(opened(council()), Updated, talking({"ada": "dov"}))
    eve, dov = has(chat, "eve"), has(chat, "dov")

    assert isinstance(eve, Revising)
    assert "Met(" in repr(eve.standpoint.known)
    assert "private_chat" not in repr(eve.standpoint.known)
    assert "private_chat" in repr(point_of(dov).known)
