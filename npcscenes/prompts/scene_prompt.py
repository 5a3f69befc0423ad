"""What the questions to a scene's members have in common."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from npcscenes.model.group_inputs import Standpoint
from npcscenes.prompts.scene_history import SaidView, fitted, fitted_lines
from npcscenes.prompts.scene_member import StandView, stand_view
from npcscenes.prompts.scene_overview import PROMPT_TOKENS, SceneOverview, scene_overview
from npcserver.language import expression
from npcserver.model.group.moves import LineSpoken
from npcserver.ports.language_model import JSON, Message
from npcserver.prompts.answer import items, tidy
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.question import NOT_SHOWN, ThoughtQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import object_schema
from npcserver.prompts.texts import token
from npcserver.prompts.tokens import clip, estimate_tokens

LONGEST_LINE = 600
"""Characters of an answer that still counts as one line."""
LONGEST_REASONS = 120
"""Tokens of reasons that are kept."""

_TEXT: Mapping[str, JSON] = {"type": "string"}
_SILENCE = re.compile(rf"\W*(?:{expression('answers', 'silence')})?\W*", re.IGNORECASE)


def form(properties: Mapping[str, JSON], *, has_thinking: bool) -> dict[str, JSON]:
    """Return the schema of an answer, with the reasons first where they are asked for."""
    first: dict[str, JSON] = {"reasons": dict(_TEXT)} if has_thinking else {}
    return object_schema({**first, **properties})


def standing(at: Standpoint, tokens: int, lines: Sequence[LineSpoken] = ()) -> dict[str, Any]:
    """Return what each question to a member has from where it stands, in a talk after `lines`."""
    course = at.script.course
    return {
        "scene": scene_overview(at.script, tokens),
        "stand": stand_view(at, lines, tokens),
        "has_thinking": course.has_thinking,
        "has_summaries": course.has_summaries,
        "mark": token("mark", at.chat_id),
        "tokens": tokens,
    }


def text_schema() -> dict[str, JSON]:
    """Return the schema of a text."""
    return dict(_TEXT)


def reasons_of(found: Mapping[str, object], *, has_thinking: bool) -> str:
    """Return the reasons, where they were asked for and can be kept."""
    return note(found.get("reasons"), LONGEST_REASONS) if has_thinking else ""


def note(value: object, tokens: int) -> str:
    """Return a text of at most so many tokens; empty for one that cannot be kept."""
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        value = " ".join(map(str, value))
    if not isinstance(value, str) or is_garbage(value):
        return ""
    return clip(tidy(value), tokens)


def line(value: object) -> str:
    """Return a spoken line, as it was written, or raise `Unparseable`."""
    said = tidy(value) if isinstance(value, str) else ""
    if not said:
        raise Unparseable('"say" must hold what is said')
    if len(said) > LONGEST_LINE:
        raise Unparseable('"say" is too long; one to three sentences')
    if is_garbage(said):
        raise Unparseable('"say" must be spoken words and nothing else')
    return said


def is_silence(value: object) -> bool:
    """Return whether an answer passes: empty, or a word for silence."""
    if value is None:
        return True
    return (
        isinstance(value, str)
        and _SILENCE.fullmatch(unicodedata.normalize("NFKC", value)) is not None
    )


def pairs(value: object, *keys: str) -> Iterator[tuple[object, object]]:
    """Yield (name, change) of an object, or of a list of objects with one of `keys`."""
    if isinstance(value, dict) and not any(key in value for key in keys):
        for name, change in value.items():
            yield name, _change(change)
        return
    for item in items(value):
        if isinstance(item, dict):
            name = next((item[key] for key in keys if key in item), None)
            if name is None and len(item) == 1:
                yield from pairs(item, *keys)
            elif name is not None:
                yield name, _change(item)


def _change(value: object) -> object:
    if isinstance(value, dict):
        return next((value[key] for key in ("change", "score", "delta") if key in value), None)
    return value


_PER_MESSAGE = 4  # tokens of a chat template around each message
_MARKS = 96  # headings and delimiters around the history
_OF_TALK = 2 / 3  # of the tokens left, the most for the talk under way


def budget_left(bare: ThoughtQuestion, tokens: int, templates: Templates, language: str) -> int:
    """Return the tokens left in the budget of a question without its history."""
    messages = ThoughtQuestion.messages(bare, templates, language)
    used = sum(estimate_tokens(message.text) + _PER_MESSAGE for message in messages)
    return tokens - used - _MARKS


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupQuestion(ThoughtQuestion):
    """The common part of all questions to a member.

    `stand.history` and `talk` are all that the member knows; `messages` shows as much of them as
    fits in `tokens`, the newest whole. `is_in_talk`: it is asked again soon, with a few more lines.
    """

    scene: SceneOverview
    stand: StandView
    mark: str
    has_thinking: bool
    has_summaries: bool = field(default=True, metadata=NOT_SHOWN)
    talk: tuple[SaidView, ...] = field(default=(), metadata=NOT_SHOWN)
    is_in_talk: bool = field(default=False, metadata=NOT_SHOWN)
    tokens: int = field(default=PROMPT_TOKENS, metadata=NOT_SHOWN)

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question: rules, scene and member, then the history, then the task."""
        return ThoughtQuestion.messages(self.fitted(templates, language), templates, language)

    def fitted(self, templates: Templates, language: str) -> Self:
        """Return the question with as much of its history as fits."""
        bare = replace(self, stand=replace(self.stand, history=()), talk=())
        budget = budget_left(bare, self.tokens, templates, language)
        talk = fitted_lines(self.talk, int(max(budget, 0) * _OF_TALK))
        history = fitted(
            self.stand.history,
            budget,
            beside=sum(line.tokens for line in talk),
            moves_in_steps=self.is_in_talk,
            shows_parts=self.has_summaries,
        )
        return replace(self, stand=replace(self.stand, history=history), talk=talk)
