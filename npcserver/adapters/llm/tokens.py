"""Token counts where an endpoint gives none: an estimate, marked as one."""

from npcserver.model.turn import Usage
from npcserver.ports.language_model import Message

_LETTERS_PER_TOKEN = 4
_PER_MESSAGE = 4  # role and separators of a chat template


def estimate(text: str) -> int:
    """Return an estimate of the tokens in a text: one for four Latin letters, one per CJK sign."""
    wide = 0 if text.isascii() else sum(1 for letter in text if ord(letter) > 0x2E7F)
    return wide + -(-(len(text) - wide) // _LETTERS_PER_TOKEN)


def estimated_usage(messages: tuple[Message, ...], answer: str) -> Usage:
    """Return the usage of one call, estimated from its texts."""
    return Usage(
        prompt_tokens=sum(estimate(message.text) + _PER_MESSAGE for message in messages),
        completion_tokens=estimate(answer),
        estimated=True,
    )
