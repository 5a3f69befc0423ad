"""Types of all expected failures.

    Fault
    ├── InvalidInput        a field is wrong                     INVALID_ARGUMENT
    │   └── BrokenFile          a world file is wrong, here and here
    ├── NotFound            no such thing                        NOT_FOUND
    ├── AlreadyExists       the id is taken                      ALREADY_EXISTS
    ├── NotAllowed          no key, or a wrong one               UNAUTHENTICATED
    ├── NotPermitted        the key is not for this          PERMISSION_DENIED
    ├── Conflict            another writer was first             ABORTED
    ├── JobLost             another worker does this job         ABORTED
    ├── NotPossibleNow      the state does not allow it now      FAILED_PRECONDITION
    ├── OverLimit           too much, too large, disk full       RESOURCE_EXHAUSTED
    ├── CursorTooNew        the stream cannot resume there       OUT_OF_RANGE
    ├── Unavailable         a dependency does not answer          UNAVAILABLE
    │   └── OutcomeUnknown      a write may be kept or not
    └── ModelFault          the language model failed            UNAVAILABLE, rarely reaches clients
        ├── ModelUnreachable    no connection, 5xx, 429
        ├── ModelTooSlow        no first token in time, or a gap between tokens
        ├── ModelTruncated      ended without a finish reason, or at the token limit
        │   └── ModelThoughtTooLong  before its first word, since it was thinking
        ├── PromptTooLong       the endpoint refused a prompt for its length
        └── ModelTalkedNonsense an answer that cannot be parsed
            └── ModelDeclined       the endpoint or the model refuses to answer this prompt

A fault says what is wrong, where, and what to do next. Its message holds no prompt and no words of
a player or a model, unless its type says `may_quote`: such a message goes to the caller, and to no
log.
"""

import traceback
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import ClassVar


class Reason(StrEnum):
    """Machine-readable cause; `ErrorReason` in the proto documents each with an example."""

    INVALID_FIELD = "INVALID_FIELD"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    PAGE_TOKEN_INVALID = "PAGE_TOKEN_INVALID"  # noqa: S105 - a reason, not a secret
    WORLD_NOT_FOUND = "WORLD_NOT_FOUND"
    PLACE_NOT_FOUND = "PLACE_NOT_FOUND"
    CHARACTER_NOT_FOUND = "CHARACTER_NOT_FOUND"
    TIMELINE_NOT_FOUND = "TIMELINE_NOT_FOUND"
    SAVE_NOT_FOUND = "SAVE_NOT_FOUND"
    TURN_NOT_FOUND = "TURN_NOT_FOUND"
    INTENT_NOT_FOUND = "INTENT_NOT_FOUND"
    MEMORY_NOT_FOUND = "MEMORY_NOT_FOUND"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    ETAG_MISMATCH = "ETAG_MISMATCH"
    TIMELINE_MOVED = "TIMELINE_MOVED"
    MIND_MOVED = "MIND_MOVED"
    TIMELINE_LEFT = "TIMELINE_LEFT"
    COMMITMENT_NOT_FOUND = "COMMITMENT_NOT_FOUND"
    COMMITMENT_ALREADY_SETTLED = "COMMITMENT_ALREADY_SETTLED"
    BOOK_NOT_FOUND = "BOOK_NOT_FOUND"
    CHARACTER_BUSY = "CHARACTER_BUSY"
    CHARACTER_UNAVAILABLE = "CHARACTER_UNAVAILABLE"
    CLOCK_MOVED_BACKWARDS = "CLOCK_MOVED_BACKWARDS"
    INTENT_ALREADY_SETTLED = "INTENT_ALREADY_SETTLED"
    INTENT_TIMELINE_LEFT = "INTENT_TIMELINE_LEFT"
    STILL_IN_USE = "STILL_IN_USE"
    CURSOR_TOO_NEW = "CURSOR_TOO_NEW"
    OVER_LIMIT = "OVER_LIMIT"
    STORAGE_FULL = "STORAGE_FULL"
    STORAGE_UNAVAILABLE = "STORAGE_UNAVAILABLE"
    MODEL_UNAVAILABLE = "MODEL_UNAVAILABLE"
    EMBEDDER_UNAVAILABLE = "EMBEDDER_UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    SHUTTING_DOWN = "SHUTTING_DOWN"
    SCENE_NOT_FOUND = "SCENE_NOT_FOUND"
    SCENE_CLOSED = "SCENE_CLOSED"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    SEAT_TAKEN = "SEAT_TAKEN"
    CIRCLE_NOT_FOUND = "CIRCLE_NOT_FOUND"
    NOT_IN_CIRCLE = "NOT_IN_CIRCLE"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    OVERLOADED = "OVERLOADED"
    RATE_LIMITED = "RATE_LIMITED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    KEY_NOT_FOUND = "KEY_NOT_FOUND"
    AFFORDANCE_SET_NOT_FOUND = "AFFORDANCE_SET_NOT_FOUND"
    WIRE_NOT_SERVED = "WIRE_NOT_SERVED"
    WORLD_MOVED = "WORLD_MOVED"
    INTERNAL = "INTERNAL"


class Fault(Exception):  # noqa: N818 - a fault is the field's word; not every fault is an error
    """Base of all expected failures: a message for people, a reason and metadata for programs."""

    may_quote: ClassVar[bool] = False
    """Whether the message may hold words of who asked or answered."""

    def __init__(self, message: str, reason: Reason, **metadata: str) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.metadata: Mapping[str, str] = metadata


class InvalidInput(Fault):
    """A field of a request or file is wrong; `field` is its path, such as `affordances[2].name`."""

    may_quote = True

    def __init__(
        self, field: str, problem: str, reason: Reason = Reason.INVALID_FIELD, **metadata: str
    ) -> None:
        super().__init__(f"{field}: {problem}", reason, field=field, **metadata)
        self.field = field
        self.problem = problem


class BrokenFile(InvalidInput):
    """A file is invalid; `problems` are lines `file:line: path: problem`."""

    def __init__(self, problems: Sequence[tuple[str, str]], *, more: int = 0) -> None:
        super().__init__(*problems[0])
        self.found = tuple(problems)
        self.problems = tuple(f"{where}: {problem}" for where, problem in problems)
        if more:
            self.problems += (f"and {more} more",)
        self.message = "\n".join(self.problems)
        self.args = (self.message,)


class NotFound(Fault):
    """The named thing does not exist, or is not visible from this vantage."""

    def __init__(self, kind: str, identifier: str, advice: str, **metadata: str) -> None:
        first, *rest = kind.split("_")
        key = "".join((first, *map(str.capitalize, rest), "Id"))
        super().__init__(
            f"no {kind} {identifier!r}; {advice}",
            Reason(f"{kind.upper()}_NOT_FOUND"),
            **{key: identifier},
            **metadata,
        )
        self.kind = kind
        self.identifier = identifier


class AlreadyExists(Fault):
    """The id of a new thing is taken."""

    def __init__(self, kind: str, identifier: str, advice: str) -> None:
        super().__init__(
            f"{kind} {identifier!r} already exists; {advice}",
            Reason.ALREADY_EXISTS,
            kind=kind,
            identifier=identifier,
        )
        self.kind = kind
        self.identifier = identifier


class NotAllowed(Fault):
    """The caller gave no key that this server accepts."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Reason.UNAUTHENTICATED)


class NotPermitted(Fault):
    """The caller is known, and may not do this; the message reveals nothing about what exists."""

    def __init__(self, message: str, **metadata: str) -> None:
        super().__init__(message, Reason.PERMISSION_DENIED, **metadata)


class Conflict(Fault):
    """Another writer changed the resource first; read it again before retrying."""


class JobLost(Fault):
    """Another worker has the job whose result was to be stored; no caller ever sees it."""


class NotPossibleNow(Fault):
    """The call is valid but the current state does not allow it."""


class OverLimit(Fault):
    """A limit was reached; `retry_after` (seconds) is set when waiting helps."""

    def __init__(
        self, message: str, reason: Reason, *, retry_after: float | None = None, **metadata: str
    ) -> None:
        super().__init__(message, reason, **metadata)
        self.retry_after = retry_after


class CursorTooNew(Fault):
    """A stream was asked to resume at a position the timeline has not reached."""


class Unavailable(Fault):
    """A dependency (database, embedder) does not answer; a retry later may work."""


class OutcomeUnknown(Unavailable):
    """The database went silent while it committed: the write may be kept or not."""


class ModelFault(Fault):
    """The language model gave no usable answer; the turn speaks an authored line instead."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message, Reason.MODEL_UNAVAILABLE)
        self.retry_after = retry_after


class ModelUnreachable(ModelFault):
    """No connection, a 429, or a server error; `retry_after` in seconds if the server gave it."""


class CircuitOpen(ModelUnreachable):
    """The model was not asked, because it failed again and again; a retry would be refused too."""


class ModelTooSlow(ModelFault):
    """No first token, or a gap between tokens, longer than the request's patience."""


class ModelTruncated(ModelFault):
    """The answer ended without a finish reason, hit its token limit, or exceeded the byte cap."""


class ModelThoughtTooLong(ModelTruncated):
    """The model spent the tokens of its answer on thinking, and said nothing."""


class ModelSuperseded(ModelFault):
    """A read-ahead call was cancelled because an answer to a player takes precedence."""


class PromptTooLong(ModelFault):
    """The endpoint refused a prompt because it does not fit into the model's context.

    `context_tokens` is the context and `prompt_tokens` the length of the prompt as the endpoint
    counted them; None where it did not say.
    """

    def __init__(
        self, message: str, *, context_tokens: int | None = None, prompt_tokens: int | None = None
    ) -> None:
        super().__init__(message)
        self.context_tokens = context_tokens
        self.prompt_tokens = prompt_tokens


class ModelTalkedNonsense(ModelFault):
    """An answer arrived but cannot be parsed as what was asked for."""

    may_quote = True


class ModelDeclined(ModelTalkedNonsense):
    """A content filter or the model itself refuses this prompt; the same again would be refused."""


class Unspeakable(ModelTalkedNonsense):
    """The answer begins with text that no one would say: part of the form, or random letters."""


def unforeseen(error: Exception) -> ModelTalkedNonsense:
    """Return the fault for an exception that an answer caused and no rule knows.

    The message names its type and place, never its text, which may quote the answer.
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return ModelTalkedNonsense(
        f"the answer could not be processed ({type(error).__name__}{place}); please report this"
    )
