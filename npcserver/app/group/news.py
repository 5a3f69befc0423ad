"""What becomes known by a move: what somebody knows after it and did not know before."""

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Known, Met
from npcserver.model.group.visibility import Learnt, learnt_by


def news(before: GroupChat | None, after: GroupChat, *member: str) -> tuple[Known, ...]:
    """Return what a member, or without one the audience, knows after and did not know before.

    In the order in which it happened.
    """
    known = set() if before is None else {_name(one) for one in learnt_by(before, *member)}
    fresh = [one for one in learnt_by(after, *member) if _name(one) not in known]
    return tuple(one.what for one in sorted(fresh, key=lambda one: one.seq))


def _name(learnt: Learnt) -> tuple[int, bool]:
    """Return what tells things that are known apart: of one move either it, or that two met."""
    return learnt.seq, isinstance(learnt.what, Met)
