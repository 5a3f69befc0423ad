"""Language models: one frozen request in, a stream of text out."""

import hashlib
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from npcserver.model.model_use import Purpose
from npcserver.model.turn import Rung, Usage

JSON = str | int | float | bool | None | list["JSON"] | dict[str, "JSON"]


class CallLane(StrEnum):
    """Who waits for the answer: a player, or no one."""

    PLAYER = "player"
    BACKGROUND = "background"


Role = Literal["system", "user", "assistant"]
"""Role of a message in a chat prompt."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat prompt."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTimeouts:
    """Timeouts in seconds, counted from content and not from bytes.

    `total` limits the whole call, including retries.
    """

    first_word: float = 2.5
    between_words: float = 1.5
    total: float = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to a model.

    `schema` is the JSON schema of the answer, or None for free text; `seed` is passed on if the
    endpoint takes one. Calls of one `flow` do not keep those of others waiting.
    """

    purpose: Purpose
    messages: tuple[Message, ...]
    schema: Mapping[str, JSON] | None = None
    schema_name: str = "answer"
    max_tokens: int = 400
    temperature: float = 0.8
    seed: int = 0
    lane: CallLane = CallLane.PLAYER
    flow: str = ""
    patience: CallTimeouts = field(default_factory=CallTimeouts)

    @property
    def digest(self) -> str:
        """SHA-256 of the messages, in hexadecimal; equal for equal prompts."""
        return digest_of(self.messages)


def digest_of(messages: Iterable[Message]) -> str:
    """Return the SHA-256 of messages, in hexadecimal."""
    asked = hashlib.sha256()
    for message in messages:
        asked.update(f"{message.role}\n{message.text}\0".encode())
    return asked.hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The last item of a successful call: which model answered, at what cost, on what rung.

    `reading_seconds` is how long the endpoint took to read the uncached part of the prompt; None if
    it does not say.
    """

    model: str
    usage: Usage
    rung: Rung = Rung.PRIMARY
    reading_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedContext:
    """The context that an endpoint serves.

    `source` names where the value comes from, and `advice` says how to enlarge it. `cuts` is
    whether the endpoint silently cuts longer prompts; `is_default` whether it did not name this
    model, so that asking again once the model is loaded may tell more. `weights` is the model's
    number of weights, 0 if not reported. `slots` is the number of prompts it keeps side by side.
    """

    tokens: int
    source: str
    advice: str = ""
    cuts: bool = False
    is_default: bool = False
    weights: int = 0
    slots: int = 1


class PromptBudget(Protocol):
    """The present limit on the length of a prompt; never calls an endpoint."""

    def __call__(self, purpose: Purpose, answer_tokens: int) -> int:
        """Return the limit in estimated tokens of a prompt with `answer_tokens` of answer."""


def fixed_budget(tokens: int) -> PromptBudget:
    """Return a budget of `tokens` for every prompt."""

    def budget(purpose: Purpose, answer_tokens: int) -> int:  # noqa: ARG001 - the same for all
        return tokens

    return budget


class LanguageModel(Protocol):
    """A language model, or an actor that answers in place of one."""

    @property
    def name(self) -> str:
        """`provider:model`, such as `openai:gpt-4o-mini`."""

    def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield fragments of the answer as they arrive, then exactly one `Finished`.

        Raises a `ModelFault`; an answer without a finish reason is `ModelTruncated`. Closing the
        generator or cancelling the task ends the upstream call.
        """


class OwnedLanguageModel(LanguageModel, Protocol):
    """A language model as its owner sees it: who makes it closes it."""

    async def close(self) -> None:
        """Let go of connections and processes."""
