"""Which tasks are due next in a group chat, and which persons it waits for.

Both follow from the moves alone. Tasks that are due together can be thought side by side; their
moves are appended in this order. If only some of the moves are stored, the rest stays due.
"""

from npcserver.model.group import course, debate, talks
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.influence import turn_order
from npcserver.model.group.moves import Updated
from npcserver.model.group.script import TALKS, Knowledge, Stage
from npcserver.model.group.tasks import (
    Awaited,
    Begin,
    CastVote,
    Choose,
    Conclude,
    Digest,
    Say,
    Task,
    Update,
)


def due(chat: GroupChat) -> tuple[Task, ...]:
    """Return the tasks to do next; empty when closed or paused, or if only persons are awaited."""
    if chat.is_closed or is_paused(chat):
        return ()
    open_tasks = _open(chat)
    if not open_tasks:
        return (_next_stage(chat),)
    own = [(at, task) for at, task in open_tasks if not _waits(chat, task)]
    # only the earliest wave, since later lines may depend on its answers
    first = min((at for at, _ in own), default=0)
    wave = [task for at, task in own if at == first]
    return tuple(wave[: course.affordable(chat, (_takes_thought(chat, task) for task in wave))])


def awaited(chat: GroupChat) -> tuple[Awaited, ...]:
    """Return the persons in seats who could act now; meanwhile the other tasks go on."""
    return tuple(_awaited(chat, task) for task in _seated(chat))


def awaited_task(chat: GroupChat, member_id: str) -> Choose | Say | CastVote | None:
    """Return the task awaited from the person in a member's seat; None out of turn."""
    return next((task for task in _seated(chat) if task.member == member_id), None)


def _seated(chat: GroupChat) -> list[Choose | Say | CastVote]:
    if chat.is_closed or is_paused(chat):
        return []
    return [
        task
        for _, task in _open(chat)
        if isinstance(task, Choose | Say | CastVote) and _waits(chat, task)
    ]


def is_paused(chat: GroupChat) -> bool:
    """Return whether it waits to be continued: no wish was made, or the wish is fulfilled."""
    if chat.is_closed:
        return False
    wish = chat.wish
    if wish is None:
        return True
    if wish.stage is None:
        return False
    at, goal = course.place(chat), _goal(chat, wish.round, wish.stage)
    return at > goal or (at == goal and not _open(chat))


def needs_thought(chat: GroupChat, task: Task) -> bool:
    """Return whether a task calls a model; otherwise its move follows without, or by default."""
    return _takes_thought(chat, task) and course.has_calls_left(chat)


def _takes_thought(chat: GroupChat, task: Task) -> bool:
    if isinstance(task, Begin) or (isinstance(task, Say) and task.opening):
        return False
    return not (isinstance(task, Update) and chat.seat(task.member) is not None)


def _goal(chat: GroupChat, round_: int, stage: Stage) -> int:
    """Return the index in `points` of the last stage that a wish covers."""
    points = course.points(chat.script.course)
    if (round_, stage) in points:
        return points.index((round_, stage))
    within = [at for at, point in enumerate(points[:-1]) if point[0] <= round_]
    return max(within, default=-1) if round_ <= chat.script.course.rounds else len(points) - 1


def _next_stage(chat: GroupChat) -> Begin:
    """Return the task that begins the next stage; there is one, as the last ends in the close."""
    round_, stage = course.points(chat.script.course)[course.place(chat) + 1]
    weights = chat.influence()
    order = turn_order(weights, chat.seed, round_, stage)
    shares = tuple((one, weights[one]) for one in order)
    return Begin(round=round_, stage=stage, order=order, influence=shares)


def _open(chat: GroupChat) -> tuple[tuple[int, Task], ...]:
    """Return the tasks of the stage under way that can be done now, as (wave, task)."""
    stage = chat.stage
    if stage is None:
        return ()
    if stage in TALKS:
        choices = talks.choosing(chat)
        return tuple((0, task) for task in choices) or talks.next_lines(chat)
    if stage is Stage.GROUP_CHAT:
        return tuple((0, task) for task in debate.next_lines(chat))
    if stage is Stage.UPDATE:
        return tuple((0, task) for task in _updates(chat))
    return tuple((0, task) for task in _settlement(chat))


def _order(chat: GroupChat) -> tuple[str, ...]:
    began = chat.began
    return () if began is None else began.order


def _updates(chat: GroupChat) -> tuple[Update, ...]:
    done = {move.member for move in chat.since_began if isinstance(move, Updated)}
    return tuple(Update(member=one) for one in _order(chat) if one not in done)


def _settlement(chat: GroupChat) -> tuple[CastVote | Digest | Conclude, ...]:
    """Return the missing digests, else the missing votes, else the conclusion."""
    digests = [one for one in course.digested_rounds(chat.script) if one not in chat.fold.digests]
    if digests and not chat.votes:  # chats of older versions may have votes and no digests
        return tuple(Digest(round=one) for one in digests)
    cast = {(vote.member, vote.knowledge) for vote in chat.votes}
    order = _order(chat)
    wanted = [(one, Knowledge.OWN) for one in order]
    if course.votes_on_all(chat.script):  # a person in a seat is never shown all knowledge
        wanted += [(one, Knowledge.ALL) for one in order if chat.seat(one) is None]
    missing = tuple(
        CastVote(member=one, knowledge=knowledge)
        for one, knowledge in wanted
        if (one, knowledge) not in cast
    )
    return missing or (Conclude(),)


def _waits(chat: GroupChat, task: Task) -> bool:
    """Return whether a task is for the person in a seat."""
    if isinstance(task, Say) and task.opening:
        return False
    if not isinstance(task, Choose | Say | CastVote):
        return False
    return chat.seat(task.member) is not None


def _awaited(chat: GroupChat, task: Choose | Say | CastVote) -> Awaited:
    if isinstance(task, Choose):
        others = tuple(one.id for one in chat.script.members if one.id != task.member)
        return Awaited(member=task.member, task="choose", partners=others)
    if isinstance(task, Say):
        listeners = (task.to,) if task.to else ()
        return Awaited(member=task.member, task="speak", partners=listeners)
    return Awaited(member=task.member, task="vote")
