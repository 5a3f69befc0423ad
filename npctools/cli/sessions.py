"""`npcserver record` and `npcserver replay`: session files, and what changed in a replay."""

import json
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from rich.console import Console
from rich.table import Table
from rich.text import Text
from typer import BadParameter

from npcserver.adapters.files.world_file import OneCharacter, load_persona
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.cli.console_streams import write_data
from npcserver.cli.event_log import without_log
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.model_use import Purpose
from npcserver.model.turn import IntentProposed, Line
from npctools.bootstrap import replays
from npctools.files.expectations import load_expectations
from npctools.files.session_file import read_session
from npctools.replay.examination import ExpectationResult, JudgedTurn, said
from npctools.replay.recorded import RecordedModel, RefusingModel
from npctools.replay.rehearsal import (
    CurrentContent,
    RehearsedTurn,
    as_recorded,
    current_content,
    with_role,
)
from npctools.replay.session_replay import ReplayResult, SessionReplay
from npctools.replay.transcript import intent_text
from npctools.replay.turn_replay import ReplayedReply
from npctools.session import RecordedSession

_UNPRINTABLE = {code: " " for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)}


def write_junit(path: Path, suite: str, findings: Sequence[ExpectationResult]) -> None:
    """Write one test case for each expectation. Raises `OSError`."""
    failed = sum(not finding.holds for finding in findings)
    name = _printable(suite)
    counts = {"tests": str(len(findings)), "failures": str(failed), "errors": "0", "skipped": "0"}
    root = Element("testsuites", {"name": name, **counts})
    inside = SubElement(root, "testsuite", root.attrib)
    for finding in findings:
        case = SubElement(
            inside,
            "testcase",
            name=_printable(f"{finding.test}: {finding.what}"),
            classname=_printable(finding.character),
            file=name,
            line=str(finding.line),
        )
        if not finding.holds:
            message = _printable(finding.problem.splitlines()[0])
            failure = SubElement(case, "failure", message=message, type="expectation")
            failure.text = finding.problem.translate(_UNPRINTABLE)
    indent(root)
    ElementTree(root).write(path, "utf-8", xml_declaration=True)


def _printable(text: str) -> str:
    return " ".join(text.translate(_UNPRINTABLE).split())


_WIDE = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """A turn that comes out differently with today's content."""

    turn: int
    seq: int
    who: str
    to: str
    heard: str
    before: str
    after: str
    intents_before: tuple[str, ...] = ()
    intents_after: tuple[str, ...] = ()
    mood_before: str = ""
    mood_after: str = ""
    problem: str = ""


def change_of(rehearsed: RehearsedTurn) -> LineChange | None:
    """Return the change of a turn, or None if nothing changed."""
    taken, then, now = rehearsed.taken, rehearsed.then, rehearsed.now
    before = _side(then)
    after = ("", (), "") if now is None else _side(now)
    if before == after:
        return None
    whose = then if now is None else now
    return LineChange(
        turn=taken.number,
        seq=taken.record.seq,
        who=whose.loaded.scene.character.name,
        to=taken.body.speaker_name,
        heard=taken.body.heard,
        before=before[0],
        after=after[0],
        intents_before=before[1],
        intents_after=after[1],
        mood_before=before[2],
        mood_after=after[2],
        problem=rehearsed.problem,
    )


def _side(performed: ReplayedReply) -> tuple[str, tuple[str, ...], str]:
    lines = [event for event in performed.events if isinstance(event, Line)]
    intents = [event.intent for event in performed.events if isinstance(event, IntentProposed)]
    felt = lines[-1].emotion if lines else None
    mood = "" if felt is None else felt.label
    return " ".join(line.text for line in lines), tuple(map(intent_text, intents)), mood


def report_console() -> Console:
    """Return the console for results; output that is not a terminal gets a wide width."""
    made = Console(highlight=False, markup=False)
    return made if made.is_terminal else Console(highlight=False, markup=False, width=_WIDE)


def show_changes(screen: Console, changes: Sequence[LineChange]) -> None:
    """Print changed lines side by side, before and after."""
    if not changes:
        return
    table = Table(show_lines=True)
    table.add_column("turn", justify="right")
    table.add_column("heard", ratio=2, overflow="fold")
    table.add_column("before", ratio=4, overflow="fold")
    table.add_column("after", ratio=4, overflow="fold")
    for change in changes:
        heard = Text.assemble((f"{change.who} \u2190 {change.to}\n", "bold"), change.heard)
        has_other_mood = change.mood_before != change.mood_after
        before = _cell(change.before, change.mood_before * has_other_mood)
        after = _cell(change.problem or change.after, change.mood_after * has_other_mood)
        if change.intents_before != change.intents_after:
            before.append("".join(f"\n\u2192 {one}" for one in change.intents_before), "cyan")
            after.append("".join(f"\n\u2192 {one}" for one in change.intents_after), "cyan")
        table.add_row(str(change.turn), heard, before, after)
    screen.print(table)


def _cell(words: str, mood: str) -> Text:
    cell = Text(words or "(nothing)")
    if mood:
        cell.append(f" [{mood}]", "magenta")
    return cell


def show_findings(screen: Console, findings: Sequence[ExpectationResult]) -> None:
    """Print the expectations that fail, each with its reason, and how many hold."""
    for finding in findings:
        if finding.holds:
            continue
        screen.print(f"\u2717 {finding.test} ({finding.character}): {finding.what}", style="red")
        for line in finding.problem.splitlines():
            screen.print(f"    {line}", soft_wrap=True)
    failed = sum(not finding.holds for finding in findings)
    held = len(findings) - failed
    screen.print(
        f"{held:,} of {len(findings):,} expectations hold", style="red" if failed else "green"
    )


_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayArgs:
    """What the command line asked for."""

    file: Path
    times: int = 1
    transcript: Path | None = None
    persona: Path | None = None
    character: str = ""
    expect: Path | None = None
    junit: Path | None = None
    is_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedSession:
    """What came of it: for programs, and whether all is well."""

    told: Mapping[str, object]
    is_fine: bool
    turns: Sequence[JudgedTurn] = ()
    today: CurrentContent


async def replay(settings: Settings, **options: Any) -> int:
    """Replay as `ReplayArgs` say; return the exit code."""
    args = ReplayArgs(**options)
    if args.junit is not None and args.expect is None:
        raise BadParameter("--junit reports on expectations; name them with --expect")
    if args.persona is not None and (args.times > 1 or args.transcript is not None):
        raise BadParameter("--times and --transcript are for a session as it was")
    with without_log():
        return await _replay(settings, args)


async def _replay(settings: Settings, args: ReplayArgs) -> int:
    session = read_session(args.file)
    tests = None if args.expect is None else load_expectations(args.expect)
    screen = report_console()
    if args.is_json:
        screen = Console(quiet=True)
    if args.persona is None:
        result = await _exactly(settings, session, args, screen)
    else:
        result = await _of_today(settings, session, args, args.persona, screen)
    findings: tuple[ExpectationResult, ...] = ()
    if tests is not None:
        async with replays.open_model(settings) as (spoken, _):  # for tests that ask something
            examining = await replays.build_examination(
                settings, session, result.today, spoken, result.turns
            )
            findings = tuple([finding async for finding in examining.examine(tests)])
        show_findings(screen, findings)
    if args.junit is not None and tests is not None:
        write_junit(args.junit, tests.name, findings)
    is_fine = result.is_fine and all(finding.holds for finding in findings)
    if args.is_json:
        told = {**result.told, "is_fine": is_fine}
        if tests is not None:
            told["expectations"] = [{**asdict(one), "holds": one.holds} for one in findings]
        write_data(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    return 0 if is_fine else 1


async def _exactly(
    settings: Settings, session: RecordedSession, args: ReplayArgs, screen: Console
) -> ReplayedSession:
    """Take every turn again with the answers that were given then."""
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.build_replay(settings, session, model)
    if args.transcript is not None:
        await _write(replaying, args.transcript)
    results = [await replaying.replay() for _ in range(args.times)]
    calls = sum(each.calls for each in meter.snapshot())
    first, digests = results[0], sorted({each.digest for each in results})
    is_fine = len(digests) == 1 and not first.differences and not calls
    _show(screen, first, digests, times=len(results), calls=calls)
    told = {
        "turns": first.turns,
        "times": len(results),
        "model_calls": calls,
        "differences": [asdict(one) for one in first.differences],
        "sha256": digests,
    }
    turns = await _said(replaying, session, args.character) if args.expect is not None else ()
    return ReplayedSession(told=told, is_fine=is_fine, turns=turns, today=as_recorded(session))


async def _said(
    replaying: SessionReplay, session: RecordedSession, character: str
) -> tuple[JudgedTurn, ...]:
    log = as_recorded(session).log
    found: list[JudgedTurn] = []
    for taken in replaying.turns:
        is_wanted = character in ("", taken.record.subject_id)
        if is_wanted and taken.receipt.purpose is Purpose.REPLY:
            performed = await replaying.performed(taken)
            found.append(await said(log, taken.number, performed.turn))
    return tuple(found)


async def _of_today(
    settings: Settings, session: RecordedSession, args: ReplayArgs, persona: Path, screen: Console
) -> ReplayedSession:
    """Ask every turn again of who the characters are in a file."""
    told = load_persona(persona, session.world)
    if isinstance(told, OneCharacter):
        world = with_role(session, told.role, keeps_memories=not told.tells_memories)
        character = args.character or told.role.id
    else:
        world, character = told, args.character
    today = current_content(session, world)
    if character and character not in today.cast.characters:
        there = ", ".join(sorted(today.cast.characters))
        raise InvalidInput("--character", f"there is no {character!r}; name one of these: {there}")
    then = await replays.build_replay(settings, session, RecordedModel())
    changes: list[LineChange] = []
    turns: list[JudgedTurn] = []
    asked = count = 0
    async with replays.open_model(settings) as (spoken, meter):
        rehearsal = await replays.build_rehearsal(settings, session, then, today, spoken)
        async with aclosing(rehearsal.rehearse(character)) as rehearsed:
            async for one in rehearsed:
                count += 1
                asked += one.was_asked
                change = change_of(one)
                if change is not None:
                    changes.append(change)
                if one.now is not None:
                    turns.append(await said(today.log, one.taken.number, one.now.turn))
        calls = sum(each.calls for each in meter.snapshot())
    show_changes(screen, changes)
    screen.print(
        f"{count:,} turns, {len(changes):,} changed; {asked:,} asked again of {spoken.name}"
    )
    found = {
        "turns": count,
        "changed": [asdict(one) for one in changes],
        "asked": asked,
        "model": spoken.name,
        "model_calls": calls,
    }
    is_fine = not any(change.problem for change in changes)
    return ReplayedSession(told=found, is_fine=is_fine, turns=turns, today=today)


async def _write(replaying: SessionReplay, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        async with aclosing(replaying.parts()) as parts:
            async for text, _ in parts:
                out.write(text)


def _show(
    screen: Console, first: ReplayResult, digests: Sequence[str], *, times: int, calls: int
) -> None:
    for difference in first.differences[:_SHOWN]:
        screen.print(f"turn {difference.turn} (record {difference.seq}), {difference.what}:")
        screen.print(f"  recorded: {difference.recorded}", style="red", soft_wrap=True)
        screen.print(f"  replayed: {difference.replayed}", style="green", soft_wrap=True)
    left = len(first.differences) - _SHOWN
    if left > 0:
        screen.print(f"… and {left:,} more.")
    screen.print(
        f"{first.turns:,} turns, {calls:,} model calls, {len(first.differences):,} differences"
    )
    if times > 1:
        same = "all the same" if len(digests) == 1 else f"{len(digests)} different transcripts"
        screen.print(f"{times:,} times, {same}: SHA-256 {', '.join(digests)}", soft_wrap=True)
    else:
        screen.print(f"SHA-256 {digests[0]}", style="dim")
