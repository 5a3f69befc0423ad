"""A turn: what goes up to the game while a character answers, and the receipt it leaves."""

from dataclasses import dataclass
from enum import StrEnum

from npcserver.model.affordance import ActionIntent, DroppedIntent
from npcserver.model.emotion import Emotion
from npcserver.model.feelings import Standing
from npcserver.model.ids import TurnId
from npcserver.model.lore import CitedPassage
from npcserver.model.prompt import PromptProfile
from npcserver.model.purpose import Purpose
from npcserver.model.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """The character begins to answer."""

    turn_id: TurnId


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnWaiting:
    """The first word is not there yet. Sent once, and neither stored nor played again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDelta:
    """A few more characters of the line being spoken; only when the caller asked for them."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One whole sentence the character says; `emotion` is None where none is known."""

    text: str
    emotion: Emotion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentProposed:
    """The character wants to use an affordance."""

    intent: ActionIntent


class Outcome(StrEnum):
    """How a turn ended."""

    COMPLETED = "completed"
    FALLBACK = "fallback"  # an authored or offline line was spoken in the model's place
    INTERRUPTED = "interrupted"  # the caller cut it off; only what was delivered counts
    CUT_SHORT = "cut_short"  # the model failed after its first sentence
    LEFT = "left"  # the game loaded a save meanwhile; only what was delivered counts


class Rung(StrEnum):
    """Which step of the deadline ladder spoke."""

    PRIMARY = "primary"
    RETRY = "retry"
    OFFLINE = "offline"
    AUTHORED = "authored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of model calls, as the endpoint reported or, where it did not, as estimated.

    `cached_tokens` are those of the prompt that the endpoint had in its cache; 0 where it does not
    tell.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    cached_tokens: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """Return the sum of two calls, an estimate where one of them is."""
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            estimated=self.estimated or other.estimated,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The character is done. `seq` is the turn's record; 0 until it is stored."""

    turn_id: TurnId
    outcome: Outcome
    rung: Rung
    usage: Usage
    seq: int = 0


TurnEvent = TurnStarted | TurnWaiting | LineDelta | Line | IntentProposed | TurnFinished


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPart:
    """What one part of a prompt came to: its tokens, by estimate, and its items.

    `shown` items stand in it, of which `cut` not to their end; `left_out` had no room. Items are
    lines, memories, affordances and the like, and the single texts of a persona, world or place.
    """

    part: str
    tokens: int
    shown: int = 0
    left_out: int = 0
    cut: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """What has been delivered of a turn that is not over, and what its receipt will say of it.

    `events` are lines and intents, `torn` what was delivered of the line after them. `raw_answer`
    is what the model had written by then.
    """

    events: tuple[TurnEvent, ...] = ()
    torn: str = ""
    model: str = ""
    rung: Rung = Rung.PRIMARY
    usage: Usage = Usage()
    template: str = ""
    template_digest: str = ""
    prompt_digest: str = ""
    prompt_sections: tuple[str, ...] = ()
    prompt_parts: tuple[PromptPart, ...] = ()
    raw_answer: str = ""
    faults: tuple[str, ...] = ()
    first_word_ms: float = 0.0
    prompt_budget: int = 0
    prompt_profile: PromptProfile = PromptProfile.FULL

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
    """A memory as a receipt keeps it: where it stands and why it came to mind.

    The three terms are the min-max scaled ones, before their weights. `times` counts what says the
    same, itself included; `superseded` are the older memories that it contradicts, by seq.
    What `is_fresh` stood behind the talk, the others in the set before it. What was not called up
    this time (`is_called`) stood there since earlier in the talk, and counts as no access. What
    `is_prior` was on the mind before the talk began, whatever was said in it.
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
    """Milliseconds from the arrival of the utterance."""

    recalled: float = 0.0
    first_word: float = 0.0
    finished: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a turn was made from; also the access log of the memories it recalled.

    `purpose` is REPLY for an answer to a player or whoever speaks through the game, and CONVERSE
    for a line among characters, which was paid for like any thought. `prompt_digest` is the SHA-256
    of the messages that were sent last, so that a replay can tell whether it asks the same, and
    `prompt_sections` are those of its sections (`prompts.sections`), shortened. `prompt_budget` is
    how many tokens (estimated) they might have, 0 where that was not noted down, and
    `prompt_profile` how much was asked of the model; `prompt_parts` say what came of them by part,
    and what was left out.
    `standing` is how it stood to its partner, `lore` which passages were before it. `withheld` are
    memories (by seq) and passages (by id) that came to mind and could not be told to whoever was
    there; `secrets` are those that could, and which the words may therefore carry.
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
    withheld_lore: tuple[str, ...] = ()
    secrets: tuple[Secret, ...] = ()
    prompt_budget: int = 0
    prompt_profile: PromptProfile = PromptProfile.FULL
    prompt_sections: tuple[str, ...] = ()
    prompt_parts: tuple[PromptPart, ...] = ()
