"""Every question the house asks; each has a template of its name in every language."""

from npcserver.prompts.importance import RateImportance
from npcserver.prompts.reply import GiveReply

QUESTIONS = (GiveReply, RateImportance)
