"""The labels of a scene, on the terminal and on its page, in the language of the scene.

`str.format` fills in what is in braces. Data: `scene_page.toml`.
"""

from collections.abc import Mapping

from npcserver.language import DEFAULT, code_of, data
from npcserver.model.group.script import Stage, VoteRule

Words = Mapping[str, str]


def words_of(language: str) -> Words:
    """Return the labels for a language tag such as `en` or `zh-TW`."""
    return {**data("scene_page", DEFAULT), **data("scene_page", code_of(language))}


def stage_title(words: Words, stage: Stage) -> str:
    """Return the name of a stage."""
    return words[f"stage_{stage.value}"]


def rule_title(words: Words, rule: VoteRule) -> str:
    """Return the name of a voting rule."""
    return words[f"rule_{rule.value}"]
