"""Questions to a model whose answers are read, asked for again once, or given up.

An answer nobody can read never goes further than here: what a thought comes to is typed, or it is
None and the one who asked has a default. Its text is kept in the receipt, where nobody thinks with
it.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, Self, TypeVar, cast

import structlog

from npcserver.mind.reply_progress import kept_answer
from npcserver.mind.speech import SpeechCutter
from npcserver.model.errors import ModelTalkedNonsense, ModelTruncated, PromptTooLong
from npcserver.model.inputs import ThoughtInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus, Thought
from npcserver.model.turn import RecalledMemory, Usage
from npcserver.ports.language_model import (
    JSON,
    CallLane,
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    PromptBudget,
    Request,
    fixed_budget,
)
from npcserver.prompts.answer import texts_in
from npcserver.prompts.garbage import echo_in
from npcserver.prompts.question import PROMPT_TOKENS, bounded, longest_text
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.sections import section_digests


async def complete(
    model: LanguageModel, request: Request, so_far: list[str] | None = None
) -> tuple[str, Finished]:
    """Return the whole answer to `request` and its cost; raises a `ModelFault`.

    `so_far` receives the fragments as they come, for callers that can use a partial answer.
    """
    text = [] if so_far is None else so_far
    async with aclosing(model.generate(request)) as fragments:
        async for fragment in fragments:
            if isinstance(fragment, Finished):
                return "".join(text), fragment
            text.append(fragment)
    raise ModelTruncated("the answer ended without saying that it was finished")


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_AGAIN = 0.7  # temperature of a second attempt: without chance a small model only repeats itself
_WHOLE = fixed_budget(PROMPT_TOKENS)
_SHOWN_AGAIN = 2_000  # characters of an unreadable answer that the model sees again
_log = structlog.get_logger(__name__)


class Question(Protocol[T_co]):
    """A question of `prompts`: how it is put, the form of its answer, and how that is read."""

    @property
    def template(self) -> str: ...  # noqa: D102
    def within(
        self, templates: Templates, language: str, tokens: int
    ) -> "tuple[Question[T_co], int]":
        """Return as much of the question as a prompt has room for, and how much is left out."""
        ...

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]: ...  # noqa: D102
    def complaint(self, templates: Templates, language: str, problem: str) -> Message: ...  # noqa: D102
    def schema(self) -> Mapping[str, JSON]: ...  # noqa: D102
    def read(self, text: str) -> T_co:
        """Return the answer, or raise `Unparseable` saying what is wrong with it.

        What can be made of it all the same by rule comes with the error, as `usable`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult(Generic[T]):
    """What a question came to: the answer, or None where nothing could be made of either attempt.

    `left_out` counts the memories, or lines of talk, that its prompt had no room for.
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
    prompt_sections: tuple[str, ...] = ()
    left_out: int = 0

    def receipt(
        self,
        purpose: Purpose,
        *,
        vantage_seq: int,
        persona_version: int,
        seed: int = 0,
        recalled: tuple[RecalledMemory, ...] = (),
    ) -> Thought:
        """Return the record body of this thought."""
        return Thought(
            purpose=purpose,
            vantage_seq=vantage_seq,
            persona_version=persona_version,
            template=self.template,
            template_digest=self.template_digest,
            prompt_digest=self.prompt_digest,
            prompt_sections=self.prompt_sections,
            model=self.model,
            seed=seed,
            usage=self.usage,
            calls=self.calls,
            verdict=self.verdict,
            raw_answers=self.raw_answers,
            recalled=recalled,
            faults=self.faults,
            prompt_budget=self.prompt_budget,
            left_out=self.left_out,
        )


class CharacterAsker(Protocol):
    """Puts a question for one mind: in its language, with its seed, on its account."""

    async def __call__(
        self,
        question: Question[T],
        *,
        purpose: Purpose,
        material: ThoughtInput,
        max_tokens: int,
        temperature: float | None = None,
    ) -> AskResult[T]:
        """Return what the question came to; without an answer where the budget has none to spend.

        Raises `ModelUnreachable` and `ModelTooSlow`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTuning:
    """How thoughts are asked for; nobody waits for them."""

    patience: CallTimeouts = field(
        default_factory=lambda: CallTimeouts(first_word=60.0, between_words=20.0, total=180.0)
    )
    temperature: float = 0.7


class Asker:
    """Puts questions to a model; `budget` says how long a prompt may be at the moment."""

    def __init__(
        self,
        model: LanguageModel,
        templates: Templates,
        tuning: AskTuning | None = None,
        budget: PromptBudget = _WHOLE,
    ) -> None:
        self._model = model
        self._templates = templates
        self._tuning = tuning or AskTuning()
        self._budget = budget

    def limited(self, budget: PromptBudget) -> Self:
        """Return one that puts questions within another budget."""
        return type(self)(self._model, self._templates, self._tuning, budget)

    async def ask(  # noqa: PLR0913 - a question, and how it is to be put
        self,
        question: Question[T],
        *,
        purpose: Purpose,
        language: str,
        material: ThoughtInput,
        max_tokens: int,
        seed: int = 0,
        temperature: float | None = None,
        lane: CallLane = CallLane.BACKGROUND,
    ) -> AskResult[T]:
        """Return the answer, asking once more where it cannot be read.

        Where that brings no better one, it is what can be made of the two by rule, if anything.
        As much of the question is put as the budget has room for; where the endpoint finds that
        too long, the second attempt is as short as the budget then says, and there is none where
        it says the same. Raises `ModelUnreachable` and `ModelTooSlow`: asking again later will
        help.
        """
        attempt = _Attempt(templates=self._templates, language=language, question=question)
        chosen = self._tuning.temperature if temperature is None else temperature
        for again in range(2):
            if not attempt.fit(self._budget(purpose, max_tokens)):
                break
            request = Request(
                purpose=purpose,
                messages=attempt.messages(),
                schema=bounded(question.schema(), longest_text(max_tokens, language)),
                schema_name=question.template,
                max_tokens=max_tokens,
                temperature=max(chosen, _AGAIN) if again else chosen,
                seed=seed + again,
                lane=lane,
                patience=self._tuning.patience,
                material=material,
            )
            answer = await attempt.make(self._model, request)
            if answer is not None:
                return attempt.asked(answer)
        return attempt.asked(attempt.usable)


@dataclass(slots=True, kw_only=True)
class _Attempt(Generic[T]):
    templates: Templates
    language: str
    question: Question[T]
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    prompt_digest: str = ""
    prompt_sections: tuple[str, ...] = ()
    calls: int = 0
    raw_answers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    again: tuple[Message, ...] = ()
    usable: T | None = None
    is_too_long: bool = False
    tokens: int = 0
    left_out: int = 0

    def fit(self, tokens: int) -> bool:
        """Cut the question to so many tokens; False where just that was found too long."""
        if self.is_too_long and tokens >= self.tokens:
            return False
        self.tokens = tokens
        self.question, left_out = self.question.within(self.templates, self.language, tokens)
        self.left_out += left_out
        return True

    def messages(self) -> tuple[Message, ...]:
        return (*self.question.messages(self.templates, self.language), *self.again)

    async def make(self, model: LanguageModel, request: Request) -> T | None:
        """Ask; None when the answer cannot be read."""
        self.calls += 1
        self.model = model.name
        self.prompt_digest = request.digest
        self.prompt_sections = section_digests(request.messages, request.purpose)
        so_far: list[str] = []
        try:
            text, finished = await complete(model, request, so_far)
            self.model = finished.model
            self.usage = self.usage.plus(finished.usage)
            self.raw_answers.append(kept_answer(text))
            return self._read(text, request)
        except Unparseable as fault:
            problem, shown = fault.message, "".join(so_far)
        except (ModelTalkedNonsense, ModelTruncated, PromptTooLong) as fault:
            problem, shown = fault.message, ""  # who went round in circles is not shown them again
            self.is_too_long = isinstance(fault, PromptTooLong)
            if so_far:
                self.raw_answers.append(kept_answer("".join(so_far)))
        self.usable = self._usable("".join(so_far), request) or self.usable
        self.faults.append(problem)
        _log.info("answer_unreadable", purpose=request.purpose, problem=problem)
        if not self.is_too_long:
            self.again = (
                Message("assistant", shown[:_SHOWN_AGAIN]),
                self.question.complaint(self.templates, self.language, problem),
            )
        return None

    def _usable(self, text: str, request: Request) -> T | None:
        """Return what can be made of an answer that was refused or broken off, None if nothing."""
        if "{" not in text:
            return None  # of a form the whole members count; of plain words there is no whole part
        try:
            answer = self.question.read(text)
        except Unparseable as fault:
            answer = cast("T", fault.usable)
        if answer is None or echo_in(texts_in(text), request.messages):
            return None
        return answer

    def _read(self, text: str, request: Request) -> T:
        answer = self.question.read(text)
        echo = echo_in(texts_in(text), request.messages)
        if echo:
            raise Unparseable(echo)
        return answer

    def asked(self, answer: T | None) -> AskResult[T]:
        verdict = AnswerStatus.REPAIRED if self.faults else AnswerStatus.ANSWERED
        return AskResult(
            answer=answer,
            model=self.model,
            usage=self.usage,
            calls=self.calls,
            verdict=AnswerStatus.DEFAULTED if answer is None else verdict,
            raw_answers=tuple(self.raw_answers),
            faults=tuple(self.faults),
            template=self.question.template,
            template_digest=self.templates.digest(self.question.template, self.language),
            prompt_digest=self.prompt_digest,
            prompt_budget=self.tokens,
            prompt_sections=self.prompt_sections,
            left_out=self.left_out,
        )


MOST_SENTENCES = 4
"""Sentences of a line; one to three are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuestion(Generic[T]):
    """A question whose answer is looked at once more after it was read.

    `check` returns what is kept of it, or raises `Unparseable`, so that it is asked for again.
    """

    question: Question[T]
    check: Callable[[T], T]

    @property
    def template(self) -> str:
        """Name of its template."""
        return self.question.template

    def within(
        self, templates: Templates, language: str, tokens: int
    ) -> "tuple[CheckedQuestion[T], int]":
        """Return the question as far as there is room for it, and what is left out."""
        question, left_out = self.question.within(templates, language, tokens)
        return replace(self, question=question), left_out

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]:
        """Render the question."""
        return self.question.messages(templates, language)

    def complaint(self, templates: Templates, language: str, problem: str) -> Message:
        """Render what to say to a model whose answer could not be used."""
        return self.question.complaint(templates, language, problem)

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        return self.question.schema()

    def read(self, text: str) -> T:
        """Return the answer as far as it is kept, or raise `Unparseable`."""
        return self.check(self.question.read(text))


def own_speech(
    text: str, own_name: str, others: Iterable[str], language: str, most: int = MOST_SENTENCES
) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for `others` (their names), and all after it, is left out; so is what exceeds
    `most` sentences. Empty when nothing remains.
    """
    own = names_of(own_name)
    theirs = [name for known in others for name in names_of(known) if name not in own]
    cutter = SpeechCutter(own_names=own, other_names=theirs)
    sentences = (*cutter.feed(text), *cutter.finish())[:most]
    return ("" if language[:2] == "zh" else " ").join(sentences)


def names_of(name: str) -> tuple[str, ...]:
    """Return by what somebody may be called: the whole name, and its first part."""
    first = name.partition(" ")[0]
    return tuple(dict.fromkeys((name, first)))
