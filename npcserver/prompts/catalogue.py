"""Every question the house asks; each has a template of its name in every language."""

from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.decompose import DecomposeBlock
from npcserver.prompts.group_choose import ChoosePartner
from npcserver.prompts.group_chronicle import Chronicle
from npcserver.prompts.group_digest import Digest
from npcserver.prompts.group_speak import SpeakUp
from npcserver.prompts.group_update import TakeStock
from npcserver.prompts.group_vote import CastVote
from npcserver.prompts.importance import RateImportance
from npcserver.prompts.insights import InferInsights
from npcserver.prompts.interview import AnswerInterview
from npcserver.prompts.plan import PlanDay
from npcserver.prompts.questions import WonderAbout
from npcserver.prompts.react import DecideReaction
from npcserver.prompts.relate import ReviseImpression
from npcserver.prompts.render import FALLBACK_LANGUAGE, Templates
from npcserver.prompts.reply import GiveReply
from npcserver.prompts.summarise import SummariseTalk

QUESTIONS = (
    GiveReply,
    RateImportance,
    WonderAbout,
    InferInsights,
    SummariseTalk,
    ReviseImpression,
    AnswerInterview,
    PlanDay,
    DecomposeBlock,
    DecideReaction,
    TakeTurn,
    ChoosePartner,
    SpeakUp,
    TakeStock,
    CastVote,
    Digest,
    Chronicle,
)


def check(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile every template of a language; raises `InvalidInput` naming the first broken one.

    Called at start it finds authors' mistakes before a player does.
    """
    for question in QUESTIONS:
        templates.check(question.template, language)


def warm(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile what a player would wait for; thoughts compile the others when they come to them."""
    templates.check(GiveReply.template, language)
