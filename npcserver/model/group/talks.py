"""Talks between two members in a stage: their partners, turns and ends."""

from dataclasses import dataclass

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.course import chat_rounds
from npcserver.model.group.moves import Chose, Spoke
from npcserver.model.group.tasks import Choose, Say


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A talk that a principal began; `most` is the largest number of its lines.

    One line of each side makes a chat round; the principal comes first.
    """

    chose: Chose
    lines: tuple[Spoke, ...]
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


def talks(chat: GroupChat) -> tuple[Talk, ...]:
    """Return the talks of the stage under way, in the turn order of those who began them."""
    began = chat.began
    if began is None:
        return ()
    most = 2 * chat_rounds(chat)
    lines = chat.lines
    chosen = {chose.member: chose for chose in chat.choices if chose.partner}
    return tuple(
        Talk(
            chose=chosen[one],
            lines=tuple(line for line in lines if line.talk == one),
            most=most,
        )
        for one in began.order
        if one in chosen
    )


def next_lines(chat: GroupChat) -> tuple[tuple[int, Say], ...]:
    """Return the next line of each talk that can go on, as (wave, task).

    A talk waits for the earlier ones that share a member with it, and begins in the wave after the
    last of them; lines of one wave can be thought side by side. So the result does not depend on
    the order in which other talks went on.
    """
    found: list[tuple[int, Say]] = []
    free: dict[str, int] = {}  # wave from which a member is free; -1: its talk is not over
    for talk in talks(chat):
        begin = _begin(free, talk)
        at = begin + len(talk.lines)
        if begin >= 0 and talk.is_over:
            free.update(dict.fromkeys(talk.parties, at))
            continue
        if begin >= 0:
            found.append((at, talk.next_line))
        free.update(dict.fromkeys(talk.parties, -1))
    return tuple(found)


def _begin(free: dict[str, int], talk: Talk) -> int:
    places = [free.get(one, 0) for one in talk.parties]
    return -1 if -1 in places else max(places)


def is_over(chat: GroupChat) -> bool:
    """Return whether all have chosen and all talks of the stage under way are over."""
    return not choosing(chat) and all(talk.is_over for talk in talks(chat))
