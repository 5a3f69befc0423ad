"""The page of a group chat: one HTML file that needs nothing else, for reading, mail and print."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

import jinja2

from npcscenes.model.entropy import ORDERS
from npcscenes.model.report import Report
from npcscenes.model.summary import ReportedLine, ReportedTalk
from npcscenes.studio import scene_report
from npcscenes.studio.plots import SPARK_HEIGHT, SPARK_WIDTH
from npcscenes.studio.scene_report import Face, titled, words_of
from npcserver.model.group.moves import Updated
from npcserver.model.group.script import TALKS, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTalk:
    """Lines of one talk of two members, or of one chat round of all."""

    title: str
    lines: tuple[ReportedLine, ...]
    talk: ReportedTalk | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageStage:
    """One stage of a round."""

    title: str
    who_hears: str
    is_private: bool
    passages: tuple[PageTalk, ...]
    notes: tuple[tuple[Face, Updated], ...] = ()


def acts(told: Report, faces: dict[str, Face]) -> tuple[tuple[str, tuple[PageStage, ...]], ...]:
    """Return the rounds with their lines and notes; the settlement comes last."""
    words = words_of(told.script.language)
    numbers = sorted({line.round for line in told.transcript} | {one.round for one in told.notes})
    rounds = []
    for number in numbers:
        scenes = [_page_stage(told, faces, number, stage) for stage in told.script.course.stages]
        rounds.append(
            (
                words["round_title"].format(round=number),
                tuple(one for one in scenes if one is not None),
            )
        )
    rounds += [
        (words["settlement_title"], (scene,))
        for number in numbers
        if (scene := _page_stage(told, faces, number, Stage.SETTLEMENT)) is not None
    ]
    return tuple((title, scenes) for title, scenes in rounds if scenes)


def _page_stage(
    told: Report, faces: dict[str, Face], number: int, stage: Stage
) -> PageStage | None:
    lines = [one for one in told.transcript if (one.round, one.stage) == (number, stage)]
    notes = [one for one in told.notes if one.round == number] if stage is Stage.UPDATE else []
    if not lines and not notes:
        return None
    talks = {one.first: one for one in told.talks if (one.round, one.stage) == (number, stage)}
    words = words_of(told.script.language)
    is_settlement = stage is Stage.SETTLEMENT
    return PageStage(
        title=words["last_words"] if is_settlement else titled(words, stage),
        who_hears=words[f"hears_{stage.value}"],
        is_private=stage in (*TALKS, Stage.UPDATE),
        passages=tuple(_page_talks(told, lines, talks)),
        notes=tuple((faces[one.member], one) for one in notes),
    )


def _page_talks(
    told: Report, lines: Iterable[ReportedLine], talks: dict[str, ReportedTalk]
) -> Iterable[PageTalk]:
    """Group the lines of each talk, though talks run side by side."""
    words = words_of(told.script.language)
    aloud = [line for line in lines if not line.talk]
    for first, talk in talks.items():
        yield PageTalk(
            title=f"{told.name(first)}{words['and']}{told.name(talk.second)}",
            lines=tuple(line for line in lines if line.talk == first),
            talk=talk,
        )
    for number, of_round in groupby(aloud, key=lambda line: line.chat_round):
        spoken = tuple(of_round)
        is_settlement = spoken[0].stage is Stage.SETTLEMENT
        yield PageTalk(
            title="" if is_settlement else words["chat_round"].format(round=number),
            lines=spoken,
        )


TEMPLATES = Path(__file__).parent / "templates"


def page(told: Report) -> str:
    """Return the whole page: style and drawings are inside, scripts are absent and forbidden.

    Text from a model, a player or a scene file is escaped, and isolated so that it cannot change
    the writing direction around it. Half a surrogate pair, which no file can hold, becomes "?".
    """
    people = scene_report.faces(told)
    faces = {one.id: one for one in people}
    words = words_of(told.script.language)
    html = (
        _templates()
        .get_template("scene.html.j2")
        .render(
            told=told,
            script=told.script,
            people=people,
            headline=scene_report.headline(told),
            ballots=scene_report.ballots(told, people),
            relations=scene_report.relations(told),
            beliefs=scene_report.beliefs(told),
            sought=scene_report.sought(told),
            influence=scene_report.influence(told, people),
            places=scene_report.places(told),
            entropy=scene_report.entropy(told),
            wordings=scene_report.language_rows(told),
            acts=acts(told, faces),
            faces=faces,
            command=_command(told),
            winners=tuple(one.name for one in told.winners),
            backing=scene_report.backing(told, people),
            orders=ORDERS,
            w=words,
            w_language=words["language"],
            spark_size=(SPARK_WIDTH, SPARK_HEIGHT),
        )
    )
    return html.encode("utf-8", "replace").decode("utf-8")


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _command(told: Report) -> str:
    """Return the command that runs the scene again, as far as a report knows it."""
    course = told.script.course
    without = {
        "memory": not course.has_memory,
        "group-chat": Stage.GROUP_CHAT not in course.stages,
        "summary": not course.has_summaries,
    }
    flags = [f"--without {part}" for part, is_missing in without.items() if is_missing]
    options = [f"--seed {told.seed}", f"--rounds {course.rounds}", *flags]
    return " ".join(["npcserver scene run", shlex.quote(told.script.id), *options])
