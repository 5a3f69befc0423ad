"""Thinkers answer typed questions: a language model that is given prompts, or rules."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field, fields
from typing import Generic, Protocol, TypeVar, runtime_checkable

from npcserver.model.errors import ModelTalkedNonsense
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.question import TypedQuestion
from npcserver.model.thought import AnswerStatus, Thought
from npcserver.model.turn import PromptPart, RecalledMemory, ReplyAnswer, ReplyText, Usage
from npcserver.ports.language_model import CallTimeouts, Finished, Message, digest_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult(Generic[T]):
    """What a question came to: the answer, or None where no answer can be used.

    `left_out` counts the memories, or lines of talk, that did not fit in its prompt. Without a
    prompt there is no template, no digest and no text.
    """

    answer: T | None
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    calls: int = 0
    verdict: AnswerStatus = AnswerStatus.ANSWERED
    raw_answers: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    template: str = ""
    template_digest: str = ""
    prompt_digest: str = ""
    prompt_budget: int = 0
    left_out: int = 0

    def receipt(
        self,
        purpose: Purpose,
        *,
        vantage_seq: int,
        persona_version: int,
        draft_seq: int = 0,
        seed: int = 0,
        recalled: tuple[RecalledMemory, ...] = (),
    ) -> Thought:
        """Return the record body of this thought."""
        noted = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "answer"}
        return Thought(
            **noted,
            purpose=purpose,
            vantage_seq=vantage_seq,
            persona_version=persona_version,
            draft_seq=draft_seq,
            seed=seed,
            recalled=recalled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSent:
    """The prompt that a model is asked with, and what of it nobody may say.

    `tokens` is its length by estimate, `budget` what it might have, and `context_limit` the proven
    context for which some of it was left out. `fact` answers what was heard, "" where none does: a
    small model is shown it, and it is said where its answer leaves it out.
    """

    template: str
    template_digest: str
    messages: tuple[Message, ...]
    parts: tuple[PromptPart, ...]
    profile: PromptProfile
    budget: int
    context_limit: ContextLimit | None
    tokens: int
    canary: str
    instructions: str
    context: str
    remarks: tuple[str, ...]
    label: str
    hint: str
    fact: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the messages; see `Request.digest`."""
        return digest_of(self.messages)


ReplyPart = PromptSent | ReplyText | Finished | ReplyAnswer
"""Parts of a reply, in this order: a prompt if one is sent, words, the price, the whole answer."""

Check = Callable[[T], T]
"""Returns what is kept of an answer, or raises `ModelTalkedNonsense`."""


class Ask(Protocol):
    """Puts questions on the account of a timeline."""

    async def __call__(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return what the question came to; without an answer where the budget has none to spend.

        Raises `ModelUnreachable` and `ModelTooSlow`.
        """


@runtime_checkable
class Thinker(Protocol):
    """Answers typed questions."""

    @property
    def name(self) -> str:
        """`provider:model`, such as `openai:gpt-4o-mini`."""

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return the answer as `check` keeps it. Raises `ModelUnreachable` and `ModelTooSlow`."""

    def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the parts of a reply as they come; raises a `ModelFault`.

        `is_again` asks for another reply than the one just given. Closing the generator ends the
        call upstream.
        """


class OwnedThinker(Thinker, Protocol):
    """A thinker that reads no prompts, as its owner sees it."""

    async def close(self) -> None:
        """Let go of connections and processes."""


def answered(name: str, answer: T, check: Check[T] | None = None) -> AskResult[T]:
    """Return what a question came to that a thinker called `name` answered without a prompt."""
    try:
        kept = answer if check is None else check(answer)
    except ModelTalkedNonsense as fault:
        faults = (fault.message,)
        return AskResult(
            answer=None, model=name, calls=1, verdict=AnswerStatus.DEFAULTED, faults=faults
        )
    return AskResult(answer=kept, model=name, calls=1)
