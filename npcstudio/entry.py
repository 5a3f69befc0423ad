"""Signing in with a key of the server, and out."""

from http import HTTPStatus

from starlette.responses import RedirectResponse, Response

from npcserver.model.errors import NotAllowed, NotPermitted
from npcstudio.visits import Visit, keep_session


async def show_sign_in(visit: Visit) -> Response:
    """Show the form, or lead on where the server asks for no key."""
    if await visit.services.access.is_open():
        return RedirectResponse(_inside(visit.asked.text("next", 4_000)), HTTPStatus.SEE_OTHER)
    return visit.page("sign_in", next=visit.asked.text("next", 4_000), told="")


async def sign_in(visit: Visit) -> Response:
    """Begin a session with the key that was typed."""
    target = visit.form.text("next", 4_000)
    try:
        session = await visit.studio.sessions.sign_in(visit.form.text("key", 4_000))
    except (NotAllowed, NotPermitted) as fault:
        return visit.page("sign_in", HTTPStatus.FORBIDDEN, next=target, told=fault.message)
    response = RedirectResponse(_inside(target), HTTPStatus.SEE_OTHER)
    keep_session(visit.studio, response, session)
    return response


async def sign_out(visit: Visit) -> Response:
    """Forget the session."""
    response = visit.to("sign-in")
    keep_session(visit.studio, response, visit.studio.sessions.begin())
    return response


def _inside(target: str) -> str:
    """Return a page of the studio, whatever an address names."""
    is_own = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if is_own else "/"
