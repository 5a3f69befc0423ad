"""Talks between two: who has one with whom in a stage, whose turn it is, and when they are over."""

from dataclasses import dataclass

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.course import chat_rounds
from npcserver.model.group.moves import Chose, Spoke
from npcserver.model.group.tasks import Choose, Say


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A talk that a principal began. `most` is how many lines it has at most.

    One line of each side makes a chat round; the principal comes first.
    """

    chose: Chose
    lines: tuple[Spoke, ...]
    most: int

    @property
    def parties(self) -> tuple[str, str]:
        """Who began it, and with whom."""
        return (self.chose.member, self.chose.partner)

    @property
    def is_over(self) -> bool:
        """Whether all is said: there is no line left, no word, or nothing to add to an answer."""
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
        """Whose turn it is."""
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
        """Whether whoever is to speak next will not speak in it again."""
        has_answer = bool(self.lines) and self.lines[-1].ends
        return has_answer or len(self.lines) + 2 >= self.most


def choosing(chat: GroupChat) -> tuple[Choose, ...]:
    """Return who is still to choose in the stage under way, in the order of their turns."""
    began = chat.began
    done = {chose.member for chose in chat.choices}
    principals = {one.id for one in chat.script.principals} - done
    order = () if began is None else began.order
    return tuple(Choose(member=one) for one in order if one in principals)


def talks(chat: GroupChat) -> tuple[Talk, ...]:
    """Return the talks of the stage under way, in the order of those who began them."""
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
    """Return the next line of each talk that is under way, with its place in time.

    A talk waits for the earlier ones that share somebody with it, and begins right after the last
    of them; lines of the same place can be thought side by side. So it does not matter in what
    order others have spoken in between.
    """
    found: list[tuple[int, Say]] = []
    free: dict[str, int] = {}  # from what place on somebody is free; -1: not before more is said
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
    """Say whether all have chosen and all talks of the stage under way are over."""
    return not choosing(chat) and all(talk.is_over for talk in talks(chat))
