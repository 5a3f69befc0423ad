"""Where people are now, and where their plans take characters until the end of a later day."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from enum import StrEnum
from itertools import pairwise

from npcserver.app.authored import roster_at
from npcserver.app.perception.presence import Presence, locate_people
from npcserver.app.perception.tiers import CROWD_QUERIES, crowd_of
from npcserver.language.clock import shifted
from npcserver.model.crowd import Crowd
from npcserver.model.day import DayPlan
from npcserver.model.ids import PlaceId
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

MOST_PEOPLE = 500
"""Characters whose plans are looked at, the first by id: so many take a quarter of a second."""
_MOST_PLANS = 2 * MOST_PEOPLE  # the newest; players and extras have none


class StayBasis(StrEnum):
    """What it rests on that a character is at a place, the surest first."""

    PRESENT = "present"  # it is there now
    PLANNED = "planned"  # its plan of that day says so
    REPEATED = "repeated"  # that day has no plan yet; its last plan says so
    UNPLANNED = "unplanned"  # it has no plan, and is taken to stay where it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """That a character is at a place from one moment to another; `place_id` None for nowhere."""

    starts_at: datetime
    ends_at: datetime
    place_id: PlaceId | None
    activity: str
    basis: StayBasis
    is_asleep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Itineraries:
    """Who is where now, and the stays of characters from `now` until `until`, by id.

    Whole minds that are in the world have stays, in order and without gaps; `MOST_PEOPLE` of them.
    Extras have none: `at` asks their shared plans.
    """

    now: datetime
    until: datetime
    present: Mapping[str, Presence]
    stays: Mapping[str, tuple[Stay, ...]]
    crowd: Crowd
    is_cut: bool = False

    def at(self, moment: datetime) -> dict[str, Stay]:
        """Return where each character is at a moment between `now` and `until`."""
        found = {
            who: next((one for one in stays if moment < one.ends_at), stays[-1])
            for who, stays in self.stays.items()
        }
        crowd = replace(self.crowd, now=moment)
        for who in crowd.habits:
            if who in self.present and not self.present[who].is_gone:
                act = crowd.act(who)
                found[who] = Stay(
                    starts_at=act.step.starts_at,
                    ends_at=act.ends_at,
                    place_id=act.step.place_id,
                    activity=act.step.activity,
                    basis=StayBasis.PLANNED,
                    is_asleep=act.is_asleep,
                )
        return found


async def load_itineraries(reader: Reader, view: View, *, days: int = 1) -> Itineraries:
    """Return where people are at a vantage, and will be by plan until the end of a later day."""
    moved, planned, *extras = await view.newest(
        (
            RecordQuery(RecordKind.PRESENCE, is_prefix=True),
            RecordQuery(RecordKind.DAY, is_prefix=True, most=_MOST_PLANS),
            *CROWD_QUERIES,
        )
    )
    now = await view.game_time()
    crowd = crowd_of(extras, moved, now)
    present = locate_people(await roster_at(reader, view), moved, crowd)
    midnight = datetime.combine(now.date(), time(), tzinfo=now.tzinfo)
    until = shifted(midnight, days=days + 1)
    plans = {who: one.body for who, one in planned.items() if isinstance(one.body, DayPlan)}
    minds = [
        who
        for who, one in sorted(present.items())
        if not (one.is_gone or one.is_extra or one.person.is_player)
    ]
    return Itineraries(
        now=now,
        until=until,
        present=present,
        stays={
            who: stays_of(present[who], plans.get(who), now, until) for who in minds[:MOST_PEOPLE]
        },
        is_cut=len(minds) > MOST_PEOPLE,
        crowd=crowd,
    )


def stays_of(
    presence: Presence, plan: DayPlan | None, now: datetime, until: datetime
) -> tuple[Stay, ...]:
    """Return the stays of a character between two moments, as its last plan has them.

    Until the step that is under way ends it is where it is. A day without a plan is as the day of
    the last one; between two days it sleeps where it is. Without any plan it stays there.
    """
    here = Stay(
        starts_at=now, ends_at=until, place_id=presence.place_id, activity="",
        basis=StayBasis.UNPLANNED,
    )  # fmt: skip
    if plan is None or not plan.blocks:
        return (here,)
    steps = [step for block in plan.blocks for step in (block.steps or (block.as_step,))]
    found: list[Stay] = []
    first = (now.date() - plan.day).days - 1  # a day may end after midnight
    for later in range(max(0, first), (until.date() - plan.day).days + 1):
        basis = StayBasis.REPEATED if later else StayBasis.PLANNED
        for step in steps:
            starts, ends = shifted(step.starts_at, days=later), shifted(step.ends_at, days=later)
            at, place_id = (
                (found[-1].ends_at, found[-1].place_id) if found else (now, here.place_id)
            )
            if ends <= at or starts >= until:
                continue
            if starts > at:
                night = replace(here, starts_at=at, ends_at=starts, place_id=place_id, basis=basis)
                found.append(replace(night, is_asleep=True))
                at = starts
            is_under_way = starts <= now
            found.append(
                Stay(
                    starts_at=at,
                    ends_at=min(ends, until),
                    place_id=here.place_id if is_under_way else step.place_id or place_id,
                    activity=step.activity,
                    basis=StayBasis.PRESENT if is_under_way else basis,
                )
            )
    if not found:
        return (here,)
    last = found[-1]
    if last.ends_at < until:
        found.append(replace(last, starts_at=last.ends_at, ends_at=until, is_asleep=True))
    return tuple(found)


def moves_of(stays: tuple[Stay, ...]) -> tuple[Stay, ...]:
    """Return stays without those that differ from the one before in activity alone."""
    kept = (
        after
        for before, after in pairwise(stays)
        if (before.place_id, before.is_asleep, before.basis)
        != (after.place_id, after.is_asleep, after.basis)
    )
    return (*stays[:1], *kept)
