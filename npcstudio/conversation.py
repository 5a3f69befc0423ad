"""Transcripts: why each line was said, flags, and saying a line again on branches."""

import asyncio
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from npcserver.app.ledger.correction_changes import DependentChoice
from npcserver.app.ledger.explanations import TurnExplanation
from npcserver.app.ledger.transcripts import TranscriptTurn
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.access import Verb
from npcserver.model.draft import persona_of
from npcserver.model.errors import Fault, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.expectation import ExpectationKind
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.record import TurnTaken
from npcserver.model.timeline import Timeline
from npcstudio import drafts
from npcstudio.visits import Visit
from npcstudio.worlds import CAST

_TURNS: Final = 30
MOST_BRANCHES: Final = 5
"""Branches that stand side by side."""
_NEAR: Final = 50  # turns of a branch among which is the one that was said again


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBranch:
    """A branch on which a line was said again; `turn` is None if nothing was said there yet.

    `drafted` are the fields of the persona that are drafted there.
    """

    timeline: Timeline
    turn: TranscriptTurn | None
    drafted: tuple[str, ...] = ()


async def show_transcript(visit: Visit) -> Response:
    """Show what was said in a timeline, oldest first, the newest page first."""
    asked = visit.asked
    character = asked.text("character", limits.IDENTIFIER)
    found = await visit.services.transcripts.list(
        timeline_id=visit.timeline_id,
        character_id=CharacterId(character) if character else None,
        speaker_id=asked.text("player", limits.IDENTIFIER),
        text=asked.text("text", limits.UTTERANCE),
        is_flagged=asked.text("flagged") == "yes",
        seq=visit.seq,
        page=Page(_TURNS, str(asked.number("before", 0, 2**53) or "")),
    )
    cast = await visit.services.characters.list(visit.world_id, Page(CAST.size))
    query = {name: value for name, value in asked.pairs if name not in ("before", "done")}
    players = await visit.services.transcripts.players(visit.world_id, visit.timeline_id)
    return visit.page(
        "talk",
        players=[(one.id, one.name) for one in players],
        turns=tuple(reversed(found.items)),
        before=found.next_cursor,
        names={one.id: one.name for one in cast.items},
        portraits=await visit.services.characters.portraits(visit.world_id),
        query=query,
    )


async def show_turn(visit: Visit) -> Response:
    """Show why a turn was said: its receipt, its prompt by parts, and what was kept back."""
    made = await _explained(visit)
    prompt = await visit.services.prompts.of(made.record)
    flag = await visit.services.transcripts.flag_of(visit.world_id, made.turn.turn_id)
    memories = [one.memory for one in made.recollections]
    memories += [one.memory for one in made.reason.kept_back]
    return visit.page(
        "turn",
        made=made,
        prompt=prompt,
        character=await _named(visit, made.record.character_id),
        expectations=() if flag is None else flag.expectations,
        kinds=tuple(ExpectationKind),
        memories=memories,
    )


async def _explained(visit: Visit) -> TurnExplanation:
    turn_id = TurnId(visit.request.path_params["turn"])
    return await visit.services.explaining.turn(visit.timeline_id, turn_id)


async def _named(visit: Visit, character_id: CharacterId) -> str:
    try:
        return (await visit.services.characters.get(visit.world_id, character_id)).name
    except NotFound:  # deleted since
        return character_id


async def flag(visit: Visit) -> Response:
    """Note something on a turn, or take the note away."""
    note = visit.form.text("note", limits.NOTE)
    await visit.services.transcripts.flag(
        timeline_id=visit.timeline_id,
        turn_id=TurnId(visit.form.text("turn", limits.IDENTIFIER, needed=True)),
        note=note,
        author_id=visit.principal.id,
    )
    return visit.back("flagged" if note else "unflagged")


async def show_flags(visit: Visit) -> Response:
    """Show the flags of a world."""
    text = visit.asked.text("text", limits.UTTERANCE)
    flags = await visit.services.transcripts.flags(visit.world_id, text)
    return visit.page("flags", flags=flags[:200], text=text)


async def show_again(visit: Visit) -> Response:
    """Show a line beside what was said in its place on branches."""
    made = await _explained(visit)
    branches = [await _branch(visit, made, one) for one in await _branches(visit)]
    seq = made.turn.receipt.vantage_seq
    return visit.page(
        "again",
        made=made,
        prose=await drafts.prose_at(visit, visit.timeline_id, made.record.character_id, seq),
        old=await _said(visit, made, visit.timeline_id, made.record.seq),
        branches=branches,
        ids=tuple(one.timeline.id for one in branches),
        character=await _named(visit, made.record.character_id),
        most=MOST_BRANCHES,
        problem=await _problem(visit, made.turn),
        choices=tuple(DependentChoice),
    )


async def _branches(visit: Visit) -> tuple[TimelineId, ...]:
    """Return the branches that an address or form names, which the visitor may read."""
    names = visit.form if visit.request.method == "POST" else visit.asked
    found = tuple(TimelineId(one) for one in names.all("branch", MOST_BRANCHES))
    if found:
        await visit.require(Verb.READ_MINDS, *found)
    return found


async def _branch(visit: Visit, made: TurnExplanation, timeline_id: TimelineId) -> SaidBranch:
    timeline = await visit.services.timelines.get(timeline_id)
    drafted = await visit.services.drafts.list(timeline_id)
    whose = persona_of(made.record.character_id)
    own = (one.changed for one in drafted if one.subject == whose)
    return SaidBranch(
        timeline=timeline,
        turn=await _said(visit, made, timeline_id, timeline.forked_at + 1),
        drafted=next(own, ()),
    )


async def _said(
    visit: Visit, made: TurnExplanation, timeline_id: TimelineId, since: int
) -> TranscriptTurn | None:
    """Return the first turn from a position on between the same two."""
    found = await visit.services.transcripts.list(
        timeline_id=timeline_id,
        character_id=made.record.character_id,
        speaker_id=made.turn.speaker_id,
        page=Page(_NEAR),
    )
    later = [one for one in found.items if one.record.seq >= since]
    return later[-1] if later else None


async def _problem(visit: Visit, turn: TurnTaken) -> str:
    """Return the key of why a turn cannot be said again; empty where it can."""
    problem = await visit.services.retakes.problem(visit.world_id, turn)
    return "" if problem is None else f"again.{problem}"


async def say_again(visit: Visit) -> Response:
    """Branch off just before a turn, once for each wording, and say it there, all at once."""
    form = visit.form
    made = await _explained(visit)
    if why := await _problem(visit, made.turn):
        raise NotPossibleNow(visit.studio.templates.words(why), Reason.CHARACTER_UNAVAILABLE)
    wordings = [one.strip() for one in form.text("words", 10_000, needed=True).splitlines()]
    wordings = [one for one in wordings if one]
    known = await _branches(visit)
    if len(known) + len(wordings) > MOST_BRANCHES:
        most = MOST_BRANCHES - len(known)
        raise InvalidInput("words", f"has {len(wordings)} lines; there is a place for {most} more")
    for one in wordings:
        if problem := limits.text_problem(one, limits.UTTERANCE):
            raise InvalidInput("words", problem)
    await visit.require(Verb.PLAY, visit.timeline_id)
    if form.text("memory", limits.IDENTIFIER) or drafts.has_prose(visit):
        await visit.require(Verb.AUTHOR, visit.timeline_id)
    try:
        async with asyncio.TaskGroup() as group:
            said = [group.create_task(_say(visit, made, one)) for one in wordings]
    except* Fault as faults:
        raise _first(faults) from None
    branches = (*known, *(one.result() for one in said))
    return visit.to(
        "t", visit.timeline_id, "again", made.turn.turn_id, branch=branches, done="said"
    )


def _first(faults: ExceptionGroup[Fault]) -> Fault:
    """Return one of the faults of several branches, to be shown."""
    one = faults.exceptions[0]
    return _first(one) if isinstance(one, ExceptionGroup) else one


async def _say(visit: Visit, made: TurnExplanation, words: str) -> TimelineId:
    label = visit.studio.templates.words("again.label", words=words)
    retakes = visit.services.retakes
    branch = await retakes.branch(visit.timeline_id, made.turn, label[: limits.NAME])
    await _corrected(visit, branch.id)
    await drafts.draft_prose(visit, branch.id, made.record.character_id)
    await retakes.say(branch.id, made.record, made.turn, words)
    return branch.id


async def _corrected(visit: Visit, branch_id: TimelineId) -> None:
    """Change a memory on a branch before the line is said there, if that was asked for."""
    form = visit.form
    if not (memory_id := form.text("memory", limits.IDENTIFIER)):
        return
    text = form.text("memory_text", limits.MEMORY)
    await visit.services.corrections.correct(
        timeline_id=branch_id,
        memory_id=memory_id,
        text=text,
        is_withdrawn=not text,
        others=DependentChoice.MAKE_ANEW,
        author_id=visit.principal.id,
        why=visit.studio.templates.words("again.why"),
    )


async def keep(visit: Visit) -> Response:
    """Name the branch that is kept, and delete the others if that was asked for."""
    form, kept = visit.form, visit.timeline_id
    await visit.services.timelines.save(
        timeline_id=kept, name=form.text("name", needed=True), key=visit.request_key
    )
    others = [one for one in await _branches(visit) if one != kept]
    if form.text("delete") == "yes" and others:
        await visit.require(Verb.DELETE_PLAY, *others)
        for one in others:
            await visit.services.timelines.delete(one)
    return visit.to("t", kept, done="kept")
