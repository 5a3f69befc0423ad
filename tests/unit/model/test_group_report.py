"""What is told of a group chat afterwards, or while it goes on."""

import json
import re
from typing import Any

import pytest

from npcserver.model.group import report as report_module
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.entropy import Unit, agc_char2_nats
from npcserver.model.group.moves import AUDIENCE, Closed, Effort, GroupResult
from npcserver.model.group.report import as_json, report
from npcserver.model.group.script import Stage, VoteRule
from tests.fakes.scene_scripts import (
    ANN,
    BEN,
    CAST,
    CID,
    DOT,
    FIRST_ROUND,
    SECOND_ROUND,
    began_move,
    mill_chat,
    settled_chat,
    spoke_move,
    talk_moves,
)


def test_a_settled_chat_says_who_won_and_by_what() -> None:
    """Winners, camp, reason, summary and tallies are the result's."""
    told = report(settled_chat())

    assert (told.is_closed, told.is_settled) == (True, True)
    assert [(one.id, one.name) for one in told.winners] == [("ann", "Ann Miller")]
    assert (told.camp, told.because) == ("grind", "Ann Miller has the most votes: 2 of 3.")
    assert told.tallies[0].counts == ((ANN, 2), (BEN, 1))
    assert told.guesses == ((ANN, ANN), (BEN, BEN))


def test_how_all_stood_is_told_after_each_round() -> None:
    """Changes of a round show after it and not before; rounds count from the start on."""
    told = report(settled_chat())

    assert [(one.round, one.is_over) for one in told.stands] == [(0, True), (1, True), (2, True)]
    ties = [{(of, to): score for of, to, score in one.relations} for one in told.stands]
    assert [one[CID, ANN] for one in ties] == [35, 43, 43]
    assert [one[DOT, BEN] for one in ties] == [10, 20, 30]
    assert [dict(one.backs)[DOT] for one in told.stands] == ["", BEN, BEN]
    assert [dict(one.influence)[BEN] for one in told.stands] == [0, 20, 20]
    beliefs = [{who: one.score for who, one in stand.beliefs}[BEN] for stand in told.stands]
    assert beliefs == [55, 45, 45]
    assert told.stands[0].inferred == ((BEN, ANN, DOT, 25),)
    assert (BEN, CID, ANN, 60) in told.stands[1].inferred
    assert dict(told.stands[2].camps) == {ANN: "grind", BEN: "sell", CID: "grind", DOT: "sell"}


def test_talks_are_those_that_took_place() -> None:
    """Who chose nobody had no talk; each two are counted by stage, whoever began."""
    told = report(settled_chat())

    assert [(one.round, one.first, one.second, one.lines) for one in told.talks] == [
        (1, ANN, CID, 2),
        (1, BEN, DOT, 2),
        (1, ANN, DOT, 2),
        (2, BEN, CID, 2),
    ]
    assert told.met(Stage.PRIVATE_CHAT) == {
        frozenset((ANN, CID)): 1,
        frozenset((BEN, CID)): 1,
    }


def test_two_who_choose_each_other_meet_twice() -> None:
    """Both talks count, as talks of the same two."""
    meeting = Stage.CONFIDENTIAL_MEETING
    told = report(
        mill_chat(
            began_move(1, meeting),
            *talk_moves(1, meeting, ANN, BEN, "Ben?", "Ann."),
            *talk_moves(1, meeting, BEN, ANN, "Once more."),
        )
    )

    assert told.met(meeting) == {frozenset((ANN, BEN)): 2}


def test_the_transcript_holds_every_word_and_no_silence() -> None:
    """Lines of talks, of the group, of the audience and last words, in order; passes are not."""
    lines = report(settled_chat()).transcript

    assert len(lines) == 13
    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    assert all(line.text for line in lines)
    assert [line.is_private for line in lines[:2]] == [True, True]
    [heckler] = [line for line in lines if line.speaker == AUDIENCE]
    assert (heckler.person, heckler.is_private) == ("Pat", False)
    assert (lines[-1].stage, lines[-1].round) == (Stage.SETTLEMENT, 2)
    assert lines[-1].text == "I shall keep the wheel turning."


def test_the_stored_line_holds_what_surrounds_the_words() -> None:
    """The paper's figure is reckoned from round, stage, speaker, whom it is told, and the words."""
    told = report(settled_chat())
    lines = [line for line in told.transcript if line.speaker != AUDIENCE]

    assert lines[0].stored == "round 1, private_chat 1: ann says to cid: Cid, lend me the weir."
    assert lines[6].stored.startswith("round 1, group_chat 1: ann says to all: The mill")
    assert told.language.agc_char2_nats == agc_char2_nats(line.stored for line in lines)


def test_language_is_told_by_speaker_and_by_round() -> None:
    """Six last words count for the speaker, not for a round; the audience counts for nobody."""
    language = report(settled_chat()).language

    of = {one.name: one.of(Unit.WORD, 1).whole.ngrams for one in language.speakers.groups}
    assert list(of) == [ANN, BEN, CID, DOT]
    assert sum(of.values()) == language.whole.of(Unit.WORD, 1).whole.ngrams
    assert [one.name for one in language.rounds.groups] == ["1", "2"]
    in_rounds = sum(one.of(Unit.WORD, 1).whole.ngrams for one in language.rounds.groups)
    assert in_rounds == sum(of.values()) - 6
    assert language.telling.words == sum(of.values())


def test_effort_and_models_are_those_of_its_thoughts() -> None:
    """Calls are summed over all moves; each model is named once."""
    told = report(settled_chat())

    assert told.effort == Effort(calls=7)
    assert told.models == ("small:1",)


@pytest.mark.parametrize(
    ("sofar", "rounds"),
    [
        (mill_chat(), [(0, True)]),
        (mill_chat(*FIRST_ROUND[:3]), [(0, True), (1, False)]),
        (mill_chat(*FIRST_ROUND, *SECOND_ROUND[:1]), [(0, True), (1, True), (2, False)]),
        (mill_chat(*FIRST_ROUND, *SECOND_ROUND, *CAST), [(0, True), (1, True), (2, True)]),
    ],
)
def test_a_chat_under_way_is_told_as_far_as_it_went(
    sofar: GroupChat, rounds: list[tuple[int, bool]]
) -> None:
    """Nobody has won yet, and the round under way is marked as not over."""
    told = report(sofar)

    assert (told.winners, told.tallies, told.is_closed) == ((), (), False)
    assert [(one.round, one.is_over) for one in told.stands] == rounds
    assert as_json(told)["is_settled"] is False


def test_a_chat_broken_off_has_no_winner() -> None:
    """It is closed, not settled, and says where it was."""
    broken = Closed(
        is_settled=False, result=GroupResult(effort=Effort(), because="It was broken off.")
    )

    told = report(mill_chat(*FIRST_ROUND[:3], broken))

    assert (told.is_closed, told.is_settled, told.winners) == (True, False, ())
    assert (told.round, told.stage) == (1, Stage.PRIVATE_CHAT)
    assert told.stands[-1].is_over is False


def test_names_are_those_of_members_and_candidates() -> None:
    """An id that is neither stands for itself."""
    told = report(settled_chat())

    assert [told.name(one) for one in (ANN, CID, AUDIENCE)] == ["Ann Miller", "Cid", AUDIENCE]


def test_the_json_holds_votes_by_rule_and_survives_a_round_trip() -> None:
    """It is made of JSON values alone, keyed by ids."""
    told: dict[str, Any] = as_json(report(settled_chat()))

    assert json.loads(json.dumps(told)) == told
    assert told["format"] == "npcserver/scene-result/1"
    assert told["votes"]["own"] == {ANN: ANN, BEN: BEN, CID: ANN}
    assert told["counts"]["own_not_self"] == {ANN: 2, BEN: 1}
    assert told["winners"] == [{"id": ANN, "name": "Ann Miller"}]
    assert told["rounds"][1]["relations"][CID] == {ANN: 43, BEN: 26, DOT: 10}
    assert told["rounds"][1]["beliefs"][BEN] == {"keep": 45}
    assert told["members"][1]["beliefs"] == {"keep": "The mill must stay ours"}
    assert told["met"]["confidential_meeting"] == [
        {"members": [BEN, DOT], "times": 1},
        {"members": [ANN, DOT], "times": 1},
    ]
    assert told["transcript"][0]["text"] == "Cid, lend me the weir."
    assert told["entropy"]["speakers"][ANN]["word"]["1"]["ngrams"] > 0
    assert told["effort"]["calls"] == 7
    assert sum(one["calls"] for one in told["receipts"]) == 7
    assert told["receipts"][0]["member"] == told["meetings"][0]["first"]


def test_every_key_of_the_json_is_documented() -> None:
    """The head of the module names all keys, at the top and in each part."""
    told = as_json(report(settled_chat()))
    documented = set(re.findall(r"\w+", report_module.__doc__ or ""))
    of_their_own = {*Stage, *VoteRule, *Unit, ANN, BEN, CID, DOT, "keep", "1", "2", "3"}

    keys = set(_keys({**told, "course": {}})) - of_their_own

    assert len(keys) > 60
    assert keys <= documented


def _keys(value: object) -> list[str]:
    if isinstance(value, dict):
        return [key for one, inner in value.items() for key in (one, *_keys(inner))]
    if isinstance(value, list):
        return [key for inner in value for key in _keys(inner)]
    return []


def test_a_long_group_chat_is_told_whole() -> None:
    """Of three hundred lines none is left out, and its one round is measured."""
    lines = [
        spoke_move(
            1, Stage.GROUP_CHAT, at // 4 + 1, (ANN, BEN, CID, DOT)[at % 4], f"Line {at} of many"
        )
        for at in range(300)
    ]

    told = report(mill_chat(began_move(1, Stage.GROUP_CHAT), *lines))

    assert len(told.transcript) == 300
    assert [one.of(Unit.WORD, 1).equal is not None for one in told.language.rounds.groups] == [True]
