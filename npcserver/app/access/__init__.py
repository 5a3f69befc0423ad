"""Who calls, what callers may do, and the keys and tokens that say so."""

from npcserver.app.access.access_control import AccessControl, PlayerTokens, Subject, TokenWish
from npcserver.app.access.accounts import LONGEST_SESSION, AccountHolder, Accounts
from npcserver.app.access.key_management import KeyManagement

__all__ = [
    "LONGEST_SESSION",
    "AccessControl",
    "AccountHolder",
    "Accounts",
    "KeyManagement",
    "PlayerTokens",
    "Subject",
    "TokenWish",
]
