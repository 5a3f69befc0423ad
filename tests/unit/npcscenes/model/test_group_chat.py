"""A group chat follows from its moves: numbers within bounds, sums from the start, seats."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from npcscenes.model.chat import GroupChat, turn_order
from npcscenes.model.director import (
    AwaitedPerson,
    Choose,
    Say,
    Update,
    awaited,
    awaited_task,
    due,
    needs_thought,
)
from npcserver.model.character import Person
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import (
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Effort,
    GroupResult,
    LineSpoken,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Course, Knowledge, Resource, Stage, Tie
from tests.fakes.scene_scripts import (
    answer_talkatively,
    answer_with_partners,
    council_script,
    lines_of,
    opening_moves,
    play_on,
    play_until,
    play_wave,
    principal,
    supporting,
    thought_receipt,
    vote_candidates,
)


def changed(*relations: tuple[str, int], member: str = "dov", round_: int = 1) -> Updated:
    return Updated(round=round_, member=member, relations=relations)


def test_a_log_without_its_opening_is_refused() -> None:
    """What a game is stands in its first move, so a part of a log is no game."""
    with pytest.raises(ValueError, match="does not begin with its opening"):
        GroupChat.of("chat-1", [(7, AdvanceRequested())])


def test_before_the_first_stage_it_is_nowhere() -> None:
    """Round 0, no stage, no chat round, and everything as the script has it."""
    chat = opening_moves(council_script(), advance=AdvanceRequested(round=1, stage=Stage.UPDATE))

    assert (chat.round, chat.stage, chat.chat_round, chat.began) == (0, None, 0, None)
    assert chat.advance == AdvanceRequested(round=1, stage=Stage.UPDATE)
    assert not chat.is_closed
    assert chat.effort == Effort()


def test_the_stage_under_way_is_the_latest_that_began() -> None:
    """Its lines and its chat round are those since then, without words from the audience."""
    line = LineSpoken(round=1, stage=Stage.GROUP_CHAT, chat_round=2, member="ada", text="Hear me.")
    chat = opening_moves(council_script()).then(
        Began(round=1, stage=Stage.PRIVATE_CHAT, order=("ada",)),
        replace(line, stage=Stage.PRIVATE_CHAT, chat_round=3),
        Began(round=1, stage=Stage.GROUP_CHAT, order=("ada",)),
        line,
        replace(line, member="audience", chat_round=9),
    )

    assert (chat.round, chat.stage, chat.chat_round) == (1, Stage.GROUP_CHAT, 2)
    assert chat.lines == (line,)
    assert chat.seq == 7


def test_a_relation_starts_at_ten_and_moves_by_ten_at_most() -> None:
    """However strongly a round puts it, and never beyond 0 and 100."""
    script = council_script(
        ties=(Tie(of="dov", to="ben", score=95), Tie(of="dov", to="cyn", score=4))
    )
    chat = opening_moves(script).then(changed(("ada", 70), ("ben", 8), ("cyn", -9), ("nobody", 5)))

    assert chat.relations("dov") == {"ada": 20, "ben": 100, "cyn": 0, "eve": 10}
    assert chat.relations("eve") == {"ada": 10, "ben": 10, "cyn": 10, "dov": 10}


def test_relations_and_beliefs_are_known_as_they_were_after_each_round() -> None:
    """For the curves of the result: round 0 is before any."""
    belief = Belief(topic="mine", text="Mine.", score=60)
    script = council_script(members=(principal("ada", beliefs=(belief,)), supporting("dov")))
    chat = opening_moves(script).then(
        Updated(round=1, member="ada", relations=(("dov", 5),), beliefs=(("mine", -30),)),
        Updated(round=2, member="ada", relations=(("dov", 5),), beliefs=(("mine", 4), ("x", 9))),
    )

    assert [chat.relations("ada", after)["dov"] for after in (0, 1, 2, None)] == [10, 15, 20, 20]
    assert [chat.beliefs("ada", after)[0].score for after in (0, 1, 2, None)] == [60, 50, 54, 54]


def test_what_a_member_infers_of_others_is_its_latest_view() -> None:
    """From the script first, then from what it made of the rounds; a fact is not inferred."""
    ties = (
        Tie(of="ada", to="ben", score=80, inferred_by="dov"),
        Tie(of="ada", to="cyn", score=70, inferred_by="eve"),
        Tie(of="ben", to="ada", score=60),
    )
    chat = opening_moves(council_script(ties=ties)).then(
        Updated(round=1, member="dov", inferred=(("ada", "ben", 30), ("ben", "cyn", 55)))
    )

    assert chat.inferred("dov") == (("ada", "ben", 30), ("ben", "cyn", 55))
    assert chat.relations("dov")["ada"] == 10


@pytest.mark.parametrize(("score", "backed"), [(19, ""), (20, "ben"), (21, "ben")])
def test_support_takes_a_relation_of_twenty(score: int, backed: str) -> None:
    """Less than that is nobody, however much better than to the others."""
    chat = opening_moves(council_script(ties=(Tie(of="dov", to="ben", score=score),)))

    assert chat.backs("dov") == backed


def test_of_equals_the_first_in_the_script_is_backed() -> None:
    """Principals only; they themselves back nobody."""
    ties = (
        Tie(of="dov", to="eve", score=99),
        Tie(of="dov", to="cyn", score=40),
        Tie(of="dov", to="ben", score=40),
        Tie(of="ada", to="ben", score=90),
    )
    chat = opening_moves(council_script(ties=ties))

    assert chat.backs("dov") == "ben"
    assert chat.backs("ada") == ""


def test_influence_adds_up_all_that_is_owned_and_all_supporters() -> None:
    """Several things of one owner count together, and nothing is counted from before."""
    ties = (Tie(of="dov", to="ben", score=50), Tie(of="eve", to="ben", score=20))
    chat = opening_moves(council_script(ties=ties))

    assert chat.influence() == {"ada": 40, "ben": 65, "cyn": 0, "dov": 55, "eve": 10}
    left = chat.then(changed(("ben", -10), member="eve"))
    assert left.influence()["ben"] == 55
    assert left.influence(after_round=0)["ben"] == 65


def test_turns_go_by_influence_and_ties_by_the_seed() -> None:
    """Greatest first; equals stand in an order that the seed, the round and the stage give."""
    weights = {"ada": 1, "ben": 5, "cyn": 1, "dov": 1, "eve": 9}

    def order(seed: int, round_: int = 1, stage: Stage = Stage.GROUP_CHAT) -> tuple[str, ...]:
        return turn_order(weights, seed, round_, stage)

    assert all(order(seed)[:2] == ("eve", "ben") for seed in range(20))
    assert {order(seed)[2:] for seed in range(60)} == set(permutations(("ada", "cyn", "dov")))
    assert order(3) == order(3)
    assert len({order(1, round_) for round_ in range(1, 9)}) > 1
    assert len({order(1, 1, stage) for stage in Stage}) > 1


def test_who_backs_a_character_is_on_their_side_unless_fixed() -> None:
    """A member whose camp is fixed keeps it, as does one that backs nobody."""
    members = (
        principal("ada", camp="old"),
        supporting("dov", camp="new"),
        supporting("eve", camp="new", is_camp_fixed=True),
        supporting("fay", camp="new"),
    )
    ties = (Tie(of="dov", to="ada", score=30), Tie(of="eve", to="ada", score=30))
    chat = opening_moves(council_script(members=members, ties=ties))

    assert [chat.camp(one) for one in ("ada", "dov", "eve", "fay")] == ["old", "old", "new", "new"]


def test_a_seat_is_whose_it_was_last() -> None:
    """Taken, given to another, and given back."""
    mia, tom = Person(id="p1", name="Mia"), Person(id="p2", name="Tom")
    chat = opening_moves(council_script()).then(Seated(member="ada", person=mia))

    assert chat.seat("ada") == mia
    assert chat.seat("ben") is None
    assert chat.then(Seated(member="ada", person=tom)).seat("ada") == tom
    assert chat.then(Seated(member="ada")).seat("ada") is None


def test_effort_counts_every_call_repair_and_default() -> None:
    """From the receipts of all kinds of moves; a default without a call is one too."""
    line = LineSpoken(round=1, stage=Stage.GROUP_CHAT, chat_round=1, member="ada")
    chat = opening_moves(council_script()).then(
        replace(line, made_from=thought_receipt(1)),
        replace(line, made_from=thought_receipt(2)),
        changed(("ada", 1)),
        replace(changed(), made_from=thought_receipt(2, is_answered=False)),
        Voted(
            member="ada", knowledge=Knowledge.OWN, made_from=thought_receipt(0, is_answered=False)
        ),
        Closed(is_settled=True, result=GroupResult(effort=Effort()), made_from=thought_receipt(1)),
    )

    assert chat.effort == Effort(
        calls=6, repaired=1, defaulted=2, prompt_tokens=600, completion_tokens=60
    )


def test_a_resource_without_an_owner_weighs_for_nobody() -> None:
    """It is a topic, whatever impact it has; so is one of a character who is not there."""
    script = council_script(
        resources=(
            Resource(id="peace", name="Peace", impact=90),
            Resource(id="moon", name="The moon", owner="zoe", impact=90),
        ),
        ballot=replace(council_script().ballot, candidates=vote_candidates("ada")),
    )

    assert set(opening_moves(script).influence().values()) == {0}


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
