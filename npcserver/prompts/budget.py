"""Fits the prompt of a reply into a token budget: what is in it, and what is left out.

Some parts are always in it: rules, form, the core of the persona, who is present, the words heard,
the time. Everything else is a sequence of items, most needed first, of which the prompt takes as
many as fit. So a prompt with a larger budget holds all that one with a smaller one does, and more.
First in the sequence are the floors: the last `LINES` lines of the talk and `MEMORIES` memories.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, islice, zip_longest

from npcserver.model.affordance import Entity, ParameterType
from npcserver.model.turn import PromptPart
from npcserver.ports.language_model import Message
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ActionHint, ReplyQuestion
from npcserver.prompts.situation import PresentView
from npcserver.prompts.texts import persona_at, persona_steps, text_at, text_steps
from npcserver.prompts.tokens import estimate_tokens, folded_words
from npcserver.prompts.views import AffordanceView

LINES = 8
"""Lines of the talk that come before any text about affordances, objects or the world."""

MEMORIES = 6
"""Memories that come before it, too."""

_SPOKEN = ("talk", "heard")
_NEXT_BEST = 3  # best memories of this turn that precede the rest of the set
_CHUNK = 4  # lines by which the beginning of a shortened talk advances
_THINGS = 8  # entities that come with the first affordance that takes them; more come later
_PER_MESSAGE = 4  # tokens of a chat template around each message
_TELLING = 4  # least letters of a shared word that selects an affordance


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedPrompt:
    """A question fitted to its budget and rendered: its estimated tokens, and its parts.

    `notes` is the text of the last message apart from spoken words.
    """

    question: ReplyQuestion
    messages: tuple[Message, ...]
    notes: str
    tokens: int
    parts: tuple[PromptPart, ...]


def prompt_tokens(messages: Sequence[Message]) -> int:
    """Estimate the tokens of rendered messages, their frames included."""
    return sum(estimate_tokens(message.text) + _PER_MESSAGE for message in messages)


def fit(question: ReplyQuestion, templates: Templates, language: str, tokens: int) -> FittedPrompt:
    """Return as much of a question as fits in `tokens`, by estimate.

    The fixed parts may exceed them: with too small a budget the prompt is those alone.
    """
    everything = _without_repeats(question)
    whole = _rendered(everything, everything, templates, language)
    if whole.tokens <= tokens:
        return whole
    choice = _Choice(question)

    @cache
    def first(count: int) -> FittedPrompt:
        return _rendered(
            _without_repeats(choice.of(choice.items[:count])), everything, templates, language
        )

    # More items never take fewer tokens, so the largest count that fits is found by bisection.
    counts = range(1, len(choice.items) + 1)
    return first(bisect_right(counts, tokens, key=lambda count: first(count).tokens))


def _without_repeats(question: ReplyQuestion) -> ReplyQuestion:
    """Return a question without memories of words that are lines of its talk."""
    said = {line.seq for line in question.conversation if line.seq}
    kept = tuple(one for one in question.memories if one.seq not in said)
    closest = tuple(one for one in question.closest if one in kept)
    return replace(question, memories=kept, closest=closest)


class _Choice:
    """The items of a question, most needed first, and the question with some of them.

    An item is the name of a part, and stands for one more piece of it.
    """

    def __init__(self, question: ReplyQuestion) -> None:
        self._whole = question

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The items that may be in the prompt, in the order in which they are taken."""
        whole, present = self._whole, self._whole.present
        lines, memories = len(whole.conversation), len(whole.memories)
        place = len(text_steps(whole.place.description)) if whole.place else 0
        floors = _in_turn(("talk", min(lines, LINES), 4), ("memories", min(memories, MEMORIES), 3))
        rest = _in_turn(
            ("persona", len(persona_steps(whole.persona)), 2),
            ("affordances", len(whole.affordances), 1),
            ("things", len(self._more_things), 2),
            ("currently", 1, 1),
            ("states", len(present.states), 1),
            ("beliefs", len(present.beliefs), 1),
            ("place", place, 1),
            ("objects", 1, 1),
            ("lore", len(whole.lore) - 1, 1),
            ("talk", lines - LINES, 4),
            ("memories", memories - MEMORIES, 2),
            ("world", len(text_steps(whole.world.description)), 1),
        )
        return (
            *floors,
            *("promises",) * len(whole.pledges),
            *("attempts",) * len(whole.attempts),
            "doing",
            *("closest",) * len(whole.closest),
            *("town",) * len(whole.town),
            *("lore",) * min(len(whole.lore), 1),
            *rest,
            *("lore_whole",) * len(whole.lore),
        )

    def of(self, items: Sequence[str]) -> ReplyQuestion:
        """Return the question with some of its items, and the fixed parts."""
        whole, shown = self._whole, Counter(items)
        offered = [whole.affordances[one] for one in sorted(self._offered[: shown["affordances"]])]
        things = {*chain.from_iterable(self._taken[: shown["affordances"]])}
        things.update(self._more_things[: shown["things"]])
        recalled = set(self._ranked[: shown["memories"]])
        named = tuple(one for one in whole.named if _are_taken(offered, one))
        shown_things = tuple(
            one for one in whole.things if one in things and _are_taken(offered, one)
        )
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
            affordances=tuple(offered),
            things=shown_things,
            named=named,
            asked=_asked_of(whole.asked, offered, (*shown_things, *named)),
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
            conversation=whole.conversation[self._first_line(shown["talk"]) :],
        )

    def _first_line(self, shown: int) -> int:
        """Return where a talk of so many lines begins: it advances in chunks."""
        lines = len(self._whole.conversation)
        left_out = -(-(lines - shown) // _CHUNK) * _CHUNK
        return min(left_out, lines - min(shown, LINES))

    @cached_property
    def _ranked(self) -> tuple[int, ...]:
        """The places of the memories, most needed first.

        Pinned ones, the best of this turn, then by turns the prior ones, the set and the fresh
        ones: so the sets before the talk stay the same from turn to turn also in a small budget.
        """
        memories = self._whole.memories
        pinned = [place for place, one in enumerate(memories) if one.is_pinned]
        others = [place for place, one in enumerate(memories) if not one.is_pinned]
        best = sorted(others, key=lambda place: -memories[place].score)[:_NEXT_BEST]
        prior = [place for place in others if memories[place].is_prior]
        fresh = [place for place in others if memories[place].is_fresh]
        kept = [place for place in others if place not in {*prior, *fresh}]
        turns = zip_longest(prior, kept, fresh)
        in_turns = [place for places in turns for place in places if place is not None]
        return tuple(dict.fromkeys((*pinned, *best, *in_turns)))

    @cached_property
    def _offered(self) -> tuple[int, ...]:
        """The places of the affordances: those that the words heard mean, then as declared."""
        heard = {word for word in folded_words(self._whole.heard) if len(word) >= _TELLING}
        offers = self._whole.affordances
        places = range(len(offers))
        return tuple(sorted(places, key=lambda place: not _is_meant(offers[place], heard)))

    @cached_property
    def _taken(self) -> tuple[tuple[Entity, ...], ...]:
        """For each affordance, most needed first, entities that it takes and none before it."""
        seen: set[Entity] = set()
        found: list[tuple[Entity, ...]] = []
        for place in self._offered:
            offer = self._whole.affordances[place]
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
    """Return the items of parts by turns; each part has a count, and a number for each turn."""
    left = {part: max(count, 0) for part, count, _ in parts}
    found: list[str] = []
    while any(left.values()):
        for part, _, at_once in parts:
            count = min(left[part], at_once)
            found += [part] * count
            left[part] -= count
    return tuple(found)


def _asked_of(
    asked: ActionHint | None, offers: Sequence[AffordanceView], things: Sequence[Entity]
) -> ActionHint | None:
    """Return the requested action, where its affordance and entities are in the prompt."""
    if asked is None or asked.name not in {one.name for one in offers}:
        return None
    return asked if {one.id for one in things}.issuperset(asked.ids) else None


def _present_at(present: PresentView, shown: Counter[str]) -> PresentView:
    idle = replace(present, doing=None, coming=None, mood="even", why="")
    return replace(
        present if shown["doing"] else idle,
        currently=present.currently if shown["currently"] else "",
        beliefs=present.beliefs[: shown["beliefs"]],
        states=present.states[: shown["states"]],
    )


def _are_taken(offers: Sequence[AffordanceView], thing: Entity) -> bool:
    """Return whether a parameter of some affordance accepts an entity."""
    return any(
        one.type == ParameterType.ENTITY and (not one.choices or thing.kind in one.choices)
        for offer in offers
        for one in offer.parameters
    )


def _is_meant(offer: AffordanceView, heard: set[str]) -> bool:
    words = folded_words(f"{offer.name.replace('_', ' ')} {offer.description}")
    return not heard.isdisjoint(words)


def _rendered(
    question: ReplyQuestion, whole: ReplyQuestion, templates: Templates, language: str
) -> FittedPrompt:
    """Render a question, and measure its parts, compared with the whole question."""
    rendered = question.parts(templates, language)
    messages = tuple(Message(role, "".join(text for _, text in parts)) for role, parts in rendered)
    tokens: Counter[str] = Counter()
    for part, text in chain.from_iterable(parts for _, parts in rendered):
        tokens[part] += estimate_tokens(text)
    items = _items_of(question)
    all_items = items if question is whole else _items_of(whole)
    return FittedPrompt(
        question=question,
        messages=messages,
        notes="".join(text for part, text in rendered[-1][1] if part not in _SPOKEN),
        tokens=prompt_tokens(messages),
        parts=tuple(
            _part(name, tokens[name], items.get(name, ()), all_items.get(name, ()))
            for name in dict.fromkeys((*tokens, *all_items))
            if tokens[name] or all_items.get(name)
        ),
    )


def _part(name: str, tokens: int, items: Sequence[object], whole: Sequence[object]) -> PromptPart:
    """Return the measure of a part; its items are texts, or views that may be cut."""
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
    """Return the items of the parts that have any; an empty text is none."""
    persona, place, present = question.persona, question.place, question.present
    texts = (persona.traits, persona.background, persona.currently, persona.lifestyle)
    described = (question.world.description, *(() if place is None else (place.description,)))
    found: dict[str, tuple[object, ...]] = {
        "persona": (*texts, persona.daily_plan, persona.voice, *persona.goals),
        "world": (*described, *(() if place is None else place.objects)),
        "affordances": question.affordances,
        "things": (*question.things, *question.named),
        "promises": question.pledges,
        "present": (present.currently, *present.beliefs),
        "memories": question.memories,
        "talk": question.conversation,
        "town": question.town,
        "lore": question.lore,
        "attempts": question.attempts,
        "moment": (present.doing, present.coming, *present.states),
    }
    return {name: tuple(one for one in items if one) for name, items in found.items()}
