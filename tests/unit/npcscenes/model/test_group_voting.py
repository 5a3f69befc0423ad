"""Votes decide as the ballot says: the decider, the most, ties without self-votes, or nobody."""

from dataclasses import replace

import pytest

from npcscenes.model.chat import GroupChat
from npcscenes.model.votes import settle, tally
from npcserver.model.group.moves import Updated, Voted
from npcserver.model.group.script import Candidate, Knowledge, Tie, VoteRule, WinRule
from tests.fakes.scene_scripts import (
    council_script,
    opening_moves,
    play_script,
    thought_receipt,
    vote_candidates,
)

OWN, ALL = Knowledge.OWN, Knowledge.ALL


def voted(
    win: WinRule,
    votes: dict[str, tuple[str, str]],
    *,
    knowledge: Knowledge = OWN,
    rules: tuple[VoteRule, ...] = tuple(VoteRule),
    extra: tuple[Candidate, ...] = (),
    language: str = "en",
) -> GroupChat:
    """Let members vote, with and without themselves; Ada decides where a character does."""
    script = council_script()
    candidates = (*vote_candidates("ada", "ben", "cyn"), *extra)
    ballot = replace(script.ballot, candidates=candidates, win=win, decider="ada", rules=rules)
    moves = [
        Voted(member=one, knowledge=knowledge, choice=choice, choice_not_self=other)
        for one, (choice, other) in votes.items()
    ]
    return opening_moves(replace(script, ballot=ballot, language=language)).then(*moves)


SPLIT = {
    "ada": ("ada", "ben"),
    "ben": ("ben", "cyn"),
    "cyn": ("ben", "ben"),
    "dov": ("ada", "ada"),
    "eve": ("cyn", "cyn"),
}


def test_each_rule_counts_its_own_votes() -> None:
    """By whose knowledge, with and without oneself; who has no vote is left out."""
    chat = voted(WinRule.NOBODY, SPLIT).then(
        Voted(member="eve", knowledge=ALL, choice="ada", choice_not_self="cyn"),
        Voted(member="ada", knowledge=ALL, choice="", choice_not_self="gone"),
    )

    assert tally(chat, VoteRule.OWN).votes == tuple((one, two[0]) for one, two in SPLIT.items())
    assert tally(chat, VoteRule.OWN).counts == (("ada", 2), ("ben", 2), ("cyn", 1))
    assert tally(chat, VoteRule.OWN_NOT_SELF).counts == (("ben", 2), ("cyn", 2), ("ada", 1))
    assert tally(chat, VoteRule.ALL).votes == (("eve", "ada"),)
    assert tally(chat, VoteRule.ALL_NOT_SELF).votes == (("eve", "cyn"),)


def test_votes_are_told_in_the_order_of_the_script() -> None:
    """The faster one; and only the rules that the ballot has."""
    votes = dict(reversed(list(SPLIT.items())))
    result = settle(voted(WinRule.NOBODY, votes, rules=(VoteRule.OWN,)))

    assert [one.rule for one in result.tallies] == [VoteRule.OWN]
    assert [member for member, _ in result.tallies[0].votes] == list(SPLIT)


def test_with_nobody_to_win_there_are_tallies_only() -> None:
    """And it is said so."""
    result = settle(voted(WinRule.NOBODY, SPLIT))

    assert result.winners == ()
    assert result.camp == ""
    assert "Nobody was to win" in result.because
    assert len(result.tallies) == 4


def test_most_votes_win() -> None:
    """The side of the winner wins with it."""
    votes = {**SPLIT, "eve": ("ben", "ben")}
    result = settle(voted(WinRule.PLURALITY, votes))

    assert result.winners == ("ben",)
    assert result.camp == "new"
    assert result.because == "Ben has the most votes: 3 votes."


def test_a_tie_is_broken_without_votes_for_oneself() -> None:
    """Among those who are tied, and nobody else."""
    result = settle(voted(WinRule.PLURALITY, SPLIT))

    assert result.winners == ("ben",)
    assert result.because == (
        "Ada and Ben have the most votes, 2 votes each; "
        "without votes for oneself Ben has the most of them, 2 votes."
    )


def test_who_is_not_among_the_tied_cannot_win_by_the_second_vote() -> None:
    """Cyn leads without votes for oneself, but had fewer votes; no weaker name is taken in."""
    votes = {**SPLIT, "ada": ("ada", "cyn"), "cyn": ("ben", "ada")}
    result = settle(voted(WinRule.PLURALITY, votes))

    assert dict(tally(voted(WinRule.PLURALITY, votes), VoteRule.OWN_NOT_SELF).counts) == {
        "cyn": 3,
        "ada": 2,
        "ben": 0,
    }
    assert result.winners == ("ada",)


def test_equals_in_both_votes_win_together() -> None:
    """Nothing is left to part them; of two camps neither wins."""
    votes = {"ada": ("ada", "ben"), "ben": ("ben", "ada")}
    result = settle(voted(WinRule.PLURALITY, votes))

    assert result.winners == ("ada", "ben")
    assert result.camp == ""
    assert result.because == (
        "Ada and Ben have the most votes, 1 vote each; "
        "without votes for oneself Ada and Ben are equal too, with 1 vote each."
    )


def test_a_tie_stays_where_there_is_no_second_vote() -> None:
    """A ballot with one rule has nothing to part equals by."""
    votes = {"ada": ("ada", "ben"), "cyn": ("ben", "ben")}
    result = settle(voted(WinRule.PLURALITY, votes, rules=(VoteRule.OWN,)))

    assert result.winners == ("ada", "ben")
    assert "nothing parts them" in result.because


@pytest.mark.parametrize("win", [WinRule.DECIDER, WinRule.DECIDER_OR_PLURALITY])
def test_the_vote_of_the_decider_decides(win: WinRule) -> None:
    """Against all others."""
    votes = {**SPLIT, "ada": ("cyn", "cyn"), "eve": ("ben", "ben")}
    result = settle(voted(win, votes))

    assert result.winners == ("cyn",)
    assert result.because == "Ada decides, and chose Cyn."


def test_a_decider_who_names_itself_leaves_it_to_the_most() -> None:
    """Its own vote counts among them."""
    votes = {**SPLIT, "eve": ("ben", "ben")}
    result = settle(voted(WinRule.DECIDER_OR_PLURALITY, votes))

    assert result.winners == ("ben",)
    assert result.because.startswith(
        "Ada was to decide, but named nobody else, so all votes count."
    )


def test_a_decider_alone_may_name_itself() -> None:
    """Where nothing else was said, it has decided."""
    assert settle(voted(WinRule.DECIDER, SPLIT)).winners == ("ada",)


def test_without_the_vote_of_the_decider_the_rule_says_who_wins() -> None:
    """Nobody, or the most."""
    votes = {one: two for one, two in SPLIT.items() if one != "ada"}

    assert settle(voted(WinRule.DECIDER, votes)).winners == ()
    assert settle(voted(WinRule.DECIDER_OR_PLURALITY, votes)).winners == ("ben",)


def test_votes_on_all_knowledge_decide_only_where_there_are_no_others() -> None:
    """They are an evaluation; members decide by what they know."""
    own = voted(WinRule.PLURALITY, {"dov": ("ada", "ada")})
    both = own.then(
        Voted(member="dov", knowledge=ALL, choice="cyn", choice_not_self="cyn"),
        Voted(member="eve", knowledge=ALL, choice="cyn", choice_not_self="cyn"),
    )
    rules = (VoteRule.ALL, VoteRule.ALL_NOT_SELF)
    alone = voted(WinRule.PLURALITY, {"dov": ("cyn", "cyn")}, knowledge=ALL, rules=rules)

    assert settle(both).winners == ("ada",)
    assert settle(alone).winners == ("cyn",)


def test_without_any_vote_nobody_wins() -> None:
    """And it is said why."""
    result = settle(voted(WinRule.PLURALITY, {}))

    assert result.winners == ()
    assert result.because == "There was no vote that could decide."


def test_the_camp_of_a_candidate_comes_before_that_of_its_member() -> None:
    """What is voted for may be no member; a member is on the side of whom it backs by then."""
    sale = Candidate(id="sale", name="A sale", camp="old")
    drifter = Candidate(id="dov", name="Dov", member="dov")
    chat = voted(WinRule.PLURALITY, {"ada": ("sale", "sale")}, extra=(sale, drifter))
    drifted = voted(WinRule.PLURALITY, {"ada": ("dov", "dov")}, extra=(sale, drifter)).then(
        Updated(round=1, member="dov", relations=(("ben", 10),))
    )

    assert settle(chat).camp == "old"
    assert settle(drifted).camp == "new"


def test_the_effort_is_that_of_the_whole_game() -> None:
    """Calls of every vote count."""
    chat = voted(WinRule.NOBODY, {}).then(
        Voted(member="ada", knowledge=OWN, choice="ben", made_from=thought_receipt(2))
    )

    assert settle(chat).effort.calls == 2


def test_relations_do_not_vote() -> None:
    """A tie in the script changes no tally."""
    chat = voted(WinRule.PLURALITY, {"dov": ("ada", "ada")})
    fond = replace(chat, script=replace(chat.script, ties=(Tie(of="dov", to="cyn", score=99),)))

    assert settle(fond).tallies == settle(chat).tallies


@pytest.mark.parametrize(
    ("win", "votes", "told"),
    [
        (WinRule.NOBODY, SPLIT, "这里不分输赢，票数只说明各人站在哪一边。"),
        (WinRule.PLURALITY, {}, "没有一票能够定夺。"),
        (WinRule.PLURALITY, {"eve": ("ben", "ben")}, "Ben得票最多，共1票。"),
        (WinRule.PLURALITY, SPLIT, "Ada和Ben并列最多，各得2票；不算投给自己的票，Ben最多，有2票。"),
        (WinRule.DECIDER, SPLIT, "由Ada定夺，选的是Ada。"),
        (
            WinRule.DECIDER_OR_PLURALITY,
            {"ada": ("ada", "ben")},
            "该由Ada定夺，但Ada没有选别人，所以看全部的票。Ada得票最多，共1票。",
        ),
    ],
)
def test_a_chinese_scene_tells_in_chinese_by_what_it_was_won(
    win: WinRule, votes: dict[str, tuple[str, str]], told: str
) -> None:
    """It stands in the chronicle and on the page, beside what members of the scene said."""
    assert settle(voted(win, votes, language="zh")).because == told


def test_abstentions_and_defaults_are_told_apart() -> None:
    """Who voted for nobody has abstained; who could not be had voted by default."""
    chat = voted(WinRule.NOBODY, {"ada": ("", ""), "ben": ("ada", "ada")}).then(
        Voted(member="cyn", knowledge=OWN, choice="cyn", made_from=thought_receipt(2, False)),
        Voted(member="dov", knowledge=OWN, choice="ada", made_from=thought_receipt(1)),
    )
    own = tally(chat, VoteRule.OWN)

    assert own.abstained == ("ada",)
    assert own.by_default == ("cyn",)
    assert dict(own.votes) == {"ben": "ada", "cyn": "cyn", "dov": "ada"}


def test_without_an_answer_a_member_abstains_where_it_may() -> None:
    """A vote that nobody cast decides nothing then."""
    ballot = replace(council_script().ballot, may_abstain=True, win=WinRule.PLURALITY)
    closed = play_script(replace(council_script(), ballot=ballot), answers=lambda _: None).closed

    assert closed is not None
    assert closed.result.winners == ()
    assert all(not one.votes and one.by_default for one in closed.result.tallies)
