"""Comparing turns with expectations, and wording the failures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from npcclient.chat.screen import intent_text
from npcclient.playtest.hearing import Heard
from npcclient.playtest.scenario import Expectation, Value, WantedAction
from npcclient.v1.affordance_pb2 import ActionIntent, Argument


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one expectation; `problem` is why it fails, empty where it holds."""

    kind: str
    what: str
    line: int
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether the expectation is met."""
        return not self.problem


def judge(expectation: Expectation, heard: Heard, memories: Sequence[str]) -> Finding:
    """Return the result of an expectation; `memories` are only used for `remembers`."""
    if expectation.kind == "remembers":
        problem = _remembers(expectation, memories)
    else:
        problem = _JUDGES[expectation.kind](expectation, heard)
    return Finding(
        kind=expectation.kind, what=worded(expectation), line=expectation.line, problem=problem
    )


def worded(expectation: Expectation) -> str:
    """Return an expectation in a few words: `contains "lamp"`."""
    kind = expectation.kind
    if expectation.action is not None:
        return f"{kind} {_called(expectation.action)}"
    if expectation.most:
        return f"{kind} {expectation.most:g}"
    if not expectation.wanted:
        return kind
    return f"{kind} {', '.join(repr(wanted) for wanted in expectation.wanted)}"


def _contains(expectation: Expectation, heard: Heard) -> str:
    missing = [text for text in expectation.wanted if not _holds(text, heard.text)]
    return f"{_listed(missing)} was not said; said was: {_said(heard)}" if missing else ""


def _not_contains(expectation: Expectation, heard: Heard) -> str:
    found = [text for text in expectation.wanted if _holds(text, heard.text)]
    return f"{_listed(found)} was said: {_said(heard)}" if found else ""


def _mood(expectation: Expectation, heard: Heard) -> str:
    if set(expectation.wanted) & set(heard.moods):
        return ""
    known = ", ".join(filter(None, dict.fromkeys(heard.moods)))
    felt = known or ("nothing that a line told" if heard.moods else "nothing, for nothing was said")
    return f"no line felt {_listed(expectation.wanted)}; felt was: {felt}"


def _action(expectation: Expectation, heard: Heard) -> str:
    wanted = expectation.action
    if wanted is None or any(_is_wanted(intent, wanted) for _, intent in heard.intents):
        return ""
    there = ", ".join(intent_text(intent) for _, intent in heard.intents) or "none"
    return f"nobody wanted to {_called(wanted)}; wishes were: {there}"


def _no_action(_: Expectation, heard: Heard) -> str:
    there = ", ".join(intent_text(intent) for _, intent in heard.intents)
    return f"somebody wanted to {there}" if there else ""


def _outcome(expectation: Expectation, heard: Heard) -> str:
    other = [outcome for outcome in heard.outcomes if outcome not in expectation.wanted]
    if not heard.outcomes:
        return "no turn came to an end"
    return f"the turn ended with {_listed(other)}" if other else ""


def _first_token(expectation: Expectation, heard: Heard) -> str:
    if heard.first_token is None:
        return "no word came at all"
    took = heard.first_token * 1000
    return f"the first word took {took:.0f} ms" if took > expectation.most else ""


def _speaks(expectation: Expectation, heard: Heard) -> str:
    silent = [name for name in expectation.wanted if name not in heard.speakers]
    spoke = ", ".join(heard.speakers) or "nobody"
    return f"{_listed(silent)} did not speak; who spoke: {spoke}" if silent else ""


def _remembers(expectation: Expectation, memories: Sequence[str]) -> str:
    missing = [
        text for text in expectation.wanted if not any(_holds(text, one) for one in memories)
    ]
    if not missing:
        return ""
    newest = f"; newest memory: {memories[0]!r}" if memories else ""
    return f"{_listed(missing)} is in none of {len(memories)} memories{newest}"


def _is_wanted(intent: ActionIntent, wanted: WantedAction) -> bool:
    given = {argument.name: _value(argument) for argument in intent.arguments}
    return intent.affordance == wanted.name and all(
        name in given and _equals(given[name], value) for name, value in wanted.arguments
    )


def _equals(given: Value, wanted: Value) -> bool:
    if isinstance(given, str) and isinstance(wanted, str):
        return given.casefold() == wanted.casefold()
    return given == wanted and isinstance(given, bool) == isinstance(wanted, bool)


def _value(argument: Argument) -> Value:
    kind = argument.WhichOneof("value")
    value: Value = getattr(argument, kind) if kind else ""
    return value


def _called(action: WantedAction) -> str:
    return f"{action.name}({', '.join(f'{name}={value!r}' for name, value in action.arguments)})"


def _holds(part: str, whole: str) -> bool:
    """Return whether a text contains another, ignoring case and line breaks."""
    return " ".join(part.casefold().split()) in " ".join(whole.casefold().split())


def _listed(texts: Sequence[str]) -> str:
    return " or ".join(repr(text) for text in texts)


def _said(heard: Heard) -> str:
    return repr(heard.text) if heard.text else "nothing"


_JUDGES: Mapping[str, Callable[[Expectation, Heard], str]] = {
    "contains": _contains,
    "not_contains": _not_contains,
    "mood": _mood,
    "action": _action,
    "no_action": _no_action,
    "outcome": _outcome,
    "max_first_token_ms": _first_token,
    "speaks": _speaks,
}
