"""Who calls, what callers may do, and the keys and tokens that say so."""

from npcserver.app.access.access_control import AccessControl, PlayerTokens, Subject, TokenWish
from npcserver.app.access.key_management import KeyManagement

__all__ = [
    "AccessControl",
    "KeyManagement",
    "PlayerTokens",
    "Subject",
    "TokenWish",
]
