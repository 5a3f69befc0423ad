"""What is told of a group chat, and how varied its talk is."""

import json
import math
import random
import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcscenes.model import report as report_module
from npcscenes.model.chat import GroupChat
from npcscenes.model.entropy import (
    LEAST,
    NgramVariety,
    Unit,
    agc_char2_nats,
    compare,
    telling,
    words,
)
from npcscenes.model.report import as_json, report
from npcserver.model.group.moves import AUDIENCE, Closed, Effort, GroupResult
from npcserver.model.group.script import TALKS, Stage, VoteRule
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
    assert [one.relations[CID][ANN] for one in told.stands] == [35, 43, 43]
    assert [one.relations[DOT][BEN] for one in told.stands] == [10, 20, 30]
    assert [one.backs[DOT] for one in told.stands] == ["", BEN, BEN]
    assert [one.influence[BEN] for one in told.stands] == [0, 20, 20]
    assert [stand.beliefs[BEN][-1].score for stand in told.stands] == [55, 45, 45]
    assert told.stands[0].inferred == {BEN: [{"of": ANN, "to": DOT, "score": 25}]}
    assert {"of": CID, "to": ANN, "score": 60} in told.stands[1].inferred[BEN]
    assert told.stands[2].camps == {ANN: "grind", BEN: "sell", CID: "grind", DOT: "sell"}


def test_talks_are_those_that_took_place() -> None:
    """Who chose nobody had no talk; each two are counted by stage, no matter who began."""
    told = report(settled_chat())

    assert [(one.round, one.first, one.second, one.lines) for one in told.talks] == [
        (1, ANN, CID, 2),
        (1, BEN, DOT, 2),
        (1, ANN, DOT, 2),
        (2, BEN, CID, 2),
    ]
    assert told.met(Stage.PRIVATE_CHAT) == {frozenset((ANN, CID)): 1, frozenset((BEN, CID)): 1}


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
    assert [line.stage in TALKS for line in lines[:2]] == [True, True]
    [heckler] = [line for line in lines if line.speaker == AUDIENCE]
    assert (heckler.person, heckler.stage in TALKS) == ("Pat", False)
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


def bits_of(drawn: tuple[str, ...]) -> float:
    counts = Counter(drawn)
    return -sum(x / len(drawn) * math.log2(x / len(drawn)) for x in counts.values())


def talk(seed: int, count: int, vocabulary: int) -> list[str]:
    """Lines of twelve words, some of them much commoner than others."""
    chance = random.Random(seed)
    return [
        " ".join(f"w{int(vocabulary * chance.random() ** 3)}" for _ in range(12))
        for _ in range(count)
    ]


def test_the_papers_figure_is_computed_as_its_code_does() -> None:
    """In "abab" is ab twice and ba once, in nats; strings too short hold nothing."""
    assert agc_char2_nats(["abab"]) == pytest.approx(0.63651, abs=5e-6)
    assert agc_char2_nats(["a", ""]) == 0
    assert agc_char2_nats([]) == 0


def test_the_papers_window_does_not_reach_into_the_next_string() -> None:
    """Runs are counted within each string and summed over all."""
    assert agc_char2_nats(["ab", "ab"]) == 0
    assert agc_char2_nats(["ab", "ba"]) == pytest.approx(math.log(2))


def test_words_are_split_in_english_and_in_chinese() -> None:
    """Case, width and punctuation do not count; a Chinese character is a word, "don't" is one."""
    assert words("Don’t SELL, I said: 7 ＴＩＭＥＳ!") == [
        "don’t",
        "sell",
        "i",
        "said",
        "7",
        "times",
    ]
    assert words("我不卖，OK？") == ["我", "不", "卖", "ok"]


def test_whole_figures_of_a_small_text() -> None:
    """Bits, share of the most possible, and distinct share follow from the counts."""
    [group] = compare({"a": ["to be or not to be"]}).groups

    whole = group.of(Unit.WORD, 1).whole
    assert (whole.ngrams, whole.distinct) == (6, 4)
    assert whole.bits == pytest.approx(math.log2(6) - 4 / 6)
    assert whole.evenness == pytest.approx(whole.bits / 2)
    assert whole.distinct_share == pytest.approx(4 / 6)
    assert group.of(Unit.WORD, 2).whole.ngrams == 5
    assert group.of(Unit.CHARACTER, 3).whole.ngrams == len("to be or not to be") - 2


def test_ngrams_do_not_reach_from_one_utterance_into_the_next() -> None:
    """Two utterances of two words hold two pairs, not three."""
    [group] = compare({"a": ["yes sir", "no sir"]}).groups

    assert group.of(Unit.WORD, 2).whole.ngrams == 2
    assert group.of(Unit.WORD, 3).whole == NgramVariety(ngrams=0, distinct=0, bits=0)


def test_nothing_said_has_no_figures_and_spoils_nobody_elses() -> None:
    """A group without a word is left out of the size, and has no equal sample."""
    found = compare({"a": ["one two three four"], "silent": [], "blank": ["", "…"]})

    said, silent, blank = found.groups
    assert found.sample(Unit.WORD, 1) == 4
    assert said.of(Unit.WORD, 1).equal == said.of(Unit.WORD, 1).whole
    assert silent.of(Unit.WORD, 1).equal is None
    assert blank.of(Unit.WORD, 1).whole.ngrams == 0
    assert compare({}).groups == ()


def test_a_group_of_a_few_words_does_not_shrink_the_samples_of_all() -> None:
    """Who says less than `LEAST` n-grams is not sampled, instead of making everybody's tiny."""
    found = compare({"long": talk(1, 40, 90), "middle": talk(2, 10, 90), "short": ["go on"]})

    assert found.sample(Unit.WORD, 1) == 120 >= LEAST
    assert [one.of(Unit.WORD, 1).equal is None for one in found.groups] == [False, False, True]


def test_a_longer_talk_does_not_look_more_varied() -> None:
    """At equal size the same way of talking has the same figures, however long it goes on."""
    found = compare({"long": talk(1, 300, 400), "short": talk(2, 25, 400)})

    long, short = (one.of(Unit.WORD, 1) for one in found.groups)
    assert long.whole.bits - short.whole.bits > 0.5
    assert long.equal is not None
    assert short.equal is not None
    assert long.equal.bits == pytest.approx(short.equal.bits, abs=0.2)
    assert long.equal.distinct_share == pytest.approx(short.equal.distinct_share, abs=0.05)


def test_at_equal_size_the_poorer_talk_is_the_poorer() -> None:
    """A long talk of few words lies below a short one of many, though it is four times as long."""
    found = compare({"poor": talk(1, 200, 30), "rich": talk(2, 50, 300)})

    poor, rich = (one.of(Unit.WORD, 1).equal for one in found.groups)
    assert poor is not None
    assert rich is not None
    assert poor.bits < rich.bits
    assert poor.ngrams == rich.ngrams == 600


@given(st.lists(st.sampled_from("abcde"), min_size=2, max_size=9), st.integers(1, 8))
def test_a_sample_is_the_mean_over_all_that_could_be_drawn(tokens: list[str], size: int) -> None:
    """What is computed equals what counting every possible draw gives."""
    size = min(size, len(tokens))
    draws = [bits_of(drawn) for drawn in combinations(tokens, size)]
    distinct = [len(set(drawn)) for drawn in combinations(tokens, size)]

    found = compare({"all": [" ".join(tokens)], "few": [" ".join("abcdefgh"[:size])]})

    equal = found.groups[0].of(Unit.WORD, 1).equal
    assert equal is not None
    assert equal.ngrams == size
    assert equal.bits == pytest.approx(sum(draws) / len(draws), abs=1e-9)
    assert equal.distinct == pytest.approx(sum(distinct) / len(distinct), abs=1e-9)


def test_a_sample_of_a_long_text_is_what_drawing_gives() -> None:
    """Large counts lose no precision: seeded draws come out at the same figure."""
    texts = talk(3, 300, 200)
    tokens = [word for text in texts for word in words(text)]
    chance = random.Random(5)
    draws = [bits_of(tuple(chance.sample(tokens, 600))) for _ in range(60)]

    equal = compare({"all": texts, "some": talk(4, 50, 200)}).groups[0].of(Unit.WORD, 1).equal

    assert equal is not None
    assert equal.bits == pytest.approx(sum(draws) / len(draws), abs=0.02)


def test_words_that_only_one_says_tell_who_spoke() -> None:
    """Speakers who share no word are told apart by each; those who say the same are not."""
    apart = telling({"a": ["red green"] * 30, "b": ["left right"] * 30})
    alike = telling({"a": ["red green"] * 30, "b": ["green red"] * 30})

    assert apart.bits == pytest.approx(1)
    assert apart.speaker_bits == pytest.approx(1)
    assert apart.share == pytest.approx(1)
    assert alike.bits == pytest.approx(0)
    assert alike.share == pytest.approx(0, abs=0.02)


def test_what_chance_tells_is_not_counted() -> None:
    """Two who draw from one vocabulary seem to differ while little is said; beyond chance, no."""
    found = telling({"a": talk(1, 10, 200), "b": talk(2, 10, 200)})

    assert found.bits > 0.2
    assert found.chance == pytest.approx(found.bits, abs=0.05)
    assert abs(found.share) < 0.1


def test_one_speaker_has_nothing_to_tell() -> None:
    """Where one person or nobody spoke, words cannot tell who it was."""
    assert telling({"a": ["one two"], "b": []}).share == 0
    assert telling({}).share == 0
