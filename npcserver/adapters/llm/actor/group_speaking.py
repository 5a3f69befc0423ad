"""A member's next line in a talk of two: an answer to the last line, then a move of its own."""

import random
from collections.abc import Collection

from npcserver.adapters.llm.actor.group_composing import Composer, Turn, fillings
from npcserver.adapters.llm.actor.group_view import View
from npcserver.model.acting.material import Speaking
from npcserver.model.group.script import SUPPORT, Member, Rank

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


def speak(view: View, material: Speaking, other: Member) -> tuple[str, bool]:
    """Return the next line to a member, and whether it is the last from this side."""
    chance = view.chance("talk", other.id, material.chat_round, len(material.lines))
    heard = next((one for one in reversed(material.lines) if one.member != view.me.id), None)
    found = fillings(view, Turn(other=other, lines=material.lines, wish=material.topic), chance)
    found["choice"] = _lean(view, other)
    composer = Composer(view, material.lines, chance)
    if heard is None:
        return composer.line(opening(view.kind_of(other), chance), found), False
    kinds = view.kinds(heard.text)
    answer = reaction(view, other, kinds, chance)
    ends = material.is_last or heard.ends or _has_enough(view, material, answer, chance)
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
    view: View, other: Member, kinds: frozenset[str], chance: random.Random
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


def _judged(view: View, other: Member, chance: random.Random) -> str:
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


def inclination(view: View, other: Member, chance: random.Random) -> str:
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


def _has_enough(view: View, material: Speaking, answer: str, chance: random.Random) -> bool:
    """Return whether a side ends the talk: it has its answer, or by chance."""
    is_chooser = bool(material.lines) and material.lines[0].member == view.me.id
    is_settled = answer in ("asked.yes", "asked.no", "agreed", "refused.accept", "answer.dodge")
    if material.chat_round <= 1:
        return is_settled and not is_chooser and chance.random() < 0.4
    patience = 0.9 if is_settled else 0.65
    return chance.random() < (patience if is_chooser else patience - 0.1)


def _parting(view: View, other: Member, answer: str) -> str:
    if answer in ("asked.yes", "agreed", "argued.agree") or view.kind_of(other) == "ally":
        return "warm"
    is_cold = answer in ("asked.no", "argued.deny", "attacked.hot", "refused.accept")
    return "cold" if is_cold or view.relation(other.id) <= _COLD else "open"


def _move(view: View, other: Member, chance: random.Random, kinds: Collection[str]) -> str:
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


def _lean(view: View, other: Member) -> str:
    """Return the principal that the member is clearly closest to; empty if it is the addressee."""
    fit = [one for one in view.principals if view.candidate(one.id)]
    ranked = sorted(fit, key=lambda one: -(view.relation(one.id) + view.esteem(one.id)))
    if not ranked or view.own_aim or ranked[0].id == other.id:
        return ""
    scores = [view.relation(one.id) + view.esteem(one.id) for one in ranked]
    is_clear = len(scores) < 2 or scores[0] - scores[1] >= 3
    return view.called(ranked[0].id) if is_clear and scores[0] > 12 else ""
