"""The transcript of a group chat as the page shows it: rounds, stages, talks, lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from npcserver.model.group.moves import AUDIENCE
from npcserver.model.group.report import Report
from npcserver.model.group.reported import Line, Note, Talk
from npcserver.model.group.script import TALKS, Stage
from npcserver.studio.scene_view import Face, titled
from npcserver.studio.scene_words import words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A line; `face` is None for the audience, `to` is the addressee, empty for all."""

    face: Face | None
    name: str
    to: str
    text: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Lines of one talk of two members, or of one chat round of all."""

    title: str
    is_private: bool
    lines: tuple[Said, ...]
    talk: Talk | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One stage of a round."""

    title: str
    who_hears: str
    is_private: bool
    passages: tuple[Passage, ...]
    notes: tuple[tuple[Face, Note], ...] = ()


def acts(told: Report, people: Sequence[Face]) -> tuple[tuple[str, tuple[Scene, ...]], ...]:
    """Return the rounds with their lines and notes; the settlement comes last."""
    by_id = {one.id: one for one in people}
    words = words_of(told.script.language)
    numbers = sorted({line.round for line in told.transcript} | {one.round for one in told.notes})
    rounds = []
    for number in numbers:
        scenes = [_scene(told, by_id, number, stage) for stage in told.script.course.stages]
        rounds.append(
            (
                words["round_title"].format(round=number),
                tuple(one for one in scenes if one is not None),
            )
        )
    rounds += [
        (words["settlement_title"], (scene,))
        for number in numbers
        if (scene := _scene(told, by_id, number, Stage.SETTLEMENT)) is not None
    ]
    return tuple((title, scenes) for title, scenes in rounds if scenes)


def _scene(told: Report, people: dict[str, Face], number: int, stage: Stage) -> Scene | None:
    lines = [one for one in told.transcript if (one.round, one.stage) == (number, stage)]
    notes = [one for one in told.notes if one.round == number] if stage is Stage.UPDATE else []
    if not lines and not notes:
        return None
    talks = {one.first: one for one in told.talks if (one.round, one.stage) == (number, stage)}
    words = words_of(told.script.language)
    is_settlement = stage is Stage.SETTLEMENT
    return Scene(
        title=words["last_words"] if is_settlement else titled(words, stage),
        who_hears=words[f"hears_{stage.value}"],
        is_private=stage in (*TALKS, Stage.UPDATE),
        passages=tuple(_passages(told, people, lines, talks)),
        notes=tuple((people[one.member], one) for one in notes),
    )


def _passages(
    told: Report, people: dict[str, Face], lines: Iterable[Line], talks: dict[str, Talk]
) -> Iterable[Passage]:
    """Group the lines of each talk, though talks run side by side."""
    words = words_of(told.script.language)
    aloud = [line for line in lines if not line.talk]
    for first, talk in talks.items():
        yield Passage(
            title=f"{told.name(first)}{words['and']}{told.name(talk.second)}",
            is_private=True,
            lines=tuple(_said(told, people, line) for line in lines if line.talk == first),
            talk=talk,
        )
    for number, of_round in groupby(aloud, key=lambda line: line.chat_round):
        spoken = tuple(of_round)
        is_settlement = spoken[0].stage is Stage.SETTLEMENT
        yield Passage(
            title="" if is_settlement else words["chat_round"].format(round=number),
            is_private=False,
            lines=tuple(_said(told, people, line) for line in spoken),
        )


def _said(told: Report, people: dict[str, Face], line: Line) -> Said:
    words = words_of(told.script.language)
    is_audience = line.speaker == AUDIENCE
    return Said(
        face=people.get(line.speaker),
        name=words["audience"] if is_audience else told.name(line.speaker),
        to=told.name(line.to) if line.to and not line.talk else "",
        text=line.text,
        person=line.person,
    )
