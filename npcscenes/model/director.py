"""The tasks due in a group chat, and the persons it waits for, by its moves alone.

Talks and debates are as long as the script says while the calls suffice for all of them. Where
they do not, what is left beyond the least that must still happen is shared out among the stages
ahead, by how much each could use: so the last debate is no shorter than the first. A stage is
planned once, when it begins, and what happens in it changes nothing of that.

What is due at the same time can be thought side by side, and moves are made of it in this order.
Continuing from a part of them yields the rest.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from npcscenes.model.chat import GroupChat, turn_order
from npcserver.model.group.moves import Began, Chose, LineSpoken, Updated
from npcserver.model.group.script import TALKS, Course, Knowledge, Script, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """A principal chooses a talk partner."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A member says a line; see `moves.Spoke`. `opening` is its text, if it is fixed already."""

    member: str
    talk: str = ""
    to: str = ""
    chat_round: int
    opening: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A member updates its relations and beliefs after a round."""

    member: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """A member votes, on its own knowledge or on all."""

    member: str
    knowledge: Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """Condense a round for the votes on all knowledge; see `moves.Digested`."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclude:
    """Summarise the chat and close it."""


Task = Began | Choose | Say | Update | CastVote | Digest | Conclude
"""A task; the beginning of a stage is already the move that begins it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedPerson:
    """A person in a member's seat who is waited for.

    `partners` are those it may choose or will speak to; empty for all.
    """

    member: str
    task: Literal["choose", "speak", "vote"]
    partners: tuple[str, ...] = ()


WORST = 2
"""Most calls that one thought takes: one, and one to repair its answer."""
_SPARE = 10  # one call in so many is reserved for repairs, or more at the repair rate so far

Point = tuple[int, Stage]
"""A round, and a stage in it."""


@lru_cache(maxsize=64)
def stage_points(course: Course) -> tuple[Point, ...]:
    """Return all stages of all rounds, in order, without those that have no chat rounds."""
    stages = [
        stage for stage in course.stages if stage is Stage.UPDATE or course.chat_rounds(stage)
    ]
    rounds = [(one, stage) for one in range(1, course.rounds + 1) for stage in stages]
    return (*rounds, (max(1, course.rounds), Stage.SETTLEMENT))


def place(chat: GroupChat) -> int:
    """Return the index in `stage_points` of the stage under way; -1 before the first."""
    began = chat.began
    return (
        -1 if began is None else stage_points(chat.script.course).index((began.round, began.stage))
    )


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


def most_thoughts(script: Script) -> int:
    """Return how many thoughts a whole scene takes at most."""
    course = script.course
    points = stage_points(course)
    return sum(thoughts(script, stage, course.chat_rounds(stage)) for _, stage in points)


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
    ahead = Counter(stage for _, stage in stage_points(script.course)[place(chat) :])
    least = sum(count * thoughts(script, stage, 1) for stage, count in ahead.items())
    calls, asked = chat.fold.calls_before, chat.fold.asked_before
    repairs = least * (calls - asked) // asked if asked else 0
    spare = script.course.most_calls - (calls + least + max(least // _SPARE, repairs) + 1)
    share = (
        max(0, spare) * more // sum(count * _more(script, stage) for stage, count in ahead.items())
    )
    # from thoughts back to chat rounds
    return min(most, 1 + share * (most - 1) // more)


def _more(script: Script, stage: Stage) -> int:
    most = script.course.chat_rounds(stage)
    return thoughts(script, stage, most) - thoughts(script, stage, 1) if most else 0


def has_calls_left(chat: GroupChat) -> bool:
    """Return whether one more thought fits in the calls even if it must be repaired."""
    return _thoughts_left(chat) > 0


def affordable(chat: GroupChat, thinking: Iterable[bool]) -> int:
    """Return how many of some tasks, counted from the first, may run side by side.

    `thinking` says for each whether it takes a thought. All that run could be repaired within the
    calls left. If not even one thought fits, all may run, since none of them will call a model.
    """
    tasks = list(thinking)
    left = _thoughts_left(chat)
    if left <= 0:
        return len(tasks)
    for count, takes_thought in enumerate(tasks):
        left -= takes_thought
        if left < 0:
            return count
    return len(tasks)


def _thoughts_left(chat: GroupChat) -> int:
    most = chat.script.course.most_calls
    if not most:
        return 1_000_000  # no limit; more than ever run side by side
    return (most - chat.effort.calls) // WORST


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTalk:
    """A talk that a principal began; `most` is the largest number of its lines.

    One line of each side makes a chat round; the principal comes first.
    """

    chose: Chose
    lines: tuple[LineSpoken, ...]
    most: int

    @property
    def parties(self) -> tuple[str, str]:
        """The principal who began it, and the partner."""
        return (self.chose.member, self.chose.partner)

    @property
    def is_over(self) -> bool:
        """Whether it is over: all lines are used, the last is empty, or an `ends` was answered."""
        if len(self.lines) >= self.most:
            return True
        if self.lines and not self.lines[-1].text:
            return True
        return len(self.lines) > 1 and any(line.ends for line in self.lines[:-1])

    @property
    def chat_round(self) -> int:
        """Chat round of the next line."""
        return len(self.lines) // 2 + 1

    @property
    def next_line(self) -> Say:
        """The task of saying the next line."""
        speaker, listener = self.parties if len(self.lines) % 2 == 0 else self.parties[::-1]
        return Say(
            member=speaker,
            talk=self.chose.member,
            to=listener,
            chat_round=self.chat_round,
            opening="" if self.lines else self.chose.opening,
        )

    @property
    def is_last_line(self) -> bool:
        """Whether the next line is the last one of its speaker."""
        has_answer = bool(self.lines) and self.lines[-1].ends
        return has_answer or len(self.lines) + 2 >= self.most


def choosing(chat: GroupChat) -> tuple[Choose, ...]:
    """Return the choices missing in the stage under way, in turn order."""
    began = chat.began
    done = {chose.member for chose in chat.choices}
    principals = {one.id for one in chat.script.principals} - done
    order = () if began is None else began.order
    return tuple(Choose(member=one) for one in order if one in principals)


def pair_talks(chat: GroupChat) -> tuple[PairTalk, ...]:
    """Return the talks of the stage under way, in the turn order of those who began them."""
    began = chat.began
    if began is None:
        return ()
    most = 2 * chat_rounds(chat)
    lines = chat.lines
    chosen = {chose.member: chose for chose in chat.choices if chose.partner}
    return tuple(
        PairTalk(
            chose=chosen[one], lines=tuple(line for line in lines if line.talk == one), most=most
        )
        for one in began.order
        if one in chosen
    )


def next_talk_lines(chat: GroupChat) -> tuple[tuple[int, Say], ...]:
    """Return the next line of each talk that can go on, as (wave, task).

    A talk waits for the earlier ones that share a member with it, and begins in the wave after the
    last of them; lines of one wave can be thought side by side. So the result does not depend on
    the order in which other talks went on.
    """
    found: list[tuple[int, Say]] = []
    free: dict[str, int] = {}  # wave from which a member is free; -1: its talk is not over
    for talk in pair_talks(chat):
        waves = [free.get(one, 0) for one in talk.parties]
        begin = -1 if -1 in waves else max(waves)
        at = begin + len(talk.lines)
        if begin >= 0 and talk.is_over:
            free.update(dict.fromkeys(talk.parties, at))
            continue
        if begin >= 0:
            found.append((at, talk.next_line))
        free.update(dict.fromkeys(talk.parties, -1))
    return tuple(found)


def are_talks_over(chat: GroupChat) -> bool:
    """Return whether all have chosen and all talks of the stage under way are over."""
    return not choosing(chat) and all(talk.is_over for talk in pair_talks(chat))


def speakers(order: Sequence[str], lines: Sequence[LineSpoken], chat_round: int) -> tuple[str, ...]:
    """Return the speakers of a chat round: all who have not ended their part in an earlier one."""
    ended = {line.member for line in lines if line.ends and line.chat_round < chat_round}
    return tuple(one for one in order if one not in ended)


def is_debate_over(order: Sequence[str], lines: Sequence[LineSpoken], chat_round: int) -> bool:
    """Return whether all speakers of a chat round have spoken."""
    spoken = {line.member for line in lines if line.chat_round == chat_round}
    return spoken.issuperset(speakers(order, lines, chat_round))


def next_debate_lines(chat: GroupChat) -> tuple[Say, ...]:
    """Return the lines missing in the chat round under way; empty once the stage is over."""
    began = chat.began
    if began is None:
        return ()
    lines = chat.lines
    for chat_round in range(1, chat_rounds(chat) + 1):
        said = [line for line in lines if line.chat_round == chat_round]
        spoken = {line.member for line in said}
        missing = [one for one in speakers(began.order, lines, chat_round) if one not in spoken]
        if missing:
            return tuple(Say(member=one, chat_round=chat_round) for one in missing)
        if all(line.ends or not line.text for line in said):
            return ()
    return ()


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
    return tuple(wave[: affordable(chat, (_takes_thought(chat, task) for task in wave))])


def awaited(chat: GroupChat) -> tuple[AwaitedPerson, ...]:
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
    advance = chat.advance
    if advance is None:
        return True
    if advance.stage is None:
        return False
    at, goal = place(chat), _goal(chat, advance.round, advance.stage)
    return at > goal or (at == goal and not _open(chat))


def needs_thought(chat: GroupChat, task: Task) -> bool:
    """Return whether a task calls a model; otherwise its move follows without, or by default."""
    return _takes_thought(chat, task) and has_calls_left(chat)


def _takes_thought(chat: GroupChat, task: Task) -> bool:
    if isinstance(task, Began) or (isinstance(task, Say) and task.opening):
        return False
    return not (isinstance(task, Update) and chat.seat(task.member) is not None)


def _goal(chat: GroupChat, round_: int, stage: Stage) -> int:
    """Return the index in `points` of the last stage that a wish covers."""
    points = stage_points(chat.script.course)
    if (round_, stage) in points:
        return points.index((round_, stage))
    within = [at for at, point in enumerate(points[:-1]) if point[0] <= round_]
    return max(within, default=-1) if round_ <= chat.script.course.rounds else len(points) - 1


def _next_stage(chat: GroupChat) -> Began:
    """Return the task that begins the next stage; there is one, as the last ends in the close."""
    round_, stage = stage_points(chat.script.course)[place(chat) + 1]
    weights = chat.influence()
    order = turn_order(weights, chat.seed, round_, stage)
    shares = tuple((one, weights[one]) for one in order)
    return Began(round=round_, stage=stage, order=order, influence=shares)


def _open(chat: GroupChat) -> tuple[tuple[int, Task], ...]:
    """Return the tasks of the stage under way that can be done now, as (wave, task)."""
    began = chat.began
    if began is None:
        return ()
    stage = began.stage
    if stage in TALKS:
        choices = choosing(chat)
        return tuple((0, task) for task in choices) or next_talk_lines(chat)
    if stage is Stage.GROUP_CHAT:
        return tuple((0, task) for task in next_debate_lines(chat))
    if stage is Stage.UPDATE:
        done = {move.member for move in chat.since_began if isinstance(move, Updated)}
        return tuple((0, Update(member=one)) for one in began.order if one not in done)
    return tuple((0, task) for task in _settlement(chat, began.order))


def _settlement(chat: GroupChat, order: Sequence[str]) -> tuple[CastVote | Digest | Conclude, ...]:
    """Return the missing digests, else the missing votes, else the conclusion."""
    digests = [one for one in digested_rounds(chat.script) if one not in chat.fold.digests]
    if digests and not chat.votes:  # chats of older versions may have votes and no digests
        return tuple(Digest(round=one) for one in digests)
    cast = {(vote.member, vote.knowledge) for vote in chat.votes}
    wanted = [(one, Knowledge.OWN) for one in order]
    if votes_on_all(chat.script):  # a person in a seat is never shown all knowledge
        wanted += [(one, Knowledge.ALL) for one in order if chat.seat(one) is None]
    missing = tuple(
        CastVote(member=one, knowledge=knowledge)
        for one, knowledge in wanted
        if (one, knowledge) not in cast
    )
    return missing or (Conclude(),)


def _waits(chat: GroupChat, task: Task) -> bool:
    if isinstance(task, Say) and task.opening:
        return False
    if not isinstance(task, Choose | Say | CastVote):
        return False
    return chat.seat(task.member) is not None


def _awaited(chat: GroupChat, task: Choose | Say | CastVote) -> AwaitedPerson:
    if isinstance(task, Choose):
        others = tuple(one.id for one in chat.script.members if one.id != task.member)
        return AwaitedPerson(member=task.member, task="choose", partners=others)
    if isinstance(task, Say):
        listeners = (task.to,) if task.to else ()
        return AwaitedPerson(member=task.member, task="speak", partners=listeners)
    return AwaitedPerson(member=task.member, task="vote")
