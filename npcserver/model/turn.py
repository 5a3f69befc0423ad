"""Turns: the reply as it is given, the events sent to the game meanwhile, and the receipt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.affordance import ActionIntent, DroppedIntent
from npcserver.model.budget_accounts import BudgetReached
from npcserver.model.commitment import Promise, PromiseVerdict
from npcserver.model.feelings import Emotion, Standing
from npcserver.model.ids import TurnId
from npcserver.model.lore import CitedPassage
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.secret import Secret, UnmetCondition


class BasisKind(StrEnum):
    """What an answer without a model rests on."""

    MEMORY = "memory"
    PASSAGE = "passage"
    LOOK_UP = "look_up"  # the persona, a place, a person, a price, the clock
    ACTION = "action"  # what was asked for is offered by the game
    COURTESY = "courtesy"  # greetings, goodbyes, thanks and the like
    NOTHING = "nothing"  # nothing that may be told fits


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerBasis:
    """What the words of a thinker without a prompt rest on.

    `seq` is the quoted memory. `is_authored` means that an author wrote the words themselves. Where
    nothing fits, `fit` is how well the best that may be told matched the words heard, and `needed`
    the least that would do, both 0..1; `needed` is 0 where no measure was taken.
    """

    kind: BasisKind
    seq: int | None = None
    is_authored: bool = False
    fit: float = 0.0
    needed: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyAnswer:
    """A reply as it was given. `intents` are wishes (name, arguments), not checked yet.

    `emotion` is None where the answer names no feeling that is known. `does` says whether what was
    asked for is done; None where the answer does not say. `promises` and `verdicts` are
    what it says of promises, not checked either. `ends` says that the speaker takes leave
    with it, in a talk among characters. `basis` is what a thinker without a prompt rests it on.
    `tells` are the seqs of the memories that it is said to pass on, not checked either.
    """

    say: str
    emotion: Emotion | None = None
    does: bool | None = None
    intents: tuple[tuple[str, Mapping[str, object]], ...] = ()
    importance: int | None = None
    promises: tuple[Promise, ...] = ()
    verdicts: tuple[PromiseVerdict, ...] = ()
    ends: bool = False
    basis: AnswerBasis | None = None
    tells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyText:
    """By what the words of a reply grew, and what is known of the reply by now.

    `emotion` is None until it is known; `is_felt_first` says that it was known before the words.
    `is_closed` says that no more words come. `is_plain` marks words of a model that ignores the
    form of an answer, `written` is all that the model wrote so far; empty where none wrote.
    """

    growth: str = ""
    emotion: Emotion | None = None
    is_felt_first: bool = False
    is_closed: bool = False
    is_plain: bool = False
    written: str = ""


def in_pieces(answer: ReplyAnswer, size: int = 0) -> Iterator[ReplyText]:
    """Yield the words of a reply in pieces of so many characters; whole where `size` is 0."""
    size = size or max(len(answer.say), 1)
    for start in range(0, max(len(answer.say), 1), size):
        yield ReplyText(
            growth=answer.say[start : start + size],
            emotion=answer.emotion,
            is_felt_first=True,
            is_closed=start + size >= len(answer.say),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """The character begins to answer."""

    turn_id: TurnId


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnWaiting:
    """The first word has not arrived yet. Sent once, and neither stored nor replayed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDelta:
    """A few more characters of the current line; sent only if the caller asked for deltas."""

    text: str
    is_by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DisclosureMade:
    """The player is told that a model speaks; `language` is empty for a text in none."""

    text: str
    language: str = ""


class OriginKind(StrEnum):
    """Who made words, or an intent."""

    MODEL = "model"
    RULE = "rule"  # the actor without a model, or a fact that the server adds
    AUTHOR = "author"  # of the world, or of the lines that the server comes with


@dataclass(frozen=True, slots=True)
class Origin:
    """Who made words, or an intent; `model` is the name of a MODEL, empty for other kinds."""

    kind: OriginKind
    model: str = ""


BY_RULE = Origin(OriginKind.RULE)
BY_AUTHOR = Origin(OriginKind.AUTHOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One whole sentence the character says; `emotion` is None if unknown.

    `origin` is None for lines that were stored before it was recorded.
    """

    text: str
    emotion: Emotion | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentProposed:
    """The character proposes to use an affordance; `origin` is as in a line."""

    intent: ActionIntent
    origin: Origin | None = None


class TurnOutcome(StrEnum):
    """How a turn ended."""

    COMPLETED = "completed"
    FALLBACK = "fallback"  # an authored or offline line replaced the model's
    INTERRUPTED = "interrupted"  # by the caller; only what was delivered counts
    CUT_SHORT = "cut_short"  # the model failed after its first sentence
    LEFT = "left"  # the game loaded a save meanwhile; only what was delivered counts
    OVER_BUDGET = "over_budget"  # an authored line, since a budget of the day is used up
    SHED = "shed"  # an authored line at once, without recall and model; `TurnReason` says why


class TurnReason(StrEnum):
    """Why a turn was answered without recall and model."""

    OVERLOADED = "overloaded"  # more turns than the server takes at one time
    RATE_LIMITED = "rate_limited"  # more turns of a player or a world than its limit
    OUT_OF_TIME = "out_of_time"  # the turn's time was over before the model could be asked
    STORAGE_UNAVAILABLE = "storage_unavailable"  # the database does not answer


class Rung(StrEnum):
    """Step of the deadline ladder that answered."""

    PRIMARY = "primary"
    RETRY = "retry"
    FALLBACK_MODEL = "fallback_model"
    OFFLINE = "offline"
    AUTHORED = "authored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of model calls as the endpoint reported them, else estimated.

    `cached_tokens` are the prompt tokens read from the endpoint's cache; 0 if it does not say.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    cached_tokens: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """Return the sum; it is an estimate if either part is."""
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            estimated=self.estimated or other.estimated,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The turn is over. `seq` is that of the turn's record; 0 until it is stored.

    `reason` is set where neither recall nor model was used, and where the database is away. A turn
    that `is_lost` is not stored, and will not be.
    `budget` is the one that is used up, where no model was asked for that reason.
    """

    turn_id: TurnId
    outcome: TurnOutcome
    rung: Rung
    usage: Usage
    seq: int = 0
    reason: TurnReason | None = None
    is_lost: bool = False
    budget: BudgetReached | None = None


TurnEvent = (
    TurnStarted | TurnWaiting | DisclosureMade | LineDelta | Line | IntentProposed | TurnFinished
)


def is_by_model(event: TurnEvent) -> bool:
    """Return whether a language model made what an event tells the player."""
    if isinstance(event, Line | IntentProposed):
        return event.origin is not None and event.origin.kind is OriginKind.MODEL
    return isinstance(event, LineDelta) and event.is_by_model


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPart:
    """Size of one part of a prompt: its estimated tokens and its items.

    `shown` items are in it, `cut` of them shortened; `left_out` items did not fit. Items are lines,
    memories, affordances and the like, and the single texts of a persona, world or place.
    """

    part: str
    tokens: int
    shown: int = 0
    left_out: int = 0
    cut: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """What has been delivered of an unfinished turn, and what its receipt will contain.

    `events` are lines and intents; `torn` is the delivered part of the line after them.
    `raw_answer` is what the model had written by then, `answer` the reply so far of a thinker
    without a prompt.
    """

    events: tuple[TurnEvent, ...] = ()
    torn: str = ""
    model: str = ""
    rung: Rung = Rung.PRIMARY
    usage: Usage = Usage()
    template: str = ""
    template_digest: str = ""
    prompt_digest: str = ""
    prompt_parts: tuple[PromptPart, ...] = ()
    raw_answer: str = ""
    faults: tuple[str, ...] = ()
    first_word_ms: float = 0.0
    prompt_budget: int = 0
    prompt_profile: PromptProfile = PromptProfile.FULL
    context_limit: ContextLimit | None = None
    answer: ReplyAnswer | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the turn was delivered."""
        return not self.events and not self.torn


NOTHING_DELIVERED = Delivered()


def cut_off(text: str) -> str:
    """Return a line that was cut off, ending in a dash."""
    return f"{text.strip()}—"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledMemory:
    """A recalled memory in the form that a receipt stores: its seq and its scores.

    The three terms are min-max scaled, before weighting. `times` counts memories that say the same,
    itself included; `superseded` are the seqs of older memories that it contradicts. `is_fresh`
    memories were in the prompt behind the conversation, the others before it. One that is not
    `is_called` was kept from earlier in the conversation, which counts as no access. `is_prior`
    ones were recalled before the conversation began.
    """

    seq: int
    score: float
    recency: float
    importance: float
    relevance: float
    times: int = 1
    superseded: tuple[int, ...] = ()
    is_pinned: bool = False
    is_fresh: bool = False
    is_called: bool = True
    is_prior: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Milliseconds since the utterance arrived."""

    recalled: float = 0.0
    first_word: float = 0.0
    finished: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Inputs of a turn; also the access log of the memories it recalled.

    `purpose` is REPLY for an answer to a player or another person the game speaks for, and CONVERSE
    for a line among characters, which is paid for like a thought. `prompt_digest` is the SHA-256 of
    the last messages sent, by which a replay checks that it asks the same. `prompt_budget` is the
    limit in estimated tokens, 0 if it was not recorded, `prompt_profile` how much was asked of the
    model, and `prompt_parts` the sizes by part; `context_limit` is the proven context for which
    some of it was left out, None for none. `standing` is the character's standing to its partner,
    `lore` the passages in the prompt. `withheld` are memories (by seq) and `withheld_lore` passages
    (by id) that were recalled but could not be told to the people present; `withheld_for` says for
    each of the memories, in the same order, which conditions kept it from whom, and is empty in
    receipts that did not record it. `secrets` are attached to those that could, and so to the
    words. `answer` is the reply of a thinker without a prompt,
    which wrote no `raw_answer`; None if a model wrote it. `draft_seq` is the position of the draft
    whose persona was used in place of that version, 0 for none.
    """

    vantage_seq: int
    persona_version: int
    profile: str
    recalled: tuple[RecalledMemory, ...]
    template: str
    template_digest: str
    model: str
    rung: Rung
    seed: int
    usage: Usage
    timings: Timings
    raw_answer: str
    dropped: tuple[DroppedIntent, ...] = ()
    faults: tuple[str, ...] = ()
    importance: int | None = None
    purpose: Purpose = Purpose.REPLY
    prompt_digest: str = ""
    standing: Standing | None = None
    lore: tuple[CitedPassage, ...] = ()
    withheld: tuple[int, ...] = ()
    withheld_for: tuple[tuple[UnmetCondition, ...], ...] = ()
    withheld_lore: tuple[str, ...] = ()
    secrets: tuple[Secret, ...] = ()
    prompt_budget: int = 0
    prompt_profile: PromptProfile = PromptProfile.FULL
    prompt_parts: tuple[PromptPart, ...] = ()
    context_limit: ContextLimit | None = None
    answer: ReplyAnswer | None = None
    draft_seq: int = 0


def origin_of(made: Receipt) -> Origin:
    """Return who made the words of a turn, by its receipt: those of the last that spoke."""
    basis = None if made.answer is None else made.answer.basis
    if made.rung is Rung.AUTHORED or (basis is not None and basis.is_authored):
        return BY_AUTHOR
    if made.rung is Rung.OFFLINE or basis or (made.answer is not None and not made.raw_answer):
        return BY_RULE
    return Origin(OriginKind.MODEL, made.model)
