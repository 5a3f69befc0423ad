"""The course of a group chat: its stages in order, and how many chat rounds its calls allow.

Talks and debates are as long as the script says while the calls suffice for all of them. If they do
not, the calls left beyond the minimum are shared among the stages ahead in proportion to how many
each could use, so the last debate is no shorter than the first. The plan of a stage is fixed when
it begins.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.script import TALKS, Course, Knowledge, Script, Stage

WORST = 2
"""Most calls that one thought takes: one, and one to repair its answer."""
_SPARE = 10  # one call in so many is reserved for repairs, or more at the repair rate so far

Point = tuple[int, Stage]
"""A round, and a stage in it."""


@lru_cache(maxsize=64)
def points(course: Course) -> tuple[Point, ...]:
    """Return all stages of all rounds, in order, without those that have no chat rounds."""
    stages = [
        stage for stage in course.stages if stage is Stage.UPDATE or course.chat_rounds(stage)
    ]
    rounds = [(one, stage) for one in range(1, course.rounds + 1) for stage in stages]
    return (*rounds, (max(1, course.rounds), Stage.SETTLEMENT))


def place(chat: GroupChat) -> int:
    """Return the index in `points` of the stage under way; -1 before the first."""
    began = chat.began
    return -1 if began is None else points(chat.script.course).index((began.round, began.stage))


def thoughts(script: Script, stage: Stage, chat_rounds: int) -> int:
    """Return how many thoughts a stage takes at most with `chat_rounds` chat rounds."""
    members, principals = len(script.members), len(script.principals)
    if stage in TALKS:  # a choice holds the first words
        return principals + principals * max(0, 2 * chat_rounds - 1)
    if stage is Stage.GROUP_CHAT:
        return members * chat_rounds
    if stage is Stage.UPDATE:
        return members
    return members * (2 if votes_on_all(script) else 1) + len(digested_rounds(script)) + 1


def digested_rounds(script: Script) -> range:
    """Return the rounds that are condensed for votes on all knowledge; may be empty."""
    course = script.course
    has_digests = votes_on_all(script) and course.has_memory and course.has_summaries
    return range(1, course.rounds + 1 if has_digests else 1)


def votes_on_all(script: Script) -> bool:
    """Return whether there are votes on all knowledge."""
    return any(rule.knowledge is Knowledge.ALL for rule in script.ballot.rules)


def chat_rounds(chat: GroupChat) -> int:
    """Return how many chat rounds the stage under way has at most; 0 if it has none.

    A stage with chat rounds has at least one.
    """
    began = chat.began
    if began is None:
        return 0
    script = chat.script
    most = script.course.chat_rounds(began.stage)
    more = _more(script, began.stage)
    if not script.course.most_calls or not more:
        return most
    ahead = Counter(stage for _, stage in points(script.course)[place(chat) :])
    least = sum(count * thoughts(script, stage, 1) for stage, count in ahead.items())
    spare = script.course.most_calls - _needed(chat, least)
    share = (
        max(0, spare) * more // sum(count * _more(script, stage) for stage, count in ahead.items())
    )
    # from thoughts back to chat rounds
    return min(most, 1 + share * (most - 1) // more)


def _more(script: Script, stage: Stage) -> int:
    """Return how many thoughts a stage can take beyond its first chat round."""
    most = script.course.chat_rounds(stage)
    return thoughts(script, stage, most) - thoughts(script, stage, 1) if most else 0


def _needed(chat: GroupChat, least: int) -> int:
    """Return the calls spent before the stage began, plus those that must be kept for the rest."""
    calls, asked = chat.fold.calls_before, chat.fold.asked_before
    repairs = least * (calls - asked) // asked if asked else 0
    return calls + least + max(least // _SPARE, repairs) + 1


def has_calls_left(chat: GroupChat) -> bool:
    """Return whether one more thought fits in the calls even if it must be repaired."""
    return _room(chat) > 0


def affordable(chat: GroupChat, thinking: Iterable[bool]) -> int:
    """Return how many of some tasks, counted from the first, may run side by side.

    `thinking` says for each whether it takes a thought. All that run could be repaired within the
    calls left. If not even one thought fits, all may run, since none of them will call a model.
    """
    tasks = list(thinking)
    room = _room(chat)
    if room <= 0:
        return len(tasks)
    for count, takes_thought in enumerate(tasks):
        room -= takes_thought
        if room < 0:
            return count
    return len(tasks)


def _room(chat: GroupChat) -> int:
    most = chat.script.course.most_calls
    if not most:
        return 1_000_000  # no limit; more than ever run side by side
    return (most - chat.effort.calls) // WORST
