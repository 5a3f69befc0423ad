"""What a member says in a group chat, and whom it chooses to talk with."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor import scene_lines as composing
from npcserver.adapters.llm.actor.scene_lines import Composer, LineTarget, fillings
from npcserver.adapters.llm.actor.scene_opinions import leaning
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint
from npcserver.model.group.moves import AUDIENCE, LineSpoken
from npcserver.model.group.script import SUPPORT, Member, Rank, Stage
from npcserver.model.group_inputs import ChooseInput, PartnerChoice, SpeakInput

_OWED = frozenset(("question", "request", "agreement", "refusal", "attack", "denial", "offer"))
_YES = SUPPORT + 6
_NO = 6
_COLD = 7
_PATIENT = 0.7  # how often a member that may take no side answers evasively instead of refusing
_MOVES = {
    ("principal", "undecided"): "support support mine claim yours ask_topic ask_stand rival topic",
    ("principal", "ally"): "plan plan rival confide ask_topic mine claim",
    ("principal", "rival"): "warn truce claim mine ask_stand topic ask_topic",
    ("supporting", "undecided"): "condition condition ask_topic ask_stand topic mine lean",
    ("supporting", "ally"): "plan lean condition ask_topic mine claim",
}


def speak(view: MemberStandpoint, question: SpeakInput, other: Member) -> tuple[str, bool]:
    """Return the next line to a member, and whether it is the last from this side."""
    chance = view.chance("talk", other.id, question.chat_round, len(question.lines))
    heard = next((one for one in reversed(question.lines) if one.member != view.me.id), None)
    found = fillings(
        view, LineTarget(other=other, lines=question.lines, topic=question.topic), chance
    )
    found["choice"] = _lean(view, other)
    composer = Composer(view, question.lines, chance)
    if heard is None:
        return composer.line(opening(view.kind_of(other), chance), found), False
    kinds = view.kinds(heard.text)
    answer = reaction(view, other, kinds, chance)
    ends = question.is_last or heard.ends or _has_enough(view, question, answer, chance)
    close = f"close.{_parting(view, other, answer)}"
    if heard.ends and not kinds & _OWED:
        acts: tuple[str, ...] = ("nod",)  # the other has taken leave, so one short line is enough
    elif ends:
        acts = (answer, close)
    else:
        acts = (answer, f"move.{_move(view, other, chance, kinds)}")
        if found["memory"] and chance.random() < 0.35:
            acts = (answer, "memory")
    return composer.line(acts, found), ends


def opening(kind: str, chance: random.Random) -> tuple[str, ...]:
    """Return the acts of the first line to a member."""
    more = {
        "ally": ("move.rival", "move.ask_stand", "move.topic", "move.plan"),
        "rival": ("move.claim", "move.ask_topic", "move.mine", "move.topic"),
        "undecided": ("move.yours", "move.ask_topic", "move.mine", "move.support"),
    }[kind]
    return f"open.{kind}", chance.choice(more)


def reaction(  # noqa: PLR0911 - one for each thing that can be heard
    view: MemberStandpoint, other: Member, kinds: frozenset[str], chance: random.Random
) -> str:
    """Return the act that answers what was heard."""
    relation, kind = view.relation(other.id), view.kind_of(other)
    is_cold = kind == "rival" or relation <= _COLD
    if kinds & {"attack", "slight"} and (is_cold or "attack" in kinds):
        return "attacked.hot" if view.temper == "hard" or chance.random() < 0.3 else "attacked.cool"
    if kinds & {"request", "pressure", "offer"}:
        return f"asked.{inclination(view, other, chance)}"
    if "refusal" in kinds:
        presses = view.temper == "hard" or chance.random() < 0.5
        return "refused.press" if presses else "refused.accept"
    if "agreement" in kinds or "backing" in kinds:
        return "agreed" if not is_cold else "argued.weigh"
    if "question" in kinds:
        dodges = chance.random() < (0.55 if is_cold else 0.2)
        return "answer.dodge" if dodges else "answer.open"
    if "praise" in kinds:
        return "praised"
    if "denial" in kinds:
        return "argued.deny" if is_cold or chance.random() < 0.5 else "argued.weigh"
    return f"argued.{_judged(view, other, chance)}"


def _judged(view: MemberStandpoint, other: Member, chance: random.Random) -> str:
    """Return whether to agree with, weigh or deny a member's argument."""
    kind = view.kind_of(other)
    if kind == "ally":
        return "agree" if chance.random() < 0.8 else "weigh"
    if kind == "rival":
        return "deny" if chance.random() < 0.7 else "weigh"
    felt = view.relation(other.id) + view.bias(other) + chance.randint(-5, 5)
    if view.me.rank is Rank.PRINCIPAL and other.rank is Rank.SUPPORTING:
        felt += 5  # a principal does not lightly contradict a member it wants to win
    return "agree" if felt >= 17 else "deny" if felt <= _COLD else "weigh"


def inclination(view: MemberStandpoint, other: Member, chance: random.Random) -> str:
    """Return yes, maybe or no to a member that asks for support."""
    if view.is_rival(other):
        return "no"
    if view.is_impartial:
        return "maybe" if chance.random() < _PATIENT else "no"
    if view.at.backs == other.id or (view.kind_of(other) == "ally"):
        return "yes"
    felt = view.relation(other.id) + view.esteem(other.id) // 2 + chance.randint(-4, 4)
    felt += view.bias(other) * 3 // 2
    if view.own_aim and view.candidate(view.me.id):
        felt -= 10  # a member that wants it for itself supports others last
    rest = [view.relation(one.id) for one in view.principals if one.id != other.id]
    if rest and max(rest) - view.relation(other.id) >= 12:
        felt -= 10  # another member is closer
    if felt >= _YES:
        return "yes"
    return "no" if felt <= _NO else "maybe"


def _has_enough(
    view: MemberStandpoint, question: SpeakInput, answer: str, chance: random.Random
) -> bool:
    """Return whether a side ends the talk: it has its answer, or by chance."""
    is_chooser = bool(question.lines) and question.lines[0].member == view.me.id
    is_settled = answer in ("asked.yes", "asked.no", "agreed", "refused.accept", "answer.dodge")
    if question.chat_round <= 1:
        return is_settled and not is_chooser and chance.random() < 0.4
    patience = 0.9 if is_settled else 0.65
    return chance.random() < (patience if is_chooser else patience - 0.1)


def _parting(view: MemberStandpoint, other: Member, answer: str) -> str:
    if answer in ("asked.yes", "agreed", "argued.agree") or view.kind_of(other) == "ally":
        return "warm"
    is_cold = answer in ("asked.no", "argued.deny", "attacked.hot", "refused.accept")
    return "cold" if is_cold or view.relation(other.id) <= _COLD else "open"


def _move(
    view: MemberStandpoint, other: Member, chance: random.Random, kinds: Collection[str]
) -> str:
    """Return the move after the answer: ask, court, argue, warn or plan."""
    rank = "principal" if view.me.rank is Rank.PRINCIPAL else "supporting"
    kind = view.kind_of(other)
    moves = _MOVES.get((rank, kind), _MOVES["supporting", "undecided"]).split()
    if rank == "principal" and other.rank is Rank.PRINCIPAL and kind == "undecided":
        moves = _MOVES["principal", "ally"].split()
    if "question" in kinds:
        moves = [one for one in moves if not one.startswith("ask")] or moves
    if view.temper != "hard" and chance.random() < 0.5:
        moves = [one for one in moves if one != "warn"]
    return chance.choice(moves)


def _lean(view: MemberStandpoint, other: Member) -> str:
    """Return the principal that the member is clearly closest to; empty if it is the addressee."""
    fit = [one for one in view.principals if view.candidate(one.id)]
    ranked = sorted(fit, key=lambda one: -(view.relation(one.id) + view.esteem(one.id)))
    if not ranked or view.own_aim or ranked[0].id == other.id:
        return ""
    scores = [view.relation(one.id) + view.esteem(one.id) for one in ranked]
    is_clear = len(scores) < 2 or scores[0] - scores[1] >= 3
    return view.called(ranked[0].id) if is_clear and scores[0] > 12 else ""


_STAYS = 0.06  # how often a principal talks with no partner
_NOISE = 9.0
_BEST = 4  # the partner is drawn from this many of the most useful


def choose_partner(view: MemberStandpoint, question: ChooseInput) -> PartnerChoice:
    """Return the choice of a partner, with the reasons and the first line."""
    chance = view.chance("choose")
    partner = _partner(view, question, chance)
    if partner is None:
        return PartnerChoice(
            situation=chance.choice(view.bank.of("choose.situation.nobody")).text,
            strategy=chance.choice(view.bank.of("choose.strategy.nobody")).text,
        )
    kind = view.kind_of(partner)
    found = composing.fillings(view, composing.LineTarget(other=partner), chance)
    found["relation"] = str(view.relation(partner.id))
    composer = Composer(view, (), chance)
    return PartnerChoice(
        partner=partner.id,
        situation=composer.note(f"choose.situation.{kind}", found),
        strategy=composer.note(f"choose.strategy.{kind}", found),
        topics=_topics(view, partner, question.chat_rounds, found["topic"], chance),
        say=composer.line(opening(kind, chance), found),
    )


def _partner(view: MemberStandpoint, question: ChooseInput, chance: random.Random) -> Member | None:
    if not question.partners or chance.random() < _STAYS:
        return None
    scored = [(_use(view, one, chance), at, one) for at, one in enumerate(question.partners)]
    ranked = sorted(scored, key=lambda one: (-one[0], one[1]))
    return _drawn([(score, one) for score, _, one in ranked[:_BEST]], chance)


def _drawn(ranked: Sequence[tuple[float, Member]], chance: random.Random) -> Member:
    least = min(score for score, _ in ranked)
    weights = [score - least + 1.0 for score, _ in ranked]
    return chance.choices([one for _, one in ranked], weights)[0]


def _use(view: MemberStandpoint, other: Member, chance: random.Random) -> float:
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


def _most_influence(view: MemberStandpoint) -> int:
    return max(view.influence.values(), default=0) or 1


def _talks_with(view: MemberStandpoint, other: Member) -> float:
    """Return how much the two have talked recently; this round counts most."""
    pair = {view.me.id, other.id}
    lines = [one for one in view.spoken() if one.talk and {one.member, one.to} == pair]
    rounds = {(one.round, one.stage) for one in lines}
    return sum(1.5 if round_ == view.at.round else 0.7 for round_, _ in rounds)


def _topics(
    view: MemberStandpoint, partner: Member, count: int, first: str, chance: random.Random
) -> tuple[str, ...]:
    rest = [
        one for one in composing.in_turn(view, composing.topics(view, partner))[:8] if one != first
    ]
    chance.shuffle(rest)
    return (first, *rest)[:count]


_PASSES = {Rank.PRINCIPAL: 0.25, Rank.SUPPORTING: 0.4}
_ENDS = {Rank.PRINCIPAL: 0.2, Rank.SUPPORTING: 0.45}
_LATER = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class LineToAnswer:
    """Which line to answer, and with which act."""

    act: str
    line: LineSpoken
    is_asked: bool = False


def debate(view: MemberStandpoint, question: SpeakInput) -> tuple[str, bool]:
    """Return the next line to all, which may be empty, and whether it is the last in this stage."""
    chance = view.chance("group", question.chat_round, len(question.lines))
    rank = view.me.rank
    reply = _reply(view, question, chance)
    is_called = reply is not None and reply.is_asked
    if question.chat_round > 1 and not is_called and chance.random() < _PASSES[rank]:
        return "", True
    ends = question.is_last or chance.random() < _ENDS[rank] + (question.chat_round - 1) * _LATER
    if reply is not None and (is_called or chance.random() < 0.75):
        return _replied(view, question, reply, chance, ends=ends), ends
    return _stated(view, question, chance, ends=ends), ends


def _reply(
    view: MemberStandpoint, question: SpeakInput, chance: random.Random
) -> LineToAnswer | None:
    """Return the line that most calls for an answer: a question to the member, a rival, an ally."""
    last = question.chat_round - 1
    heard = [one for one in question.lines if one.member != view.me.id and one.text]
    heard = [one for one in heard if one.chat_round == last or one.member == AUDIENCE]
    if not heard:
        return None
    found = [(_pull(view, one, chance), at, one) for at, one in enumerate(heard)]
    pull, _, line = max(found)
    return None if pull <= 0 else _taken_up(view, line, chance)


def _pull(view: MemberStandpoint, line: LineSpoken, chance: random.Random) -> float:
    kinds = view.kinds(line.text)
    is_named = view.me.id in view.named(line.text)
    pull = chance.random() * 3
    if is_named:
        pull += 6 if kinds & {"question", "denial", "attack", "slight"} else 3
    if line.member == AUDIENCE:
        return pull + 1
    other = view.script.member(line.member)
    kind = view.kind_of(other)
    pull += {"rival": 2.0, "ally": 1.0, "undecided": 0.0}[kind]
    return pull + (1 if "argument" in kinds else 0)


def _taken_up(view: MemberStandpoint, line: LineSpoken, chance: random.Random) -> LineToAnswer:
    if line.member == AUDIENCE:
        return LineToAnswer(act="group.audience", line=line)
    kinds = view.kinds(line.text)
    is_named = view.me.id in view.named(line.text)
    if is_named and "question" in kinds:
        return LineToAnswer(act="group.answer", line=line, is_asked=True)
    other = view.script.member(line.member)
    kind = view.kind_of(other)
    if kind == "undecided" and not view.is_impartial:
        felt = view.relation(other.id) + view.bias(other) + chance.randint(-6, 6)
        kind = "ally" if felt >= 16 else "rival" if felt <= 8 else kind
    if kind == "ally":
        return LineToAnswer(act="group.back", line=line, is_asked=is_named)
    if kind == "rival" or (is_named and kinds & {"denial", "attack"}):
        return LineToAnswer(act="group.contradict", line=line, is_asked=is_named)
    return LineToAnswer(act="group.ask", line=line)


def _replied(
    view: MemberStandpoint,
    question: SpeakInput,
    reply: LineToAnswer,
    chance: random.Random,
    *,
    ends: bool,
) -> str:
    line = reply.line
    other = None if line.member == AUDIENCE else view.script.member(line.member)
    found = fillings(view, LineTarget(other=other, lines=(line,), is_public=True), chance)
    found["you"] = view.speaker(line)
    found["choice"] = leaning(view)
    rest = {
        "group.answer": ("group.mine", "move.topic", "group.appeal"),
        "group.back": ("group.claim", "move.topic", "group.lean", "group.mine"),
        "group.contradict": ("group.mine", "move.topic", "group.appeal"),
        "group.ask": ("move.topic",),
    }.get(reply.act, ("move.topic",))
    acts = [reply.act, "group.close" if ends and chance.random() < 0.3 else chance.choice(rest)]
    return Composer(view, question.lines, chance).line(acts, found)


def _stated(
    view: MemberStandpoint, question: SpeakInput, chance: random.Random, *, ends: bool
) -> str:
    """Return a line that answers none: a claim, a resource, a question or a doubt."""
    target = _target(view, question, chance)
    found = fillings(view, LineTarget(other=target, is_public=True), chance)
    found["choice"] = leaning(view)
    composer = Composer(view, question.lines, chance)
    if view.me.rank is Rank.PRINCIPAL:
        first = chance.choice(("group.claim", "group.claim", "group.mine", "group.appeal"))
        then = chance.choice(("group.mine", "move.topic", "group.ask", "group.appeal"))
    else:
        first = chance.choice(("group.neutral", "group.neutral", "group.mine", "group.lean"))
        then = chance.choice(("group.ask", "group.ask", "move.topic", "group.neutral"))
    acts = [first, "group.close" if ends and chance.random() < 0.25 else then]
    if found["memory"] and chance.random() < 0.3:
        acts[1] = "memory"
    if first == then:
        acts[1] = "move.topic"
    return composer.line(acts, found)


def _target(view: MemberStandpoint, question: SpeakInput, chance: random.Random) -> Member:
    """Return the addressee: a member that has spoken little, principals before others."""
    spoken = [one.member for one in question.lines]
    fit = list(view.others)
    chance.shuffle(fit)
    return min(fit, key=lambda one: (spoken.count(one.id), one.rank is not Rank.PRINCIPAL))
