"""Accounts of people, for administrators."""

from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from npcserver.app.access import AccountHolder
from npcserver.app.access.key_management import KEY_WORLDS
from npcserver.app.pagination import Page
from npcserver.model import limits
from npcserver.model.access import KeyRole
from npcserver.model.errors import InvalidInput, NotPossibleNow, Reason
from npcstudio.visits import Visit

_DONE: Final = {
    "role": "person_role",
    "deactivate": "person_deactivate",
    "reactivate": "person_reactivate",
    "sign_out": "person_sign_out",
}
"""What can be done to an account, and what is told then; a link is shown instead."""


async def show_accounts(visit: Visit) -> Response:
    """Show all accounts."""
    return await _shown(visit)


async def invite(visit: Visit) -> Response:
    """Make an account, and show its link, once."""
    if await visit.services.access.is_open():
        # It would shut the server to its owner, as the first key would.
        raise NotPossibleNow(
            "this server has neither keys nor accounts, so anybody on this machine may do all; "
            "make the first administrator with `npcserver people add NAME`",
            Reason.PERMISSION_DENIED,
        )
    form = visit.form
    person, secret = await visit.services.accounts.invite(
        name=_one_line(form.text("name", needed=True)),
        role=_role(form.text("role")),
        world_ids=form.all("worlds", KEY_WORLDS),
    )
    return await _shown(visit, person, secret)


async def change(visit: Visit) -> Response:
    """Do to an account what its button says."""
    form, people = visit.form, visit.services.accounts
    account_id, what = form.text("account", limits.IDENTIFIER, needed=True), form.text("do")
    if what == "link":
        secret = await people.renew_link(account_id)
        return await _shown(visit, await people.get(account_id), secret)
    if what not in _DONE:
        raise InvalidInput("do", f"must be link or one of {', '.join(_DONE)}")
    if what == "role":
        role, worlds = _role(form.text("role")), form.all("worlds", KEY_WORLDS)
        await people.change(account_id, role=role, world_ids=worlds)
    elif what == "deactivate":
        await people.deactivate(account_id)
    elif what == "reactivate":
        await people.reactivate(account_id)
    else:
        await people.end(account_id)
    return visit.to("people", done=_DONE[what])


async def _shown(visit: Visit, invited: AccountHolder | None = None, secret: str = "") -> Response:
    link = f"{visit.studio.address or visit.origin}/join?link={secret}" if secret else ""
    worlds = await visit.services.worlds.list(Page(limits.PAGE))
    return visit.page(
        "accounts",
        HTTPStatus.OK,
        people=await visit.services.accounts.list(),
        roles=tuple(KeyRole),
        worlds={one.id: one.name for one in worlds.items},
        invited=invited,
        link=link,
    )


def _role(value: str) -> KeyRole:
    if value not in tuple(KeyRole):
        raise InvalidInput("role", f"must be one of {', '.join(KeyRole)}")
    return KeyRole(value)


def _one_line(name: str) -> str:
    if problem := limits.text_problem(name, limits.NAME, is_one_line=True):
        raise InvalidInput("name", problem)
    return name
