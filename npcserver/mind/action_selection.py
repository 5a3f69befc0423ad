"""The selection of acts that begin, by clock, plan and norms, without a model.

An act begins when the one before it is over or the plan says another, however far the clock has
jumped (the released code of Generative Agents waits for the second in which an act ends, and waits
for ever when that is skipped). What lay between is not acted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from npcserver.language import pattern, words
from npcserver.language.clock import shifted
from npcserver.mind.activity_texts import SLEEPING_EMOJI, WAITING_EMOJI, sleeping, waiting_for
from npcserver.model.character import Attention
from npcserver.model.day import Act, Block, Cause, DayPlan, Step, at_minute, interrupt_plan
from npcserver.model.ids import PlaceId
from npcserver.model.world import EntryRefusal, Norm, Place, enclosing_places, entry_refusal

_BEDS = words("places", "beds")
_SOCIABLE = pattern("places", "sociable")


def homes(places: Iterable[Place]) -> dict[str, PlaceId]:
    """Return the residence of each owner of places: the first of their places with a bed."""
    by_id = {place.id: place for place in places}
    found: dict[str, PlaceId] = {}
    for place in by_id.values():
        named = ((*name.casefold().split(), *name[-1:]) for name in place.objects)
        if all(map(_BEDS.isdisjoint, named)):
            continue
        owners = next(
            (one.owner_ids for one in enclosing_places(place.id, by_id) if one.owner_ids), ()
        )
        for owner in owners:
            found.setdefault(owner, place.id)
    return found


def is_one_household(
    one: PlaceId | None, other: PlaceId | None, places: Mapping[PlaceId, Place]
) -> bool:
    """Return whether two homes are one: the same place, or parts of one that has owners.

    A place where people meet, such as an inn, is nobody's home unless it has owners.
    """
    if one is None or other is None:
        return False
    around = [place for place in enclosing_places(other, places) if place.owner_ids]
    if any(place in around for place in enclosing_places(one, places)):
        return True
    return one == other and one in places and not _SOCIABLE.search(places[one].name)


def awaited(act: Act | None, day: DayPlan) -> Step | None:
    """Return the step that a character waits for; None where it does not, or no longer, wait."""
    if act is None or act.cause is not Cause.WAIT or act.wanted_place_id is None:
        return None
    step = day.step_at(act.step.starts_at)
    return step if step is not None and step.place_id == act.wanted_place_id else None


def put_off(act: Act | None, day: DayPlan, now: datetime, minutes: int = 0) -> DayPlan | None:
    """Return the day with the waiting until now, and the awaited step beginning now in full.

    It takes as long as planned, and `minutes` more for what comes before it. None where nothing is
    awaited in the waking day.
    """
    step = awaited(act, day)
    if act is None or step is None:
        return None
    begins, waited_from = at_minute(now), at_minute(act.step.starts_at)
    waited = replace(act.step, starts_at=waited_from, minutes=_minutes(begins - waited_from))
    whole = _minutes(step.ends_at - waited_from) + minutes
    late = replace(step, starts_at=begins, minutes=max(1, whole))
    changed = interrupt_plan(day, waited)
    return None if changed is None else interrupt_plan(changed, late)


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)


WAIT = timedelta(minutes=5)
"""How long a character waits at a full place before it tries again."""
LONGEST_WAIT = timedelta(hours=1)
DECOMPOSED_FROM = 30
"""Minutes of the shortest block that is decomposed into steps."""
AHEAD = timedelta(hours=1)
"""How long before its beginning a block is decomposed."""

_SELF_WILLED = (Cause.REACTION, Cause.TALK, Cause.WAIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActSelector:
    """What decides a character's next act, as one vantage sees it."""

    id: str
    name: str
    attention: Attention
    act: Act | None = None
    day: DayPlan | None = None
    place_id: PlaceId | None = None
    home_id: PlaceId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldSnapshot:
    """A moment of a world: its time, its places, and who is exactly where (players included)."""

    now: datetime
    places: Mapping[PlaceId, Place]
    present: Mapping[PlaceId, frozenset[str]]
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActStart:
    """The beginning of an act. `place_id` is where the server puts the character.

    `day` is its plan from now on where waiting has delayed it, None where that is unchanged.
    """

    life: ActSelector
    acting: Act
    place_id: PlaceId | None
    day: DayPlan | None = None

    @property
    def ends_talk(self) -> bool:
        """Whether it talked until now, and others present may speak to it again."""
        act = self.life.act
        has_talked = act is not None and act.cause is Cause.TALK
        return has_talked and self.acting.cause is not Cause.TALK


def wants_plan(day: DayPlan | None, now: datetime) -> bool:
    """Return whether a plan is missing for today; a day that ends late ends at bedtime."""
    return day is None or (now >= day.sleeps_at and now.date() > day.day)


def coarse_block(day: DayPlan, now: datetime) -> Block | None:
    """Return the block, under way or about to begin, that is to be decomposed; None for none."""
    for block in day.blocks:
        if block.starts_at - now > AHEAD:
            break
        if block.ends_at > now and not block.steps and block.minutes >= DECOMPOSED_FROM:
            return block
    return None


def acts_to_begin(lives: Sequence[ActSelector], snapshot: WorldSnapshot) -> tuple[ActStart, ...]:
    """Return the acts that begin now, in order.

    Characters move in the order of their ids. One who is refused is tried again when all others
    have moved, and then waits, or acts elsewhere and comes when it may; so a place is never over
    its capacity in between. Only owners stay in a place that has closed.
    """
    tick = _Tick(lives, snapshot)
    kept_out: list[tuple[ActSelector, _DueStep]] = []
    begun: list[ActStart] = []
    for life in sorted(lives, key=lambda one: one.id):
        due = _due(life, snapshot)
        if due is None or due.is_displaced:
            due = tick.turned_out(life) or due
        if due is None:
            continue
        if tick.refusal(life, due.step) is None:
            begun.append(tick.entering(life, due))
        elif not due.is_displaced:
            kept_out.append((life, due))
    begun += [tick.second(life, due) for life, due in kept_out]
    return tuple(begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class _DueStep:
    """What a character is to do now; with the delayed `day`, and `waits_since` if it waits.

    One who `is_displaced` does it already, elsewhere, because it was refused.
    """

    step: Step
    cause: Cause = Cause.PLAN
    day: DayPlan | None = None
    waits_since: datetime | None = None
    is_patient: bool = True
    is_displaced: bool = False


def _due(life: ActSelector, snapshot: WorldSnapshot) -> _DueStep | None:
    """Return what a character is to begin; None where it goes on with its act."""
    act, day, now = life.act, life.day, snapshot.now
    if not life.attention.is_awake or day is None or wants_plan(day, now):
        return None
    if act is not None and act.cause in _SELF_WILLED and act.ends_at > now:
        return None
    if not day.wakes_at <= now < day.sleeps_at:
        is_asleep = act is not None and act.is_asleep and act.ends_at > now
        return None if is_asleep else _DueStep(step=_night(life, day, snapshot), cause=Cause.SLEEP)
    step = day.step_at(now)
    return None if step is None else _by_plan(act, day, step, snapshot)


def _by_plan(act: Act | None, day: DayPlan, step: Step, snapshot: WorldSnapshot) -> _DueStep | None:
    if act is None:
        return _DueStep(step=step)
    if _is_under_way(act, step):
        is_elsewhere = act.wanted_place_id is not None and act.wanted_place_id in snapshot.places
        is_worth_it = is_elsewhere and step.ends_at - snapshot.now >= WAIT
        return _DueStep(step=step, is_displaced=True) if is_worth_it else None
    if act.cause is Cause.WAIT and act.wanted_place_id is not None:
        return _after_waiting(act, day, step, snapshot.now)
    return _DueStep(step=step)


def _is_under_way(act: Act, step: Step) -> bool:
    if act.cause is not Cause.PLAN:
        return False
    done = act.step
    where = act.wanted_place_id or done.place_id
    return (done.starts_at, done.minutes, done.activity) == (
        step.starts_at,
        step.minutes,
        step.activity,
    ) and (step.place_id is None or step.place_id == where)


def _night(life: ActSelector, day: DayPlan, snapshot: WorldSnapshot) -> Step:
    now, wakes_at = snapshot.now, day.wakes_at
    if wakes_at <= now:
        wakes_at = shifted(wakes_at, days=(now - wakes_at).days + 1)
    return Step(
        starts_at=now,
        minutes=max(1, int((wakes_at - now).total_seconds() // 60)),
        activity=sleeping(snapshot.language),
        place_id=life.home_id or life.place_id,
        emoji=SLEEPING_EMOJI,
    )


def _after_waiting(act: Act, day: DayPlan, step: Step, now: datetime) -> _DueStep:
    """Return the step it waited for, now and in full length; later steps are delayed."""
    since, wanted = act.step.starts_at, awaited(act, day)
    if wanted is None:
        return _DueStep(step=step)
    if now - since >= LONGEST_WAIT:
        return _DueStep(step=step, is_patient=wanted != step)
    later = put_off(act, day, now)
    return _DueStep(step=(later or day).step_at(now) or step, day=later, waits_since=since)


class _Tick:
    """The occupants of places during a tick: characters begin their acts one after the other."""

    def __init__(self, lives: Sequence[ActSelector], snapshot: WorldSnapshot) -> None:
        self._moment = snapshot
        self._inside = {place_id: set(people) for place_id, people in snapshot.present.items()}
        for life in lives:  # characters moved by the game are counted at their destination
            act = life.act
            if life.attention is Attention.FOREGROUND and act and act.ends_at > snapshot.now:
                self._enter(life.id, act.step.place_id)

    def refusal(self, life: ActSelector, step: Step) -> EntryRefusal | None:
        """Return what prevents a step at its place, None for nothing."""
        target = self._target(life, step)
        if target is None:
            return None
        found = self._refusal(life, target)
        is_inside = found is not None and found.norm is Norm.FULL and target == life.place_id
        return None if is_inside else found

    def turned_out(self, life: ActSelector) -> _DueStep | None:
        """Return the step that a character continues elsewhere because its place has closed."""
        act, day = life.act, life.day
        is_needed = act is not None and act.cause is Cause.REACTION
        if not life.attention.is_awake or life.place_id is None or is_needed:
            return None
        step = None if day is None else day.step_at(self._moment.now)
        found = self._refusal(life, life.place_id)
        if step is None or found is None or found.norm is not Norm.CLOSED:
            return None
        has_where = self._allows(life, step.place_id) or self._allows(life, life.home_id)
        return _DueStep(step=step) if has_where else None

    def entering(self, life: ActSelector, due: _DueStep) -> ActStart:
        """Return the beginning of a step at its place."""
        target = self._target(life, due.step)
        self._move(life, target)
        acting = Act(step=replace(due.step, place_id=target), cause=due.cause)
        if due.step.place_id != target and due.cause is Cause.PLAN:
            acting = replace(acting, wanted_place_id=due.step.place_id)
        return ActStart(life=life, acting=acting, place_id=target, day=due.day)

    def second(self, life: ActSelector, due: _DueStep) -> ActStart:
        """Return what a character that was refused does now that the others have moved."""
        found = self.refusal(life, due.step)
        if found is None:
            return self.entering(life, due)
        is_patient = due.is_patient and self._allows(life, life.place_id)
        if found.norm is Norm.FULL and due.cause is Cause.PLAN and is_patient:
            return self._waiting(life, due, found)
        where = next(
            (one for one in (life.place_id, life.home_id) if self._allows(life, one)), None
        )
        where = where or life.place_id
        self._move(life, where)
        step = replace(due.step, place_id=where, object="", object_state="")
        acting = Act(step=step, cause=due.cause, wanted_place_id=due.step.place_id)
        return ActStart(life=life, acting=acting, place_id=where, day=due.day)

    def _waiting(self, life: ActSelector, due: _DueStep, found: EntryRefusal) -> ActStart:
        now = self._moment.now
        since = due.waits_since or now
        step = Step(
            starts_at=since,
            minutes=_minutes(now - since + WAIT),
            activity=waiting_for(self._moment.places[found.place_id].name, self._moment.language),
            place_id=life.place_id,
            emoji=WAITING_EMOJI,
        )
        acting = Act(step=step, cause=Cause.WAIT, wanted_place_id=due.step.place_id)
        return ActStart(life=life, acting=acting, place_id=life.place_id)

    def _target(self, life: ActSelector, step: Step) -> PlaceId | None:
        """Return the place of a step; for a deleted place, the present one."""
        wanted = step.place_id
        return wanted if wanted is not None and wanted in self._moment.places else life.place_id

    def _allows(self, life: ActSelector, place_id: PlaceId | None) -> bool:
        if place_id is None:
            return False
        found = self._refusal(life, place_id)
        return found is None or (found.norm is Norm.FULL and place_id == life.place_id)

    def _refusal(self, life: ActSelector, place_id: PlaceId) -> EntryRefusal | None:
        snapshot = self._moment
        return entry_refusal(
            life.id, place_id, places=snapshot.places, now=snapshot.now, present=self._inside
        )

    def _move(self, life: ActSelector, place_id: PlaceId | None) -> None:
        if life.attention is not Attention.FOREGROUND:  # the game has not moved it yet
            for people in self._inside.values():
                people.discard(life.id)
        self._enter(life.id, place_id)

    def _enter(self, who: str, place_id: PlaceId | None) -> None:
        if place_id is not None:
            self._inside.setdefault(place_id, set()).add(who)
