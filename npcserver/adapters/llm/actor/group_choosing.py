"""A principal's choice of a partner and a strategy, and its first words."""

import random
from collections.abc import Sequence

from npcserver.adapters.llm.actor import group_composing as composing
from npcserver.adapters.llm.actor.group_composing import Composer
from npcserver.adapters.llm.actor.group_speaking import opening
from npcserver.adapters.llm.actor.group_view import View
from npcserver.model.acting.material import Choice, Choosing
from npcserver.model.group.script import Member, Rank, Stage

_STAYS = 0.06  # how often a principal talks with no partner
_NOISE = 9.0
_BEST = 4  # the partner is drawn from this many of the most useful


def choose(view: View, material: Choosing) -> Choice:
    """Return the choice of a partner, with the reasons and the first line."""
    chance = view.chance("choose")
    partner = _partner(view, material, chance)
    if partner is None:
        return Choice(
            situation=chance.choice(view.bank.of("choose.situation.nobody")).text,
            strategy=chance.choice(view.bank.of("choose.strategy.nobody")).text,
        )
    kind = view.kind_of(partner)
    found = composing.fillings(view, composing.Turn(other=partner), chance)
    found["relation"] = str(view.relation(partner.id))
    composer = Composer(view, (), chance)
    return Choice(
        partner=partner.id,
        situation=composer.note(f"choose.situation.{kind}", found),
        strategy=composer.note(f"choose.strategy.{kind}", found),
        topics=_topics(view, partner, material.chat_rounds, found["topic"], chance),
        say=composer.line(opening(kind, chance), found),
    )


def _partner(view: View, material: Choosing, chance: random.Random) -> Member | None:
    if not material.partners or chance.random() < _STAYS:
        return None
    scored = [(_use(view, one, chance), at, one) for at, one in enumerate(material.partners)]
    ranked = sorted(scored, key=lambda one: (-one[0], one[1]))
    return _drawn([(score, one) for score, _, one in ranked[:_BEST]], chance)


def _drawn(ranked: Sequence[tuple[float, Member]], chance: random.Random) -> Member:
    least = min(score for score, _ in ranked)
    weights = [score - least + 1.0 for score, _ in ranked]
    return chance.choices([one for _, one in ranked], weights)[0]


def _use(view: View, other: Member, chance: random.Random) -> float:
    """Return a score of how useful a talk with a member is in this stage."""
    is_private = view.at.stage is Stage.PRIVATE_CHAT
    kind = view.kind_of(other)
    heaviest = max((view.weight(one.id) for one in view.others), default=0) or 1
    score = 8.0 * view.weight(other.id) / heaviest
    score += 4.0 * view.influence.get(other.id, 0) / _most_influence(view)
    if other.rank is Rank.SUPPORTING:
        score += 8
    if view.script.ballot.decider == other.id:
        score += 4
    by_stage = {"ally": (6, 1), "undecided": (5, 5), "rival": (-5, 5)}
    score += by_stage[kind][0 if is_private else 1]
    score += (view.relation(other.id) + view.bias(other)) / (4 if is_private else 8)
    score -= 7.0 * _talks_with(view, other)
    return score + chance.uniform(0, _NOISE)


def _most_influence(view: View) -> int:
    return max(view.influence.values(), default=0) or 1


def _talks_with(view: View, other: Member) -> float:
    """Return how much the two have talked recently; this round counts most."""
    pair = {view.me.id, other.id}
    lines = [one for one in view.spoken() if one.talk and {one.member, one.to} == pair]
    rounds = {(one.round, one.stage) for one in lines}
    return sum(1.5 if round_ == view.at.round else 0.7 for round_, _ in rounds)


def _topics(
    view: View, partner: Member, count: int, first: str, chance: random.Random
) -> tuple[str, ...]:
    rest = [
        one for one in composing.in_turn(view, composing.topics(view, partner))[:8] if one != first
    ]
    chance.shuffle(rest)
    return (first, *rest)[:count]
