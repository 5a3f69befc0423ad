"""Direct answers about places, hours, people and wares."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from npcmodels.actor import knowledge
from npcmodels.actor.phrase_book import Inquiry, PhraseChooser, Phrases, telling
from npcmodels.actor.places_meant import topic
from npcmodels.actor.quotables import first_sentence
from npcserver import language
from npcserver.language import stems, trades
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.sentences import sentences
from npcserver.language.trades import is_hidden, is_office, occupation_of, trades_in
from npcserver.model.affordance import ParameterType
from npcserver.model.character import Persona
from npcserver.model.inputs import ReplyInput
from npcserver.model.world import Price, TownFact

_COVERED = 0.5
"""The least share of a question's words that the place or person it means must have."""
_ALL = 0.99
"""The same for an answer that is a name: the chapel's builder need not be its warden."""
_RECENT = 4
"""Lines of talk in which a place may have been named."""
_LISTED = 8
"""The most prices in one answer."""
_OF_A_REQUEST = 2
"""Parts of a request that name what it asks for: all of it, and what is before `in my chamber`."""


class Lookup:
    """The facts that a character can look up in one scene."""

    def __init__(self, scene: ReplyInput, phrases: Phrases) -> None:
        self._scene = scene
        self._phrases = phrases

    def answer(self, inquiry: Inquiry, quoted: str) -> str:
        """Return the answer to a question; `quoted` is the memory that would be quoted instead.

        Empty if nothing is known of what the question names, or if the quote answers better.
        """
        marks, text = self._phrases.marks, inquiry.text
        if marks["opening"].search(text):
            return self._hours(inquiry)
        if inquiry.asks == "price":
            return self.priced(inquiry)
        if marks["buy"].search(text):
            return self._bought(inquiry) or self._where(inquiry, is_named=True)
        by_asks = {"where": self._where, "dweller": self._dwellers, "when": self._when}
        if inquiry.asks in by_asks and not (inquiry.asks == "when" and quoted):
            return by_asks[inquiry.asks](inquiry)
        sold = self.priced(inquiry, is_here=True) if inquiry.is_stock else ""
        if not sold and marks["trade"].search(text):
            return self._sold(inquiry)
        return sold or self._of_people(inquiry, quoted)

    def _of_people(self, inquiry: Inquiry, quoted: str) -> str:
        """Return who a person is, with the memory that answers; empty if none is named."""
        is_of_people = inquiry.asks in ("", "who") and not inquiry.is_about_asker
        person = self._person(inquiry, _ALL) if is_of_people else ""
        if not person or inquiry.asks:
            return person
        more = self._phrases.forms["no_views"] if inquiry.is_opinion else quoted
        return self._joined(person, more)

    def with_price(self, ware: str) -> str:
        """Return a ware with what it costs here; the ware alone if it has no price."""
        found = self._ware(stems.content(ware), self._own_prices)
        return ware if found is None else self._form("ware", ware=ware, price=found.price)

    def knows(self, name: str) -> bool:
        """Return whether the character has heard of a person of that name."""
        low = name.casefold()
        named = [one.name for one in self._scene.town]
        named += [one.name for one in self._scene.company]
        for relation in self._scene.character.persona.relations:
            named += [relation.to, relation.to_id, relation.to.replace("-", " ")]
        named += [one.memory.text for one in self._scene.recollections]
        return any(low in one.casefold() for one in named)

    def _hours(self, inquiry: Inquiry) -> str:
        """Return the hours of the place that is named or was spoken of, or of its own."""
        marks = self._phrases.marks
        text = marks["of_hours"].sub(" ", inquiry.text)
        named = replace(inquiry, words=telling(text, self._phrases))
        meant = (
            one
            for one in self._scene.town
            if one.hours and self._known(named.words, f"{one.name} {topic(one.about)}")
        )
        fact = self._best(named, _COVERED, meant)
        text, elsewhere = marks["elsewhere"].subn(" ", text)
        if fact is None and elsewhere and not telling(text, self._phrases):
            fact = self._spoken_of()
        if fact is not None:
            return self._form("hours", place=fact.name, hours=fact.hours)
        place = self._scene.place
        if place is None or place.hours is None or named.words - stems.content(place.name):
            return ""
        hours = f"{place.hours.opens:%H:%M}-{place.hours.closes:%H:%M}"
        return self._form("hours", place=place.name, hours=hours)

    def _when(self, inquiry: Inquiry) -> str:
        """Return when what is named can be done: a sentence about it with a time, or its hours.

        What is done there need not be in the words: to cross a bridge that is raised at noon.
        """
        shared = {
            fact: self._known(inquiry.words, fact.name)
            for fact in self._scene.town
            if not fact.is_person
        }
        named = [one for one, hits in shared.items() if 2 * hits >= len(stems.content(one.name))]
        place = max(named, key=lambda one: shared[one], default=None)
        if place is None or not shared[place]:
            return ""
        has_time = self._phrases.asks["when"].answered
        timed = [one for one in sentences(place.about) if has_time.search(one)]
        best = max(timed, key=lambda one: self._known(inquiry.words, one), default="")
        names_more = self._known(inquiry.words - stems.content(place.name), best)
        if self._phrases.marks["past"].search(inquiry.text) and not names_more:
            return ""
        if place.hours and not names_more:
            return self._form("hours", place=place.name, hours=place.hours)
        return best

    def _known(self, asked: frozenset[str], text: str) -> int:
        held = stems.content(text)
        return sum(one in held or knowledge.is_akin(one, held, self._phrases) for one in asked)

    def _spoken_of(self) -> TownFact | None:
        """Return the place with hours that was named last, or whose owner was."""
        places = [one for one in self._scene.town if one.hours and not one.is_person]
        for line in reversed(self._scene.conversation[-_RECENT:]):
            said = stems.content(line.text)
            for one in places:
                names = map(stems.content, (one.name, *one.owners))
                if any(2 * len(name & said) >= len(name) > 0 for name in names):
                    return one
        return None

    @property
    def _own_prices(self) -> Sequence[Price]:
        return () if self._scene.place is None else self._scene.place.prices

    def priced(self, inquiry: Inquiry, *, is_here: bool = False) -> str:
        """Return the price of the ware asked for; or all prices here where none is named.

        Of a ware that is sold elsewhere too, unless it has to be `is_here`.
        """
        wanted = self._wanted(inquiry.text)[: _OF_A_REQUEST if inquiry.is_wish else None]
        for words in wanted:
            found = self._ware(words, self._own_prices)
            if found is not None:
                return self._form("price", ware=_capital(found.ware), price=found.price)
            for fact in () if is_here else self._scene.town:
                found = self._ware(words, fact.prices)
                if found is not None:
                    return self._form(
                        "price_elsewhere",
                        ware=_capital(found.ware),
                        price=found.price,
                        place=fact.name,
                    )
        if wanted or is_here:
            return ""
        before = self._spoken_of_ware() if inquiry.goes_on else None
        before = before or self._measured(inquiry.text)
        if before is not None:
            return self._form("price", ware=_capital(before.ware), price=before.price)
        return self._price_list()

    def _wanted(self, text: str) -> list[frozenset[str]]:
        """Return the words that may name a ware: all of a text, and those of its parts."""
        marks = self._phrases.marks
        text = self._phrases.asks["price"].dropped.sub(" ", text)
        text = marks["of_wares"].sub(" ", text)
        parts = (text, *marks["in_all"].split(text))
        return [words for part in parts if (words := telling(part, self._phrases))]

    def _spoken_of_ware(self) -> Price | None:
        """Return the ware here that the last two lines of the talk named, the last one first."""
        for line in reversed(self._scene.conversation[-2:]):
            for words in self._wanted(line.text):
                if (found := self._ware(words, self._own_prices)) is not None:
                    return found
        return None

    def _price_list(self) -> str:
        wares = [
            self._form("ware", ware=one.ware, price=one.price) for one in self._own_prices[:_LISTED]
        ]
        if not wares:
            return ""
        return self._form("prices", text=self._phrases.forms["wares"].join(wares))

    def _measured(self, text: str) -> Price | None:
        """Return the one ware that is sold by the measure asked for, such as a night."""
        measure = self._phrases.marks["of_wares"]
        asked = set(measure.findall(text))
        named = [one for one in self._own_prices if asked & set(measure.findall(one.ware))]
        return named[0] if len(named) == 1 else None

    def _ware(self, words: frozenset[str], prices: Iterable[Price]) -> Price | None:
        """Return the ware that all words name, the one with the fewest words of its own."""
        best: tuple[int, Price] | None = None
        for one in prices:
            held = stems.content(one.ware)
            is_named = words and all(
                word in held or knowledge.is_akin(word, held, self._phrases) for word in words
            )
            if is_named and (best is None or len(held) < best[0]):
                best = (len(held), one)
        return None if best is None else best[1]

    def _bought(self, inquiry: Inquiry) -> str:
        """Return who sells or does something: by price lists, then shops, then trades."""
        words = telling(self._phrases.marks["of_buying"].sub(" ", inquiry.text), self._phrases)
        if not words:
            return ""
        if self._ware(words, self._own_prices) is not None:
            return self._joined(self._form("sold_here"), self.priced(inquiry))
        places = [one for one in self._scene.town if not one.is_person]
        shops = [one for one in places if one.hours and (one.owners or one.is_own)]
        sellers = [one for one in places if self._ware(words, one.prices) is not None]
        sellers += [one for one in shops if self._share(words, one.about) > _COVERED]
        for shop in sellers:
            if shop.is_here:
                return self._form("sold_here")
            if shop.owners:
                return self._form("sold_by", place=shop.name, person=shop.owners[0])
            return self._form("sold_at", place=shop.name)
        return self._by_trade(words)

    def _by_trade(self, words: frozenset[str]) -> str:
        for fact in self._scene.town:
            asked = [
                line for trade in trades_in(fact.about) for line in (*trade.asks, *trade.signs)
            ]
            if fact.is_person and fact.within and self._share(words, " ".join(asked)) > _COVERED:
                return self._form("sold_by", place=fact.within[0], person=fact.name)
        return ""

    def _share(self, words: frozenset[str], text: str) -> float:
        return self._known(words, text) / len(words)

    def _where(self, inquiry: Inquiry, *, is_named: bool = False) -> str:
        """Return where a place or person is; `is_named` looks for its name alone."""
        facts: Iterable[TownFact] = self._scene.town
        if is_named:
            facts = [one for one in facts if inquiry.words & stems.content(one.name)]
        is_past = self._phrases.marks["past"].search(inquiry.text)
        fact = self._best(inquiry, _ALL if is_past else _COVERED, facts)
        gone = self._gone(inquiry, "" if fact is None else fact.name)
        if gone or fact is None:
            return gone
        within = self._phrases.forms["comma"].join(fact.within)
        if fact.is_person:
            if any(one.name == fact.name for one in self._scene.company):
                return self._form("person_here", person=fact.name)
            found = self._form("found_person", person=self._called(fact), within=within)
            return found if within else ""
        if fact.is_here:
            return self._form("right_here", place=fact.name)
        if within:
            return self._form("found", place=fact.name, within=within)
        town = self._form("found_in", place=fact.name, within=self._scene.world.name)
        return self._joined(town, first_sentence(fact.about)) if fact.about else ""

    def _gone(self, inquiry: Inquiry, name: str) -> str:
        """Return that one is dead or away whom the words name better than they name another."""
        named = self._known(inquiry.words, name)
        for one in self._scene.absences:
            if self._known(inquiry.words, one.name) > named:
                tag = self._phrases.language
                called = language.text("availability", "marked", tag) if one.mark else "{name}"
                who = called.format(name=one.name, mark=one.mark)
                return language.text("availability", f"known_{one.availability}", tag).format(
                    name=who
                )
        return ""

    def _dwellers(self, inquiry: Inquiry) -> str:
        """Return who is mostly found at the place that is named, or who owns it; "" for nobody."""
        places = (one for one in self._scene.town if not one.is_person)
        place = self._best(inquiry, _COVERED, places) if inquiry.words else None
        if place is None:
            return ""
        people = [one for one in self._scene.town if one.is_person and place.name in one.within]
        comma = self._phrases.forms["comma"]
        found = {self._called(one): comma.join(one.within) for one in people}
        found = found or dict.fromkeys(place.owners, place.name)
        return self._joined(
            *(self._form("found_person", person=one, within=at) for one, at in found.items())
        )

    def _person(self, inquiry: Inquiry, least: float) -> str:
        fact = self._best(inquiry, least, (one for one in self._scene.town if one.is_person))
        if fact is None:
            return ""
        form = "person" if fact.about else "person_only"
        return self._form(form, person=fact.name, about=fact.about)

    def _called(self, fact: TownFact) -> str:
        return f"{fact.name}{self._phrases.forms['comma']}{fact.about}" if fact.about else fact.name

    def _sold(self, inquiry: Inquiry) -> str:
        """Return what is for sale: in the character's own shop, or by a declared affordance."""
        place = self._scene.place
        for affordance in self._scene.affordances:
            known = stems.content(f"{affordance.name.replace('_', ' ')} {affordance.description}")
            for one in affordance.parameters:
                is_choice = one.type is ParameterType.CHOICE
                if is_choice and stems.content(one.name) & inquiry.words & known:
                    text = self._phrases.forms["comma"].join(one.options)
                    return self._form("things", text=text)
        who = self._scene.character
        if place is None or (who.id not in place.owner_ids and who.place_id != place.id):
            return ""
        listed = self._price_list()
        return listed or (first_sentence(place.description) if place.owner_ids else "")

    def _best(self, inquiry: Inquiry, least: float, facts: Iterable[TownFact]) -> TownFact | None:
        """Return the fact that has most of a question's words: names first, then places."""
        best: tuple[float, TownFact] | None = None
        for fact in facts:
            named = stems.content(fact.name)
            held = named | stems.content(f"{fact.about} {' '.join(fact.things)}")
            shared = [
                one
                for one in inquiry.words
                if one in held or knowledge.is_akin(one, held, self._phrases)
            ]
            share = len(shared) / len(inquiry.words) if inquiry.words else 0.0
            share += 0.001 * len(named & inquiry.words) + 0.0005 * (not fact.is_person)
            if share >= least and (best is None or share > best[0]):
                best = (share, fact)
        return None if best is None else best[1]

    def _form(self, name: str, **slots: str) -> str:
        return self._phrases.forms[name].format(**slots)

    def _joined(self, *parts: str) -> str:
        return self._phrases.forms["gap"].join(part for part in parts if part)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


MARRIED, CHILDREN, SIBLINGS = "married", "children", "siblings"
_FAMILY = (MARRIED, CHILDREN, SIBLINGS)


class OwnFacts:
    """What a character may say of itself in a scene; each method returns "" for what is unknown."""

    def __init__(self, scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> None:
        self._scene = scene
        self._persona = scene.character.persona
        self._wording = wording
        self._phrases = phrases

    def age(self) -> str:
        """Return the age, from its field."""
        if self._persona.age is None:
            return ""
        return self._wording.say("own_age", age=str(self._persona.age))

    def household(self, *kinds: str) -> str:
        """Return what the background says of marriage, children, brothers and sisters."""
        told = (_household(self._persona, kind) for kind in kinds or _FAMILY)
        return self._phrases.forms["gap"].join(filter(None, told))

    def trade(self) -> str:
        """Return the trade with which the background begins, and no more of it."""
        about, _ = occupation_of(self._persona.background, self._persona.name)
        if not about or is_office(about):
            return ""
        return self._wording.say(
            "own_trade", about=grammar_of(self._phrases.language).as_trade(about)
        )

    def home(self) -> str:
        """Return where the character is mostly found, if it is there now or owns a place."""
        place, who = self._scene.place, self._scene.character
        if place is not None and place.id == who.place_id:
            return self._wording.say("own_home", place=place.name)
        owned = next((one.name for one in self._scene.town if one.is_own), "")
        return self._wording.say("own_place", place=owned) if owned else ""

    def date(self) -> str:
        """Return the day of game time."""
        now, tag, calendar = self._scene.now, self._phrases.language, self._scene.world.calendar
        names = {
            "weekday": calendar.weekday(now)
            or language.texts("calendar", "weekdays", tag)[now.weekday()],
            "month": calendar.month(now)
            or language.texts("calendar", "months", tag)[now.month - 1],
        }
        date = language.text("calendar", "date", tag).format(day=now.day, year=now.year, **names)
        return self._wording.say("date", date=date)

    def year(self) -> str:
        """Return the year of game time."""
        era, year = self._scene.world.calendar.era(self._scene.now)
        form = language.text("calendar", "year_of_era", self._phrases.language)
        named = form.format(year=year, era=era) if era else self._scene.now.year
        return self._phrases.forms["year"].format(year=named)


@cache
def _facts(tag: str, kind: str) -> Sequence[tuple[re.Pattern[str], str]]:
    found = language.filled("household", tag)[kind]
    return tuple((re.compile(one["found"]), one["said"]) for one in found)


def _household(persona: Persona, kind: str) -> str:
    tag = language.code_of_text(persona.background, persona.language)
    of_others, lost = (
        re.compile(language.text("household", key, tag)) for key in ("of_others", "lost")
    )
    for found, said in _facts(tag, kind):
        for sentence in trades.sentences(persona.background):
            match = found.search(sentence.strip())
            if match is None or is_hidden(sentence):
                continue
            is_gone = kind != MARRIED and lost.search(sentence)
            if not is_gone and not of_others.search(sentence.strip()[: match.start()]):
                return _filled(said, match.groupdict())
    return ""


def _filled(said: str, groups: Mapping[str, str | None]) -> str:
    return said.format(**{name: (text or "").lower() if name == "what" else text or ""
                          for name, text in groups.items()})  # fmt: skip
