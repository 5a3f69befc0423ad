"""What a round changes for a member, and what it keeps of it: quotes of what was really said."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import is_wide
from npcserver.adapters.llm.actor.group_composing import touched
from npcserver.adapters.llm.actor.group_view import HELD, View
from npcserver.language.stems import content
from npcserver.model.acting.material import Revision
from npcserver.model.feelings import CHANGE, Belief
from npcserver.model.group.moves import AUDIENCE, Spoke
from npcserver.model.group.script import RELATION, Member, Rank, Stage

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
class Round:
    """What a member heard and said in the round that is over."""

    lines: tuple[Spoke, ...]

    def to_me(self, member_id: str, me: str) -> tuple[Spoke, ...]:
        """Return what somebody said to the member alone."""
        return tuple(one for one in self.lines if one.member == member_id and one.to == me)

    def to_all(self, member_id: str) -> tuple[Spoke, ...]:
        """Return what somebody said before all."""
        return tuple(one for one in self.lines if one.member == member_id and not one.to)


def revise(view: View) -> Revision:
    """Return what the round changed; see `Revision`."""
    lines = tuple(one for one in view.spoken() if one.round == view.at.round and one.text)
    seen = Round(lines=lines)
    relations = {one.id: _relation(view, seen, one) for one in view.others}
    chance = view.chance("update")
    return Revision(
        summary=_summary(view, seen, chance),
        reflection=_reflection(view, relations, chance),
        relations=tuple(relations.items()),
        inferred=_judged(view, seen),
        beliefs=tuple((one.topic, _belief(view, seen, one, relations)) for one in view.at.beliefs),
    )


def _relation(view: View, seen: Round, other: Member) -> int:
    """Return by how much the member comes to like somebody more or less, within the bound."""
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
    room = 100 - view.relation(other.id) if points > 0 else view.relation(other.id)
    points *= min(1.0, room / 20)  # what is extreme moves less
    return max(-CHANGE, min(CHANGE, round(points)))


def _points(view: View, line: Spoke, *, is_direct: bool) -> float:
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


def _shared(view: View, line: Spoke) -> float:
    """Return whether a line says what the member holds, or speaks for whom it holds right."""
    words = content(line.text)
    held = [one for one in view.at.beliefs if one.score >= HELD and not view.endorsed(one)]
    near = [one for one in held if len(content(one.text) & words) >= 2]
    return 0.8 if near else 0.0


def _belief(view: View, seen: Round, belief: Belief, relations: Mapping[str, int]) -> int:
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


def _echo(view: View, line: Spoke, belief: Belief, relations: Mapping[str, int]) -> float:
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


def _judged(view: View, seen: Round) -> tuple[tuple[str, str, int], ...]:
    """Return what is believed of others; after the first round, something of each of them."""
    found = tuple(_inferred(view, seen))
    if view.at.round > 1 or len(view.others) < 2:
        return found[:_MOST_INFERRED]
    known = {of for of, _, _ in found}
    return (*found, *(_guessed(view, one) for one in view.others if one.id not in known))[
        :_FIRST_INFERRED
    ]


def _guessed(view: View, of: Member) -> tuple[str, str, int]:
    """Return how somebody of whom nothing was heard may stand to whoever is next to it."""
    rest = [one for one in view.others if one.id != of.id]
    friends = [one for one in rest if of.camp and one.camp == of.camp]
    to = (friends or rest)[0]
    return of.id, to.id, RELATION + (CHANGE // 2 if friends else 0)


def _inferred(view: View, seen: Round) -> Iterator[tuple[str, str, int]]:
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


def _summary(view: View, seen: Round, chance: random.Random) -> str:
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


def _talks(view: View, seen: Round, chance: random.Random) -> Iterator[str]:
    me = view.me.id
    found = {
        (one.stage, one.to if one.member == me else one.member)
        for one in seen.lines
        if one.to and me in (one.to, one.member)
    }
    order = [one.id for one in view.script.members]
    weighed = sorted(found, key=lambda one: (-view.weight(one[1]), order.index(one[1]), one[0]))
    for stage, other in weighed:
        heard = _telling(view, seen.to_me(other, me), stage)
        own = [one for one in seen.lines if one.member == me and one.to == other]
        said = _telling(view, own, stage)
        act = "talk" if stage is Stage.PRIVATE_CHAT else "meeting"
        act = act if heard else "silent"
        texts = {"who": view.called(other), "heard": heard, "said": said}
        fit = [one for one in view.bank.of(f"summary.{act}") if one.fits(texts)]
        if fit:
            yield chance.choice(fit).text.format_map(texts)


def _telling(view: View, lines: Sequence[Spoke], stage: Stage) -> str:
    sentences = [
        one
        for line in lines
        if line.stage is stage
        for one in wording.sentences_of(line.text, _QUOTE)
    ]
    weighty = [one for one in sentences if view.kinds(one) & _WEIGHTY]
    plain = [one for one in sentences if "farewell" not in view.kinds(one)]
    return wording.best_quote(weighty or plain or sentences)


def _before_all(view: View, seen: Round, chance: random.Random) -> Iterator[str]:
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


def _put(view: View, act: str, chance: random.Random, **parts: str | Spoke) -> Iterator[str]:
    texts = {
        name: _telling(view, [one], one.stage) if isinstance(one, Spoke) else one
        for name, one in parts.items()
    }
    fit = [one for one in view.bank.of(f"summary.{act}") if one.fits(texts)]
    if fit:
        yield chance.choice(fit).text.format_map(texts)


def _met(view: View, chance: random.Random) -> Iterator[str]:
    for met in view.meetings():
        if view.me.id not in (met.first, met.second):
            texts = {"first": view.called(met.first), "second": view.called(met.second)}
            yield chance.choice(view.bank.of("summary.met")).text.format_map(texts)


def _reflection(view: View, relations: Mapping[str, int], chance: random.Random) -> str:
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
