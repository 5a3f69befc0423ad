"""The moment as a prompt shows it: game time in words, and a character told of itself."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from npcserver.language.person import second_person
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.calendar import EARTH, Calendar, Era
from npcserver.model.character import Availability
from npcserver.model.feelings import Mood
from npcserver.model.inputs import Absence
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.situation import mood_word, situation_view
from npcserver.prompts.texts import memory_time_view, part_of_day, time_view
from npcserver.prompts.views import named_view
from tests.fakes.prompt_inputs import (
    BRAM,
    NOW,
    afternoon_situation,
    character,
    converse_input,
    persona,
    plan_input,
    react_input,
    reply_scene,
)


@pytest.mark.parametrize(
    ("mood", "word"),
    [
        (Mood(), "even"),
        (Mood(valence=0.15, arousal=-0.15), "even"),
        (Mood(valence=0.6, arousal=0.5), "elated"),
        (Mood(valence=0.6, arousal=-0.5), "content"),
        (Mood(valence=-0.6, arousal=0.5), "upset"),
        (Mood(valence=-0.6, arousal=0.0), "low"),
        (Mood(arousal=0.9), "restless"),
        (Mood(arousal=-0.9), "drowsy"),
    ],
)
def test_moods_have_words(mood: Mood, word: str) -> None:
    """Every region of the circumplex has its word, and a slight mood is an even one."""
    assert mood_word(mood) == word


def test_present_self_stands_before_the_authored_one() -> None:
    """What the character is up to by now counts, its author's words where there is nothing."""
    assert situation_view(afternoon_situation(currently="Courting.")).currently == "Courting."
    assert (
        situation_view(afternoon_situation(currently="")).currently
        == "short of cider since the storm"
    )


def test_company_leaves_out_oneself() -> None:
    """Nobody keeps company with themselves."""
    myself = BRAM.__class__(id="mira", name="Mira Holt", is_player=False)

    assert situation_view(afternoon_situation(company=(myself, BRAM))).company == ("Bram",)


def test_bare_situation_has_a_view() -> None:
    """A character with a name only, nowhere, doing nothing, still has a moment."""
    bare = situation_view(
        afternoon_situation(
            place=None,
            act=None,
            company=(),
            currently="",
            character=character(persona(age=None, currently="")),
        )
    )

    assert (bare.doing, bare.currently, bare.place, bare.company) == ("", "", None, ())


@pytest.mark.parametrize(
    ("past", "english", "chinese"),
    [
        (NOW, "Tue 14:05", "周二14:05"),
        (NOW - timedelta(hours=12), "Tue 02:05", "周二02:05"),
        (NOW - timedelta(days=1), "Mon 14:05", "周一14:05"),
        (NOW - timedelta(days=6), "Wed 14:05", "周三14:05"),
        (NOW + timedelta(days=1), "Wed 14:05", "周三14:05"),
        (NOW - timedelta(days=7), "7 Feb", "2月7日"),
        (NOW - timedelta(days=365), "14 Feb 2022", "2022年2月14日"),
    ],
)
def test_a_memory_bears_weekday_and_clock(past: datetime, english: str, chinese: str) -> None:
    """What is older than its weekday can tell bears its date."""
    assert (told(past, "en"), told(past, "zh")) == (english, chinese)


def test_a_world_with_a_calendar_is_told_by_its_names() -> None:
    """Of days, months, eras and hours, in both languages; the clock stays."""
    own = Calendar(
        months=tuple(f"Moon{number}" for number in range(1, 13)),
        weekdays=("Ash", "Birch", "Cedar", "Dew", "Elm", "Fir", "Gorse"),
        eras=(Era(name="the Thaw", first_year=2000),),
        hours_in_day=20,
    )
    moments = {
        code: str(_macros(code).moment(time_view(NOW, own)))  # type: ignore[attr-defined]
        for code in ("en", "zh")
    }
    past = NOW - timedelta(days=365)
    stamps = {
        code: str(_macros(code).stamp(memory_time_view(past, NOW, own)))  # type: ignore[attr-defined]
        for code in ("en", "zh")
    }

    assert moments["en"] == (
        "Birch 14 Moon2, year 24 of the Thaw, 14:05 (hour 12 of the day's 20), in the afternoon"
    )
    assert moments["zh"] == "the Thaw24年Moon214日Birch，下午14:05（一天20个时辰中的第12个）"
    assert stamps == {"en": "14 Moon2, year 23 of the Thaw", "zh": "the Thaw23年Moon214日"}


def test_a_memory_is_told_the_same_for_days() -> None:
    """Neither an hour later nor five days later does it read otherwise."""
    stamps = {memory_time_view(NOW, NOW + timedelta(hours=hours), EARTH) for hours in range(24 * 6)}

    assert len(stamps) == 1


def test_day_has_four_parts() -> None:
    """Each hour belongs to one part of the day."""
    parts = [part_of_day(NOW.replace(hour=hour)) for hour in range(24)]

    assert (
        parts
        == ["night"] * 5 + ["morning"] * 7 + ["afternoon"] * 5 + ["evening"] * 5 + ["night"] * 2
    )


def told(past: datetime, language: str) -> str:
    """Return when something was, in words, looked back on from `NOW`."""
    stamp = _macros(language).stamp  # type: ignore[attr-defined]
    return str(stamp(memory_time_view(past, NOW, EARTH)))


def _macros(language: str) -> object:
    return Templates()._environment(language).get_template("parts/time.j2").module


HESTER = "Hester Quillam"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Hester Quillam and Tom are on speaking terms.", "You and Tom are on speaking terms."),
        ("Tom is somebody Hester Quillam meets at times.", "Tom is somebody you meet at times."),
        ("Tom is good company, and Hester likes him.", "Tom is good company, and you like him."),
        ("Hester has never warmed to Tom.", "You have never warmed to Tom."),
        ("Hester Quillam would rather avoid Tom.", "You would rather avoid Tom."),
        ("Tom gets on Hester Quillam's nerves.", "Tom gets on your nerves."),
        ("Hester\u2019s trust is gone; Hester watches Tom.", "Your trust is gone; you watch Tom."),
        ("Hester really tries to please Tom.", "You really try to please Tom."),
        ("Tom lied to Hester.", "Tom lied to you."),
        ("Hester Oake owes money to Tom.", "Hester Oake owes money to Tom."),
        ("You like Tom.", "You like Tom."),
        ("", ""),
    ],
)
def test_the_name_becomes_you(written: str, told: str) -> None:
    """Verbs agree, what is owned is yours, and others of the same first name stay others."""
    assert second_person(written, HESTER) == told


def test_chinese_names_become_you() -> None:
    """Nothing has to agree."""
    assert second_person("海丝特和旅人说得上话。", "海丝特") == "你和旅人说得上话。"


def test_nobody_is_told_nothing() -> None:
    """Without a name a text stays what it is."""
    assert second_person("Tom is kind.", " ") == "Tom is kind."


GONE = (
    Absence(id="tom", name="Tom", availability=Availability.DEAD),
    Absence(id="ida", name="Ida", availability=Availability.ABSENT),
)


SHARED = (
    Absence(id="tom", name="Tom", availability=Availability.DEAD, mark="miller"),
    Absence(id="tim", name="Tim", availability=Availability.DEAD),
    Absence(id="ida", name="Ida", availability=Availability.ABSENT, mark=""),
)


@pytest.mark.parametrize(
    ("language", "dead", "away"),
    [
        (
            "en",
            "Dead, as you know: Tom (miller, not the other Tom), Tim\n",
            "(not the other Ida)",
        ),
        ("zh", "你知道已经死去的：Tom（miller，不是另一位Tom）、Tim\n", "Ida（不是另一位Ida）"),
    ],
)
def test_those_who_share_a_name_are_told_apart(language: str, dead: str, away: str) -> None:
    """By a mark where there is one."""
    who = character()
    who = replace(who, persona=replace(who.persona, language=language))
    question = ReplyQuestion.of(reply_scene(character=who, absences=SHARED))
    prompt = "".join(one.text for one in question.messages(Templates(), language))

    assert dead in prompt
    assert away in prompt


@pytest.mark.parametrize(
    ("language", "dead", "away"),
    [
        ("en", "Dead, as you know: Tom\n", "Away, as you know: Ida\n"),
        ("zh", "你知道已经死去的：Tom\n", "你知道已经离开的：Ida\n"),
    ],
)
@pytest.mark.parametrize(
    "question",
    [
        PlanQuestion.of(replace(plan_input(), situation=afternoon_situation(absences=GONE))),
        ReactQuestion.of(replace(react_input(), situation=afternoon_situation(absences=GONE))),
        ConverseQuestion.of(
            replace(converse_input(), situation=afternoon_situation(absences=GONE))
        ),
        ReplyQuestion.of(reply_scene(absences=GONE)),
    ],
    ids=["plan", "react", "converse", "reply"],
)
def test_those_known_to_be_dead_or_away_are_named(
    question: PlanQuestion | ReactQuestion | ConverseQuestion | ReplyQuestion,
    language: str,
    dead: str,
    away: str,
) -> None:
    """Plans, acts and words follow from it."""
    prompt = "".join(one.text for one in question.messages(Templates(), language))

    assert dead in prompt
    assert away in prompt


def test_the_dead_are_not_elsewhere() -> None:
    """An action can still name one who is away, as for a note."""
    scene = reply_scene(
        absences=GONE,
        heard="Bring Tom and Ida here.",
        affordances=(
            Affordance(
                name="fetch",
                description="Fetch them.",
                parameters=(Parameter(name="whom", type=ParameterType.ENTITY),),
            ),
        ),
        entities=(Entity(id="tom", name="Tom"), Entity(id="ida", name="Ida")),
        out_of_reach=frozenset({"tom", "ida"}),
    )

    assert [one.id for one in named_view(scene)] == ["ida"]
