"""Requests and offers, told from questions: no fact answers them."""

import re

from npcserver import language
from npcserver.language.scripts import QUESTION_MARKS

QUESTION = re.compile(f"[{''.join(QUESTION_MARKS)}]|{language.expression('questions', 'ending')}")
"""Finds a question mark, or what ends a question without one."""
asks_for_something = language.finder("questions", "wish")
"""Return whether words ask for a thing, leave or a service, or offer one."""
asks_to_be_told = language.finder("questions", "informing")
"""Return whether words ask to be told something, which a request may do: `May I ask where …`"""
asks_for_own_words = language.finder("questions", "askers_words")
"""Return whether words ask for what their speaker said or asked for before."""


def is_request(text: str) -> bool:
    """Return whether words ask for or offer something, and not to be told anything."""
    return asks_for_something(text) and not asks_to_be_told(text)
