"""A member's line in the public debate: it states something, answers a line, or passes."""

import random
from dataclasses import dataclass

from npcserver.adapters.llm.actor.group_composing import Composer, Turn, fillings
from npcserver.adapters.llm.actor.group_view import View
from npcserver.adapters.llm.actor.group_voting import leaning
from npcserver.model.acting.material import Speaking
from npcserver.model.group.moves import AUDIENCE, Spoke
from npcserver.model.group.script import Member, Rank

_PASSES = {Rank.PRINCIPAL: 0.25, Rank.SUPPORTING: 0.4}
_ENDS = {Rank.PRINCIPAL: 0.2, Rank.SUPPORTING: 0.45}
_LATER = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Which line to answer, and with which act."""

    act: str
    line: Spoke
    is_asked: bool = False


def debate(view: View, material: Speaking) -> tuple[str, bool]:
    """Return the next line to all, which may be empty, and whether it is the last in this stage."""
    chance = view.chance("group", material.chat_round, len(material.lines))
    rank = view.me.rank
    reply = _reply(view, material, chance)
    is_called = reply is not None and reply.is_asked
    if material.chat_round > 1 and not is_called and chance.random() < _PASSES[rank]:
        return "", True
    ends = material.is_last or chance.random() < _ENDS[rank] + (material.chat_round - 1) * _LATER
    if reply is not None and (is_called or chance.random() < 0.75):
        return _replied(view, material, reply, chance, ends=ends), ends
    return _stated(view, material, chance, ends=ends), ends


def _reply(view: View, material: Speaking, chance: random.Random) -> Reply | None:
    """Return the line that most calls for an answer: a question to the member, a rival, an ally."""
    last = material.chat_round - 1
    heard = [one for one in material.lines if one.member != view.me.id and one.text]
    heard = [one for one in heard if one.chat_round == last or one.member == AUDIENCE]
    if not heard:
        return None
    found = [(_pull(view, one, chance), at, one) for at, one in enumerate(heard)]
    pull, _, line = max(found)
    return None if pull <= 0 else _taken_up(view, line, chance)


def _pull(view: View, line: Spoke, chance: random.Random) -> float:
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


def _taken_up(view: View, line: Spoke, chance: random.Random) -> Reply:
    if line.member == AUDIENCE:
        return Reply(act="group.audience", line=line)
    kinds = view.kinds(line.text)
    is_named = view.me.id in view.named(line.text)
    if is_named and "question" in kinds:
        return Reply(act="group.answer", line=line, is_asked=True)
    other = view.script.member(line.member)
    kind = view.kind_of(other)
    if kind == "undecided" and not view.is_impartial:
        felt = view.relation(other.id) + view.bias(other) + chance.randint(-6, 6)
        kind = "ally" if felt >= 16 else "rival" if felt <= 8 else kind
    if kind == "ally":
        return Reply(act="group.back", line=line, is_asked=is_named)
    if kind == "rival" or (is_named and kinds & {"denial", "attack"}):
        return Reply(act="group.contradict", line=line, is_asked=is_named)
    return Reply(act="group.ask", line=line)


def _replied(
    view: View, material: Speaking, reply: Reply, chance: random.Random, *, ends: bool
) -> str:
    line = reply.line
    other = None if line.member == AUDIENCE else view.script.member(line.member)
    found = fillings(view, Turn(other=other, lines=(line,), is_public=True), chance)
    found["you"] = view.speaker(line)
    found["choice"] = leaning(view)
    rest = {
        "group.answer": ("group.mine", "move.topic", "group.appeal"),
        "group.back": ("group.claim", "move.topic", "group.lean", "group.mine"),
        "group.contradict": ("group.mine", "move.topic", "group.appeal"),
        "group.ask": ("move.topic",),
    }.get(reply.act, ("move.topic",))
    acts = [reply.act, "group.close" if ends and chance.random() < 0.3 else chance.choice(rest)]
    return Composer(view, material.lines, chance).line(acts, found)


def _stated(view: View, material: Speaking, chance: random.Random, *, ends: bool) -> str:
    """Return a line that answers none: a claim, a resource, a question or a doubt."""
    target = _target(view, material, chance)
    found = fillings(view, Turn(other=target, is_public=True), chance)
    found["choice"] = leaning(view)
    composer = Composer(view, material.lines, chance)
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


def _target(view: View, material: Speaking, chance: random.Random) -> Member:
    """Return the addressee: a member that has spoken little, principals before others."""
    spoken = [one.member for one in material.lines]
    fit = list(view.others)
    chance.shuffle(fit)
    return min(fit, key=lambda one: (spoken.count(one.id), one.rank is not Rank.PRINCIPAL))
