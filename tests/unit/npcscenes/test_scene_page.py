"""The page of a group chat and its plots: complete, readable, and safe whatever was said."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcscenes.model.chat import GroupChat
from npcscenes.model.report import report
from npcscenes.studio.plots import (
    HEIGHT,
    SPARK_HEIGHT,
    SPARK_WIDTH,
    WIDTH,
    Series,
    line_chart,
    sparkline,
    spread,
)
from npcscenes.studio.scene_page import page
from npcscenes.studio.scene_report import words_of
from npcserver.model.group.script import Ballot, Candidate, Course, Stage, WinRule
from tests.fakes.scene_scripts import (
    ANN,
    BEN,
    CAST,
    CLOSED,
    FIRST_ROUND,
    PRIVATE,
    SECOND_ROUND,
    began_move,
    council_script,
    mill_chat,
    play_script,
    settled_chat,
    spoke_move,
    talk_moves,
)

BEN_TOO = Candidate(id=BEN, name="Ben")
HOSTILE = "</script></style><script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{7*7}}"
_VOID = {"meta", "br", "img", "link", "input", "hr"}


class Outline(HTMLParser):
    """Elements, attributes and text of a page; fails where elements are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in _VOID and tag not in {"path", "line", "polyline"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(" ".join(data.split()))

    def tags(self, name: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag == name]


def shown(group_chat: GroupChat) -> Outline:
    return Outline(page(report(group_chat)))


def test_the_page_says_who_won_and_why() -> None:
    """Title, premise, winner, reason and summary are all told."""
    texts = shown(settled_chat()).texts

    for wanted in (
        "Who gets the mill",
        "The miller is old, and two of his children want the mill.",
        "Ann Miller wins.",
        "Ann Miller has the most votes: 2 of 3.",
        "The miller's children fell out, and Ann kept the mill.",
    ):
        assert wanted in texts


def test_the_page_needs_nothing_from_anywhere() -> None:
    """No script, no link to a style, font or picture; a policy forbids to load any."""
    html = page(report(settled_chat()))
    outline = Outline(html)

    assert {tag for tag, _ in outline.elements} & {"script", "link", "img", "iframe"} == set()
    assert re.findall(r"url\(|@import|https?://|src=", html) == []
    assert all(link["href"].startswith("#") for link in outline.tags("a"))
    [policy] = [one for one in outline.tags("meta") if "http-equiv" in one]
    assert policy["content"].startswith("default-src 'none'")


def test_elements_are_closed_and_links_lead_somewhere() -> None:
    """The page is well formed, and every part that the top names is there."""
    outline = shown(settled_chat())

    assert outline.open == []
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {link["href"][1:] for link in outline.tags("a")} <= set(ids)


def test_drawings_have_words_and_tables_have_heads() -> None:
    """A chart says what it shows, a sparkline is left out, and each table names its columns."""
    outline = shown(settled_chat())

    assert len([one for one in outline.tags("svg") if one.get("role") == "img"]) >= 1
    assert all("aria-hidden" in one or one.get("aria-label") for one in outline.tags("svg"))
    assert all("aria-label" in one for one in outline.tags("div") if one.get("role") == "region")
    assert all(one.get("scope") for one in outline.tags("th"))


def test_every_vote_and_every_line_is_there() -> None:
    """Both rules that were voted under, whom each voted for, and all that was said."""
    told = report(settled_chat())
    texts = Outline(page(told)).texts

    assert "Own knowledge" in texts
    assert "Own knowledge, not oneself" in texts
    assert "All knowledge" not in texts
    assert [line.text for line in told.transcript if line.text not in texts] == []
    assert {"Pat", "I like Ann more."} <= set(texts)


def test_what_was_private_is_marked() -> None:
    """Talks of two stand in a frame of their own kind with the word; lines to all do not."""
    html = page(
        report(mill_chat(began_move(1, PRIVATE), *talk_moves(1, PRIVATE, ANN, BEN, "Between us.")))
    )
    aloud = page(
        report(
            mill_chat(
                began_move(1, Stage.GROUP_CHAT), spoke_move(1, Stage.GROUP_CHAT, 1, ANN, "Hi")
            )
        )
    )

    assert 'class="passage private"' in html
    assert "Nobody else learns that it took place." in html
    assert 'class="passage private"' not in aloud


def test_talks_side_by_side_are_told_one_after_the_other() -> None:
    """Lines of two talks that ran at the same time are not mixed."""
    first = talk_moves(1, PRIVATE, ANN, "cid", "A one", "A two")
    second = talk_moves(1, PRIVATE, BEN, "dot", "B one", "B two")
    mixed = (first[0], second[0], first[1], second[1], first[2], second[2])

    texts = shown(mill_chat(began_move(1, PRIVATE), *mixed)).texts

    assert [one for one in texts if one[:2] in {"A ", "B "}] == ["A one", "A two", "B one", "B two"]


def hostile() -> GroupChat:
    """Everything that a file, a model or a player can put into a page is an attack."""
    ballot = Ballot(
        question=HOSTILE,
        candidates=(Candidate(id=ANN, name=HOSTILE, member=ANN), Candidate(id=BEN, name="Ben")),
        win=WinRule.PLURALITY,
    )
    result = replace(CLOSED.result, because=HOSTILE, summary=HOSTILE, camp=HOSTILE)
    plain = mill_chat(id=HOSTILE, title=HOSTILE, premise=HOSTILE, ballot=ballot, language=HOSTILE)
    members = tuple(
        replace(
            one,
            name=HOSTILE,
            goal=HOSTILE,
            camp=HOSTILE,
            is_camp_fixed=True,
            beliefs=tuple(replace(belief, text=HOSTILE) for belief in one.beliefs),
        )
        for one in plain.script.members
    )
    attack = talk_moves(1, PRIVATE, ANN, BEN, HOSTILE, HOSTILE)
    return mill_chat(
        *FIRST_ROUND,
        *attack,
        *SECOND_ROUND,
        *CAST,
        replace(CLOSED, result=result),
        id=HOSTILE,
        title=HOSTILE,
        premise=HOSTILE,
        language=HOSTILE,
        ballot=ballot,
        members=members,
    )


def test_hostile_words_stay_words() -> None:
    """No element, no attribute and no template comes of what was said or written in a file."""
    outline = shown(hostile())

    assert {tag for tag, _ in outline.elements} & {"script", "img"} == set()
    assert outline.open == []
    assert all(not name.startswith("on") for _, found in outline.elements for name in found)
    assert HOSTILE in outline.texts
    assert "49" not in " ".join(one for one in outline.texts if "alert" in one)
    assert {tag for tag, _ in outline.elements} == {
        tag for tag, _ in shown(settled_chat()).elements
    }


def test_words_cannot_turn_the_page_around_or_break_the_file() -> None:
    """A mark that reverses the writing is kept within its element; half a letter is replaced."""
    html = page(
        report(
            mill_chat(
                began_move(1, PRIVATE), *talk_moves(1, PRIVATE, ANN, BEN, "\u202eolleh \ud83d")
            )
        )
    )

    assert html.encode("utf-8")
    assert re.search(r'<dd class="words"[^>]*>\u202eolleh \?</dd>', html)
    assert ".words { unicode-bidi: isolate; }" in html


@pytest.mark.parametrize(
    ("group_chat", "headline"),
    [
        (mill_chat(), "Still under way: the opening."),
        (mill_chat(began_move(1, PRIVATE)), "Still under way: round 1, private chats."),
        (
            mill_chat(*FIRST_ROUND, *SECOND_ROUND),
            "Still under way: round 2, making up their minds.",
        ),
        (
            mill_chat(*FIRST_ROUND[:3], replace(CLOSED, is_settled=False)),
            "Broken off: round 1, private chats.",
        ),
        (
            mill_chat(*CAST, replace(CLOSED, result=replace(CLOSED.result, winners=()))),
            "Nobody wins.",
        ),
        (
            mill_chat(*CAST, replace(CLOSED, result=replace(CLOSED.result, winners=(ANN, BEN)))),
            "Ann Miller and Ben Miller cannot be parted.",
        ),
        (
            settled_chat(
                ballot=Ballot(question="?", candidates=(Candidate(id=ANN, name="Sell"), BEN_TOO))
            ),
            "The outcome: Sell.",
        ),
    ],
)
def test_the_headline_says_where_it_stands(group_chat: GroupChat, headline: str) -> None:
    """Under way, broken off, without a winner, or with several: in one sentence."""
    outline = shown(group_chat)

    assert headline in outline.texts
    assert outline.open == []


def test_the_command_runs_the_same_again() -> None:
    """It names scene, seed and rounds, and what was left out; a strange id is quoted."""
    course = Course(rounds=2, stages=(PRIVATE, Stage.UPDATE), has_memory=False)

    assert "npcserver scene run mill --seed 7 --rounds 2" in shown(settled_chat()).texts
    assert (
        "npcserver scene run 'a; b' --seed 7 --rounds 2 --without memory --without group-chat"
        in shown(settled_chat(id="a; b", course=course)).texts
    )


def test_a_page_comes_out_the_same_every_time() -> None:
    """There is no date and no chance in it."""
    assert page(report(settled_chat())) == page(report(settled_chat()))


def test_a_chinese_scene_is_told_in_its_tongue() -> None:
    """Its words are marked as Chinese, and counted by characters."""
    html = page(
        report(
            mill_chat(
                began_move(1, Stage.GROUP_CHAT),
                spoke_move(1, Stage.GROUP_CHAT, 1, ANN, "磨坊是我们的。"),
                language="zh",
            )
        )
    )

    assert '<dd class="words" lang="zh">磨坊是我们的。</dd>' in html
    assert "<b>6</b>" in html


def test_a_whole_game_can_be_shown() -> None:
    """A game played by the director, with all its stages, gives a sound page."""
    outline = shown(play_script(council_script(Course(rounds=2)), seed=3))

    assert outline.open == []
    assert {"Round 1", "Round 2", "Before all", "Who backs whom"} <= set(outline.texts)


def test_a_chinese_scene_has_a_chinese_page() -> None:
    """Titles, explanations and tables too; what is English there are ids, and names of things."""
    html = page(report(settled_chat(language="zh")))
    texts = " ".join(
        re.sub(r"<style>.*?</style>|<[^>]+>|<code>.*?</code>", " ", html, flags=re.DOTALL).split()
    )

    assert '<html lang="zh">' in html
    assert "谁见了谁" in texts
    for label in ("Votes", "Transcript", "Heard by", "Own knowledge", "round 1", "Model calls"):
        assert label not in texts


def test_both_languages_have_the_same_words_with_the_same_gaps() -> None:
    """So nothing of a scene can be shown in one language and fail in the other."""
    english, chinese = words_of("en"), words_of("zh-CN")

    def gaps(text: str) -> set[str | None]:
        return {field for _, field, _, _ in Formatter().parse(text) if field is not None}

    assert english.keys() == chinese.keys()
    assert {key for key in english if gaps(english[key]) != gaps(chinese[key])} == set()


def points(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in drawn.split())]


def test_higher_values_stand_higher() -> None:
    """The y axis grows upwards, the x axis to the right, all within the picture."""
    chart = line_chart([Series(name="a", colour=0, values=(0, 30, 10))], ["1", "2", "3"])

    [curve] = chart.curves
    (x0, y0), (x1, y1), (x2, y2) = points(curve.points)
    assert 0 < x0 < x1 < x2 < WIDTH
    assert HEIGHT > y0 > y2 > y1 > 0
    assert [tick.at for tick in chart.x_ticks] == [x0, x1, x2]
    assert [value for *_, value in curve.dots] == ["0", "30", "10"]


@pytest.mark.parametrize(
    ("values", "floor", "labels"),
    [
        ((0, 60), 0.0, ["0", "20", "40", "60"]),
        ((0, 0), 0.0, ["0", "0.5", "1"]),
        ((5.27, 9.03), None, ["5", "6", "7", "8", "9", "10"]),
        ((7.5, 7.5), None, ["7.5", "8", "8.5"]),
    ],
)
def test_axes_have_round_numbers(
    values: tuple[float, ...], floor: float | None, labels: list[str]
) -> None:
    """All values lie between the first and the last mark, which are round."""
    chart = line_chart([Series(name="a", colour=0, values=values)], ["1", "2"], floor=floor)

    assert [tick.label for tick in chart.y_ticks] == labels


def test_a_chart_of_nothing_or_of_one_value_can_be_drawn() -> None:
    """Nothing has no curve; a single round is a single dot."""
    assert line_chart([], []).curves == ()
    assert line_chart([Series(name="a", colour=0, values=())], ["1"]).curves == ()
    [curve] = line_chart([Series(name="a", colour=0, values=(4,))], ["1"]).curves
    assert len(points(curve.points)) == 1


@given(st.lists(st.floats(0, 200), max_size=12))
def test_labels_never_lie_on_each_other(wanted: list[float]) -> None:
    """They keep their order and their distance within the bounds."""
    placed = spread(wanted, 13, 0, 200)

    in_order = [placed[at] for at in sorted(range(len(wanted)), key=lambda at: wanted[at])]
    gaps = [high - low for low, high in pairwise(in_order)]
    assert all(gap >= 13 - 0.2 for gap in gaps)
    assert all(-0.1 <= place <= 200.1 for place in placed)


def test_more_labels_than_there_is_space_for_come_closer() -> None:
    """Forty labels in a hundred units still keep their order within the bounds."""
    placed = spread([50.0] * 40, 13, 0, 100)

    assert placed == sorted(placed)
    assert (placed[0], placed[-1]) == (0, 100)


def test_a_sparkline_spans_its_scale() -> None:
    """Lowest and highest of the scale are its edges; a single value is a level line."""
    (x0, low), (x1, high) = points(sparkline([0, 50], 0, 50))

    assert (x0, x1) == (2, SPARK_WIDTH - 2)
    assert (low, high) == (SPARK_HEIGHT - 2, 2)
    assert len({y for _, y in points(sparkline([7], 0, 50))}) == 1
