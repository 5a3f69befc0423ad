"""The page of a group chat: one HTML file without references, for reading, mail and print."""

import shlex
from functools import cache
from pathlib import Path

import jinja2

from npcserver.model.group.entropy import ORDERS
from npcserver.model.group.report import Report
from npcserver.model.group.script import Stage
from npcserver.studio import scene_talk, scene_view
from npcserver.studio.plots import SPARK_HEIGHT, SPARK_WIDTH
from npcserver.studio.scene_words import words_of

TEMPLATES = Path(__file__).parent / "templates"


def page(told: Report) -> str:
    """Return the whole page: style and drawings are inside, scripts are absent and forbidden.

    Text from a model, a player or a scene file is escaped, and isolated so that it cannot change
    the writing direction around it. Half a surrogate pair, which no file can hold, becomes "?".
    """
    people = scene_view.faces(told)
    words = words_of(told.script.language)
    html = (
        _templates()
        .get_template("scene.html.j2")
        .render(
            told=told,
            script=told.script,
            people=people,
            headline=scene_view.headline(told),
            ballots=scene_view.ballots(told, people),
            relations=scene_view.relations(told),
            beliefs=scene_view.beliefs(told),
            sought=scene_view.sought(told),
            influence=scene_view.influence(told, people),
            places=scene_view.places(told),
            entropy=scene_view.entropy(told),
            wordings=scene_view.wordings(told),
            acts=scene_talk.acts(told, people),
            command=_command(told),
            winners=tuple(one.name for one in told.winners),
            backing=scene_view.backing(told, people),
            order_names=tuple(words[f"order_{n}"] for n in ORDERS),
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
