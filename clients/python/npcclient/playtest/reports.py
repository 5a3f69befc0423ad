"""Results of scenarios: as lines for people, as JSON, and as JUnit for CI systems."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from google.protobuf import json_format
from rich.console import Console
from rich.text import Text

from npcclient.chat.flow import printable
from npcclient.playtest.figures import spread
from npcclient.playtest.running import RunResult, StepResult

_UNPRINTABLE = {code: " " for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)}


def show(out: Console, result: RunResult) -> None:
    """Print a result: a line for each step, with its problems below it."""
    out.print(Text(f"{result.name} ({result.path})", style="bold"))
    if result.error:
        out.print(Text(f"  cannot begin: {result.error}", style="red"))
    for done in result.steps:
        out.print(_line(done))
        problems = [f"{it.kind}: {it.problem}" for it in done.findings if not it.holds]
        for problem in (*problems, *filter(None, (done.error,))):
            out.print(Text(f"        {printable(problem)}", style="red"))
    out.print(Text(f"  {_summary(result)}", style="green" if result.holds else "red"))


def _summary(result: RunResult) -> str:
    if result.error:
        return "nothing was played"
    failed = sum(not done.holds for done in result.steps)
    count = f"{len(result.steps)} step{'' if len(result.steps) == 1 else 's'}"
    ok = f"{failed} not as expected" if failed else "all is as expected"
    return f"{count} in {result.seconds:.1f} s: {ok}"


def _line(done: StepResult) -> Text:
    mark, style = ("ok", "green") if done.holds else ("no", "red")
    if done.was_skipped:
        mark, style = "--", "dim"
    said = f"  {done.heard.text}" if done.heard.text else ""
    place = Text(f"  {mark:<3} line {done.step.line:<4} {done.step.word:<14}", style=style)
    return place + Text(printable(said))


def as_json(results: Sequence[RunResult], address: str, transport: str) -> dict[str, object]:
    """Return the results as an object for programs."""
    return {
        "server": address,
        "transport": transport,
        "passed": all(result.holds for result in results),
        "scenarios": [_scenario(result) for result in results],
    }


def _scenario(result: RunResult) -> dict[str, object]:
    firsts = [it.heard.first_token for it in result.steps if it.heard.first_token is not None]
    totals = [it.heard.total for it in result.steps if it.heard.outcomes]
    return {
        "name": result.name,
        "file": str(result.path),
        "passed": result.holds,
        "error": result.error or None,
        "timelineId": result.timeline_id or None,
        "seconds": round(result.seconds, 3),
        "firstTokenMs": spread(firsts),
        "totalMs": spread(totals),
        "steps": [_step(done) for done in result.steps],
    }


def _step(done: StepResult) -> dict[str, object]:
    heard = done.heard
    first = None if heard.first_token is None else round(heard.first_token * 1000, 1)
    return {
        "line": done.step.line,
        "step": done.step.word,
        "passed": done.holds,
        "skipped": done.was_skipped,
        "error": done.error or None,
        "seconds": round(done.seconds, 3),
        "said": [{"characterId": who, "text": text} for who, text in heard.said],
        "moods": heard.moods,
        "intents": [json_format.MessageToDict(intent) for _, intent in heard.intents],
        "outcomes": heard.outcomes,
        "firstTokenMs": first,
        "expectations": [
            {"what": it.what, "line": it.line, "passed": it.holds, "problem": it.problem or None}
            for it in done.findings
        ],
    }


def write_junit(path: Path, results: Sequence[RunResult]) -> None:
    """Write a suite for each scenario and a case for each step. Raises `OSError`."""
    path.write_text("".join(_suites(results)), encoding="utf-8")


def _suites(results: Sequence[RunResult]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="npc-playtest">\n'
    for result in results:
        failed = sum(not it.holds and not it.error and not it.was_skipped for it in result.steps)
        counts: Mapping[str, int] = {
            "tests": len(result.steps) + bool(result.error),
            "failures": failed,
            "errors": sum(bool(it.error) for it in result.steps) + bool(result.error),
            "skipped": sum(it.was_skipped for it in result.steps),
        }
        told = " ".join(f'{name}="{count}"' for name, count in counts.items())
        name, took = _attribute(result.name), f'time="{result.seconds:.3f}"'
        yield f"  <testsuite name={name} {told} {took}>\n"
        if result.error:
            yield f"    <testcase name={_attribute('begin')} classname={name}>"
            yield f"<error message={_attribute(result.error)}/></testcase>\n"
        for number, done in enumerate(result.steps, 1):
            yield _case(result, number, done)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _case(result: RunResult, number: int, done: StepResult) -> str:
    case = (
        f"    <testcase name={_attribute(f'{number}. {done.step.word}')} "
        f"classname={_attribute(result.name)} file={_attribute(str(result.path))} "
        f'line="{done.step.line}" time="{done.seconds:.3f}">'
    )
    inside = "<skipped/>" if done.was_skipped else ""
    if done.error:
        inside = f"<error message={_attribute(done.error)}/>"
    problems = [f"{it.what}: {it.problem}" for it in done.findings if not it.holds]
    if problems:
        told = escape("\n".join(problems).translate(_UNPRINTABLE))
        kind = _attribute(problems[0])
        inside = f'<failure message={kind} type="expectation">{told}</failure>'
    return f"{case}{inside}</testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(" ".join(text.translate(_UNPRINTABLE).split()))
