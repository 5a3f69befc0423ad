"""Who calls, what callers may do, and the keys and tokens that say so."""

from npcserver.app.access.access_control import AccessControl, Subject
from npcserver.app.access.key_management import KeyManagement
from npcserver.app.access.player_tokens import PlayerTokens, TokenWish

__all__ = [
    "AccessControl",
    "KeyManagement",
    "PlayerTokens",
    "Subject",
    "TokenWish",
]
