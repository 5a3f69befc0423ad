"""Accounts of people: invitations, passwords, sessions, and who may do what."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated, Any, Final

from npcserver.app.access.key_management import KEY_WORLDS, access_change
from npcserver.model.access import AccessKey, Account, AccountSession, KeyRole, digest_of
from npcserver.model.author_change import AuthorChange, ChangeKind
from npcserver.model.bounds import Items, Name
from npcserver.model.character import skeleton
from npcserver.model.errors import (
    AlreadyExists,
    Conflict,
    InvalidInput,
    NotAllowed,
    NotPossibleNow,
    Reason,
)
from npcserver.model.ids import new_id
from npcserver.ports.access import AccountArchive, KeyArchive, PasswordHasher
from npcserver.ports.clock import Clock

LONGEST_SESSION: Final = timedelta(hours=12)
"""How long a person stays signed in: a working day."""
LINK_LIFETIME: Final = timedelta(days=7)
"""How long the link of an invitation counts: over a weekend, and a holiday."""
SHORTEST_PASSWORD: Final = 10
"""Letters of a password. Attempts are few and slow, so no other rule is asked for."""
LONGEST_PASSWORD: Final = 200
_AGENT: Final = 200  # letters of what a browser says of itself


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountHolder:
    """An account with the key that says what it may do."""

    key: AccessKey
    account: Account


class Accounts:
    """Changes accounts. Links and cookies are returned once, and kept as digests.

    `refresh` is called after each change of what a person may do, as for keys.
    """

    def __init__(
        self,
        accounts: AccountArchive,
        keys: KeyArchive,
        hasher: PasswordHasher,
        clock: Clock,
        refresh: Callable[[], None] = lambda: None,
    ) -> None:
        self._accounts = accounts
        self._keys = keys
        self._hasher = hasher
        self._clock = clock
        self._refresh = refresh

    async def invite(
        self,
        *,
        name: Name,
        role: KeyRole,
        world_ids: Annotated[tuple[str, ...], Items(KEY_WORLDS, drops_repeats=True)] = (),
    ) -> tuple[AccountHolder, str]:
        """Make an account; return it, and the secret of the link with which its person begins.

        Raises `AlreadyExists` for a name that looks like that of another account.
        """
        now, secret = self._clock.now(), _new_link()
        key = AccessKey(
            id=new_id("key"),
            prefix="",
            name=name,
            role=role,
            world_ids=world_ids,
            digest="",
            created_at=now,
        )
        account = Account(
            id=key.id,
            look=skeleton(name),
            link_digest=digest_of(secret),
            link_until=now + LINK_LIFETIME,
        )
        made = access_change(ChangeKind.ACCOUNT, key, "made", now)
        if not await self._accounts.add(key, account, made):
            raise AlreadyExists("account", name, "another one has this name, or one like it")
        self._refresh()
        return AccountHolder(key=key, account=account), secret

    async def list(self) -> tuple[AccountHolder, ...]:
        """Return all accounts by name, those that were deactivated included."""
        keys = {one.id: one for one in await self._keys.all()}
        found = await self._accounts.all()
        people = (AccountHolder(key=keys[one.id], account=one) for one in found if one.id in keys)
        return tuple(sorted(people, key=lambda one: one.key.name.casefold()))

    async def get(self, account_id: str) -> AccountHolder:
        """Return an account. Raises `InvalidInput`."""
        account = await self._accounts.find(account_id=account_id) if account_id else None
        if account is None:
            raise _no_account()
        return AccountHolder(key=await self._key(account), account=account)

    async def renew_link(self, account_id: str) -> str:
        """Return the secret of a new link with which a person chooses a password anew."""
        person, secret = await self.get(account_id), _new_link()
        until = self._clock.now() + LINK_LIFETIME
        change = self._change(person.key, "linked")
        await self._put(person.account, change, link_digest=digest_of(secret), link_until=until)
        return secret

    async def change(
        self,
        account_id: str,
        *,
        role: KeyRole,
        world_ids: Annotated[tuple[str, ...], Items(KEY_WORLDS, drops_repeats=True)] = (),
    ) -> None:
        """Change what a person may do."""
        person = await self.get(account_id)
        await self._put_key(replace(person.key, role=role, world_ids=world_ids), "changed")

    async def deactivate(self, account_id: str) -> None:
        """End all sessions of a person, and let nobody sign in with the account."""
        person = await self.get(account_id)
        if person.key.revoked_at is None:
            gone = replace(person.key, revoked_at=self._clock.now())
            await self._put_key(gone, "deactivated")
        await self._put(person.account, link_digest="", link_until=None)
        await self._accounts.end(account_id)

    async def reactivate(self, account_id: str) -> None:
        """Let a person sign in again."""
        key = (await self.get(account_id)).key
        await self._put_key(replace(key, revoked_at=None), "activated")

    async def invited(self, link: str) -> AccountHolder:
        """Return whose link it is. Raises `NotPossibleNow` for one that was used or is over."""
        return await self._invited(digest_of(link))

    async def _invited(self, link_digest: str) -> AccountHolder:
        account = await self._accounts.find(link_digest=link_digest)
        now = self._clock.now()
        if account is not None and account.link_until is not None and now < account.link_until:
            key = await self._key(account)
            if key.counts_at(now):
                return AccountHolder(key=key, account=account)
        raise NotPossibleNow(
            "this link was used already, or is over; ask an administrator for another",
            Reason.INTERNAL,
        )

    async def join(self, link: str, password: str) -> str:
        """Choose a password with a link, which ends with all sessions; return the account's id."""
        person = await self.invited(link)
        _check(password, person.key.name)
        hashed = await self._hasher.hash(password)
        await self._put(person.account, password=hashed, link_digest="", link_until=None)
        await self._accounts.end(person.account.id)
        return person.account.id

    async def sign_in(self, name: str, password: str) -> str:
        """Return the id of the account with a name and password.

        Raises `NotAllowed`, in the same words and after the same time whatever is wrong.
        """
        account = await self._accounts.find(look=skeleton(name) or "\0")
        hashed = "" if account is None else account.password
        does_fit = await self._hasher.fits(hashed, password)
        if account is not None and does_fit:
            key = await self._key(account)
            if key.counts_at(self._clock.now()):
                return account.id
        raise NotAllowed(
            "no account has this name and password; try again, or ask an administrator for a link "
            "with which you choose a new password"
        )

    async def sign_in_by(self, subject: str) -> str:
        """Return the id of the account that a provider's person has. Raises `NotAllowed`."""
        account = await self._accounts.find(subject=subject)
        if account is not None and (await self._key(account)).counts_at(self._clock.now()):
            return account.id
        raise NotAllowed(
            "no account is connected with this person of the provider; use the link of your "
            "invitation, or connect the provider on the page Your account"
        )

    async def join_by(self, link_digest: str, subject: str) -> str:
        """Connect a provider's person with the account of a link, which ends; return its id."""
        person = await self._invited(link_digest)
        await self._connect(person.account, subject, link_digest="", link_until=None)
        await self._accounts.end(person.account.id)
        return person.account.id

    async def connect(self, account_id: str, subject: str) -> None:
        """Connect a provider's person with an account, instead of another one."""
        await self._connect((await self.get(account_id)).account, subject)

    async def _connect(self, account: Account, subject: str, **changes: Any) -> None:
        known = await self._accounts.find(subject=subject)
        if known is not None and known.id != account.id:
            raise NotPossibleNow(
                "another account is connected with this person of the provider; sign in with that",
                Reason.STILL_IN_USE,
            )
        await self._put(account, subject=subject, **changes)

    async def change_password(self, account_id: str, *, old: str, new: str, keep: str = "") -> None:
        """Change a password, and end all sessions but the one to keep. Raises `InvalidInput`."""
        person = await self.get(account_id)
        if not await self._hasher.fits(person.account.password, old):
            raise InvalidInput("password", "is not the present one of this account")
        _check(new, person.key.name, "new_password")
        await self._put(person.account, password=await self._hasher.hash(new))
        await self.end(account_id, keep=keep)

    async def begin(self, account_id: str, secret: str, agent: str, address: str) -> None:
        """Begin a session of the browser that keeps a secret."""
        now = self._clock.now()
        session = AccountSession(
            digest=digest_of(secret),
            account_id=account_id,
            begun_at=now,
            agent=agent[:_AGENT],
            address=address,
        )
        await self._accounts.begin(session, over=now - LONGEST_SESSION)

    async def holder(self, secret: str) -> str:
        """Return the id of the account that is signed in. Raises `NotAllowed`."""
        session = await self._accounts.session(digest_of(secret))
        if session is None or self._clock.now() - session.begun_at >= LONGEST_SESSION:
            raise NotAllowed("your session is over; sign in again")
        return session.account_id

    async def sessions(self, account_id: str) -> tuple[AccountSession, ...]:
        """Return the sessions of a person, newest first."""
        since = self._clock.now() - LONGEST_SESSION
        found = await self._accounts.sessions(account_id)
        return tuple(one for one in found if one.begun_at > since)

    async def end(self, account_id: str, *, digest: str = "", keep: str = "") -> None:
        """End one session of a person, or all but that of the secret to keep."""
        await self._accounts.end(account_id, digest, digest_of(keep) if keep else "")

    async def _key(self, account: Account) -> AccessKey:
        for key in await self._keys.all():
            if key.id == account.id:
                return key
        raise _no_account()

    def _change(self, key: AccessKey, what: str) -> AuthorChange:
        return access_change(ChangeKind.ACCOUNT, key, what, self._clock.now())

    async def _put(
        self, account: Account, change: AuthorChange | None = None, **changes: object
    ) -> None:
        changed = replace(account, **changes)  # type: ignore[arg-type]
        if not await self._accounts.put(changed, before=account, change=change):
            raise Conflict(
                "this account was changed in the meantime; load the page again",
                Reason.ETAG_MISMATCH,
            )

    async def _put_key(self, key: AccessKey, what: str) -> None:
        if not await self._accounts.put_key(key, self._change(key, what)):
            raise NotPossibleNow(
                f"{key.name} is the last administrator; make another one first, who has signed in "
                "once",
                Reason.STILL_IN_USE,
            )
        self._refresh()


def _check(password: str, name: str, field: str = "password") -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InvalidInput(
            field, f"must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters; take a sentence"
        )
    if skeleton(name) in skeleton(password) and len(password) < len(name) + SHORTEST_PASSWORD:
        raise InvalidInput(field, "is little more than the name; take another one")


def _no_account() -> InvalidInput:
    return InvalidInput("account", "is none of this server; load the page again")


def _new_link() -> str:
    return secrets.token_urlsafe(32)
