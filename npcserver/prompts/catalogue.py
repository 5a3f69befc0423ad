"""Every question that the server asks a model; each has a template in every language."""

from npcserver.prompts.converse import ConverseQuestion
from npcserver.prompts.decompose import DecomposeQuestion
from npcserver.prompts.importance import ImportanceQuestion
from npcserver.prompts.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.plan import PlanQuestion
from npcserver.prompts.react import ReactQuestion
from npcserver.prompts.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import FALLBACK_LANGUAGE, Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.scene_round_questions import (
    ChronicleQuestion,
    DigestQuestion,
    UpdateQuestion,
    VoteQuestion,
)
from npcserver.prompts.scene_talk_questions import ChooseQuestion, SpeakQuestion

QUESTIONS = (
    ReplyQuestion,
    ImportanceQuestion,
    FocalPointsQuestion,
    InsightsQuestion,
    SummaryQuestion,
    RelationQuestion,
    InterviewQuestion,
    PlanQuestion,
    DecomposeQuestion,
    ReactQuestion,
    ConverseQuestion,
    ChooseQuestion,
    SpeakQuestion,
    UpdateQuestion,
    VoteQuestion,
    DigestQuestion,
    ChronicleQuestion,
)


def check(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile every template of a language; raises `InvalidInput` naming the first broken one.

    Called at start it finds authors' mistakes before a player does.
    """
    for question in QUESTIONS:
        templates.check(question.template, language)


def warm(templates: Templates, language: str = FALLBACK_LANGUAGE) -> None:
    """Compile the template of replies, so that no player waits; others compile on first use."""
    templates.check(ReplyQuestion.template, language)
