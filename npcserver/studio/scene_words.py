"""The words around a scene, on the terminal and on its page, in the language that it is played in.

What is put into braces is filled in by `str.format`. Data: `scene_page.toml`.
"""

from collections.abc import Mapping

from npcserver.language import DEFAULT, code_of, data
from npcserver.model.group.script import Stage, VoteRule

Words = Mapping[str, str]


def words_of(language: str) -> Words:
    """Return the words for a language tag such as `en` or `zh-TW`."""
    return {**data("scene_page", DEFAULT), **data("scene_page", code_of(language))}


def stage_title(words: Words, stage: Stage) -> str:
    """Return what a stage is called."""
    return words[f"stage_{stage.value}"]


def rule_title(words: Words, rule: VoteRule) -> str:
    """Return what a way of voting is called."""
    return words[f"rule_{rule.value}"]
