"""Questions to members of a group chat: each is fitted to the tokens that its prompt may have."""

from dataclasses import dataclass, field, replace
from typing import Self

from npcserver.ports.language_model import Message
from npcserver.prompts.group_history import SaidView, fitted, fitted_lines
from npcserver.prompts.group_scene import PROMPT_TOKENS, SceneView
from npcserver.prompts.group_views import StandView
from npcserver.prompts.putting import NOT_SHOWN, Put
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import estimate_tokens

_PER_MESSAGE = 4  # what chat templates add around each message
_MARKS = 96  # headings and delimiters around what has happened
_OF_TALK = 2 / 3  # of the room, what the talk under way may take


def room_left(bare: Put, tokens: int, templates: Templates, language: str) -> int:
    """Return the tokens that a question without its history leaves of those it may have."""
    messages = Put.messages(bare, templates, language)
    used = sum(estimate_tokens(message.text) + _PER_MESSAGE for message in messages)
    return tokens - used - _MARKS


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupQuestion(Put):
    """What all questions to a member have in common.

    `stand.history` and `talk` are all that the member knows; `messages` shows of them what fits
    into `tokens`, the newest whole. `is_in_talk`: it is asked again soon, with a few more lines.
    """

    scene: SceneView
    stand: StandView
    mark: str
    has_thinking: bool
    has_summaries: bool = field(default=True, metadata=NOT_SHOWN)
    talk: tuple[SaidView, ...] = field(default=(), metadata=NOT_SHOWN)
    is_in_talk: bool = field(default=False, metadata=NOT_SHOWN)
    tokens: int = field(default=PROMPT_TOKENS, metadata=NOT_SHOWN)

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question: rules, scene and member, then what happened, then what is asked."""
        return Put.messages(self.fitted(templates, language), templates, language)

    def fitted(self, templates: Templates, language: str) -> Self:
        """Return the question with as much of what has happened as fits."""
        bare = replace(self, stand=replace(self.stand, history=()), talk=())
        room = room_left(bare, self.tokens, templates, language)
        talk = fitted_lines(self.talk, int(max(room, 0) * _OF_TALK))
        history = fitted(
            self.stand.history,
            room,
            beside=sum(line.tokens for line in talk),
            moves_in_steps=self.is_in_talk,
            shows_parts=self.has_summaries,
        )
        return replace(self, stand=replace(self.stand, history=history), talk=talk)
