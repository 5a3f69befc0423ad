"""A member's vote, the winner it expects, and its last words."""

import zlib
from collections.abc import Mapping, Sequence

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import is_wide
from npcserver.adapters.llm.actor.group_composing import Turn, fillings, says_twice
from npcserver.adapters.llm.actor.group_view import View
from npcserver.model.acting.material import Vote, Voting
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import AUDIENCE, Updated
from npcserver.model.group.script import RELATION, SUPPORT, Candidate, Knowledge, Rank, WinRule

_SELF = 100
_CAMP = 20
_CAUSE = 100  # a principal does not vote against its own camp
_CLEAR = 4
_FACTS = 40  # impact by which evidence weighs as much as one point of a relation


def vote(view: View, material: Voting) -> Vote:
    """Return the votes, the guess and the last words; see `Vote`."""
    favours = {one.id: favour(view, one) for one in material.candidates}
    choice = _best(material.candidates, favours)
    not_self = _best(material.others, favours)
    guess = _best(material.candidates, _expected(view, material))
    is_own = material.knowledge is Knowledge.OWN
    return Vote(
        choice=choice,
        choice_not_self=not_self,
        guess=guess,
        statement=_statement(view, material, choice) if is_own else "",
    )


def favour(view: View, candidate: Candidate) -> float:
    """Return how much a member would like a candidate to win; only the order matters."""
    if candidate.member == view.me.id:
        return view.own_aim + _SELF if view.own_aim and _wants_it(view) else _stake(view) + SUPPORT
    score = float(_known_support(view, candidate)) if view.at.knows_all else 0.0
    if candidate.member:
        score += view.relation(candidate.member) + view.esteem(candidate.member)
        score += 0 if view.own_aim else view.bias(view.script.member(candidate.member)) / 2
    score += max((one.score for one in view.at.beliefs if _speaks_for(one, candidate)), default=0)
    if candidate.camp:
        score += _of_camp(view, candidate.camp)
    return score


def leaning(view: View) -> str:
    """Return the name of the candidate that is clearly preferred; empty if none is."""
    others = [one for one in view.script.ballot.candidates if one.member != view.me.id]
    ranked = sorted(others, key=lambda one: -favour(view, one))
    if not ranked or (view.own_aim and view.candidate(view.me.id)):
        return ""
    is_clear = len(ranked) < 2 or favour(view, ranked[0]) - favour(view, ranked[1]) >= _CLEAR
    return candidate_name(view, ranked[0]) if is_clear else ""


def candidate_name(view: View, candidate: Candidate) -> str:
    """Return how a candidate is named in a line: members by their names, verdicts in quotes."""
    if candidate.member:
        return view.called(candidate.member)
    if is_wide(candidate.name):
        return f"\N{LEFT DOUBLE QUOTATION MARK}{candidate.name}\N{RIGHT DOUBLE QUOTATION MARK}"
    is_name = candidate.name.istitle() and " " in candidate.name  # a single word may be a verdict
    quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{candidate.name}\N{RIGHT DOUBLE QUOTATION MARK}"
    return candidate.name if is_name else quoted


def _wants_it(view: View) -> bool:
    """Return whether the member itself is a candidate."""
    return view.candidate(view.me.id) is not None


def _stake(view: View) -> int:
    """Return the score of the strongest belief that speaks for no other member."""
    return max((one.score for one in view.at.beliefs if not view.endorsed(one)), default=0)


def _speaks_for(belief: Belief, candidate: Candidate) -> bool:
    """Return whether a belief names a candidate that is not a member."""
    if candidate.member or len(candidate.name) < 2:
        return False
    return candidate.name.casefold() in belief.text.casefold()


def _of_camp(view: View, camp: str) -> float:
    """Return a member's relation to those who stand for a camp, and the weight of its own camp."""
    parties = view.parties(camp)
    felt = [view.relation(one.id) + view.esteem(one.id) for one in parties if one.id != view.me.id]
    own = 0
    if view.me.camp == camp:
        is_party = view.me.rank is Rank.PRINCIPAL and view.script.ballot.decider != view.me.id
        own = _CAUSE if is_party else _CAMP  # the decider can be won over
    argued = _argued(view, {one.id for one in parties}) if not own else 0.0
    return sum(felt) / max(1, len(felt)) + own + argued


def _argued(view: View, parties: set[str]) -> float:
    """Return the weight of the evidence shown for a side, as far as this member heard it."""
    shown = {
        (resource.id, resource.impact)
        for line in view.spoken()
        if line.member in parties
        for resource in view.owns(line.member)
        if resource.name.casefold() in line.text.casefold()
    }
    return sum(impact for _, impact in shown) / _FACTS


def _known_support(view: View, candidate: Candidate) -> float:
    """Return what the others' known changes of relations add to a candidate."""
    members = {candidate.member} if candidate.member else set()
    members |= {one.id for one in view.parties(candidate.camp)} if candidate.camp else set()
    moved = [
        change
        for what in view.at.known
        if isinstance(what, Updated) and what.member != view.me.id
        for other, change in what.relations
        if other in members
    ]
    return sum(moved) / max(1, len(view.others) * len(members)) * 2


def _expected(view: View, material: Voting) -> Mapping[str, float]:
    """Return how likely each candidate seems to win: by influence, relations and stated support."""
    influence = view.influence
    most = max(influence.values(), default=0) or 1
    ballot = view.script.ballot
    found: dict[str, float] = {}
    for one in material.candidates:
        members = {one.member} if one.member else {lead.id for lead in view.parties(one.camp)}
        ties = [score - RELATION for _, to, score in view.at.inferred if to in members]
        weight = sum(influence.get(member, 0) for member in members) / most
        spoken = sum(_speaks_up(view, line.text, members) for line in view.spoken())
        found[one.id] = weight * 20 + sum(ties) / 4 + spoken * 2
        if view.me.id in members or not members & {ballot.decider}:
            found[one.id] += favour(view, one) / 10
        if ballot.win is WinRule.DECIDER and ballot.decider in members:
            found[one.id] -= 5
    return found


def _speaks_up(view: View, text: str, members: set[str]) -> bool:
    named = members.intersection(view.named(text))
    return bool(named) and bool(view.kinds(text) & {"backing", "lean"})


def _best(candidates: Sequence[Candidate], scores: Mapping[str, float]) -> str:
    """Return the id of the candidate with the highest score; of equals the first in the script."""
    best = max(candidates, key=lambda one: scores[one.id], default=None)
    return "" if best is None else best.id


def _statement(view: View, material: Voting, choice: str) -> str:
    chance = view.chance("statement")
    chosen = next((one for one in material.candidates if one.id == choice), None)
    found = fillings(view, Turn(is_public=True), chance)
    heard = [one for one in view.spoken() if one.member not in (view.me.id, AUDIENCE)]
    told = [one for one in heard if chosen and one.member == chosen.member] or heard
    found["own"] = _memorable(view, view.own_lines())
    found["heard"] = _memorable(view, [one.text for one in told])
    claims = wording.claims(view)
    if claims:  # said for the last time, so earlier repetitions do not matter
        found |= {"claim": claims[0], "Claim": wording.capital(claims[0])}
    act = "none"
    if chosen is not None:
        act = "self" if chosen.member == view.me.id else "other"
        found["choice"] = candidate_name(view, chosen)
    every = view.bank.of(f"statement.{act}", view.temper)
    turn = _turn(view) % max(1, len(every))
    for one in (*every[turn:], *every[:turn]):
        if one.fits(found) and not says_twice(one, found):
            return wording.capital(one.text.format_map(found))
    return ""


def _turn(view: View) -> int:
    """Return a number of the member's own, so that no two begin their last words alike.

    They are written side by side, and no member knows those of the others.
    """
    order = () if view.at.began is None else view.at.began.order
    return zlib.crc32("/".join(order).encode()) + view.place


def _memorable(view: View, lines: Sequence[str]) -> str:
    """Return the last assertion that follows a colon in these lines; empty if there is none."""
    things = {one.name.casefold() for one in view.script.resources}
    for line in reversed(lines):
        for sentence in wording.sentences_of(line):
            told = wording.asserted(sentence)
            is_weighty = "argument" in view.kinds(sentence) and not view.named(told)
            if told and is_weighty and told.casefold() not in things:
                return wording.capital(told)
    return ""
