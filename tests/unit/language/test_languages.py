"""A language is a folder: what it holds is found, and English stands in for what it lacks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from npcserver import language

TOY = {
    "language.toml": 'name = "Toki"\nhas_spaces = true\n',
    "alarm.toml": 'danger = ["fogo", "agua alta"]\n',
    "deadlines.toml": "day = '\\b(?P<offset>amanja)\\b'\n[offsets]\namanja = 1\n",
    "small_talk.toml": 'goodbye = ["tchau"]\n',
    "acts.toml": 'doing = "{name} faz {activity}"\n',
    "actor_thoughts.toml": '[going_on]\nplain = ["Ta bom."]\n',
    "clock.py": (
        '"""Hours of a toy language."""\n'
        "from npcserver.language.clock import ClockTime\n\n\n"
        "def clocks(text):\n"
        '    """Yield noon where it is named."""\n'
        '    at = text.find("meiodia")\n'
        "    if at >= 0:\n"
        "        yield ClockTime(720, True, at, at + 7)\n"
    ),
}
PROGRAM = """
import json, sys
from datetime import datetime
import npcserver.language
npcserver.language.__path__.append(sys.argv[1])
from npcmodels.offline import OfflineActor
from npcserver.language import alarm, clock, code_of, codes, filled
from npcserver.language.deadlines import due_at
from npcserver.mind import activity_texts as deeds
from npcserver.model import canned_lines as small_talk
OfflineActor()
own, english = filled("actor_thoughts", "qt-BR"), filled("actor_thoughts", "en")
print(json.dumps({
    "actor": [own["going_on"], [key for key in english if own[key] != english[key]]],
    "codes": codes(),
    "served": [code_of("qt-BR"), code_of("xx")],
    "alarm": [alarm.is_alarming("ha fogo na casa"), alarm.is_alarming("fogos")],
    "english": alarm.is_alarming("the barn is on fire"),
    "goodbye": [small_talk.is_goodbye("tchau!", "qt"), small_talk.is_goodbye("tchau!", "en")],
    "acts": [deeds.seen("Ana", "nada", "qt"), deeds.sleeping("qt")],
    "due": str(due_at("amanja", datetime(2023, 2, 14, 14))),
    "clock": [one.minutes for one in clock.clocks("meiodia")],
}))
"""


def test_a_language_is_added_as_a_folder(tmp_path: Path) -> None:
    """Nothing else names it: texts are searched for its words, and written in them or English."""
    folder = tmp_path / "qt"
    folder.mkdir()
    for name, content in TOY.items():
        (folder / name).write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, check=True
    )

    assert json.loads(done.stdout) == {
        "codes": ["en", *sorted({"qt", *language.codes()} - {"en"})],
        "served": ["qt", "en"],
        "alarm": [True, False],
        "english": True,
        "goodbye": [True, False],
        "acts": ["Ana faz nada", "sleeping"],
        "due": "2023-02-15 23:59:00",
        "clock": [720],
        "actor": [{"plain": ["Ta bom."]}, ["going_on"]],
    }


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """The message holds the file and what is wrong in it."""
    folder = tmp_path / "qt"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Toki', encoding="utf-8")
    program = PROGRAM.replace("print(", "npcserver.language.data('language', 'qt')\nprint(")
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "ValueError" in done.stderr
    assert "qt/language.toml" in done.stderr


@pytest.mark.parametrize("code", language.codes())
def test_a_folder_says_what_its_language_is(code: str) -> None:
    """Its name, and whether its words stand between spaces."""
    about = language.data("language", code)

    assert about["name"]
    assert isinstance(about["has_spaces"], bool)


def test_every_topic_of_another_language_is_one_of_english() -> None:
    """Keys of all languages are those of English, or of what English has no need of."""
    folders = {code: Path(language.__file__).parent / code for code in language.codes()}
    topics = {
        code: {file.stem for file in folder.glob("*.toml")} for code, folder in folders.items()
    }

    assert topics["zh"] - topics["en"] == set()


ACTOR = """
import json, sys
from dataclasses import replace
import npcserver.language
npcserver.language.__path__.append(sys.argv[1])
from npcmodels.offline import OfflineActor
from tests.fakes.prompt_inputs import mill_converse_input
actor = OfflineActor()
def said(*before):
    asked = mill_converse_input(*before)
    own = asked.situation.character
    persona = replace(own.persona, language="qt-BR")
    situation = replace(asked.situation, character=replace(own, persona=persona))
    return actor.answer(replace(asked, situation=situation)).say
print(json.dumps([said(("Anselm", "The mill wheel turns again.")), said()]))
"""


def test_the_actor_speaks_a_language_with_one_table(tmp_path: Path) -> None:
    """Where its folder has lines, they are said; everything else is said in English."""
    folder = tmp_path / "qt"
    folder.mkdir()
    for name in ("language.toml", "actor_thoughts.toml"):
        (folder / name).write_text(TOY[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ACTOR, str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    going_on, opening = json.loads(done.stdout)
    assert going_on == "Ta bom."
    assert opening in {
        line.format(person="Anselm")
        for line in language.data("actor_thoughts", "en")["opening"]["plain"]
    }


FIRST_FOLDER = """
import json, sys
import npcserver.language
npcserver.language.__path__.append(sys.argv[1])
from npcmodels.actor.phrase_book import phrases_of
from npcserver.language.tokens import asked_words
print(json.dumps({
    "asked": asked_words("Onde \\u00e9 que o barqueiro esconde o barco?"),
    "greets": [phrases_of("pt").marks["greeting"].search(one) is not None
               for one in ("ol\\u00e1!", "bom dia", "hello")],
    "said": sorted(set(phrases_of("pt").of("greeting", "plain"))),
    "english": phrases_of("en").of("farewell", "plain") == phrases_of("pt").of("farewell", "plain"),
}))
"""


def _run_with(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_first_folder_makes_nothing_worse(tmp_path: Path) -> None:
    """Words that only ask are still known from public lists; marks may be written as a list."""
    folder = tmp_path / "pt"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "P"\nhas_spaces = true\n', encoding="utf-8")
    lines = (
        "[marks]\ngreeting = ['ol\u00e1', 'bom dia']\n[lines.greeting]\nplain = [\"Ol\u00e1.\"]\n"
    )
    (folder / "actor_speech.toml").write_text(lines, encoding="utf-8")
    done = _run_with(tmp_path, FIRST_FOLDER)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "asked": ["barqueiro", "escond", "barco"],
        "greets": [True, True, False],
        "said": ["Ol\u00e1."],
        "english": True,
    }


NO_WORDS = """
import json, sys
from datetime import UTC, datetime
import npcserver.language
npcserver.language.__path__.append(sys.argv[1])
from npcmodels.offline import OfflineActor
from npcserver.app.conversation.disclosures import disclosure
from npcserver.language.jumps import deed_text
from npcserver.model.calendar import EARTH
from npcserver.model.character import Persona
from npcserver.prompts.render import Templates
from tests.fakes.store_world import world
from tests.unit.npcmodels.scenes import memory, scene
at = datetime(1904, 3, 15, 12, tzinfo=UTC)
mind = Persona(name="Ada", language="pt")
played = scene("Quem tem a roda?", memory("O moleiro tem a roda."), persona=mind)
greeted = scene("Bom dia!", persona=mind)
print(json.dumps([
    OfflineActor().spoken(played).say,
    OfflineActor().spoken(greeted).say,
    deed_text(at, "", ("Moinho",), ("Ana",), "pt", now=at, calendar=EARTH),
    disclosure(world(), "pt").language,
    [line for line, _ in Templates().lines("fallback", "pt")],
]))
"""


def test_a_folder_without_words_says_nothing_in_english(tmp_path: Path) -> None:
    """Until it has a topic, what is said is what is said in a language without a folder."""
    folder = tmp_path / "pt"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "P"\nhas_spaces = true\n', encoding="utf-8")
    done = _run_with(tmp_path, NO_WORDS)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["O moleiro tem a roda.", "Bom dia!", "Moinho, Ana", "", []]


def test_a_mark_that_is_no_pattern_is_named(tmp_path: Path) -> None:
    """With its file, as an author would look for it."""
    folder = tmp_path / "pt"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "P"\nhas_spaces = true\n', encoding="utf-8")
    (folder / "actor_speech.toml").write_text("[marks]\ngreeting = 3\n", encoding="utf-8")
    done = _run_with(tmp_path, FIRST_FOLDER)

    assert "pt/actor_speech.toml: marks.greeting must be a pattern or a list" in done.stderr
