"""What people are seen to do, in words: the texts of acts and of what bystanders make of them.

Data: `acts.toml`.
"""

from npcserver.language import text

SLEEPING_EMOJI = "\N{SLEEPING SYMBOL}"
WAITING_EMOJI = "\N{HOURGLASS WITH FLOWING SAND}"
TALKING_EMOJI = "\N{SPEECH BALLOON}"


def seen(name: str, activity: str, language: str) -> str:
    """Return an activity as others see it: `Maria is reading`."""
    return text("acts", "doing", language).format(name=name, activity=activity.strip().rstrip("."))


def sleeping(language: str) -> str:
    """Return what one does at night."""
    return text("acts", "sleeping", language)


def waiting_for(place: str, language: str) -> str:
    """Return what one does before a place that is full."""
    return text("acts", "waiting", language).format(place=place)


def talking_with(name: str, language: str) -> str:
    """Return what one does in a conversation."""
    return text("acts", "talking", language).format(name=name)


def pausing(language: str) -> str:
    """Return what one does who lets something pass."""
    return text("acts", "pausing", language)


def here(name: str, language: str) -> str:
    """Return that somebody is there, as others see it."""
    return text("acts", "here", language).format(name=name)
