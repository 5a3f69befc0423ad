"""Questions and templates belong together, in every language."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from npcserver.prompts import SHIPPED
from npcserver.prompts.catalogue import QUESTIONS
from npcserver.prompts.render import Templates

LANGUAGES = sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir())


def test_english_and_chinese_are_shipped() -> None:
    """The package speaks both."""
    assert {"en", "zh"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_templates_are_the_same_set(language: str) -> None:
    """Every question has a template and every template a question; parts are no questions."""
    templates = {path.stem for path in (SHIPPED / language).glob("*.j2")}

    assert {question.template for question in QUESTIONS} == templates


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_variables_are_the_fields_of_the_question(question: type, language: str) -> None:
    """A template uses every field of its question, what a complaint is about, and nothing else.

    But for fields that say how long the question may be.
    """
    template = question.template  # type: ignore[attr-defined]
    variables = Templates().variables(template, language) - {"problem"}

    shown = {one.name for one in fields(question) if one.metadata.get("is_shown", True)}
    assert shown == variables


def test_languages_have_the_same_parts_and_lines() -> None:
    """A part that one language has, all have."""
    layouts = {
        language: {
            str(path.relative_to(SHIPPED / language))
            for path in Path(SHIPPED / language).rglob("*")
            if path.is_file()
        }
        for language in LANGUAGES
    }

    assert all(layout == layouts["en"] for layout in layouts.values())


@pytest.mark.parametrize("question", QUESTIONS)
def test_templates_name_no_numbers_of_ours(question: type) -> None:
    """Thresholds live in code: no template compares a variable with a number above one."""
    for path in SHIPPED.rglob(f"{question.template}.j2"):  # type: ignore[attr-defined]
        source = path.read_text(encoding="utf-8")

        assert " > " not in source
        assert " < " not in source


@pytest.mark.parametrize(
    "name", sorted(str(one.relative_to(SHIPPED)) for one in SHIPPED.rglob("*.j2"))
)
def test_forms_hold_no_quoted_placeholder(name: str) -> None:
    """A placeholder in quotes is valid JSON, so a small model hands it back as its answer."""
    quoted = re.findall(r'.*(?:["“]\s*…|…\s*["”]).*', (SHIPPED / name).read_text(encoding="utf-8"))
    assert quoted == []
