"""Fits the prompt of a reply into a token budget: what is in it, and what is left out.

Some parts are always in it: rules, form, the core of the persona, who is present, the words heard,
the time. Everything else is a sequence of items, most needed first, of which the prompt takes as
many as fit. So a prompt with a larger budget holds all that one with a smaller one does, and more.
First in the sequence are the floors: the last `LINES` lines of the talk and `MEMORIES` memories.

Endpoints need not read again what a prompt has in common with the one before. So what stands before
the talk is chosen without regard to this turn: beside a reserve for the last message, and with as
many lines of ordinary length as the talk has next, by steps that double. It stays the same from
turn to turn until the talk reaches the next step, or the budget or what is known has changed.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate, chain, islice, zip_longest
from zlib import crc32

from npcserver.model.affordance import Affordance, Entity, ParameterType
from npcserver.model.turn import PromptPart
from npcserver.ports.language_model import Message, Role
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.situation import PresentView
from npcserver.prompts.texts import persona_at, persona_steps, text_at, text_steps
from npcserver.prompts.tokens import PER_MESSAGE, estimate_tokens, prompt_tokens

LINES = 8
"""Lines of the talk that come before any text about affordances, objects or the world."""

MEMORIES = 6
"""Memories that come before it, too."""

_SPOKEN = ("talk", "heard")
_LINE = 32  # tokens of an ordinary line: 16 of a player, 48 of an answer, with their frames
_FIRST_STEP = 24  # lines of a talk for which space is left at first, then 48, 96 and so on
_FEW_LINES = 6  # lines for which there is space at least, where nothing is left out
_BEHIND = 5  # what stands behind the talk may take a fifth of a budget that is too small for all
_THINGS = 8  # entities that come with the first affordance that takes them; more come later


@dataclass(frozen=True)
class FittedPrompt:
    """A question fitted to its budget and rendered, and its estimated tokens.

    `rendered` are the messages by their parts, `whole` the question with all that was left out.
    """

    question: ReplyQuestion
    whole: ReplyQuestion
    rendered: tuple[tuple[Role, tuple[tuple[str, str], ...]], ...]
    messages: tuple[Message, ...]
    tokens: int

    @cached_property
    def notes(self) -> str:
        """The text of the last message apart from spoken words."""
        return "".join(text for part, text in self.rendered[-1][1] if part not in _SPOKEN)

    @cached_property
    def parts(self) -> tuple[PromptPart, ...]:
        """The parts by name, measured and compared with the whole question; for receipts."""
        tokens: Counter[str] = Counter()
        for part, text in chain.from_iterable(parts for _, parts in self.rendered):
            tokens[part] += estimate_tokens(text)
        items, all_items = _items_of(self.question), _items_of(self.whole)
        return tuple(
            _part(name, tokens[name], items.get(name, ()), all_items.get(name, ()))
            for name in dict.fromkeys((*tokens, *all_items))
            if tokens[name] or all_items.get(name)
        )


def fit(question: ReplyQuestion, templates: Templates, language: str, tokens: int) -> FittedPrompt:
    """Return as much of a question as fits in `tokens`, by estimate.

    The fixed parts may exceed them: with too small a budget the prompt is those alone.
    """
    everything = _without_repeats(question)

    def rendered(part: ReplyQuestion) -> FittedPrompt:
        found = part.parts(templates, language)
        messages = tuple(Message(role, "".join(text for _, text in parts)) for role, parts in found)
        return FittedPrompt(part, everything, found, messages, prompt_tokens(messages))

    whole = rendered(everything)
    choice = _Choice(question)
    reserve = tokens // _BEHIND
    before_the_last = whole.tokens - _behind(whole) + choice.growth
    if before_the_last <= tokens - reserve and whole.tokens <= tokens:
        return whole

    @cache
    def shown(floors: int, before: int, behind: int, first_line: int | None = None) -> FittedPrompt:
        return rendered(_without_repeats(choice.of(floors, before, behind, first_line)))

    def head(before: int) -> int:
        """Return the tokens before the talk, and of the space that the talk has beside it."""
        return prompt_tokens(shown(floors, before, 0).messages[:1]) + choice.space(before)

    # More items never take fewer tokens, so the largest count that fits is found by bisection.
    floors = len(choice.floors)
    if shown(floors, 0, 0).tokens > tokens:
        counts = range(1, floors + 1)
        return shown(
            bisect_right(counts, tokens, key=lambda count: shown(count, 0, 0).tokens), 0, 0
        )
    reserve = max(reserve, _behind(shown(floors, 0, 0)))
    before = bisect_right(range(1, len(choice.before) + 1), tokens - reserve, key=head)
    space, is_whole = choice.space(before), before == len(choice.before)
    if is_whole:
        space += tokens - reserve - head(before)
    first_line = choice.first_line(space)
    if shown(floors, before, 0, first_line).tokens > tokens:
        first_line = choice.first_line(0)
    is_whole = is_whole and first_line == 0

    def is_too_long(behind: int) -> bool:
        found = shown(floors, before, behind, first_line)
        is_long = not is_whole and _behind(found) > reserve
        return is_long or found.tokens > tokens

    most = len(choice.behind) if is_whole else len(choice.behind) - len(question.lore)
    behind = bisect_right(range(1, most + 1), False, key=is_too_long)
    return shown(floors, before, behind, first_line)


def _behind(found: FittedPrompt) -> int:
    return estimate_tokens(found.notes + found.question.heard) + PER_MESSAGE


def _without_repeats(question: ReplyQuestion) -> ReplyQuestion:
    said = {line.seq for line in question.conversation if line.seq}
    kept = tuple(one for one in question.memories if one.seq not in said)
    closest = tuple(one for one in question.closest if one.seq not in said)
    return replace(question, memories=kept, closest=closest)


class _Choice:
    """The items of a question, most needed first, and the question with some of them.

    An item is the name of a part, and stands for one more piece of it. The `floors` come first,
    then what stands `before` the talk with more of the talk, then what stands `behind` it.
    """

    def __init__(self, question: ReplyQuestion) -> None:
        self._whole = question
        ranked = self._ranked
        self._set = [at for at in ranked if not question.memories[at].is_fresh]
        self._fresh = [at for at in ranked if question.memories[at].is_fresh]
        self._in_set = min(len(self._set), MEMORIES)
        self._in_fresh = min(len(self._fresh), MEMORIES - self._in_set)

    @cached_property
    def floors(self) -> tuple[str, ...]:
        """The last lines, the best memories, and what else is never left out for other text."""
        whole = self._whole
        return (
            *_in_turn(
                ("talk", min(len(whole.conversation), LINES), 4),
                ("memories", self._in_set, 3),
                ("fresh", self._in_fresh, 3),
            ),
            *("promises",) * len(whole.pledges),
            *("attempts",) * len(whole.attempts),
            "doing",
            *("closest",) * len(whole.closest),
        )

    @cached_property
    def before(self) -> tuple[str, ...]:
        """What stands before the talk beside the floors, and more of the talk."""
        whole, present = self._whole, self._whole.present
        place = len(text_steps(whole.place.description)) if whole.place else 0
        return _in_turn(
            ("persona", len(persona_steps(whole.persona)), 2),
            ("affordances", len(whole.affordances), 1),
            ("things", len(self._more_things), 2),
            ("currently", 1, 1),
            ("states", len(present.states), 1),
            ("beliefs", len(present.beliefs), 1),
            ("place", place, 1),
            ("objects", 1, 1),
            ("talk", self._expected_lines - LINES, 4),
            ("memories", len(self._set) - self._in_set, 2),
            ("world", len(text_steps(whole.world.description)), 1),
        )

    @cached_property
    def behind(self) -> tuple[str, ...]:
        """More of what stands behind the talk; passages are whole where nothing is left out."""
        town, lore = len(self._whole.town), len(self._whole.lore)
        fresh = len(self._fresh) - self._in_fresh
        more = _in_turn(("town", town, 3), ("lore", lore, 1), ("fresh", fresh, 2))
        return (*more, *("lore_whole",) * lore)

    @cached_property
    def _expected_lines(self) -> int:
        """The lines for which space is left: at least those there are, by steps."""
        lines = _FIRST_STEP
        while lines < len(self._whole.conversation):
            lines *= 2
        return lines

    def of(
        self, floors: int, before: int, behind: int, first_line: int | None = None
    ) -> ReplyQuestion:
        """Return the question with some of its items, and the fixed parts.

        The talk begins with `first_line`; None counts its lines among the floors.
        """
        whole = self._whole
        shown = Counter((*self.floors[:floors], *self.before[:before], *self.behind[:behind]))
        if first_line is None:
            first_line = len(whole.conversation) - Counter(self.floors[:floors])["talk"]
        offered = whole.affordances[: shown["affordances"]]
        things = {*chain.from_iterable(self._taken[: shown["affordances"]])}
        things.update(self._more_things[: shown["things"]])
        named = tuple(one for one in whole.named if _are_taken(offered, one))
        shown_things = tuple(
            one for one in whole.things if one in things and _are_taken(offered, one)
        )
        recalled = {*self._set[: shown["memories"]], *self._fresh[: shown["fresh"]]}
        return replace(
            whole,
            persona=persona_at(whole.persona, shown["persona"]),
            world=replace(
                whole.world, description=text_at(whole.world.description, shown["world"])
            ),
            place=whole.place
            and replace(
                whole.place,
                description=text_at(whole.place.description, shown["place"]),
                objects=whole.place.objects if shown["objects"] else (),
            ),
            affordances=offered,
            further=tuple(
                one
                for one in whole.affordances[len(offered) :]
                if offered and whole.asked and one.name == whole.asked.name
            ),
            things=shown_things,
            named=named,
            asked=whole.asked if offered else None,
            present=_present_at(whole.present, shown),
            memories=tuple(one for place, one in enumerate(whole.memories) if place in recalled),
            closest=whole.closest[: shown["closest"]],
            lore=tuple(
                one if place < shown["lore_whole"] else one.shortened
                for place, one in enumerate(whole.lore[: shown["lore"]])
            ),
            town=whole.town[: shown["town"]],
            pledges=whole.pledges[: shown["promises"]],
            attempts=whole.attempts[: shown["attempts"]],
            conversation=whole.conversation[first_line:],
        )

    @property
    def growth(self) -> int:
        """Estimate by how many tokens the talk may soon grow.

        A long one may be a window, which has fewer lines after its beginning has moved.
        """
        is_long = len(self._lengths) > _FIRST_STEP
        expected = _LINE * (self._expected_lines if is_long else _FEW_LINES)
        return max(expected - sum(self._lengths), 0)

    def space(self, before: int) -> int:
        """Return the tokens left for the talk: for lines of ordinary length, or the last ones."""
        lines = min(self._expected_lines, LINES + self.before[:before].count("talk"))
        least = _LINE * LINES
        while least < sum(self._lengths[-LINES:]):
            least *= 2
        return max(_LINE * lines, least)

    def first_line(self, space: int) -> int:
        """Return where the talk begins that fits in a space, or its last lines.

        It is the line with the least digest of those from which the talk takes half of the space
        and more (winnowing, as in `TalkWindow`), so it is the same for several turns.
        """
        taken = [0, *accumulate(reversed(self._lengths))]  # by the last lines
        lines, last = len(self._lengths), len(self._lengths) - LINES
        earliest = lines - (bisect_right(taken, space) - 1)
        if earliest == 0 or earliest >= last:
            return max(min(earliest, last), 0)
        latest = max(lines - bisect_right(taken, space // 2), earliest)
        talk = self._whole.conversation
        digests = {
            at: crc32(f"{talk[at].seq} {talk[at].text}".encode())
            for at in range(earliest, min(latest, last) + 1)
        }
        return min(digests, key=lambda at: (digests[at], at))

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        talk = self._whole.conversation
        return tuple(estimate_tokens(one.answer or one.text) + PER_MESSAGE for one in talk)

    @cached_property
    def _ranked(self) -> tuple[int, ...]:
        """The places of the memories, most needed first: pinned, then prior ones and the set.

        Fresh ones are in the order of their scores.
        """
        memories = self._whole.memories
        pinned = [place for place, one in enumerate(memories) if one.is_pinned]
        others = [place for place, one in enumerate(memories) if not one.is_pinned]
        prior = [place for place in others if memories[place].is_prior]
        kept = [place for place in others if not memories[place].is_prior]
        fresh = [place for place in kept if memories[place].is_fresh]
        rest = zip_longest(prior, [place for place in kept if not memories[place].is_fresh])
        in_turns = [place for places in rest for place in places if place is not None]
        best = sorted(fresh, key=lambda place: -memories[place].score)
        return tuple(dict.fromkeys((*pinned, *in_turns, *best)))

    @cached_property
    def _taken(self) -> tuple[tuple[Entity, ...], ...]:
        """For each affordance entities that it takes and none before it."""
        seen: set[Entity] = set()
        found: list[tuple[Entity, ...]] = []
        for offer in self._whole.affordances:
            fitting = (one for one in self._whole.things if _are_taken([offer], one))
            new = tuple(islice((one for one in fitting if one not in seen), _THINGS))
            seen.update(new)
            found.append(new)
        return tuple(found)

    @cached_property
    def _more_things(self) -> tuple[Entity, ...]:
        taken = set(chain.from_iterable(self._taken))
        return tuple(one for one in self._whole.things if one not in taken)


def _in_turn(*parts: tuple[str, int, int]) -> tuple[str, ...]:
    left = {part: max(count, 0) for part, count, _ in parts}
    found: list[str] = []
    while any(left.values()):
        for part, _, at_once in parts:
            count = min(left[part], at_once)
            found += [part] * count
            left[part] -= count
    return tuple(found)


def _present_at(present: PresentView, shown: Counter[str]) -> PresentView:
    idle = replace(present, doing=None, coming=None, mood="even", why="")
    return replace(
        present if shown["doing"] else idle,
        currently=present.currently if shown["currently"] else "",
        beliefs=present.beliefs[: shown["beliefs"]],
        states=present.states[: shown["states"]],
    )


def _are_taken(offers: Sequence[Affordance], thing: Entity) -> bool:
    """Return whether a parameter of some affordance accepts an entity."""
    return any(
        one.type == ParameterType.ENTITY and (not one.choices or thing.kind in one.choices)
        for offer in offers
        for one in offer.parameters
    )


def _part(name: str, tokens: int, items: Sequence[object], whole: Sequence[object]) -> PromptPart:
    changed = () if items == whole else tuple(one for one in items if one not in whole)
    cut = sum(getattr(one, "is_cut", False) for one in items if one not in changed) + len(changed)
    return PromptPart(
        part=name,
        tokens=tokens,
        shown=len(items),
        left_out=max(len(whole) - len(items), 0),
        cut=cut,
    )


def _items_of(question: ReplyQuestion) -> dict[str, tuple[object, ...]]:
    persona, place, present = question.persona, question.place, question.present
    texts = (persona.traits, persona.background, persona.currently, persona.lifestyle)
    described = (question.world.description, *(() if place is None else (place.description,)))
    found: dict[str, tuple[object, ...]] = {
        "persona": (*texts, persona.daily_plan, persona.voice, *persona.goals),
        "world": (*described, *(() if place is None else place.objects)),
        "affordances": question.affordances + question.further,
        "things": (*question.things, *question.named),
        "promises": question.pledges,
        "present": (present.currently, *present.beliefs),
        "memories": tuple(dict.fromkeys((*question.memories, *question.closest))),
        "talk": question.conversation,
        "town": question.town,
        "lore": question.lore,
        "attempts": question.attempts,
        "moment": (present.doing, present.coming, *present.states),
    }
    return {name: tuple(one for one in items if one) for name, items in found.items()}
