"""Composes lines of a group chat from phrases, claims, aims and quotes."""

import random
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from npcserver import language
from npcserver.adapters.llm.actor.scene_view import HELD, MemberStandpoint, Phrase, is_wide
from npcserver.language.actor_grammar import ActorGrammar, grammar_of, with_speaker
from npcserver.language.sentences import lower_first
from npcserver.language.stems import content
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group.script import Member, Rank, Resource

_QUOTED = 90
_LONGEST = 150
_SHOWN = language.patterns("actor_grammar", "shown")
_AND_THAT = language.pattern("actor_grammar", "and_that")
_AND_MORE = language.pattern("actor_grammar", "and_more")
_NO_ORDER = language.pattern("actor_grammar", "no_order", 0)
_ARTICLES = language.words("actor_grammar", "articles")
_OF_OTHERS = language.pattern("actor_grammar", "of_others")
_SENTENCE = re.compile('(?<=[.!?])\\s+|(?<=[.!?][\u201d"])\\s+|(?<=[\u3002\uff01\uff1f])(?!\u201d)')
_MARKS = re.compile('[\u201c\u201d"]')
_ASKS = ("?", "\uff1f")
_COLON = re.compile(r":\s|\uff1a")
_END = " .!\u3002\uff01"


def claim_clauses(view: MemberStandpoint, to: Member | None = None) -> tuple[str, ...]:
    """Return what the member argues for, as clauses without an end, the strongest belief first."""
    held = sorted(view.at.beliefs, key=lambda one: -one.score)
    own = [one.text for one in held if one.score >= HELD and not view.endorsed(one)]
    friends = {one.id for one in view.others if view.is_ally(one)}
    trusting = [one.text for one in held if one.score >= HELD and view.endorsed(one) in friends]
    aims = list(_that(view.me.goal)) if view.me.rank is Rank.PRINCIPAL or not own else []
    if view.me.rank is Rank.PRINCIPAL:
        aims += _that(next((one.aim for one in view.script.camps if one.id == view.me.camp), ""))
    found = dict.fromkeys(clause(rephrase(view, text, to)) for text in (*own, *aims, *trusting))
    return tuple(one for one in found if 0 < len(one) <= _LONGEST)


def _that(text: str) -> Iterator[str]:
    """Yield what a goal asks a member to show or to argue for, in the first person."""
    for sentence in _SENTENCE.split(text):
        found = next((one for each in _SHOWN.values() if (one := each.search(sentence))), None)
        if found is None:
            continue
        for part in _AND_THAT.split(found["claim"]):
            yield with_speaker(_AND_MORE.sub("", part))


def aim(view: MemberStandpoint) -> str:
    """Return the member's aim as it continues `I want`; empty if it has none."""
    for sentence in _SENTENCE.split(view.me.goal.strip()):
        text = sentence.strip(_END)
        if not text:
            continue
        if is_wide(text):
            return _grammar(view, text).with_speaker(text)[:_LONGEST]
        if _NO_ORDER.match(text):
            continue
        short = text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(", ")[0]
        return _grammar(view, short).as_wish(short) if short else ""
    return ""


def rephrase(view: MemberStandpoint, text: str, to: Member | None = None) -> str:
    """Return a text as its holder says it: "I" for the member, "you" for the addressee."""
    text = text.strip()
    for member in (view.me, to):
        if member is None:
            continue
        for name in dict.fromkeys((member.name, view.called(member.id))):
            if name and view.is_named(text, member):
                grammar = _grammar(view, f"{name}{text}")
                text = grammar.as_pronoun(text, name, is_own=member is view.me)
    return text


def _grammar(view: MemberStandpoint, text: str) -> ActorGrammar:
    return grammar_of(language.code_of_text(text, view.script.language))


def fame(view: MemberStandpoint, other: Member) -> str:
    """Return the first clause of a member's public description, for a quote.

    Empty where it names a member, or refers back to one: such a clause would have to be reworded by
    its speaker.
    """
    text = re.split(r"[.;,:\u3002\uff1b\uff0c\uff1a]", other.public.strip())[0].strip()
    is_about_others = _OF_OTHERS.search(text) or any(
        view.is_named(text, one) for one in view.members
    )
    return "" if is_about_others or len(text) > _QUOTED else text


def asserted(sentence: str) -> str:
    """Return the part of a sentence after its colon, as a clause; empty for none or a question."""
    told = _COLON.split(sentence)[1:]
    return "" if not told or sentence.endswith(_ASKS) else told[-1].strip(_END)


def thing(name: str) -> str:
    """Return a resource's name for the middle of a sentence; names keep their capitals."""
    article, gap, rest = name.partition(" ")
    return f"{article.lower()}{gap}{rest}" if article in _ARTICLES else name


def clause(text: str) -> str:
    """Return a text as it continues after a colon: lower first letter where possible, no end."""
    return lower_first(text.strip().rstrip(_END))


def sentence_of(text: str) -> str:
    """Return the first sentence of a text, without its end."""
    return _SENTENCE.split(text.strip())[0].rstrip(_END)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def quote(text: str, longest: int = _QUOTED) -> str:
    """Return the most informative sentence of a line, whole, for a quotation."""
    return best_quote(sentences_of(text, longest))


def sentences_of(text: str, longest: int = _QUOTED) -> tuple[str, ...]:
    """Return the sentences of a line that can be quoted: short, and without quotation marks."""
    parts = [one.strip() for one in _SENTENCE.split(text)]
    return tuple(one for one in parts if one and len(one) <= longest and not _MARKS.search(one))


def best_quote(sentences: Sequence[str]) -> str:
    """Return the sentence with most content, assertions before questions, without its full stop."""
    asserting = [one for one in sentences if not one.endswith(_ASKS)]
    best = max(asserting or sentences, key=lambda one: (len(content(one)), len(one)), default="")
    return best if best.endswith(_ASKS) else best.rstrip(".\u3002!\uff01")


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

    def __init__(
        self, view: MemberStandpoint, talk: Sequence[LineSpoken], chance: random.Random
    ) -> None:
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
        return "" if phrase is None else capital(phrase.text.format_map(fillings))

    def _tried(self, acts: Sequence[str], fillings: Mapping[str, str], leeway: int) -> str:
        pieces: list[str] = []
        spent: set[str] = set()  # a claim or a quote appears once in a line
        is_of_now = False
        for act in acts:
            left = {name: text for name, text in fillings.items() if name not in spent}
            if spent & _TOPIC:  # nor is a topic brought up again in it
                left["topic"] = fillings.get("next_topic", "")
                left["Topic"] = capital(left["topic"])
            phrase = self._phrase(act, left, pieces, leeway)
            if phrase is None and act.startswith("move."):
                phrase = self._phrase("move.topic", left, pieces, leeway)
            if phrase is None:
                continue
            piece = capital(phrase.text.format_map(left))
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
class LineTarget:
    """The addressee of a line (None: all), and the lines that it follows.

    `topic` is the intended topic. A line that `is_public` is heard by all.
    """

    other: Member | None = None
    lines: Sequence[LineSpoken] = ()
    topic: str = ""
    is_public: bool = False


def fillings(view: MemberStandpoint, turn: LineTarget, chance: random.Random) -> dict[str, str]:
    """Return the texts for the slots of phrases in a turn."""
    other = turn.other
    heard = turn.lines[-1].text if turn.lines else ""
    topic = _topic(view, turn, chance)
    claim = _claim(view, turn, chance)
    found = {
        "topic": topic,
        "Topic": capital(topic),
        "next_topic": _next_topic(view, turn, topic, chance),
        "claim": claim,
        "Claim": capital(claim),
        "aim": aim(view),
        "rival": _rival(view, other),
        "third": _third(view, other),
        "said": quote(heard, _SHORT_QUOTE),
        **_owned("mine", view.owns(view.me.id), chance),
        "memory": memory(view, topic),
    }
    if other is not None:
        found["you"] = view.called(other.id)
        found["fame"] = fame(view, other)
        found |= _owned("yours", view.owns(other.id), chance)
    return found


def _claim(view: MemberStandpoint, turn: LineTarget, chance: random.Random) -> str:
    """Return a claim not made recently; at times none, to avoid repeating the others."""
    claims = claim_clauses(view, None if turn.is_public else turn.other)
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
    return {name: thing(one.name), f"{name}_is": capital(sentence_of(one.description))}


def topics(
    view: MemberStandpoint, other: Member | None, *, is_common: bool = False
) -> tuple[str, ...]:
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
        things = [thing(one.name) for one in owned]
        return tuple(dict.fromkeys((*view.bank.texts("generic", "topic"), *things)))
    return tuple(dict.fromkeys(lower_first(one) for one in named))


def in_turn(view: MemberStandpoint, found: Sequence[str]) -> tuple[str, ...]:
    """Return the topics whose turn it is in this round: each has one in three rounds."""
    order = topics(view, None, is_common=True)
    fit = [one for one in found if order.index(one) % _TURNS == view.at.round % _TURNS]
    return tuple(fit or found)


def touched(view: MemberStandpoint, text: str) -> tuple[str, ...]:
    """Return the topics that a line mentions word for word."""
    low = text.casefold()
    return tuple(one for one in topics(view, None) if one.casefold() in low)


def _topic(view: MemberStandpoint, turn: LineTarget, chance: random.Random) -> str:
    """Return the topic: one just mentioned, the intended one, or one not used recently."""
    heard = touched(view, turn.lines[-1].text) if turn.lines else ()
    if heard and chance.random() < _COMES_BACK:
        return chance.choice(heard)
    if turn.topic and chance.random() < 0.8:
        return lower_first(turn.topic)
    own = " ".join(view.own_lines(turn.lines)[-_TOPICS_LATELY:]).casefold()
    all_topics = in_turn(view, topics(view, turn.other))
    near = all_topics[:_NEAR]
    fresh = [one for one in near if one.casefold() not in own] or list(all_topics)
    return chance.choice(fresh)


def _next_topic(view: MemberStandpoint, turn: LineTarget, topic: str, chance: random.Random) -> str:
    """Return a topic to go on to; empty where there is no other."""
    rest = [one for one in in_turn(view, topics(view, turn.other))[:_NEAR] if one != topic]
    return chance.choice(rest) if rest else ""


def _rival(view: MemberStandpoint, other: Member | None) -> str:
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


def _third(view: MemberStandpoint, other: Member | None) -> str:
    """Return the name of the weightiest member who is neither ally nor rival."""
    fit = [
        one
        for one in view.others
        if (other is None or one.id != other.id) and view.kind_of(one) == "undecided"
    ]
    best = max(fit, key=lambda one: view.weight(one.id) + view.relation(one.id) / 4, default=None)
    return "" if best is None else view.called(best.id)


def memory(view: MemberStandpoint, topic: str) -> str:
    """Return a memory of a topic or of a member here, if it is short and no secret."""
    names = [view.called(one.id).casefold() for one in view.others]
    for one in view.at.recollections:
        low = one.memory.text.casefold()
        if one.memory.body.secrets or len(low) > 160:
            continue
        if topic.casefold() in low or any(name in low for name in names):
            return capital(rephrase(view, one.memory.text))
    return ""
