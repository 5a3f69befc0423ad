"""`npcserver replay`: a session again, as it was or with the characters of today."""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from npcserver.adapters.files.expectations import load_expectations
from npcserver.adapters.files.persona import OneCharacter, load_persona
from npcserver.adapters.files.session import read_session
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.adapters.store.codec import decode
from npcserver.app.replay.examination import ExpectationResult, JudgedTurn, said
from npcserver.app.replay.rehearsal import CurrentContent, as_recorded, current_content, with_role
from npcserver.app.replay.session_replay import ReplayDifference, ReplayResult, SessionReplay
from npcserver.bootstrap import replays
from npcserver.cli import rehearsing
from npcserver.cli.junit import write_junit
from npcserver.cli.logs import without_log
from npcserver.config import Settings
from npcserver.model.errors import InvalidInput
from npcserver.model.expectation import PersonaTests
from npcserver.model.purpose import Purpose
from npcserver.model.session import Session

_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayWish:
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
class Result:
    """What came of it: for programs, and whether all is well."""

    told: Mapping[str, object]
    is_fine: bool
    turns: Sequence[JudgedTurn] = ()
    today: CurrentContent


async def replay(settings: Settings, wish: ReplayWish) -> int:
    """Replay; return the exit code."""
    with without_log():
        return await _replay(settings, wish)


async def _replay(settings: Settings, wish: ReplayWish) -> int:
    session = read_session(wish.file, decode)
    tests = None if wish.expect is None else load_expectations(wish.expect)
    screen = rehearsing.console()
    if wish.is_json:
        screen = Console(quiet=True)
    if wish.persona is None:
        result = await _exactly(settings, session, wish, screen)
    else:
        result = await _of_today(settings, session, wish, wish.persona, screen)
    findings: tuple[ExpectationResult, ...] = ()
    if tests is not None:
        findings = await _examined(settings, session, result, tests)
        rehearsing.show_findings(screen, findings)
    if wish.junit is not None and tests is not None:
        write_junit(wish.junit, tests.name, findings)
    is_fine = result.is_fine and all(finding.holds for finding in findings)
    if wish.is_json:
        told = {**result.told, "is_fine": is_fine}
        if tests is not None:
            told["expectations"] = [{**asdict(one), "holds": one.holds} for one in findings]
        sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    return 0 if is_fine else 1


async def _exactly(
    settings: Settings, session: Session, wish: ReplayWish, screen: Console
) -> Result:
    """Take every turn again with the answers that were given then."""
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.replaying(settings, session, model)
    if wish.transcript is not None:
        await _write(replaying, wish.transcript)
    results = [await replaying.replay() for _ in range(wish.times)]
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
    turns = await _said(replaying, session, wish.character) if wish.expect is not None else ()
    return Result(told=told, is_fine=is_fine, turns=turns, today=as_recorded(session))


async def _said(
    replaying: SessionReplay, session: Session, character: str
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
    settings: Settings, session: Session, wish: ReplayWish, persona: Path, screen: Console
) -> Result:
    """Ask every turn again of who the characters are in a file."""
    told = load_persona(persona, session.world)
    if isinstance(told, OneCharacter):
        world = with_role(session, told.role, keeps_memories=not told.tells_memories)
        character = wish.character or told.role.id
    else:
        world, character = told, wish.character
    today = current_content(session, world)
    _check_character(character, today)
    then = await replays.replaying(settings, session, RecordedModel())
    changes: list[rehearsing.Change] = []
    turns: list[JudgedTurn] = []
    asked = count = 0
    async with replays.speaking(settings) as (spoken, meter):
        model = RecordedModel(spoken)
        rehearsal = await replays.rehearsing(settings, session, then, today, model, spoken.name)
        async with aclosing(rehearsal.rehearse(character)) as rehearsed:
            async for one in rehearsed:
                count += 1
                asked += one.was_asked
                change = rehearsing.change_of(one)
                if change is not None:
                    changes.append(change)
                if one.now is not None:
                    turns.append(await said(today.log, one.taken.number, one.now.turn))
        calls = sum(each.calls for each in meter.snapshot())
    rehearsing.show_changes(screen, changes)
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
    return Result(told=found, is_fine=is_fine, turns=turns, today=today)


async def _examined(
    settings: Settings, session: Session, result: Result, tests: PersonaTests
) -> tuple[ExpectationResult, ...]:
    """Put tests to a session; a model is there for those that ask something."""
    async with replays.speaking(settings) as (spoken, _):
        model = RecordedModel(spoken)
        turns = result.turns
        examining = await replays.examining(settings, session, result.today, model, turns)
        return tuple([finding async for finding in examining.examine(tests)])


def _check_character(character: str, today: CurrentContent) -> None:
    if character and character not in today.cast.characters:
        there = ", ".join(sorted(today.cast.characters))
        raise InvalidInput("--character", f"there is no {character!r}; name one of these: {there}")


async def _write(replaying: SessionReplay, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        async with aclosing(replaying.parts()) as parts:
            async for text, _ in parts:
                out.write(text)


def _show(
    screen: Console, first: ReplayResult, digests: Sequence[str], *, times: int, calls: int
) -> None:
    for difference in first.differences[:_SHOWN]:
        _show_difference(screen, difference)
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


def _show_difference(screen: Console, difference: ReplayDifference) -> None:
    screen.print(f"turn {difference.turn} (record {difference.seq}), {difference.what}:")
    screen.print(f"  recorded: {difference.recorded}", style="red", soft_wrap=True)
    screen.print(f"  replayed: {difference.replayed}", style="green", soft_wrap=True)
