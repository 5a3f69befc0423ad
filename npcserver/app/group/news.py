"""What becomes known by a move: what somebody knows after it and did not know before."""

from itertools import takewhile

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Known, Met
from npcserver.model.group.visibility import Learnt, learnt_by


def news(before: GroupChat | None, after: GroupChat, *member: str) -> tuple[Known, ...]:
    """Return what a member, or without one the audience, knows after and did not know before.

    In the order in which it happened.
    """
    over = _over_in_both(before, after)
    known = () if before is None else learnt_by(before, *member, after_stages=over)
    names = {_name(one) for one in known}
    fresh = [one for one in learnt_by(after, *member, after_stages=over) if _name(one) not in names]
    return tuple(one.what for one in sorted(fresh, key=lambda one: one.seq))


def _over_in_both(before: GroupChat | None, after: GroupChat) -> int:
    """Count the stages that were over in both: of them nothing becomes known any more."""
    if before is None:
        return 0
    pairs = zip(before.ended, after.ended, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def _name(learnt: Learnt) -> tuple[int, bool]:
    """Return what tells things that are known apart: of one move either it, or that two met."""
    return learnt.seq, isinstance(learnt.what, Met)
