"""Reading the expectations of a scenario file."""

from collections.abc import Callable, Mapping

from npcclient.playtest.pieces import Piece
from npcclient.playtest.scenario import Expectation, WantedAction

_MOODS = (
    *("neutral", "joy", "amusement", "affection", "pride", "relief", "calm", "hope"),
    *("curiosity", "surprise", "confusion", "boredom", "sadness", "shame", "worry", "fear"),
    *("suspicion", "annoyance", "anger", "disgust"),
)
_OUTCOMES = ("completed", "fallback", "interrupted", "cut_short", "left")


def expectations(piece: Piece) -> tuple[Expectation, ...]:
    """Return all expectations under `expect`. Raises `Mistake`."""
    found = piece.fields(tuple(EXPECTATIONS))
    if not found:
        raise piece.mistake(f"must expect something; known: {', '.join(EXPECTATIONS)}")
    return tuple(EXPECTATIONS[name](name, value) for name, value in found.items())


def _texts(kind: str, piece: Piece) -> Expectation:
    return Expectation(kind=kind, wanted=piece.texts(), line=piece.line)


def _words(known: tuple[str, ...]) -> Callable[[str, Piece], Expectation]:
    def read(kind: str, piece: Piece) -> Expectation:
        wanted = tuple(item.choice(known) for item in piece.items())
        return Expectation(kind=kind, wanted=wanted, line=piece.line)

    return read


def _action(kind: str, piece: Piece) -> Expectation:
    if not piece.is_mapping:
        action = WantedAction(name=piece.text(63))
        return Expectation(kind=kind, action=action, line=piece.line)
    fields = piece.fields(("name", "arguments"), needed=("name",))
    arguments = []
    for name, value in fields["arguments"].pairs() if "arguments" in fields else ():
        wanted = value.scalar()
        if not isinstance(wanted, str | int | float | bool):
            raise value.mistake("must be a text, a number, true or false")
        arguments.append((name, wanted))
    action = WantedAction(name=fields["name"].text(63), arguments=tuple(arguments))
    return Expectation(kind=kind, action=action, line=piece.line)


def _no_action(kind: str, piece: Piece) -> Expectation:
    if not piece.of(bool):
        raise piece.mistake("must be true; to expect an action, write `action`")
    return Expectation(kind=kind, line=piece.line)


def _most(kind: str, piece: Piece) -> Expectation:
    return Expectation(kind=kind, most=piece.number(1, 600_000), line=piece.line)


EXPECTATIONS: Mapping[str, Callable[[str, Piece], Expectation]] = {
    "contains": _texts,
    "not_contains": _texts,
    "mood": _words(_MOODS),
    "action": _action,
    "no_action": _no_action,
    "outcome": _words(_OUTCOMES),
    "max_first_token_ms": _most,
    "remembers": _texts,
    "speaks": _texts,
}
