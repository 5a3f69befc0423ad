"""The thoughts of a scene's members (AgentGroupChat, arXiv 2403.13433)."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.language import words
from npcserver.mind.asker import (
    MOST_SENTENCES,
    AskResult,
    CharacterAsker,
    CheckedQuestion,
    own_speech,
)
from npcserver.model.canned_lines import is_goodbye, repeats
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group_answers import (
    default_choice,
    default_chronicle,
    default_revision,
    default_vote,
    default_words,
)
from npcserver.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    Standpoint,
    UpdateInput,
    Vote,
    VoteInput,
)
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.scene_member import own_lines
from npcserver.prompts.scene_overview import PROMPT_TOKENS
from npcserver.prompts.scene_round_questions import (
    ChronicleQuestion,
    DigestQuestion,
    UpdateQuestion,
    VoteQuestion,
    is_needed,
)
from npcserver.prompts.scene_talk_questions import ChooseQuestion, SpeakQuestion
from npcserver.prompts.tokens import folded_words


def fixed(tokens: int = PROMPT_TOKENS) -> PromptBudget:
    """Return a budget of so many tokens for every prompt."""

    def budget(purpose: Purpose, answer_tokens: int) -> int:  # noqa: ARG001 - the same for all
        return tokens

    return budget


WHOLE = fixed()
"""What a prompt may have where nobody says otherwise."""


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
    """Return whether it consists of names of members or candidates only."""
    script = stand.script
    named = [one.name for one in script.members] + [one.name for one in script.ballot.candidates]
    found = [words for name in named if len(words := folded_words(name)) <= _LONGEST_NAME]
    spoken = set(folded_words(say)) - _BETWEEN_NAMES
    return spoken <= {word for words in found for word in words}


_CHOOSE_TOKENS = 600
_CHOOSE_TEMPERATURE = 0.0  # as AgentGroupChat chooses


async def choose(
    material: ChooseInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[PartnerChoice, AskResult[PartnerChoice]]:
    """Return whom a member talks with, nobody where no answer can be used.

    First words that are none, or were said before, are asked for once more, as an answer that
    cannot be read. Raises `ModelUnreachable` and `ModelTooSlow`.
    """

    def check(choice: PartnerChoice) -> PartnerChoice:
        if not choice.partner:
            return choice
        unsaid = (choice.strategy, choice.situation, choice.reasons, *choice.topics)
        return replace(choice, say=fresh_words(choice.say, material.standpoint, unsaid=unsaid))

    tokens = budget(Purpose.CHOOSE, _CHOOSE_TOKENS)
    asked = await ask(
        CheckedQuestion(question=ChooseQuestion.of(material, tokens), check=check),
        purpose=Purpose.CHOOSE,
        material=material,
        max_tokens=_CHOOSE_TOKENS,
        temperature=_CHOOSE_TEMPERATURE,
    )
    return asked.answer or default_choice(material), replace(asked, prompt_budget=tokens)


_SPEAK_TOKENS = 260
_MORE_TO_THINK = 160
_MORE_TO_SEE = 160
_IN_A_TALK = 0.5  # temperatures as AgentGroupChat speaks
_BEFORE_ALL = 0.3


async def speak(
    material: SpeakInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[SpokenLine, AskResult[SpokenLine]]:
    """Return the next line of a member; it passes where no answer can be used.

    A line that is none, or says an earlier one again, is asked for once more, as one that cannot be
    read. Who says goodbye in a talk ends it. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    stand = material.standpoint
    is_talk = material.partner is not None

    def check(words: SpokenLine) -> SpokenLine:
        if not words.say:
            return words
        unsaid = (material.strategy, material.topic, words.situation, words.reasons)
        say = fresh_words(words.say, stand, material.lines, unsaid)
        is_parting = is_talk and is_goodbye(say, stand.script.language)
        return replace(words, say=say, ends=words.ends or is_parting)

    answer = _SPEAK_TOKENS + (_MORE_TO_THINK if stand.script.course.has_thinking else 0)
    answer += _MORE_TO_SEE if material.perceives else 0
    tokens = budget(Purpose.SPEAK, answer)
    asked = await ask(
        CheckedQuestion(question=SpeakQuestion.of(material, tokens), check=check),
        purpose=Purpose.SPEAK,
        material=material,
        max_tokens=answer,
        temperature=_IN_A_TALK if is_talk else _BEFORE_ALL,
    )
    return asked.answer or default_words(material), replace(asked, prompt_budget=tokens)


_UPDATE_TOKENS = 1_000
_UPDATE_TEMPERATURE = 0.5  # as AgentGroupChat reflects


async def update(
    material: UpdateInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[MemberUpdate, AskResult[MemberUpdate]]:
    """Return what a round changes for a member, nothing where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.UPDATE, _UPDATE_TOKENS)
    asked = await ask(
        UpdateQuestion.of(material, tokens),
        purpose=Purpose.UPDATE,
        material=material,
        max_tokens=_UPDATE_TOKENS,
        temperature=_UPDATE_TEMPERATURE,
    )
    return asked.answer or default_revision(material), replace(asked, prompt_budget=tokens)


MOST_LAST_SENTENCES = 3
"""Sentences of last words."""

_VOTE_TOKENS = 500
_VOTE_TEMPERATURE = 0.3  # as AgentGroupChat votes


async def vote(
    material: VoteInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[Vote, AskResult[Vote]]:
    """Return how a member votes; where no answer can be used, for whom it stands to best.

    Last words that are none, or not its own, are asked for once more with the vote; if they are
    none then either, they are left out, and the vote counts all the same. Raises
    `ModelUnreachable` and `ModelTooSlow`.
    """
    refused: list[str] = []

    def check(answer: Vote) -> Vote:
        try:
            return _with_last_words(answer, material)
        except Unparseable:
            if refused:
                return replace(answer, statement="")
            refused.append(answer.statement)
            raise

    tokens = budget(Purpose.VOTE, _VOTE_TOKENS)
    asked = await ask(
        CheckedQuestion(question=VoteQuestion.of(material, tokens), check=check),
        purpose=Purpose.VOTE,
        material=material,
        max_tokens=_VOTE_TOKENS,
        temperature=_VOTE_TEMPERATURE,
    )
    return asked.answer or default_vote(material), replace(asked, prompt_budget=tokens)


def _with_last_words(answer: Vote, material: VoteInput) -> Vote:
    """Return a vote with its last words as they are said, or raise `Unparseable`."""
    if not answer.statement:
        return answer  # silence is an answer
    said = speech(answer.statement, material.standpoint, (answer.reasons,), MOST_LAST_SENTENCES)
    return replace(answer, statement=said)


_DIGEST_TOKENS = 700
_DIGEST_TEMPERATURE = 0.0  # as AgentGroupChat summarises


async def digest(
    material: DigestInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[str, AskResult[str] | None]:
    """Return a round in short; empty where none is needed, or no answer can be used.

    Without a call there is nothing to account for. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.CHRONICLE, _DIGEST_TOKENS)
    if not is_needed(material, tokens):
        return "", None
    asked = await ask(
        DigestQuestion.of(material, tokens),
        purpose=Purpose.CHRONICLE,
        material=material,
        max_tokens=_DIGEST_TOKENS,
        temperature=_DIGEST_TEMPERATURE,
    )
    return asked.answer or "", replace(asked, prompt_budget=tokens)


_CHRONICLE_TOKENS = 400
_CHRONICLE_TEMPERATURE = 0.0  # as AgentGroupChat summarises


async def chronicle(
    material: ChronicleInput, ask: CharacterAsker, budget: PromptBudget = WHOLE
) -> tuple[str, AskResult[str]]:
    """Return what happened in a few sentences; by what it was won where no answer can be used.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    tokens = budget(Purpose.CHRONICLE, _CHRONICLE_TOKENS)
    asked = await ask(
        ChronicleQuestion.of(material, tokens),
        purpose=Purpose.CHRONICLE,
        material=material,
        max_tokens=_CHRONICLE_TOKENS,
        temperature=_CHRONICLE_TEMPERATURE,
    )
    return asked.answer or default_chronicle(material), replace(asked, prompt_budget=tokens)
