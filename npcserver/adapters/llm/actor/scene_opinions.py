"""What a member makes of a group chat: its vote, and its revised impressions."""

import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor import scene_lines as wording
from npcserver.adapters.llm.actor.scene_lines import LineTarget, fillings, says_twice, touched
from npcserver.adapters.llm.actor.scene_view import HELD, MemberStandpoint, is_wide
from npcserver.language.stems import content
from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Updated
from npcserver.model.group.script import (
    RELATION,
    SUPPORT,
    Candidate,
    Knowledge,
    Member,
    Rank,
    Stage,
    WinRule,
)
from npcserver.model.group_inputs import MemberUpdate, Vote, VoteInput

_SELF = 100
_CAMP = 20
_CAUSE = 100  # a principal does not vote against its own camp
_CLEAR = 4
_FACTS = 40  # impact by which evidence weighs as much as one point of a relation


def vote(view: MemberStandpoint, question: VoteInput) -> Vote:
    """Return the votes, the guess and the last words; see `Vote`."""
    favours = {one.id: favour(view, one) for one in question.candidates}
    choice = _best(question.candidates, favours)
    not_self = _best(question.others, favours)
    guess = _best(question.candidates, _expected(view, question))
    is_own = question.knowledge is Knowledge.OWN
    return Vote(
        choice=choice,
        choice_not_self=not_self,
        guess=guess,
        statement=_statement(view, question, choice) if is_own else "",
    )


def favour(view: MemberStandpoint, candidate: Candidate) -> float:
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


def leaning(view: MemberStandpoint) -> str:
    """Return the name of the candidate that is clearly preferred; empty if none is."""
    others = [one for one in view.script.ballot.candidates if one.member != view.me.id]
    ranked = sorted(others, key=lambda one: -favour(view, one))
    if not ranked or (view.own_aim and view.candidate(view.me.id)):
        return ""
    is_clear = len(ranked) < 2 or favour(view, ranked[0]) - favour(view, ranked[1]) >= _CLEAR
    return candidate_name(view, ranked[0]) if is_clear else ""


def candidate_name(view: MemberStandpoint, candidate: Candidate) -> str:
    """Return how a candidate is named in a line: members by their names, verdicts in quotes."""
    if candidate.member:
        return view.called(candidate.member)
    if is_wide(candidate.name):
        return f"\N{LEFT DOUBLE QUOTATION MARK}{candidate.name}\N{RIGHT DOUBLE QUOTATION MARK}"
    is_name = candidate.name.istitle() and " " in candidate.name  # a single word may be a verdict
    quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{candidate.name}\N{RIGHT DOUBLE QUOTATION MARK}"
    return candidate.name if is_name else quoted


def _wants_it(view: MemberStandpoint) -> bool:
    """Return whether the member itself is a candidate."""
    return view.candidate(view.me.id) is not None


def _stake(view: MemberStandpoint) -> int:
    """Return the score of the strongest belief that speaks for no other member."""
    return max((one.score for one in view.at.beliefs if not view.endorsed(one)), default=0)


def _speaks_for(belief: Belief, candidate: Candidate) -> bool:
    """Return whether a belief names a candidate that is not a member."""
    if candidate.member or len(candidate.name) < 2:
        return False
    return candidate.name.casefold() in belief.text.casefold()


def _of_camp(view: MemberStandpoint, camp: str) -> float:
    """Return a member's relation to those who stand for a camp, and the weight of its own camp."""
    parties = view.parties(camp)
    felt = [view.relation(one.id) + view.esteem(one.id) for one in parties if one.id != view.me.id]
    own = 0
    if view.me.camp == camp:
        is_party = view.me.rank is Rank.PRINCIPAL and view.script.ballot.decider != view.me.id
        own = _CAUSE if is_party else _CAMP  # the decider can be won over
    argued = _argued(view, {one.id for one in parties}) if not own else 0.0
    return sum(felt) / max(1, len(felt)) + own + argued


def _argued(view: MemberStandpoint, parties: set[str]) -> float:
    """Return the weight of the evidence shown for a side, as far as this member heard it."""
    shown = {
        (resource.id, resource.impact)
        for line in view.spoken()
        if line.member in parties
        for resource in view.owns(line.member)
        if resource.name.casefold() in line.text.casefold()
    }
    return sum(impact for _, impact in shown) / _FACTS


def _known_support(view: MemberStandpoint, candidate: Candidate) -> float:
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


def _expected(view: MemberStandpoint, question: VoteInput) -> Mapping[str, float]:
    """Return how likely each candidate seems to win: by influence, relations and stated support."""
    influence = view.influence
    most = max(influence.values(), default=0) or 1
    ballot = view.script.ballot
    found: dict[str, float] = {}
    for one in question.candidates:
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


def _speaks_up(view: MemberStandpoint, text: str, members: set[str]) -> bool:
    named = members.intersection(view.named(text))
    return bool(named) and bool(view.kinds(text) & {"backing", "lean"})


def _best(candidates: Sequence[Candidate], scores: Mapping[str, float]) -> str:
    """Return the id of the candidate with the highest score; of equals the first in the script."""
    best = max(candidates, key=lambda one: scores[one.id], default=None)
    return "" if best is None else best.id


def _statement(view: MemberStandpoint, question: VoteInput, choice: str) -> str:
    chance = view.chance("statement")
    chosen = next((one for one in question.candidates if one.id == choice), None)
    found = fillings(view, LineTarget(is_public=True), chance)
    heard = [one for one in view.spoken() if one.member not in (view.me.id, AUDIENCE)]
    told = [one for one in heard if chosen and one.member == chosen.member] or heard
    found["own"] = _memorable(view, view.own_lines())
    found["heard"] = _memorable(view, [one.text for one in told])
    claims = wording.claim_clauses(view)
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


def _turn(view: MemberStandpoint) -> int:
    """Return a number of the member's own, so that no two begin their last words alike.

    They are written side by side, and no member knows those of the others.
    """
    order = () if view.at.began is None else view.at.began.order
    return zlib.crc32("/".join(order).encode()) + view.place


def _memorable(view: MemberStandpoint, lines: Sequence[str]) -> str:
    """Return the last assertion that follows a colon in these lines; empty if there is none."""
    things = {one.name.casefold() for one in view.script.resources}
    for line in reversed(lines):
        for sentence in wording.sentences_of(line):
            told = wording.asserted(sentence)
            is_weighty = "argument" in view.kinds(sentence) and not view.named(told)
            if told and is_weighty and told.casefold() not in things:
                return wording.capital(told)
    return ""


_POINTS: Mapping[str, float] = {
    "argument": 1.2,
    "agreement": 3.0,
    "backing": 2.5,
    "praise": 1.5,
    "offer": 1.5,
    "courtship": 1.5,
    "trust": 2.0,
    "request": 0.5,
    "question": 0.5,
    "lean": 0.5,
    "pressure": -1.5,
    "slight": -0.5,
    "denial": -1.5,
    "refusal": -2.5,
    "attack": -4.0,
}
_PUBLIC = 0.6  # what is said to all counts less than what is said to oneself
_STUBBORN: Mapping[str, float] = {"hard": 0.55, "shrewd": 0.8, "warm": 1.1}
_SUMMARY = 330  # characters, about the hundred tokens that are kept
_SUMMARY_WIDE = 95
_QUOTE = 70
_MOST_INFERRED = 6
_FIRST_INFERRED = 12
_WEIGHTY = frozenset(("agreement", "refusal", "lean", "backing", "request", "offer", "attack"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTranscript:
    """What a member heard and said in the round that is over."""

    lines: tuple[LineSpoken, ...]

    def to_me(self, member_id: str, me: str) -> tuple[LineSpoken, ...]:
        """Return what another member said to this one alone."""
        return tuple(one for one in self.lines if one.member == member_id and one.to == me)

    def to_all(self, member_id: str) -> tuple[LineSpoken, ...]:
        """Return what another member said before all."""
        return tuple(one for one in self.lines if one.member == member_id and not one.to)


def revise(view: MemberStandpoint) -> MemberUpdate:
    """Return what the round changed; see `MemberUpdate`."""
    lines = tuple(one for one in view.spoken() if one.round == view.at.round and one.text)
    seen = RoundTranscript(lines=lines)
    relations = {one.id: _relation(view, seen, one) for one in view.others}
    beliefs = [(one.topic, _belief(view, seen, one, relations)) for one in view.at.beliefs]
    chance = view.chance("update")
    return MemberUpdate(
        summary=_summary(view, seen, chance),
        reflection=_reflection(view, relations, chance),
        relations=tuple((one, change) for one, change in relations.items() if change),
        inferred=_judged(view, seen),
        beliefs=tuple((topic, change) for topic, change in beliefs if change),
    )


def _relation(view: MemberStandpoint, seen: RoundTranscript, other: Member) -> int:
    """Return by how much the member comes to like another more or less, within the bound."""
    told, public = seen.to_me(other.id, view.me.id), seen.to_all(other.id)
    points = sum(_points(view, one, is_direct=True) for one in told)
    points += sum(_points(view, one, is_direct=False) for one in public) * _PUBLIC
    points += 1.5 if told else 0.0
    if not told and view.me.rank is Rank.SUPPORTING and other.rank is Rank.PRINCIPAL:
        points -= 1.0  # did not think it worth the while to come
    points += view.bias(other) / 3 if told or public else 0.0
    if view.is_rival(other):
        points = points / 2 - 2
    elif view.is_ally(other):
        points += 1
    if points > 0:
        points *= _STUBBORN.get(view.temper, 1.0)
    margin = 100 - view.relation(other.id) if points > 0 else view.relation(other.id)
    points *= min(1.0, margin / 20)  # what is extreme moves less
    return max(-CHANGE, min(CHANGE, round(points)))


def _points(view: MemberStandpoint, line: LineSpoken, *, is_direct: bool) -> float:
    kinds = view.kinds(line.text)
    is_meant = is_direct or view.me.id in view.named(line.text)
    points = sum(
        _POINTS.get(kind, 0.0)
        for kind in kinds
        if is_meant or kind in ("argument", "attack", "slight", "offer")
    )
    own = {topic for one in view.owns(view.me.id) for topic in one.topics}
    if own.intersection(touched(view, line.text)):
        points += 0.8  # speaks of what the member cares for
    shown = [one for one in view.owns(line.member) if one.name.casefold() in line.text.casefold()]
    points += min(1.5, sum(one.impact for one in shown) / 60)
    return points + _shared(view, line)


def _shared(view: MemberStandpoint, line: LineSpoken) -> float:
    """Return whether a line says what the member holds, or speaks for whom it holds right."""
    words = content(line.text)
    held = [one for one in view.at.beliefs if one.score >= HELD and not view.endorsed(one)]
    near = [one for one in held if len(content(one.text) & words) >= 2]
    return 0.8 if near else 0.0


def _belief(
    view: MemberStandpoint, seen: RoundTranscript, belief: Belief, relations: Mapping[str, int]
) -> int:
    """Return by how much a belief moves: with whom it speaks for, and with who shares it."""
    other = view.endorsed(belief)
    if other:
        change = relations[other] * 0.7
        change += 2 if view.relation(other) + relations[other] >= 2 * RELATION else 0
    else:
        change = sum(_echo(view, line, belief, relations) for line in seen.lines)
    if belief.score >= HELD:
        change *= 0.6  # what is held firmly moves slowly
    return max(-CHANGE, min(CHANGE, round(change)))


def _echo(
    view: MemberStandpoint, line: LineSpoken, belief: Belief, relations: Mapping[str, int]
) -> float:
    if line.member in (view.me.id, AUDIENCE):
        return 0.0
    kinds = view.kinds(line.text)
    is_meant = line.to == view.me.id or view.me.id in view.named(line.text)
    is_on_it = len(content(line.text) & content(belief.text)) >= 2
    felt = relations.get(line.member, 0)
    if is_meant and kinds & {"agreement", "backing"}:
        return 1.5
    if is_meant and kinds & {"refusal", "denial"}:
        return -1.0 if felt >= 0 else 0.5  # contradiction from who is not liked makes stubborn
    if is_on_it and kinds & {"argument", "lean", "backing"}:
        return 1.0 if felt >= 0 else -0.5
    return 0.0


def _judged(view: MemberStandpoint, seen: RoundTranscript) -> tuple[tuple[str, str, int], ...]:
    """Return what is believed of others; after the first round, something of each of them."""
    found = tuple(_inferred(view, seen))
    if view.at.round > 1 or len(view.others) < 2:
        return found[:_MOST_INFERRED]
    known = {of for of, _, _ in found}
    return (*found, *(_guessed(view, one) for one in view.others if one.id not in known))[
        :_FIRST_INFERRED
    ]


def _guessed(view: MemberStandpoint, of: Member) -> tuple[str, str, int]:
    """Return how a member that said nothing may stand to the next one."""
    rest = [one for one in view.others if one.id != of.id]
    friends = [one for one in rest if of.camp and one.camp == of.camp]
    to = (friends or rest)[0]
    return of.id, to.id, RELATION + (CHANGE // 2 if friends else 0)


def _inferred(view: MemberStandpoint, seen: RoundTranscript) -> Iterator[tuple[str, str, int]]:
    """Yield how two others seem to stand to each other, by who met and who spoke of whom."""
    scores = {(of, to): score for of, to, score in view.at.inferred}
    changed: dict[tuple[str, str], int] = {}
    for met in view.meetings():
        if view.me.id not in (met.first, met.second):
            for pair in ((met.first, met.second), (met.second, met.first)):
                changed[pair] = changed.get(pair, 0) + 5
    for line in seen.lines:
        if line.member in (view.me.id, AUDIENCE):
            continue
        felt = _felt(view.kinds(line.text))
        for named in view.named(line.text):
            if felt and named not in (view.me.id, line.member):
                pair = (line.member, named)
                changed[pair] = changed.get(pair, 0) + felt
    strongest = sorted(changed.items(), key=lambda one: -abs(one[1]))
    for (of, to), change in strongest:
        held = max(-CHANGE, min(CHANGE, change))
        yield of, to, max(0, min(100, scores.get((of, to), RELATION) + held))


def _felt(kinds: frozenset[str]) -> int:
    if kinds & {"denial", "attack", "slight", "refusal"}:
        return -4
    return 5 if kinds & {"backing", "lean", "agreement"} else 0


def _summary(view: MemberStandpoint, seen: RoundTranscript, chance: random.Random) -> str:
    """Return what is worth keeping: each talk, who met, and the most telling words before all."""
    told = [*_talks(view, seen, chance), *_before_all(view, seen, chance), *_met(view, chance)]
    if not told:
        return chance.choice(view.bank.of("summary.nothing")).text
    longest = _SUMMARY_WIDE if is_wide(told[0]) else _SUMMARY
    kept: list[str] = []
    for one in told:
        if kept and sum(map(len, kept)) + len(one) > longest:
            continue
        kept.append(one)
    return ("" if is_wide(kept[0]) else " ").join(kept)


def _talks(view: MemberStandpoint, seen: RoundTranscript, chance: random.Random) -> Iterator[str]:
    me = view.me.id
    found = {
        (one.stage, one.to if one.member == me else one.member)
        for one in seen.lines
        if one.to and me in (one.to, one.member)
    }
    order = [one.id for one in view.script.members]
    weighed = sorted(found, key=lambda one: (-view.weight(one[1]), order.index(one[1]), one[0]))
    for stage, other in weighed:
        heard = _telling_quotes(view, seen.to_me(other, me), stage)
        own = [one for one in seen.lines if one.member == me and one.to == other]
        said = _telling_quotes(view, own, stage)
        act = "talk" if stage is Stage.PRIVATE_CHAT else "meeting"
        act = act if heard else "silent"
        texts = {"who": view.called(other), "heard": heard, "said": said}
        fit = [one for one in view.bank.of(f"summary.{act}") if one.fits(texts)]
        if fit:
            yield chance.choice(fit).text.format_map(texts)


def _telling_quotes(view: MemberStandpoint, lines: Sequence[LineSpoken], stage: Stage) -> str:
    sentences = [
        one
        for line in lines
        if line.stage is stage
        for one in wording.sentences_of(line.text, _QUOTE)
    ]
    weighty = [one for one in sentences if view.kinds(one) & _WEIGHTY]
    plain = [one for one in sentences if "farewell" not in view.kinds(one)]
    return wording.best_quote(weighty or plain or sentences)


def _before_all(
    view: MemberStandpoint, seen: RoundTranscript, chance: random.Random
) -> Iterator[str]:
    me = view.me.id
    public = [one for one in seen.lines if not one.to and wording.quote(one.text, _QUOTE)]
    others = [one for one in public if one.member not in (me, AUDIENCE)]
    named = [one for one in others if me in view.named(one.text)]
    own = [one for one in public if one.member == me]
    weighed = sorted(others, key=lambda one: -len(content(one.text)))
    picked = dict.fromkeys((*named[-1:], *weighed[:1]))
    for line in picked:
        yield from _put(view, "group", chance, who=view.speaker(line), heard=line)
    for line in own[-1:]:
        yield from _put(view, "own", chance, said=line)


def _put(
    view: MemberStandpoint, act: str, chance: random.Random, **parts: str | LineSpoken
) -> Iterator[str]:
    texts = {
        name: _telling_quotes(view, [one], one.stage) if isinstance(one, LineSpoken) else one
        for name, one in parts.items()
    }
    fit = [one for one in view.bank.of(f"summary.{act}") if one.fits(texts)]
    if fit:
        yield chance.choice(fit).text.format_map(texts)


def _met(view: MemberStandpoint, chance: random.Random) -> Iterator[str]:
    for met in view.meetings():
        if view.me.id not in (met.first, met.second):
            texts = {"first": view.called(met.first), "second": view.called(met.second)}
            yield chance.choice(view.bank.of("summary.met")).text.format_map(texts)


def _reflection(view: MemberStandpoint, relations: Mapping[str, int], chance: random.Random) -> str:
    ranked = sorted(relations.items(), key=lambda one: -one[1])
    (best, up), (worst, down) = ranked[0], ranked[-1]
    act = "same"
    if up > 2 and down < -1:
        act = "both"
    elif up >= -down and up > 1:
        act = "better"
    elif down < -1:
        act = "worse"
    texts = {"who": view.called(worst if act == "worse" else best), "other": view.called(worst)}
    return chance.choice(view.bank.of(f"reflection.{act}")).text.format_map(texts)
