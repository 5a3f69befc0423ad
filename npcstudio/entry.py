"""Signing in with an account or with a key of the server, and out."""

import math
from http import HTTPStatus

from starlette.responses import RedirectResponse, Response

from npcserver.model.access import digest_of
from npcserver.model.character import skeleton
from npcserver.model.errors import (
    Fault,
    InvalidInput,
    NotAllowed,
    NotPermitted,
    NotPossibleNow,
    OverLimit,
    Unavailable,
)
from npcstudio.markup import inside
from npcstudio.provider import OidcProvider, ProviderPlan
from npcstudio.visits import Visit, keep_session, status_of


async def show_sign_in(visit: Visit) -> Response:
    """Show the forms, or lead on where the server asks for no key."""
    if await visit.services.access.is_open():
        return RedirectResponse(inside(visit.asked.text("next", 4_000)), HTTPStatus.SEE_OTHER)
    return _form(visit, visit.asked.text("next", 4_000))


async def sign_in(visit: Visit) -> Response:
    """Begin a session with the name and password, or the key, that was typed."""
    target, name = visit.form.text("next", 4_000), visit.form.text("name")
    try:
        if key := visit.form.text("key", 4_000):
            session = await visit.studio.sessions.sign_in(key)
            await visit.studio.sessions.end(visit.session)
            response = RedirectResponse(inside(target), HTTPStatus.SEE_OTHER)
            keep_session(visit.studio, response, session)
            return response
        account_id = await _account(visit, name, visit.form.secret("password"))
    except (InvalidInput, NotAllowed, NotPermitted, OverLimit) as fault:
        return _form(visit, target, fault, name)
    return await signed_in(visit, account_id, target)


async def _account(visit: Visit, name: str, password: str) -> str:
    """Return the id of the account that signs in; each attempt counts before it is made."""
    look, address = skeleton(name), visit.sender
    studio = visit.studio
    known_id, _, _ = visit.known.partition(".")
    is_known = False
    if known_id and studio.sessions.is_known(visit.known, known_id):
        is_known = skeleton(studio.services.access.name_of(known_id)) == look
    studio.attempts.note(look, address, is_known=is_known)
    account_id = await studio.services.accounts.sign_in(name, password)
    studio.attempts.forget(look, address, is_known=is_known)
    return account_id


async def signed_in(visit: Visit, account_id: str, target: str = "/") -> Response:
    """Begin a session of an account, with another cookie than before, and lead on."""
    studio, headers = visit.studio, visit.request.headers
    await studio.sessions.end(visit.session)
    session = await studio.sessions.begin_of(
        account_id, headers.get("user-agent", ""), visit.sender
    )
    response = RedirectResponse(inside(target), HTTPStatus.SEE_OTHER)
    keep_session(studio, response, session, account_id)
    return response


async def sign_out(visit: Visit) -> Response:
    """Forget the session."""
    await visit.studio.sessions.end(visit.session)
    response = visit.to("sign-in")
    keep_session(visit.studio, response, visit.studio.sessions.begin())
    return response


async def show_join(visit: Visit) -> Response:
    """Show whose link it is, with a form for the password; a link is used by the form alone."""
    link = visit.asked.text("link", 200)
    person = await visit.services.accounts.invited(link)
    return visit.page("join", person=person, link=link)


async def join(visit: Visit) -> Response:
    """Choose a password with a link, and sign in."""
    password = _typed_twice(visit, "password")
    account_id = await visit.services.accounts.join(visit.form.text("link", 200), password)
    return await signed_in(visit, account_id)


async def to_provider(visit: Visit) -> Response:
    """Lead to the provider: to sign in, to begin with a link, or to connect an account."""
    form, provider = visit.form, _provider(visit)
    link = form.text("link", 200)
    if link:
        await visit.services.accounts.invited(link)
    plan = ProviderPlan(
        target=inside(form.text("next", 1_000)),
        link_digest=digest_of(link) if link else "",
        connects=bool(form.text("connects")),
    )
    url = await provider.begin(visit.session, _answer_address(visit), plan)
    # A page that leads on, since a form may not lead to another site.
    return visit.page("to_provider", target=url, provider=provider.name)


async def from_provider(visit: Visit) -> Response:
    """Read what the provider says, and sign in."""
    try:
        return await _answered(visit)
    except (InvalidInput, NotAllowed, NotPossibleNow, Unavailable) as fault:
        return _form(visit, "/", fault)


async def _answered(visit: Visit) -> Response:
    accounts, answer = visit.services.accounts, dict(visit.asked.pairs)
    address = _answer_address(visit)
    subject, plan = await _provider(visit).finish(visit.session, address, answer)
    if plan.connects:
        account_id = await accounts.holder(visit.session.nonce)
        await accounts.connect(account_id, subject)
        return visit.to("account", done="connected")
    if plan.link_digest:
        account_id = await accounts.join_by(plan.link_digest, subject)
    else:
        account_id = await accounts.sign_in_by(subject)
    return await signed_in(visit, account_id, plan.target)


def _provider(visit: Visit) -> OidcProvider:
    if visit.studio.provider is None:
        raise InvalidInput("provider", "is not set up on this server; sign in with a password")
    return visit.studio.provider


def _answer_address(visit: Visit) -> str:
    return f"{visit.studio.address or visit.origin}/provider/answer"


async def show_account(visit: Visit) -> Response:
    """Show who is signed in, and in which browsers."""
    people, account_id = visit.services.accounts, visit.account_id
    person = await people.get(account_id) if account_id else None
    return visit.page(
        "account",
        person=person,
        sessions=await people.sessions(account_id) if account_id else (),
        own=digest_of(visit.session.nonce),
    )


async def change_password(visit: Visit) -> Response:
    """Change the password; other browsers are signed out."""
    new = _typed_twice(visit, "new_password")
    person = await visit.services.accounts.get(visit.account_id)
    visit.studio.attempts.note(person.account.look, visit.sender, is_known=True)
    await visit.services.accounts.change_password(
        person.key.id,
        old=visit.form.secret("password"),
        new=new,
        keep=visit.session.nonce,
    )
    visit.studio.attempts.forget(person.account.look, visit.sender, is_known=True)
    return visit.to("account", done="password")


async def end_session(visit: Visit) -> Response:
    """Sign out of one browser, or of all but this one."""
    digest = visit.form.text("session", 64)
    await visit.services.accounts.end(
        visit.account_id, digest=digest, keep="" if digest else visit.session.nonce
    )
    return visit.to("account", done="ended")


def _typed_twice(visit: Visit, name: str) -> str:
    password = visit.form.secret(name)
    if password != visit.form.secret("password_again"):
        raise InvalidInput("password_again", "differs from the first; type the same in both fields")
    return password


def _form(visit: Visit, target: str, fault: Fault | None = None, name: str = "") -> Response:
    status = HTTPStatus.OK if fault is None else status_of(fault)
    if isinstance(fault, NotAllowed):
        status = HTTPStatus.FORBIDDEN  # 401 asks browsers for a header
    told = "" if fault is None else fault.message
    response = visit.page("sign_in", status, next=target, told=told, login=name)
    if isinstance(fault, OverLimit) and fault.retry_after is not None:
        response.headers["retry-after"] = str(math.ceil(fault.retry_after))
    return response
