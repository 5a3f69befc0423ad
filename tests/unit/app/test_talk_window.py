"""Which lines of a long talk a prompt shows: the newest, beginning with one that stays."""

from dataclasses import replace
from itertools import pairwise

import pytest

from npcserver.app.context.conversation_line import ConversationLine, TalkWindow
from npcserver.model.character import Person
from npctools.session import PromptShape

ANN = Person(id="ann", name="Ann")
LINE = ConversationLine(speaker=ANN, to_id="mira", text="")


def talk(count: int) -> list[ConversationLine]:
    """Return a talk of so many lines, newest first."""
    return [replace(LINE, text=f"line {at}", seq=3 * at) for at in reversed(range(count))]


@pytest.mark.parametrize(("count", "most"), [(0, 48), (47, 48), (20, 12), (31, 31), (5, 0)])
def test_a_short_talk_or_window_is_whole(count: int, most: int) -> None:
    """All lines, or as many as there may be."""
    assert TalkWindow(most).newest(talk(count)) == talk(count)[:most]


def test_a_long_talk_begins_with_the_same_line_for_several_turns() -> None:
    """Between two turns of a hundred and fifty; it never begins with an earlier line again."""
    shown = [TalkWindow(48).newest(talk(count)) for count in range(60, 360, 2)]
    begin = [lines[-1].seq for lines in shown]

    assert all(33 <= len(lines) <= 48 for lines in shown)
    assert all(lines == talk(60 + 2 * at)[: len(lines)] for at, lines in enumerate(shown))
    assert begin == sorted(begin)
    moved = sum(one != other for one, other in pairwise(begin))
    assert moved <= len(shown) / 3


def test_a_session_recorded_before_shows_what_it_showed() -> None:
    """Its talks begin with the oldest line that there may be."""
    shape = PromptShape(conversation_lines=40)
    window = TalkWindow(shape.conversation_lines, shape.beginnings)

    assert window.newest(talk(90)) == talk(90)[:40]
