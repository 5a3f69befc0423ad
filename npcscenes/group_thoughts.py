"""The thoughts of a scene's members (AgentGroupChat, arXiv 2403.13433)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from npcscenes.model.group_answers import default_answer
from npcscenes.model.group_inputs import (
    ChooseInput,
    DigestInput,
    MemberInput,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    Standpoint,
    Vote,
    VoteInput,
)
from npcscenes.prompts.questions.scene_rounds import is_needed
from npcscenes.prompts.scene_member import own_lines
from npcserver.language import words
from npcserver.mind.asker import MOST_SENTENCES, own_speech
from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.group.moves import LineSpoken
from npcserver.ports.language_model import PromptBudget
from npcserver.ports.thinker import Ask, AskResult
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.question import WHOLE_PROMPT
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.tokens import folded_words

_LAST_SENTENCES = 3  # sentences of last words


async def perform(
    act: MemberInput, ask: Ask, budget: PromptBudget = WHOLE_PROMPT
) -> tuple[Any, AskResult[Any]]:
    """Return the answer to an act, or its default if none can be used, and what was asked.

    Words that are none, or were said before, are asked for once more, like an answer that cannot be
    read. No digest is asked for if the rounds fit in a prompt of the `budget`. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    default = default_answer(act)
    if isinstance(act, DigestInput) and not is_needed(act, budget(act.purpose, act.answer_tokens)):
        return default, AskResult(answer=default)
    asked: AskResult[Any] = await ask(act, _check_of(act))
    return asked.answer or default, asked


def _check_of(act: MemberInput) -> Callable[[Any], Any] | None:
    match act:
        case ChooseInput():
            return partial(_with_first_words, act)
        case SpeakInput():
            return partial(_with_line, act)
        case VoteInput():
            return _LastWords(act)
        case _:
            return None


def _with_first_words(act: ChooseInput, choice: PartnerChoice) -> PartnerChoice:
    if not choice.partner:
        return choice
    unsaid = (choice.strategy, choice.situation, choice.reasons, *choice.topics)
    return replace(choice, say=fresh_words(choice.say, act.standpoint, unsaid=unsaid))


def _with_line(act: SpeakInput, words: SpokenLine) -> SpokenLine:
    """Return a line; a goodbye in a talk ends it."""
    if not words.say:
        return words
    stand = act.standpoint
    unsaid = (act.strategy, act.topic, words.situation, words.reasons)
    say = fresh_words(words.say, stand, act.lines, unsaid)
    is_parting = act.partner is not None and is_goodbye(say, stand.script.language)
    return replace(words, say=say, ends=words.ends or is_parting)


class _LastWords:
    """Refuses last words that are none once; after that they are left out, and the vote counts."""

    def __init__(self, act: VoteInput) -> None:
        self._act = act
        self._is_again = False

    def __call__(self, vote: Vote) -> Vote:
        if not vote.statement:
            return vote  # silence is an answer
        try:
            said = speech(vote.statement, self._act.standpoint, (vote.reasons,), _LAST_SENTENCES)
        except Unparseable:
            if self._is_again:
                return replace(vote, statement="")
            self._is_again = True
            raise
        return replace(vote, statement=said)


REMEMBERED_LINES = 30
"""Own lines that a new one must not repeat."""

_LONGEST_NAME = 4  # words; a longer candidate name is a sentence that can be said
_BETWEEN_NAMES = words("scenes", "between_names")


def own_words(text: str, stand: Standpoint, most: int = MOST_SENTENCES) -> str:
    """Return the part of a line that a member says itself: without its name and stage directions.

    What is said for other members, and all after it, is left out; empty when nothing remains.
    """
    names = [one.name for one in stand.script.members]
    return own_speech(text, stand.member.name, names, stand.script.language, most)


def speech(
    text: str, stand: Standpoint, unsaid: Sequence[str] = (), most: int = MOST_SENTENCES
) -> str:
    """Return a line in a member's own words, or raise `Unparseable`.

    Small models write a name there, or copy an intention: `unsaid` are such texts, which are
    thought and never said, and so is the member's goal.
    """
    say = own_words(text, stand, most)
    if not say or is_garbage(say):
        raise Unparseable("there are no words of one's own in it")
    if _is_name(say, stand):
        raise Unparseable("it is a name and nothing else; write what is said aloud")
    thought = (*unsaid, stand.member.goal, stand.member.private)
    if repeats(say, [one for one in thought if one]):
        raise Unparseable("it tells what is meant or wanted; write what is said aloud")
    return say


def fresh_words(
    text: str, stand: Standpoint, talk: Sequence[LineSpoken] = (), unsaid: Sequence[str] = ()
) -> str:
    """Return a line in a member's own words, or raise `Unparseable` where it says nothing new.

    In a talk of two, the other's words are not said back. See `speech` for `unsaid`.
    """
    say = speech(text, stand, unsaid)
    if repeats(say, own_lines(stand, talk)[:REMEMBERED_LINES]):
        raise Unparseable("it repeats a line said before; say something new")
    heard = [one.text for one in talk if one.talk and one.member != stand.member.id]
    if repeats(say, heard) and not is_goodbye(say, stand.script.language):
        raise Unparseable("it echoes what the other has said")
    return say


def _is_name(say: str, stand: Standpoint) -> bool:
    script = stand.script
    named = [one.name for one in script.members] + [one.name for one in script.ballot.candidates]
    found = [words for name in named if len(words := folded_words(name)) <= _LONGEST_NAME]
    spoken = set(folded_words(say)) - _BETWEEN_NAMES
    return spoken <= {word for words in found for word in words}
