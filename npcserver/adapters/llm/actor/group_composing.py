"""Lines composed of phrases that fit, prefer topics at hand and avoid repetition."""

import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import Phrase, is_wide
from npcserver.adapters.llm.actor.group_view import View
from npcserver.language.sentences import lower_first
from npcserver.model.group.moves import Spoke
from npcserver.model.group.script import Member, Resource

LONGEST = 520
"""Characters of a line, well below the limit for one line."""
_TOPICS_LATELY = 3
_NEAR = 8  # topics that are considered first
_TURNS = 3
_COMES_BACK = 0.8  # how often the last line decides the topic
_TRIES = 6
_TAILS_LATELY = 3
_ONCE = frozenset(("mine_is", "yours_is", "said", "fame", "memory", "aim"))
_CLAIM = frozenset(("claim", "Claim"))
_TOPIC = frozenset(("topic", "Topic"))
_OF_NOW = frozenset(("topic", "Topic", "said", "memory"))  # gaps that differ from round to round
_MOMENTS = 6  # stages with talks in a game of three rounds; no phrase is due in two of them
_CLAIMS_LATELY = 3
_FIRST = 0.6  # how often the strongest of the claims not made recently is made
_HARPS = 0.3  # how often a claim is made again soon
_SHORT_QUOTE = 70
_HEAVIEST = 0.5  # how often the weightiest of several resources is mentioned


class Composer:
    """Writes lines of one member at one moment; `talk` is the conversation so far."""

    def __init__(self, view: View, talk: Sequence[Spoke], chance: random.Random) -> None:
        self._view = view
        self._own = view.own_lines(talk)
        self._here = tuple(one.text for one in talk if one.talk and one.member != view.me.id)
        self._heard = tuple(one.text for one in view.spoken(talk))
        self._chance = chance

    def line(self, acts: Sequence[str], fillings: Mapping[str, str]) -> str:
        """Return a line with a phrase for each of some acts, where there is one."""
        said = ""
        for leeway in range(_TRIES):
            said = self._tried(acts, fillings, leeway)
            if said not in self._own:
                break
        return said

    def note(self, act: str, fillings: Mapping[str, str]) -> str:
        """Return a thought that is not spoken."""
        phrase = self._phrase(act, fillings, (), 0)
        return "" if phrase is None else wording.capital(phrase.text.format_map(fillings))

    def _tried(self, acts: Sequence[str], fillings: Mapping[str, str], leeway: int) -> str:
        pieces: list[str] = []
        spent: set[str] = set()  # a claim or a quote appears once in a line
        is_of_now = False
        for act in acts:
            left = {name: text for name, text in fillings.items() if name not in spent}
            if spent & _TOPIC:  # nor is a topic brought up again in it
                left["topic"] = fillings.get("next_topic", "")
                left["Topic"] = wording.capital(left["topic"])
            phrase = self._phrase(act, left, pieces, leeway)
            if phrase is None and act.startswith("move."):
                phrase = self._phrase("move.topic", left, pieces, leeway)
            if phrase is None:
                continue
            piece = wording.capital(phrase.text.format_map(left))
            if pieces and sum(map(len, pieces)) + len(piece) > LONGEST:
                break
            pieces.append(piece)
            spent |= phrase.gaps & _ONCE
            spent |= _CLAIM if phrase.gaps & _CLAIM else set()
            spent |= _TOPIC if phrase.gaps & _TOPIC else set()
            is_of_now = is_of_now or bool(phrase.gaps & _OF_NOW)
        if pieces and not is_of_now and not spent & _CLAIM:
            pieces += self._tail(pieces)
        return ("" if is_wide("".join(pieces)) else " ").join(pieces)

    def _tail(self, pieces: Sequence[str]) -> list[str]:
        """Return a phrase about how late it is, for a line that would fit any round.

        This makes it differ from the lines of other rounds, which the member may have forgotten.
        """
        at = self._view.at
        if at.stage not in at.script.course.stages or at.round <= 1:
            return []
        act = "late.last" if at.round >= at.script.course.rounds else "late.mid"
        lately = self._own[-_TAILS_LATELY:] if len(pieces) > 1 else ()
        if any(phrase.is_in(one) for phrase in self._view.bank.of(act) for one in lately):
            return []
        phrase = self._phrase(act, {}, pieces, 0)
        return [] if phrase is None else [phrase.text]

    def _phrase(
        self, act: str, fillings: Mapping[str, str], pieces: Sequence[str], leeway: int
    ) -> Phrase | None:
        """Return a phrase used little, by the member itself first and then by the others."""
        every = self._view.bank.of(act, self._view.temper)
        fit = [
            (at, one)
            for at, one in enumerate(every)
            if one.fits(fillings) and not says_twice(one, fillings)
        ]
        if not fit:
            return None
        turn = self._turn(act)
        # Least used by the member, then due in this stage, then least heard, then in rotation.
        ranked = sorted(
            fit,
            key=lambda one: (
                sum(one[1].is_in(line) for line in (*self._own, *self._here, *pieces)),
                (one[0] - turn) % _MOMENTS != 0,  # its turn is in another stage
                sum(one[1].is_in(line) for line in self._heard),
                (one[0] - turn) % len(every),
            ),
        )
        due = sum((at - turn) % _MOMENTS == 0 for at, _ in fit)
        return self._chance.choice(ranked[: max(1, min(due, 2)) + leeway])[1]

    def _turn(self, act: str) -> int:
        """Return the index of the phrase to begin with; it moves on with every stage.

        Own lines are forgotten over time, so they alone cannot prevent repetition. Each member
        begins elsewhere, since members who speak side by side do not hear each other.
        """
        at = self._view.at
        stages = at.script.course.stages
        stage = stages.index(at.stage) if at.stage in stages else len(stages)
        start = zlib.crc32(f"{act}/{at.script.id}".encode()) + self._view.place
        return start + at.round * 2 + stage


def says_twice(phrase: Phrase, fillings: Mapping[str, str]) -> bool:
    """Return whether two slots of a phrase have the same text, as when a resource is the topic."""
    texts = [fillings[gap].casefold() for gap in phrase.gaps]
    return len(set(texts)) < len(texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The addressee of a line (None: all), and the lines that it follows.

    `wish` is the intended topic. A line that `is_public` is heard by all.
    """

    other: Member | None = None
    lines: Sequence[Spoke] = ()
    wish: str = ""
    is_public: bool = False


def fillings(view: View, turn: Turn, chance: random.Random) -> dict[str, str]:
    """Return the texts for the slots of phrases in a turn."""
    other = turn.other
    heard = turn.lines[-1].text if turn.lines else ""
    topic = _topic(view, turn, chance)
    claim = _claim(view, turn, chance)
    found = {
        "topic": topic,
        "Topic": wording.capital(topic),
        "next_topic": _next_topic(view, turn, topic, chance),
        "claim": claim,
        "Claim": wording.capital(claim),
        "aim": wording.aim(view),
        "rival": _rival(view, other),
        "third": _third(view, other),
        "said": wording.quote(heard, _SHORT_QUOTE),
        **_owned("mine", view.owns(view.me.id), chance),
        "memory": memory(view, topic),
    }
    if other is not None:
        found["you"] = view.called(other.id)
        found["fame"] = wording.fame(view, other)
        found |= _owned("yours", view.owns(other.id), chance)
    return found


def _claim(view: View, turn: Turn, chance: random.Random) -> str:
    """Return a claim not made recently; at times none, to avoid repeating the others."""
    claims = wording.claims(view, None if turn.is_public else turn.other)
    if not claims:
        return ""
    lately = " ".join(view.own_lines(turn.lines)[-_CLAIMS_LATELY:])
    fresh = [one for one in claims if one[1:] not in lately]
    if fresh:
        return fresh[0] if chance.random() < _FIRST else chance.choice(fresh)
    return chance.choice(claims) if chance.random() < _HARPS else ""


def _owned(name: str, owned: Sequence[Resource], chance: random.Random) -> dict[str, str]:
    """Return the slots for a resource: its name and its description."""
    if not owned:
        return {}
    one = owned[0] if chance.random() < _HEAVIEST else chance.choice(owned)
    return {
        name: wording.thing(one.name),
        f"{name}_is": wording.capital(wording.sentence_of(one.description)),
    }


def topics(view: View, other: Member | None, *, is_common: bool = False) -> tuple[str, ...]:
    """Return the topics for a talk with a member: theirs, own ones, and those of free resources.

    With `is_common` they are in the order of the script.
    """
    owners = [] if other is None else [other.id]
    owners += [view.me.id, "", *(one.id for one in view.others)]
    if is_common:
        owners = ["", *(one.id for one in view.members)]
    owned = [
        resource
        for owner in owners
        for resource in view.script.resources
        if resource.owner == owner
    ]
    named = [topic for resource in owned for topic in resource.topics]
    if not named:
        things = [wording.thing(one.name) for one in owned]
        return tuple(dict.fromkeys((*view.bank.texts("generic", "topic"), *things)))
    return tuple(dict.fromkeys(lower_first(one) for one in named))


def in_turn(view: View, found: Sequence[str]) -> tuple[str, ...]:
    """Return the topics whose turn it is in this round: each has one in three rounds."""
    order = topics(view, None, is_common=True)
    fit = [one for one in found if order.index(one) % _TURNS == view.at.round % _TURNS]
    return tuple(fit or found)


def touched(view: View, text: str) -> tuple[str, ...]:
    """Return the topics that a line mentions word for word."""
    low = text.casefold()
    return tuple(one for one in topics(view, None) if one.casefold() in low)


def _topic(view: View, turn: Turn, chance: random.Random) -> str:
    """Return the topic: one just mentioned, the intended one, or one not used recently."""
    heard = touched(view, turn.lines[-1].text) if turn.lines else ()
    if heard and chance.random() < _COMES_BACK:
        return chance.choice(heard)
    if turn.wish and chance.random() < 0.8:
        return lower_first(turn.wish)
    own = " ".join(view.own_lines(turn.lines)[-_TOPICS_LATELY:]).casefold()
    all_topics = in_turn(view, topics(view, turn.other))
    near = all_topics[:_NEAR]
    fresh = [one for one in near if one.casefold() not in own] or list(all_topics)
    return chance.choice(fresh)


def _next_topic(view: View, turn: Turn, topic: str, chance: random.Random) -> str:
    """Return a topic to go on to; empty where there is no other."""
    rest = [one for one in in_turn(view, topics(view, turn.other))[:_NEAR] if one != topic]
    return chance.choice(rest) if rest else ""


def _rival(view: View, other: Member | None) -> str:
    """Return the name of the strongest rival; without rivals, of another principal than `other`."""
    fit = [one for one in view.principals if other is None or one.id != other.id]
    fit = [one for one in fit if not view.is_ally(one)] or fit
    rivals = [one for one in fit if view.is_rival(one)] or fit
    influence = view.influence
    last = {one.member: at for at, one in enumerate(view.spoken())}
    best = max(
        rivals,
        key=lambda one: (influence.get(one.id, 0) - view.relation(one.id), last.get(one.id, -1)),
        default=None,
    )
    return "" if best is None else view.called(best.id)


def _third(view: View, other: Member | None) -> str:
    """Return the name of the weightiest member who is neither ally nor rival."""
    fit = [
        one
        for one in view.others
        if (other is None or one.id != other.id) and view.kind_of(one) == "undecided"
    ]
    best = max(fit, key=lambda one: view.weight(one.id) + view.relation(one.id) / 4, default=None)
    return "" if best is None else view.called(best.id)


def memory(view: View, topic: str) -> str:
    """Return a memory of a topic or of a member here, if it is short and no secret."""
    names = [view.called(one.id).casefold() for one in view.others]
    for one in view.at.recollections:
        low = one.memory.text.casefold()
        if one.memory.body.secrets or len(low) > 160:
            continue
        if topic.casefold() in low or any(name in low for name in names):
            return wording.capital(wording.put(view, one.memory.text))
    return ""
