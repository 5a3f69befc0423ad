"""How far a group chat is to go on: where the stage or round ends that a wish speaks of."""

from npcserver.app.group.wishes import Point
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.director import is_paused
from npcserver.model.group.moves import Wished
from npcserver.model.group.script import Stage


def wished(chat: GroupChat, until: Point) -> Wished:
    """Return the wish to go on to the first such point that is not reached yet."""
    if until is Point.END:
        return Wished()
    for point in _points(chat, until):
        if not _is_reached(chat, point):
            return point
    return Wished()


def _points(chat: GroupChat, until: Point) -> tuple[Wished, ...]:
    """Return all such points of a group chat from its present round on, in order."""
    course = chat.script.course
    first = max(1, chat.round)
    stages = course.stages[-1:] if until is Point.ROUND else course.stages
    points = [
        Wished(round=number, stage=stage)
        for number in range(first, course.rounds + 1)
        for stage in stages
    ]
    return (*points, Wished(round=course.rounds, stage=Stage.SETTLEMENT))


def _is_reached(chat: GroupChat, point: Wished) -> bool:
    """Say whether a group chat that was to go on to a point would wait there, or is beyond it."""
    return is_paused(chat.then(point))
