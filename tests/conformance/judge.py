"""Compares what clients saw with what they should have seen, and with each other."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from tests.conformance.arrivals import Arrival, parsed
from tests.conformance.cases import is_of_game
from tests.conformance.expectations import lacking, misread, unmet
from tests.conformance.game_expectations import misheard
from tests.conformance.game_requests import not_as_wanted
from tests.conformance.masking import Masks, answer_type, canonical
from tests.conformance.options import called, options_of, requested
from tests.conformance.runners import StepResult, Transcript

_CLOCK_GRAIN = 5.0  # milliseconds by which a browser's clock may lag behind ours

REFERENCE_MS = 1000.0
"""How long an interruption by the reference client may take to reach the model."""
LEAST_BOUND_MS = 250.0
"""Bound for other clients where the reference is quick: engines look at what came once a frame."""
FACTOR = 15.0
"""How many times the reference's time in the same case another client may take, above that."""

Times = Mapping[str, Sequence[float]]
"""How long the interruptions of each case took to reach the model, in milliseconds."""

_ATTEMPTS = 3

_ABOUT_WORDS = ("/Say", "/SayInCircle", "/Interrupt")


@dataclass(frozen=True, slots=True)
class Difference:
    """Something one client saw otherwise than it should have."""

    runner: str
    case: str
    step: str
    text: str

    def __str__(self) -> str:
        step = f", step {self.step}" if self.step else ""
        return f"{self.runner}: {self.case}{step}: {self.text}"


@dataclass(frozen=True, slots=True)
class Seen:
    """A case as one client saw it, masked: for each step its messages and its error."""

    steps: dict[str, tuple[list[Any], Any]] = field(default_factory=dict)


def seen(case: Mapping[str, Any], transcript: Transcript) -> tuple[Seen, list[tuple[str, str]]]:
    """Return what a client saw, masked, and what is wrong with the transcript itself."""
    masks, made, wrong = Masks(), Seen(), list[tuple[str, str]]()
    results = transcript.get("steps", [])
    for step, result in _pairs(case["steps"], results):
        if result is None:
            wrong.append((step["id"], "was not played"))
            continue
        kind, messages = answer_type(step), []
        for message in result.get("messages", []):
            try:
                whole = canonical(kind, message)
                messages.append(whole if "decode" in step else masks.masked(whole))
            except (ValueError, KeyError) as error:
                wrong.append((step["id"], f"{message!r} is no {kind or 'answer'}: {error}"))
        made.steps[step["id"]] = messages, masks.masked(result.get("error"))
    if len(results) > len(case["steps"]):
        wrong.append(("", f"{len(results)} steps were played of {len(case['steps'])}"))
    return made, wrong


def judged(
    case: Mapping[str, Any], name: str, transcript: Transcript, calls: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    """Yield how one client's transcript differs from the expectation of the case."""
    if "told" in case:
        for problem in misheard(case["told"], transcript.get("told", {})):
            yield Difference(name, case["name"], "", problem)
    else:
        yield from _judged_calls(case, name, transcript)
    if case.get("reaches_model"):
        for step_id, asked in _asked(case, transcript):
            if reached(asked, calls) is None:
                yield Difference(name, case["name"], step_id, "did not reach the model's call")


def misarrived(
    case: Mapping[str, Any], name: str, arrivals: Sequence[Arrival]
) -> Iterator[Difference]:
    """Yield what a game's case or a call sets and the server did not receive so."""
    if is_of_game(case):
        yield from (
            Difference(name, case["name"], "", problem) for problem in not_as_wanted(case, arrivals)
        )
        return
    received = {
        (one["method"], option)
        for one in arrivals
        if one["case"] in ("", case["name"])
        for option in options_of(parsed(one))
    }
    for step in called(case):
        if "error" not in step.get("expect", {}):
            for option in dict.fromkeys(options_of(requested(step))):
                if (step["method"], option) not in received:
                    yield Difference(name, case["name"], step["id"], f"{option} did not arrive")


def _judged_calls(
    case: Mapping[str, Any], name: str, transcript: Transcript
) -> Iterator[Difference]:
    found, wrong = seen(case, transcript)
    for step_id, problem in wrong:
        yield Difference(name, case["name"], step_id, problem)
    for step, result in _pairs(case["steps"], transcript.get("steps", [])):
        if step["id"] not in found.steps:
            continue
        expect, (messages, error) = step.get("expect", {}), found.steps[step["id"]]
        problems = list(unmet(expect, messages, error))
        if "facts" in expect and result is not None:
            problems += misread(expect["facts"], result.get("facts", []))
        if "same_as" in expect:
            other = found.steps.get(expect["same_as"], ([], None))
            problems += _unlike(other, (messages, error))
        for problem in problems:
            yield Difference(name, case["name"], step["id"], problem)


def compared(
    case: Mapping[str, Any], ours: tuple[str, Transcript], theirs: tuple[str, Transcript]
) -> Iterator[Difference]:
    """Yield how one client (`theirs`) saw a case otherwise than another (`ours`)."""
    (our_name, our_transcript), (name, transcript) = ours, theirs
    if "told" in case:
        return  # what a case of the second list expects is exact
    one, other = seen(case, our_transcript)[0], seen(case, transcript)[0]
    for step, _ in _pairs(case["steps"], []):
        if step.get("expect", {}).get("varies") or step["id"] not in one.steps:
            continue
        for problem in _unlike(one.steps[step["id"]], other.steps.get(step["id"], ([], None))):
            text = f"unlike {our_name}: {problem}"
            yield Difference(name, case["name"], step["id"], text)


def reached(asked: float, calls: Sequence[Mapping[str, Any]]) -> float | None:
    """Return how long after `asked` the model was stopped, in milliseconds; None if it was not.

    Cases are played one after the other, so the reply that was being made is the first one that
    ended no earlier; only if it was cancelled did the interruption reach it.
    """
    for call in calls:
        is_end = call["event"] != "begin" and call["purpose"] == "reply"
        if is_end and call["at"] >= asked - _CLOCK_GRAIN:
            return max(0.0, call["at"] - asked) if call["event"] == "cancel" else None
    return None


def delays(
    cases: Sequence[Mapping[str, Any]],
    transcripts: Mapping[str, Transcript],
    calls: Sequence[Mapping[str, Any]],
) -> dict[str, list[float]]:
    """Return how long the interruptions of each case took to reach the model, in milliseconds.

    Cases without an interruption that reached it are left out.
    """
    found = {
        case["name"]: [
            delay
            for _, asked in _asked(case, transcripts[case["name"]])
            if (delay := reached(asked, calls)) is not None
        ]
        for case in cases
        if case.get("reaches_model") and case["name"] in transcripts
    }
    return {name: delays for name, delays in found.items() if delays}


def late_each_time(
    found: Times,
    reference: Times | None,
    again: Callable[[Collection[str]], tuple[Times, Times | None]],
) -> dict[str, tuple[float, float]]:
    """Return what is `late` by the best of three attempts of both; a busy machine holds anybody up.

    `again` plays the cases that are late once more and returns the times of both clients.
    """
    exceeded = late(found, reference)
    for _ in range(_ATTEMPTS - 1):
        if exceeded:
            theirs, ours = again(exceeded)
            found = {name: _better(found[name], theirs.get(name)) for name in exceeded}
            if reference is not None and ours is not None:
                reference = {
                    name: _better(times, ours.get(name)) for name, times in reference.items()
                }
            exceeded = late(found, reference)
    return exceeded


def _better(times: Sequence[float], others: Sequence[float] | None) -> Sequence[float]:
    return others if others and max(others) < max(times) else times


def late(found: Times, reference: Times | None) -> dict[str, tuple[float, float]]:
    """Return the slowest interruption of each case that exceeds its bound, with that bound.

    Both are in milliseconds. The bound is that of the `reference` client in the same run, times
    `FACTOR` and at least `LEAST_BOUND_MS`; None stands for the reference client itself, which is
    bound by `REFERENCE_MS`. No bound exceeds `REFERENCE_MS`.
    """
    exceeded = {}
    for name, times in found.items():
        slowest, bound = max(times), REFERENCE_MS
        if reference is not None:
            bound = min(bound, max(LEAST_BOUND_MS, FACTOR * max(reference.get(name, [0.0]))))
        if slowest > bound:
            exceeded[name] = slowest, bound
    return exceeded


def p50(numbers: Sequence[float]) -> float | None:
    """Return the median; None of nothing."""
    return median(numbers) if numbers else None


def _asked(case: Mapping[str, Any], transcript: Transcript) -> Iterator[tuple[str, float]]:
    """Yield when the client asked for an end of what a model was saying, by step."""
    yield from (("", asked) for asked in transcript.get("asked", []))
    if "told" in case:
        return
    for step, result in _pairs(case["steps"], transcript.get("steps", [])):
        is_about_words = step.get("method", "").endswith(_ABOUT_WORDS)
        if is_about_words and result is not None and result.get("askedAtMs") is not None:
            yield step["id"], result["askedAtMs"]


def _pairs(
    steps: Sequence[Mapping[str, Any]], results: Sequence[StepResult]
) -> Iterator[tuple[Mapping[str, Any], StepResult | None]]:
    """Yield each step with its result, and after it the one that was made during it."""
    for number, step in enumerate(steps):
        result = results[number] if number < len(results) else None
        yield step, result
        if "during" in step:
            yield step["during"]["step"], None if result is None else result.get("during")


def _unlike(one: tuple[list[Any], Any], other: tuple[list[Any], Any]) -> list[str]:
    (ours, our_error), (theirs, their_error) = one, other
    problems = []
    for number in range(max(len(ours), len(theirs))):
        a = ours[number] if number < len(ours) else "nothing"
        b = theirs[number] if number < len(theirs) else "nothing"
        if a != b:
            told = [*lacking(a, b), *(f"beside that, {text}" for text in _extra(b, a))]
            problems.append(f"message {number}: " + "; ".join(told or [f"{b!r}, not {a!r}"]))
    for key in ("code", "reason", "metadata"):
        a, b = (our_error or {}).get(key), (their_error or {}).get(key)
        if a != b:
            problems.append(f"error {key} is {b!r}, not {a!r}")
    if (our_error or {}).get("reason") and our_error["message"] != (their_error or {}).get(
        "message"
    ):
        problems.append(f"error message is {(their_error or {}).get('message')!r}")
    return problems


def _extra(found: Any, wanted: Any, path: str = "") -> Iterator[str]:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key, value in found.items():
            inner = f"{path}.{key}" if path else key
            if key not in wanted:
                yield f"{inner} is {value!r}"
            else:
                yield from _extra(value, wanted[key], inner)
