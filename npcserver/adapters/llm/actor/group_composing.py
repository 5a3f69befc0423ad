"""Putting lines together from phrases: what fits, what was not said before, what is on the mind."""

import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.adapters.llm.actor import group_wording as wording
from npcserver.adapters.llm.actor.group_bank import Phrase, is_wide
from npcserver.adapters.llm.actor.group_view import View
from npcserver.adapters.llm.actor.words import lower_first
from npcserver.model.group.moves import Spoke
from npcserver.model.group.script import Member, Resource

LONGEST = 520
"""Characters of a line, well below what counts as one line."""
_TOPICS_LATELY = 3
_CLAIMS_LATELY = 3
_FIRST = 0.6  # how often the strongest claim is made, of those not made of late
_HARPS = 0.3  # how often a claim is made again so soon
_SHORT_QUOTE = 70
_HEAVIEST = 0.5  # how often the weightiest resource is spoken of, of several


@dataclass(frozen=True, slots=True, kw_only=True)
class Composer:
    """Writes lines of one member at one moment; `talk` is what was said so far in it."""

    view: View
    talk: tuple[Spoke, ...]
    chance: random.Random

    def line(self, acts: Sequence[str], fillings: Mapping[str, str]) -> str:
        """Return a line that does each of some acts, as far as there is a phrase for it."""
        own = self.view.own_lines(self.talk)
        heard = tuple(one.text for one in self.view.spoken(self.talk))
        said = ""
        for _ in range(len(acts) * 3 + 3):
            said = self._tried(acts, fillings, own, heard)
            if said not in own:
                break
        return said

    def _tried(
        self,
        acts: Sequence[str],
        fillings: Mapping[str, str],
        own: Sequence[str],
        heard: Sequence[str],
    ) -> str:
        pieces: list[str] = []
        spent: set[str] = set()  # a claim or a quote is made once in a line
        for act in acts:
            left = {name: text for name, text in fillings.items() if name not in spent}
            phrase = self._phrase(act, left, own, heard, pieces)
            if phrase is None:
                continue
            piece = wording.capital(phrase.text.format_map(left))
            if pieces and sum(map(len, pieces)) + len(piece) > LONGEST:
                break
            pieces.append(piece)
            if phrase.gaps & {"claim", "Claim"}:
                spent |= {"claim", "Claim"}
            spent |= phrase.gaps & {"mine_is", "yours_is", "said", "fame", "memory", "aim"}
        if not pieces:
            return ""
        return ("" if is_wide(pieces[0]) else " ").join(pieces)

    def _phrase(
        self,
        act: str,
        fillings: Mapping[str, str],
        own: Sequence[str],
        heard: Sequence[str],
        pieces: Sequence[str],
    ) -> Phrase | None:
        """Return the phrase that was used least, by the member first and then by anybody."""
        fit = [one for one in self.view.bank.of(act, self.view.temper) if one.fits(fillings)]
        if not fit:
            return None
        turn = self._turn(act, len(fit))
        ranked = sorted(
            enumerate(fit),
            key=lambda at: (
                sum(at[1].is_in(one) for one in (*own, *pieces)),
                sum(at[1].is_in(one) for one in heard),
                (at[0] - turn) % len(fit),
            ),
        )
        first = ranked[: 1 + len(ranked) // 4]
        return self.chance.choice(first)[1]

    def _turn(self, act: str, count: int) -> int:
        """Return where to begin: further on at every moment, as own lines go out of mind."""
        at = self.view.at
        start = zlib.crc32(f"{self.view.me.id}/{act}/{at.script.id}".encode())
        moments = at.round * 7 + len(at.stage.value) + len(self.talk) * 2
        return (start + moments * 5) % count


def fillings(
    view: View, other: Member | None, lines: Sequence[Spoke], chance: random.Random, wish: str = ""
) -> dict[str, str]:
    """Return what the gaps of phrases said to somebody, or to all, may be filled with.

    `wish` is the topic that was meant for this moment.
    """
    heard = lines[-1].text if lines else ""
    topic = _topic(view, other, lines, chance, wish)
    claim = _claim(view, other, lines, chance)
    found = {
        "topic": topic,
        "Topic": wording.capital(topic),
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
        found["fame"] = lower_first(wording.sentence_of(wording.put(view, other.public, other)))
        found |= _owned("yours", view.owns(other.id), chance)
    return found


def _claim(view: View, other: Member | None, lines: Sequence[Spoke], chance: random.Random) -> str:
    """Return what to argue for: what was not said of late; at times nothing, not to harp on it."""
    claims = wording.claims(view, other)
    if not claims:
        return ""
    lately = " ".join(view.own_lines(lines)[-_CLAIMS_LATELY:])
    fresh = [one for one in claims if one[1:] not in lately]
    if fresh:
        return fresh[0] if chance.random() < _FIRST else chance.choice(fresh)
    return chance.choice(claims) if chance.random() < _HARPS else ""


def _owned(name: str, owned: Sequence[Resource], chance: random.Random) -> dict[str, str]:
    """Return what a resource is called and what it is."""
    if not owned:
        return {}
    one = owned[0] if chance.random() < _HEAVIEST else chance.choice(owned)
    return {
        name: lower_first(one.name),
        f"{name}_is": wording.capital(wording.sentence_of(one.description)),
    }


def topics(view: View, other: Member | None) -> tuple[str, ...]:
    """Return what there is to talk about with somebody: theirs, one's own, what nobody owns."""
    owners = [] if other is None else [other.id]
    owners += [view.me.id, "", *(one.id for one in view.others)]
    owned = [
        resource
        for owner in owners
        for resource in view.script.resources
        if resource.owner == owner
    ]
    named = [topic for resource in owned for topic in resource.topics]
    if not named:
        named = [*view.bank.texts("generic", "topic"), *(lower_first(one.name) for one in owned)]
    return tuple(dict.fromkeys(lower_first(one) for one in named))


def touched(view: View, text: str) -> tuple[str, ...]:
    """Return the topics that a line touches, by their very words."""
    low = text.casefold()
    return tuple(one for one in topics(view, None) if one.casefold() in low)


def _topic(
    view: View, other: Member | None, lines: Sequence[Spoke], chance: random.Random, wish: str
) -> str:
    """Return what to talk about: what was asked, what was meant, or what was not talked about."""
    heard = touched(view, lines[-1].text) if lines else ()
    if heard and chance.random() < 0.6:
        return chance.choice(heard)
    if wish and chance.random() < 0.8:
        return lower_first(wish)
    own = " ".join(view.own_lines(lines)[-_TOPICS_LATELY:]).casefold()
    all_topics = topics(view, other)
    near = all_topics[:8]
    fresh = [one for one in near if one.casefold() not in own] or list(all_topics)
    return chance.choice(fresh)


def _rival(view: View, other: Member | None) -> str:
    """Return who is most in the way; for who has no rivals, another principal than the other."""
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
    """Return who else might be won: nobody's rival, of the greatest weight."""
    fit = [
        one
        for one in view.others
        if (other is None or one.id != other.id) and view.kind_of(one) == "undecided"
    ]
    best = max(fit, key=lambda one: view.weight(one.id) + view.relation(one.id) / 4, default=None)
    return "" if best is None else view.called(best.id)


def memory(view: View, topic: str) -> str:
    """Return what a cast member remembers of a topic or of somebody here, if it may be told."""
    names = [view.called(one.id).casefold() for one in view.others]
    for one in view.at.recollections:
        low = one.memory.text.casefold()
        if one.memory.body.secrets or len(low) > 160:
            continue
        if topic.casefold() in low or any(name in low for name in names):
            return wording.capital(wording.put(view, one.memory.text))
    return ""
