"""What the rules of a scene cost, in its first rounds and in its last.

Nine members, five of them principals, play a council. `steps` are the functions called for each
call of the model, the same on every machine. `late_by_early` is the last round by the first; the
settlement is in neither.
"""

import statistics
import sys
from collections import Counter
from dataclasses import replace
from types import FrameType

from npcscenes.model.director import due
from npcserver.model.group.script import Course, Script, Stage
from tests.fakes.scene_scripts import (
    answer_talkatively,
    moves_for,
    opening_moves,
    succession_script,
)


def script(rounds: int) -> Script:
    """Return the scene: two chat rounds a stage, and no limit to its calls."""
    course = Course(rounds=rounds, private_rounds=2, meeting_rounds=2, group_rounds=2)
    return replace(succession_script(most_calls=0), course=course)


def steps(rounds: int) -> dict[int, float]:
    """Return the functions called for each call of the model, by round."""
    called: Counter[int] = Counter()
    calls: Counter[int] = Counter()
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event.endswith("call")

    chat = opening_moves(script(rounds))
    while True:
        before = count
        sys.setprofile(counted)
        try:
            tasks = due(chat)
            moves = tuple(
                move for task in tasks for move in moves_for(chat, task, answer_talkatively)
            )
            after = chat.then(*moves)
        finally:
            sys.setprofile(None)
        if not moves:
            return {one: called[one] / calls[one] for one in calls if calls[one]}
        if chat.stage is not Stage.SETTLEMENT:
            called[chat.round] += count - before
            calls[chat.round] += after.effort.calls - chat.effort.calls
        chat = after


def by_round(costs: dict[int, float]) -> dict[str, float]:
    """Return what a call costs early and late, and what that is by each other."""
    rounds = sorted(one for one in costs if one)
    early, late = costs[rounds[0]], costs[rounds[-1]]
    return {
        "rounds": len(rounds),
        "early": round(early, 2),
        "middle": round(statistics.median(costs[one] for one in rounds), 2),
        "late": round(late, 2),
        "late_by_early": round(late / early, 2),
    }
