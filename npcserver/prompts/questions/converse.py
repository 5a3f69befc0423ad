"""The question what to say next to another character (Generative Agents, section 4.3.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from npcserver.model.canned_lines import repeats
from npcserver.model.feelings import LABELS
from npcserver.model.inputs import Attempt, ConverseInput
from npcserver.model.job import JobKind
from npcserver.model.turn import ReplyAnswer
from npcserver.model.world import TownFact
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import found_object, is_yes, items, tidy, whole_number
from npcserver.prompts.commitments import (
    CommitmentView,
    attempt_views,
    commitment_views,
    promises_of,
    promises_schema,
    settles_schema,
    verdicts_of,
)
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.question import PROMPT_TOKENS, SituationQuestion, reduced, views
from npcserver.prompts.reply_reader import Unparseable, felt_in
from npcserver.prompts.schemas import object_schema
from npcserver.prompts.situation import (
    AttitudeView,
    BeliefView,
    attitude_view,
    belief_view,
    is_known_of,
    shown,
    situation_view,
)
from npcserver.prompts.texts import mark_of, name_of
from npcserver.prompts.tokens import estimate_tokens, line_tokens
from npcserver.prompts.views import (
    LoreView,
    MemoryView,
    SpokenView,
    lore_views,
    spoken_view,
    town_view,
)

LONGEST_LINE = 600
"""Characters of an answer that is still one line."""

MOST_TOLD = 3
"""Memories that one line is said to pass on; it has three sentences at most."""
LINES, MEMORIES = 8, 6
"""Lines of the talk and memories that stand in a prompt in any budget."""
_ABOUT = 60
_BELIEFS = 6
_LINES = 16
_OWN_LINES = 12
_OWN_LINE = 24
_CHUNK = 4  # lines that leave a talk at a time: its beginning stays the same for a while
_FRESH_AT_LEAST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ConverseQuestion(SituationQuestion):
    """Ask for one line of a conversation: the first, the next, or the goodbye.

    The first `kept` memories stand before the talk and stay the same from line to line, the others
    behind it.
    """

    template: ClassVar[str] = "converse"
    asks: ClassVar = ConverseInput
    job: ClassVar = JobKind.CONVERSE

    name: str
    partner: str
    standing: AttitudeView
    about: str
    beliefs: tuple[BeliefView, ...]
    memories: tuple[MemoryView, ...]
    kept: int
    lore: tuple[LoreView, ...]
    town: tuple[TownFact, ...]
    pledges: tuple[CommitmentView, ...]
    attempts: tuple[Attempt, ...]
    conversation: tuple[SpokenView, ...]
    own_lines: tuple[str, ...]
    labels: tuple[str, ...]
    should_end: bool

    @classmethod
    def of(cls, exchange: ConverseInput, tokens: int = PROMPT_TOKENS) -> Self:
        """Put the question, with as much as fits in so many tokens, and the floors."""
        situation = exchange.situation
        memories = views(exchange.recollections, situation, (exchange.partner,))
        said = tuple(line.text for line in exchange.conversation)
        lately = [line for line in exchange.own_lines if line not in said]
        whole = cls(
            name=name_of(situation.character.name),
            situation=situation_view(situation),
            partner=name_of(exchange.partner.name),
            standing=attitude_view(
                exchange.standing,
                situation,
                is_known_of=is_known_of(exchange.partner, exchange.recollections),
            ),
            about=shown(exchange.about, _ABOUT),
            beliefs=tuple(map(belief_view, exchange.beliefs[:_BELIEFS])),
            memories=memories,
            kept=len(memories) if exchange.kept is None else exchange.kept,
            lore=lore_views(exchange.lore),
            town=town_view(exchange.town),
            pledges=commitment_views(
                exchange.commitments, situation.character.id, situation.world.calendar
            ),
            attempts=attempt_views(exchange.attempts),
            conversation=tuple(map(spoken_view, exchange.conversation[-_LINES:])),
            own_lines=tuple(shown(line, _OWN_LINE) for line in lately[-_OWN_LINES:]),
            labels=tuple(LABELS),
            should_end=exchange.should_end,
            mark=mark_of(situation),
        )
        return reduced(whole, tokens)

    def lighter(self) -> tuple[Self, int] | None:
        """Return the question with one thing less, and the tokens saved; None at the floors."""
        return next(self._lighter(), None)

    def _lighter(self) -> Iterator[tuple[Self, int]]:
        for place, one in enumerate(self.lore):
            if one.text != one.short:
                lore = (*self.lore[:place], one.shortened, *self.lore[place + 1 :])
                yield replace(self, lore=lore), estimate_tokens(one.text[len(one.short) :])
        for lines, memories in ((12, 10), (LINES, MEMORIES)):
            if len(self.memories) > memories:
                # the last of those that came to mind now goes first
                is_fresh = len(self.memories) - self.kept > _FRESH_AT_LEAST or not self.kept
                gone = (len(self.memories) if is_fresh else self.kept) - 1
                rest = (*self.memories[:gone], *self.memories[gone + 1 :])
                kept = self.kept - (gone < self.kept)
                yield replace(self, memories=rest, kept=kept), line_tokens(self.memories[gone].text)
            if len(self.conversation) > lines:
                count = min(_CHUNK, len(self.conversation) - lines)
                saved = sum(line_tokens(one.text) for one in self.conversation[:count])
                yield replace(self, conversation=self.conversation[count:]), saved
        if self.own_lines:
            yield replace(self, own_lines=()), sum(map(line_tokens, self.own_lines))
        if self.lore:
            yield replace(self, lore=self.lore[:-1]), line_tokens(self.lore[-1].text)
        if self.town:
            yield replace(self, town=self.town[:-1]), line_tokens(self.town[-1].about)

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer."""
        unit: JSON = {"type": "number", "minimum": -1, "maximum": 1}
        form: dict[str, JSON] = {
            "feeling": {"type": "string", "enum": [*LABELS]},
            "say": {"type": "string", "maxLength": LONGEST_LINE},
            **self._tells_schema(),
            "ends": {"type": "boolean"},
            "valence": unit,
            "arousal": unit,
            "promises": promises_schema(),
        }
        if self.pledges:
            form["settles"] = settles_schema(len(self.pledges))
        return object_schema(form)

    def _tells_schema(self) -> Mapping[str, JSON]:
        """Return the form of the numbers of memories that a line passes on, if there are any."""
        if not self.memories:
            return {}
        number: JSON = {"type": "integer", "minimum": 1, "maximum": len(self.memories)}
        return {"tells": {"type": "array", "items": number, "maxItems": MOST_TOLD}}

    def _told(self, numbers: object) -> tuple[int, ...]:
        """Return the seqs of the memories with these numbers; what is no number is left out."""
        shown = range(1, len(self.memories) + 1)
        bare = (one.strip("[] ") if isinstance(one, str) else one for one in items(numbers))
        read = (whole_number(one, 0, len(self.memories) + 1) for one in bare)
        told = dict.fromkeys(
            self.memories[one - 1].seq for one in read if one is not None and one in shown
        )
        return tuple(told)[:MOST_TOLD]

    def read(self, text: str) -> ReplyAnswer:
        """Return the line as it was written, or raise `Unparseable`."""
        found = found_object(text, "say")
        said = found.get("say")
        line = tidy(said) if isinstance(said, str) else ""
        if not line:
            raise Unparseable('"say" must hold what is said')
        if len(line) > LONGEST_LINE:
            raise Unparseable('"say" is too long; one to three sentences')
        if is_garbage(line):
            raise Unparseable('"say" must be spoken words and nothing else')
        again = repeats(line, self.own_lines)
        if again:
            number = self.own_lines.index(again) + 1
            raise Unparseable(f"it repeats line {number} of those said before")
        return ReplyAnswer(
            say=line,
            emotion=felt_in(found),
            ends=is_yes(found.get("ends")),
            promises=promises_of(found.get("promises")),
            verdicts=verdicts_of(found.get("settles")),
            tells=self._told(found.get("tells")),
        )
