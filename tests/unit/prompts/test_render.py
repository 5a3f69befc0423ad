"""Templates: languages, authors' folders, digests, lines."""

import os
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from npcserver.model.errors import InvalidInput
from npcserver.prompts.catalogue import check
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from tests.fakes.prompt_inputs import reply_scene


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def user_message(templates: Templates, language: str = "en") -> str:
    return "\n".join(
        one.text for one in ReplyQuestion.of(reply_scene()).messages(templates, language)
    )


def test_authors_replace_a_part(tmp_path: Path) -> None:
    """A file in the authors' folder goes before the shipped one, part by part."""
    write(
        tmp_path,
        "en/parts/time.j2",
        "{% macro moment(it) %}ONE BELL{% endmacro %}{% macro stamp(it) %}once{% endmacro %}",
    )
    text = user_message(Templates(tmp_path))

    assert "It is ONE BELL." in text
    assert "- once, I saw: The cellar door" in text
    assert "Answer as Mira Holt" in text


def test_digest_tells_wording_apart(tmp_path: Path) -> None:
    """The digest covers the parts too, follows changes, and is the same for the same words."""
    shipped = Templates().digest("reply")
    templates = Templates(tmp_path)
    untouched = templates.digest("reply")
    write(
        tmp_path, "en/parts/spoken.j2", "{% macro block(label, mark) %}{{ caller() }}{% endmacro %}"
    )
    changed = Templates(tmp_path).digest("reply")

    assert shipped == untouched
    assert shipped != changed
    assert shipped != Templates().digest("reply", "zh")
    assert len(shipped) == 64


def test_changed_file_has_a_new_digest(tmp_path: Path) -> None:
    """A designer who edits a template sees it in the next receipt, without a restart."""
    write(tmp_path, "en/lines/x.txt", "")
    write(tmp_path, "en/importance.j2", "{% block system %}one{% endblock %}")
    templates = Templates(tmp_path)
    before = templates.digest("importance")
    write(tmp_path, "en/importance.j2", "{% block system %}another one{% endblock %}")
    os.utime(tmp_path / "en/importance.j2", (1, 1))

    assert before != templates.digest("importance")


def test_missing_language_falls_back_to_english_and_says_so_once() -> None:
    """A language without templates is rendered in English; the log mentions it a single time."""
    templates = Templates()
    with capture_logs() as logs:
        first = user_message(templates, "tlh")
        user_message(templates, "tlh")

    assert "Answer as Mira Holt" in first
    assert [entry["event"] for entry in logs] == ["prompt_language_missing"]


@pytest.mark.parametrize("tag", ["zh-CN", "zh_TW", "zh"])
def test_region_of_a_language_is_its_language(tag: str) -> None:
    """A regional tag uses the templates of its language."""
    assert "用户的消息是" in user_message(Templates(), tag)


@pytest.mark.parametrize("tag", ["../../etc", "", "a/b", "\x00"])
def test_language_is_no_path(tag: str) -> None:
    """A language tag of an author's file can point nowhere; it is English."""
    with capture_logs():
        assert "Answer as Mira Holt" in user_message(Templates(), tag)


@pytest.mark.parametrize(
    "source",
    [
        "{% block system %}{{ nobody_knows_this }}{% endblock %}",
        "{% block system %}{% if %}{% endblock %}",
        "{% block user %}{% endblock %}",
        "{% block system %}{{ name.__class__.__mro__ }}{% endblock %}",
        "{% include 'nowhere.j2' %}{% block system %}{% include 'nowhere.j2' %}{% endblock %}",
    ],
)
def test_broken_template_is_named(tmp_path: Path, source: str) -> None:
    """An unknown variable, a syntax error, a missing block or a forbidden access names the file."""
    write(tmp_path, "en/reply.j2", source)

    with pytest.raises(InvalidInput, match=r"templates\.(reply|nowhere)"):
        ReplyQuestion.of(reply_scene()).messages(Templates(tmp_path), "en")


def test_check_finds_a_broken_template_before_play(tmp_path: Path) -> None:
    """Checking at start names the template that does not compile."""
    write(tmp_path, "en/reply.j2", "{% if %}")
    check(Templates())
    check(Templates(), "zh")

    with pytest.raises(InvalidInput, match="reply"):
        check(Templates(tmp_path))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["fallback", "trailing"])
def test_shipped_lines_are_never_none(language: str, name: str) -> None:
    """Every language ships lines for the moments when no model speaks."""
    lines = Templates().lines(name, language)

    assert len(lines) >= 3
    assert all(text and "|" not in text for text, _ in lines)


def test_lines_carry_an_emotion(tmp_path: Path) -> None:
    """`emotion | text` names the emotion; an unknown one is part of the words; `#` comments."""
    write(tmp_path, "en/lines/fallback.txt", "# note\njoy | Ha!\n\nHm.\nodd | mark\n")
    lines = Templates(tmp_path).lines("fallback", "en")

    assert [(text, emotion.label) for text, emotion in lines] == [
        ("Ha!", "joy"),
        ("Hm.", "neutral"),
        ("odd | mark", "neutral"),
    ]


def test_a_template_begins_messages_of_other_roles(tmp_path: Path) -> None:
    """One after another of the same role is one message; parts are told of each."""
    source = (
        "{% block user %}{{ part('talk') }}Hello.{{ message('assistant') }}Aye."
        "{{ message('user') }}Who?\n{{ message('user') }}{{ part('heard') }}Well?{% endblock %}"
    )
    write(tmp_path, "en/chat.j2", source)

    told = Templates(tmp_path).messages("chat", "en", {}, block="user")

    assert told == (
        ("user", (("talk", "Hello."),)),
        ("assistant", (("", "Aye."),)),
        ("user", (("", "Who?"), ("", "\n\n"), ("heard", "Well?"))),
    )


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ('{% include "parts/one.j2" %}', ["parts/one.j2"]),
        ("{%- from 'parts/one.j2' import moment as at with context -%}", ["parts/one.j2"]),
        ('{% import "parts/one.j2" as one %}{% include "parts/two.j2" ignore missing %}',
         ["parts/one.j2", "parts/two.j2"]),
        ('{% include ["parts/one.j2", "parts/two.j2"] %}', ["parts/one.j2", "parts/two.j2"]),
        ('{# {% include "parts/one.j2" %} #}', []),
        ('{% raw %}{% include "parts/one.j2" %}{% endraw %}', []),
        ('{% set name = "one" %}{% include "parts/" + name + ".j2" %}', []),
    ],
)  # fmt: skip
def test_a_digest_covers_what_a_template_pulls_in(
    source: str, parts: list[str], tmp_path: Path
) -> None:
    """Whatever the statement looks like; what is only found when it is rendered is not covered."""
    write(tmp_path, "en/x.j2", f"{{% block system %}}{source}{{% endblock %}}")
    for part in ("parts/one.j2", "parts/two.j2"):
        write(tmp_path, f"en/{part}", "{% macro moment(it) %}{% endmacro %}")
    templates = Templates(tmp_path)
    before = templates.digest("x")
    changed = []
    for part in ("parts/one.j2", "parts/two.j2"):
        write(tmp_path, f"en/{part}", f"{{# {part} #}}{{% macro moment(it) %}}{{% endmacro %}}")
        changed += [part] if Templates(tmp_path).digest("x") != before else []
        before = Templates(tmp_path).digest("x")

    assert changed == sorted(parts)
