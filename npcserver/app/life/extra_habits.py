"""The habits with which characters live as extras, by what their author wrote of them."""

import zlib
from collections.abc import Mapping, Sequence

from npcserver import language
from npcserver.app.context.town_knowledge import told_of
from npcserver.language.day import kind_of
from npcserver.language.habits import WAKES, waking_hours
from npcserver.language.trades import occupation_of
from npcserver.mind.action_selection import homes
from npcserver.model.character import Character
from npcserver.model.crowd import MOST_LATER
from npcserver.model.extra import AgeGroup, ExtraHabit, Venue
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import fitting_thing, nearest_place, words_of
from npcserver.model.world import Place, World, enclosing_places, place_path

_CHILD_UNTIL, _OLD_FROM = 16, 65  # years
_SCATTER = 20  # minutes within which people of one plan get up
_FAVOURITES = 4  # places of leisure of one extra
_SOCIABLE = language.pattern("places", "sociable")
_EATERY = language.pattern("places", "eatery")


class ExtraHabits:
    """Gives the characters of a world their habits.

    They keep its norms: places of limited capacity, and those of others, are left to whole minds.
    """

    def __init__(self, world: World, places: Mapping[PlaceId, Place]) -> None:
        self._world = world
        self._places = places
        self._homes = homes(places.values())
        self._public = [
            KnownPlace(
                id=place.id,
                path=place_path(place, places),
                objects=tuple((name, "") for name in place.objects),
            )
            for place in places.values()
            if not any(
                one.owner_ids or one.capacity is not None
                for one in enclosing_places(place.id, places)
            )
        ]

    def habit(self, character: Character) -> ExtraHabit:
        """Return the habit of a character; chance, by its id, decides where texts say nothing."""
        persona, chance = character.persona, zlib.crc32(character.id.encode())
        known = told_of(character, self._places)
        public = [one for one in self._public if one.id in known]
        home_id = self._homes.get(character.id) or character.place_id
        meeting = [one for one in public if _SOCIABLE.search(one.path)] or public
        meeting = [one for one in meeting if one.id != home_id]
        age, work = _age_group(persona.age), None
        trade = occupation_of(persona.background, persona.name)[0]
        if trade and age is AgeGroup.ADULT:
            work = self._work(character, public)
        early = waking_hours(persona.lifestyle)[0] - WAKES
        return ExtraHabit(
            language=persona.language or self._world.language,
            trade=trade,
            age=age,
            minutes_later=max(-MOST_LATER, min(early, MOST_LATER - _SCATTER)) + chance % _SCATTER,
            home_id=home_id,
            work=None if work is None else self._venue(work, trade),
            meal=next(
                iter(self._some([one for one in public if _EATERY.search(one.path)], chance)), None
            ),
            out=self._some(meeting, chance),
        )

    def _work(self, character: Character, public: Sequence[KnownPlace]) -> PlaceId | None:
        """Return its own shop, else the open place where its author put it or that a text names."""
        shops = [
            place.id
            for place in self._places.values()
            if place.hours is not None and character.id in place.owner_ids
        ]
        shops += [
            one.id
            for one in public
            if one.id == character.place_id and self._places[one.id].hours is not None
        ]
        if shops:
            return shops[0]
        persona = character.persona
        for told in (persona.daily_plan, persona.background):
            text = told.replace(persona.name, "")
            found = nearest_place(text, public, but=words_of(persona.name))
            if found is not None:
                return found.id
        return None

    def _some(self, places: Sequence[KnownPlace], chance: int) -> tuple[Venue, ...]:
        """Return a few places, others for each character."""
        first = chance % len(places) if places else 0
        return tuple(
            self._venue(one.id) for one in (*places[first:], *places[:first])[:_FAVOURITES]
        )

    def _venue(self, place_id: PlaceId, trade: str = "") -> Venue:
        around = enclosing_places(place_id, self._places)
        hours = next((one.hours for one in around if one.hours is not None), None)
        opens = closes = 0
        if hours is not None:
            opens, closes = (one.hour * 60 + one.minute for one in (hours.opens, hours.closes))
        thing = ""
        if trade and (things := self._places[place_id].objects):
            objects, kind = tuple((one, "") for one in things), kind_of(trade)
            place = KnownPlace(id=place_id, path="", objects=objects)
            thing = fitting_thing(trade, place, kind.things if kind else ()) or things[0]
        return Venue(place_id=place_id, opens=opens, closes=closes, thing=thing)


def _age_group(years: int | None) -> AgeGroup:
    if years is None or _CHILD_UNTIL <= years < _OLD_FROM:
        return AgeGroup.ADULT
    return AgeGroup.CHILD if years < _CHILD_UNTIL else AgeGroup.OLD
