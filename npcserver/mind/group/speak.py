"""Saying the next line of a talk, or before all."""

from dataclasses import replace

from npcserver.mind.asker import Ask, Asked
from npcserver.mind.checked import Checked
from npcserver.mind.group import WHOLE
from npcserver.mind.group.lines import fresh_words
from npcserver.model.acting.defaults import default_words
from npcserver.model.acting.material import Speaking, Words
from npcserver.model.purpose import Purpose
from npcserver.model.small_talk import is_goodbye
from npcserver.ports.language_model import PromptBudget
from npcserver.prompts.group_speak import SpeakUp

_TOKENS = 260
_MORE_TO_THINK = 160
_MORE_TO_SEE = 160
_IN_A_TALK = 0.5  # temperatures as AgentGroupChat speaks
_BEFORE_ALL = 0.3


async def speak(
    material: Speaking, ask: Ask, budget: PromptBudget = WHOLE
) -> tuple[Words, Asked[Words]]:
    """Return the next line of a member; it passes where no answer can be used.

    A line that is none, or says an earlier one again, is asked for once more, as one that cannot be
    read. Who says goodbye in a talk ends it. Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    stand = material.standpoint
    is_talk = material.partner is not None

    def check(words: Words) -> Words:
        if not words.say:
            return words
        unsaid = (material.strategy, material.topic, words.situation, words.reasons)
        say = fresh_words(words.say, stand, material.lines, unsaid)
        is_parting = is_talk and is_goodbye(say, stand.script.language)
        return replace(words, say=say, ends=words.ends or is_parting)

    answer = _TOKENS + (_MORE_TO_THINK if stand.script.course.has_thinking else 0)
    answer += _MORE_TO_SEE if material.perceives else 0
    tokens = budget(Purpose.SPEAK, answer)
    asked = await ask(
        Checked(question=SpeakUp.of(material, tokens), check=check),
        purpose=Purpose.SPEAK,
        material=material,
        max_tokens=answer,
        temperature=_IN_A_TALK if is_talk else _BEFORE_ALL,
    )
    return asked.answer or default_words(material), replace(asked, prompt_budget=tokens)
