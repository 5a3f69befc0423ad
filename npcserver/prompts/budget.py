"""Keeping a prompt within its tokens: what is left out, and in which order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from npcserver.ports.language_model import Message
from npcserver.prompts.present import NOTHING
from npcserver.prompts.quoted import LoreView, lighter
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import GiveReply
from npcserver.prompts.tokens import estimate_tokens
from npcserver.prompts.views import MemoryView, SpokenView

_PER_LINE = 14  # tokens a line costs besides its text: bullet, "yesterday morning X told you:"
_MARKS = 40  # delimiters and headings around memories and talk
_READ = 1 / 3  # share of what memories, talk and books have together that goes to books
_PER_MESSAGE = 4  # what chat templates add around each message


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A question trimmed to its budget, rendered, with its estimated tokens."""

    question: GiveReply
    messages: tuple[Message, ...]
    tokens: int


def prompt_tokens(messages: Sequence[Message]) -> int:
    """Estimate the tokens of rendered messages, their frames included."""
    return sum(estimate_tokens(message.text) + _PER_MESSAGE for message in messages)


def fit(question: GiveReply, templates: Templates, language: str, tokens: int) -> Fitted:
    """Leave out the oldest lines of talk and the weakest memories until the prompt fits `tokens`.

    What is pinned goes after all other memories. What was read is cut short first, and left out
    before memories run out. What is told of the present goes only where nothing else is left to
    go, and after it attempts and promises. Persona, world, affordances and the heard words always
    stay (they are cut to their shares when the question is put), so a prompt with very many
    affordances may still exceed the budget.
    """
    whole = _rendered(question, templates, language)
    if whole.tokens > tokens and question.lore:
        question = replace(question, lore=next(lighter(question.lore)))
        whole = _rendered(question, templates, language)
    if whole.tokens <= tokens:
        return whole
    for bare in _barer(replace(question, memories=(), lore=(), conversation=())):
        left = tokens - _rendered(bare, templates, language).tokens - _MARKS
        if left > 0:
            break
    lore, left = _read(question.lore, question.memories, left)
    memories, conversation = _share(question.memories, question.conversation, left)
    return _rendered(
        replace(bare, memories=memories, lore=lore, conversation=conversation), templates, language
    )


def _barer(question: GiveReply) -> Iterator[GiveReply]:
    """Yield a question with ever less of the present, and at last nothing of promises."""
    for present in (question.present, question.present.lighter(), NOTHING):
        yield replace(question, present=present)
    broken = tuple(one for one in question.pledges if one.is_broken)
    yield replace(question, present=NOTHING, attempts=(), pledges=broken[:1])
    yield replace(question, present=NOTHING, attempts=(), pledges=())


def _read(
    lore: tuple[LoreView, ...], memories: tuple[MemoryView, ...], left: int
) -> tuple[tuple[LoreView, ...], int]:
    """Return what there is room for of what was read, cut short, and the tokens that are left.

    It takes a third at most, and nothing at all where that would leave no room for a memory.
    """
    pinned = sum(_memory_cost(memory) for memory in memories if memory.is_pinned)
    first = pinned or (_memory_cost(memories[0]) if memories else 0)
    for kept in lighter(lore):
        cost = sum(_cost(f"{one.title}{one.chapter}{one.text}") for one in kept)
        cost += _MARKS if kept else 0
        if cost <= left * _READ and (not kept or left - cost >= first):
            return kept, left - cost
    return (), left


def _rendered(question: GiveReply, templates: Templates, language: str) -> Fitted:
    messages = question.messages(templates, language)
    return Fitted(question=question, messages=messages, tokens=prompt_tokens(messages))


def _share(
    memories: tuple[MemoryView, ...], conversation: tuple[SpokenView, ...], left: int
) -> tuple[tuple[MemoryView, ...], tuple[SpokenView, ...]]:
    """Take what is pinned, then in turns the best memory and the latest line, while they fit."""
    pinned: list[int] = []
    for place, memory in enumerate(memories):
        if memory.is_pinned and _memory_cost(memory) <= left:
            left -= _memory_cost(memory)
            pinned.append(place)
    kept: list[int] = []
    kept_lines = 0
    others = [place for place, memory in enumerate(memories) if not memory.is_pinned]
    more_memories, more_lines = bool(others), bool(conversation)
    while more_memories or more_lines:
        if more_memories:
            cost = _memory_cost(memories[others[len(kept)]])
            more_memories = cost <= left
            if more_memories:
                left -= cost
                kept.append(others[len(kept)])
                more_memories = len(kept) < len(others)
        if more_lines:
            cost = _cost(conversation[-1 - kept_lines].text)
            more_lines = cost <= left
            if more_lines:
                left -= cost
                kept_lines += 1
                more_lines = kept_lines < len(conversation)
    shown = tuple(memories[place] for place in sorted((*pinned, *kept)))
    return shown, conversation[len(conversation) - kept_lines :]


def _cost(text: str) -> int:
    return estimate_tokens(text) + _PER_LINE


def _memory_cost(memory: MemoryView) -> int:
    return _cost(memory.text) + (_cost(memory.earlier.text) if memory.earlier else 0)
