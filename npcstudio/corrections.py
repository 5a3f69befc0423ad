"""Corrections of memories and states: the price first, the change, and the list with its undo."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from npcserver.app.corrections import Chosen, PricedDependent
from npcserver.app.ledger.correction_changes import DependentChoice
from npcserver.app.ledger.set_states import (
    BeliefSetting,
    MoodSetting,
    PlaceSetting,
    StandingSetting,
)
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import emotion_problem, named
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.secret import Secret, key_for
from npcserver.model.timeline import Timeline, lineage, owner
from npcstudio.visits import Fields, Visit
from npcstudio.worlds import CAST

CHANGES: Final = ("text", "withdraw", "lock")


@dataclass(frozen=True, slots=True)
class PricedHop:
    """What rests on a memory, so many inferences and retellings away."""

    hops: int
    dependents: tuple[PricedDependent, ...]


async def show_price(visit: Visit) -> Response:
    """Show what rests on a memory, with the form that changes it."""
    memory_id, asked = visit.request.path_params["memory"], visit.asked
    services, timeline_id = visit.services, visit.timeline_id
    (asked_for, *_) = await services.knowing.trace(timeline_id, memory_id)
    price = await services.corrections.preview(timeline_id, memory_id)
    here = await _is_seen(visit, {one.timeline_id for one in price.dependents})
    own = [one for one in price.dependents if here(one)]
    elsewhere = [one for one in price.dependents if not here(one)]
    cast = await services.characters.list(visit.world_id, Page(CAST.size))
    timelines = await services.timelines.list(visit.world_id, Page(limits.PAGE))
    players = await visit.services.transcripts.players(visit.world_id, timeline_id)
    return visit.page(
        "correct",
        asked=asked_for,
        memory_id=memory_id,
        hops=tuple(_by_hops(own)),
        elsewhere=elsewhere,
        others=[one for one in price.timeline_ids if one != timeline_id],
        timelines={one.id: one for one in timelines.items},
        persons=[
            *((one.id, one.name) for one in cast.items),
            *((one.id, one.name) for one in players),
        ],
        to=asked.all("to", limits.SECRET_TO),
        change=asked.text("change") or CHANGES[0],
        choices=tuple(DependentChoice),
    )


class _Seen:
    def __init__(self, timeline: Timeline, known: dict[TimelineId, Timeline]) -> None:
        self._lineage = lineage(timeline.vantage, known.__getitem__)

    def __call__(self, one: PricedDependent) -> bool:
        return owner(self._lineage, one.seq) == one.timeline_id


async def _is_seen(visit: Visit, named: set[TimelineId]) -> _Seen:
    """Return whether a record is one that the timeline itself sees."""
    above = visit.timeline
    known = {above.id: above}
    while above.parent_id is not None and named - known.keys():
        above = await visit.services.timelines.get(above.parent_id)
        known[above.id] = above
    if above.parent_id is not None:  # nothing further up is asked for
        known[above.parent_id] = Timeline(
            id=above.parent_id,
            world_id=above.world_id,
            game_time=above.game_time,
            created_at=above.created_at,
        )
    return _Seen(visit.timeline, known)


def _by_hops(dependents: list[PricedDependent]) -> Iterator[PricedHop]:
    for hops in sorted({one.hops for one in dependents}):
        yield PricedHop(hops, tuple(one for one in dependents if one.hops == hops))


async def correct(visit: Visit) -> Response:
    """Carry a correction out as it was chosen."""
    form, memory_id = visit.form, visit.request.path_params["memory"]
    change = form.text("change")
    if change not in CHANGES:
        raise InvalidInput("change", f"must be one of {', '.join(CHANGES)}")
    is_text = change == "text"
    await visit.services.corrections.correct(
        timeline_id=visit.timeline_id,
        memory_id=memory_id,
        text=form.text("text", limits.MEMORY, needed=True) if is_text else "",
        is_withdrawn=change == "withdraw",
        lock=read_lock(form, key_for(memory_id)) if change == "lock" else None,
        others=_choice(form.text("others")),
        choices=tuple(_chosen(form)),
        **visit.authored,
    )
    return visit.to("t", visit.timeline_id, "corrections", done="corrected")


def read_lock(form: Fields, key: str) -> Secret:
    """Return the lock of a form: the people who may be told, and what it takes."""
    flag = form.text("flag", limits.FLAG)
    if flag and (problem := limits.flag_problem(flag)):
        raise InvalidInput("flag", problem)
    to = (*form.all("to", limits.SECRET_TO), *form.text("to_other", 4_000).split())
    return Secret(
        key=key,
        to=tuple(dict.fromkeys(to))[: limits.SECRET_TO],
        affinity=form.number("affinity", -100, 100),
        trust=form.number("trust", 0, 100),
        flag=flag,
    )


def _chosen(form: Fields) -> Iterator[Chosen]:
    for name, value in form.pairs:
        kind, _, number = name.partition("-")
        if kind == "choice" and number.isdecimal() and value:
            yield Chosen(seq=int(number), choice=_choice(value))


def _choice(value: str) -> DependentChoice:
    if value not in tuple(DependentChoice):
        raise InvalidInput("others", f"must be one of {', '.join(DependentChoice)}")
    return DependentChoice(value)


async def add(visit: Visit) -> Response:
    """Give a character something that it has always known."""
    form = visit.form
    await visit.services.corrections.add(
        timeline_id=visit.timeline_id,
        character_id=visit.character_id,
        text=form.text("text", limits.MEMORY, needed=True),
        importance=form.number("importance", 1, 10),
        **visit.authored,
    )
    return visit.to("t", visit.timeline_id, "c", visit.character_id, "memories", done="added")


async def set_state(visit: Visit) -> Response:
    """Set the mood, a belief, a standing or the place of a character."""
    form = visit.form
    state = form.text("state")
    if state not in _SETTINGS:
        raise InvalidInput("state", f"must be one of {', '.join(_SETTINGS)}")
    await visit.services.corrections.set_state(
        timeline_id=visit.timeline_id,
        character_id=visit.character_id,
        **{state: _SETTINGS[state](form)},
        **visit.authored,
    )
    return visit.to("t", visit.timeline_id, "c", visit.character_id, done="state_set")


def _mood(form: Fields) -> MoodSetting:
    if problem := emotion_problem(form.text("feeling")):
        raise InvalidInput("feeling", problem)
    feeling = named(form.text("feeling"))
    cause = form.text("cause", limits.VIEW)
    return MoodSetting(valence=feeling.valence, arousal=feeling.arousal, why=cause)


def _belief(form: Fields) -> BeliefSetting:
    score = form.number("score", 0, 100)
    if score is None:
        raise InvalidInput("score", "must be a whole number from 0 to 100")
    topic, text = form.text("topic", limits.IDENTIFIER), form.text("text", limits.VIEW)
    return BeliefSetting(score=score, text=text, topic=topic)


def _standing(form: Fields) -> StandingSetting:
    return StandingSetting(
        other_id=form.text("other", limits.IDENTIFIER, needed=True),
        affinity=form.number("affinity", -100, 100),
        trust=form.number("trust", 0, 100),
        familiarity=form.number("familiarity", 0, 100),
        view=form.text("view", limits.VIEW),
    )


def _place(form: Fields) -> PlaceSetting:
    place_id = PlaceId(form.text("place", limits.IDENTIFIER, needed=True))
    return PlaceSetting(place_id=place_id, spot=form.text("spot"))


_SETTINGS: Final[Mapping[str, Callable[[Fields], Any]]] = {
    "mood": _mood,
    "belief": _belief,
    "standing": _standing,
    "place": _place,
}


async def pin(visit: Visit) -> Response:
    """Have a memory recalled in every turn, or no longer."""
    is_pinned = visit.form.text("pinned") == "yes"
    await visit.services.memories.pin(
        timeline_id=visit.timeline_id,
        memory_id=visit.form.text("memory", limits.IDENTIFIER, needed=True),
        is_pinned=is_pinned,
    )
    return visit.back("pinned" if is_pinned else "unpinned")


async def show_corrections(visit: Visit) -> Response:
    """Show the corrections that hold or held in a timeline."""
    made = await visit.services.corrections.list(visit.timeline_id)
    shown = visit.asked.number("most", 1, 10_000) or 50
    people = await visit.services.characters.people(visit.world_id)
    return visit.page(
        "corrections",
        HTTPStatus.OK,
        made=made[:shown],
        names=people.names,
        is_cut=len(made) > shown,
    )


async def undo(visit: Visit) -> Response:
    """Take a correction back."""
    await visit.services.corrections.undo(
        timeline_id=visit.timeline_id,
        correction_id=visit.form.text("correction", limits.IDENTIFIER, needed=True),
        **visit.authored,
    )
    return visit.to("t", visit.timeline_id, "corrections", done="undone")
