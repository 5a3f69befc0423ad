"""One request to the studio: who asks, what was typed, and how the answer is made."""

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.policy import HTTP
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

import structlog
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from npcserver.app.access import Subject
from npcserver.app.admission import CallClass, called_by
from npcserver.app.services import Services
from npcserver.http.middleware import flaw
from npcserver.model import limits
from npcserver.model.access import Principal, Verb
from npcserver.model.errors import (
    Conflict,
    Fault,
    InvalidInput,
    NotAllowed,
    NotFound,
    NotPermitted,
    OverLimit,
    Unavailable,
)
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.timeline import Timeline
from npcserver.model.world import World
from npcserver.ports.author import write_as
from npcserver.ports.storage import RequestKey, limit_to_worlds
from npcstudio.attempts import SignInAttempts
from npcstudio.markup import PageTemplates, address, inside
from npcstudio.provider import OidcProvider
from npcstudio.sessions import LONGEST_SECONDS, PERSON, Sessions, StudioSession

_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    # With `no-referrer` browsers send forms with the origin `null`, which is refused.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
_STATUS: Final[Mapping[type[Fault], HTTPStatus]] = {
    InvalidInput: HTTPStatus.BAD_REQUEST,
    NotFound: HTTPStatus.NOT_FOUND,
    NotAllowed: HTTPStatus.UNAUTHORIZED,
    NotPermitted: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    OverLimit: HTTPStatus.TOO_MANY_REQUESTS,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}
_HIDDEN: Final = (
    "token",
    "request",
    "back",
    "key",
    "link",
    "password",
    "new_password",
    "password_again",
    "do",
    "etag",
    "version",
    "draft_seq",
)
"""Fields of forms that nobody typed, or that nobody else may read."""
_FORM: Final = "application/x-www-form-urlencoded"
_FILES: Final = "multipart/form-data"
_KNOWN_SECONDS: Final = 400 * 24 * 60 * 60
"""How long a browser keeps who was signed in; browsers keep nothing longer."""
_LONGEST_SECONDS: Final = 120.0  # as long as the longest turn
_log = structlog.get_logger(__name__)


class Fields:
    """What a query or form holds, read with bounds. Errors name the field."""

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]] = (),
        files: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> None:
        self.pairs = tuple(pairs)
        self._files = files or {}

    def file(self, name: str) -> tuple[str, bytes]:
        """Return the name and content of a file; empty where none was chosen."""
        return self._files.get(name, ("", b""))

    def text_of_file(self, name: str, longest: int) -> str:
        """Return the text of a file of at most `longest` bytes; empty where none was chosen."""
        file, content = self.file(name)
        if len(content) > longest:
            raise InvalidInput(name, f"has {len(content):,} bytes; shorten it to {longest:,}")
        try:
            return limits.cleaned(limits.decoded(content))
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            told = f"{file[: limits.IDENTIFIER]}, line {line}: is no text in UTF-8; save it as such"
            raise InvalidInput(name, told) from error

    def sent_text(self, name: str, longest: int) -> str:
        """Return the text of the chosen file, else what was typed. Raises `InvalidInput`."""
        text = self.text_of_file("file", longest) or self.text(name, longest)
        if not text.strip():
            raise InvalidInput(name, "must not be empty; paste the text of a file, or choose one")
        return text

    @property
    def digest(self) -> str:
        """What stands for all that was sent."""
        return hashlib.sha256(repr((self.pairs, sorted(self._files.items()))).encode()).hexdigest()

    def text(self, name: str, longest: int = limits.NAME, *, needed: bool = False) -> str:
        """Return a text of at most `longest` characters, "" where it is left out."""
        value = limits.cleaned(next((one for key, one in self.pairs if key == name), "")).strip()
        if (value or needed) and (problem := limits.text_problem(value, longest)):
            raise InvalidInput(name, problem)
        return value

    def secret(self, name: str) -> str:
        """Return a password as it was typed, blanks included, in one form of Unicode."""
        value = next((one for key, one in self.pairs if key == name), "")
        if len(value) > 4 * limits.NAME:
            raise InvalidInput(name, "is too long")
        return unicodedata.normalize("NFC", value)

    def all(self, name: str, most: int) -> tuple[str, ...]:
        """Return all values of a field that are not empty, at most `most`."""
        values = tuple(one.strip() for key, one in self.pairs if key == name and one.strip())
        if len(values) > most:
            raise InvalidInput(name, f"has {len(values)} values; choose at most {most}")
        for value in values:
            if problem := limits.text_problem(value, limits.IDENTIFIER, is_one_line=True):
                raise InvalidInput(name, problem)
        return values

    def number(self, name: str, low: int, high: int) -> int | None:
        """Return a whole number between two bounds, None where it is left out."""
        if not (value := self.text(name)):
            return None
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal()) or not low <= int(value) <= high:
            raise InvalidInput(name, f"must be a whole number from {low} to {high}")
        return int(value)

    def typed(self) -> Iterator[tuple[str, str]]:
        """Yield what a person typed, so that an error does not lose it."""
        yield from ((name, value) for name, value in self.pairs if name not in _HIDDEN and value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Studio:
    """What all visits share; `address` is where browsers find the studio, if it was set."""

    services: Services
    sessions: Sessions
    templates: PageTemplates
    attempts: SignInAttempts
    is_encrypted: bool
    address: str = ""
    provider: OidcProvider | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request of a visitor who may make it; `form` is empty where nothing was sent.

    `its_world` is the world of the address, or that of its timeline, which `its_timeline` is.
    """

    studio: Studio
    request: Request
    session: StudioSession
    principal: Principal
    form: Fields = field(default_factory=Fields)
    its_world: World | None = None
    its_timeline: Timeline | None = None

    @property
    def services(self) -> Services:
        """The use cases."""
        return self.studio.services

    @property
    def asked(self) -> Fields:
        """The query of the address."""
        return Fields(parse_qsl(self.request.url.query, keep_blank_values=True))

    @property
    def account_id(self) -> str:
        """The account of who is signed in; empty for a key, and where nobody is asked."""
        return self.principal.id if self.session.mark == PERSON else ""

    @property
    def sender(self) -> str:
        """The address that the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def known(self) -> str:
        """What the browser keeps of who was signed in before."""
        return self.request.cookies.get(f"{self.studio.sessions.cookie}_known", "")

    @property
    def origin(self) -> str:
        """Scheme, name and port by which the browser found the studio."""
        return str(self.request.base_url).rstrip("/")

    @property
    def seq(self) -> int | None:
        """The position that is looked at; None for the newest."""
        return self.asked.number("seq", 0, 2**53)

    @property
    def timeline_id(self) -> TimelineId:
        """The timeline of the address."""
        return TimelineId(self.request.path_params["timeline"])

    @property
    def character_id(self) -> CharacterId:
        """The character of the address."""
        return CharacterId(self.request.path_params["character"])

    @property
    def world(self) -> World:
        """The world of the address, or of its timeline."""
        if self.its_world is None:
            raise LookupError(self.path)
        return self.its_world

    @property
    def world_id(self) -> WorldId:
        """The id of that world."""
        return self.world.id

    @property
    def timeline(self) -> Timeline:
        """The timeline of the address, as it stands."""
        if self.its_timeline is None:
            raise LookupError(self.path)
        return self.its_timeline

    @property
    def path(self) -> str:
        """The path of the address, as browsers send it."""
        return quote(self.request.scope["path"])

    @property
    def address(self) -> str:
        """The path and the query."""
        query = self.request.url.query
        return f"{self.path}?{query}" if query else self.path

    @property
    def request_key(self) -> RequestKey:
        """What makes a form that is sent twice count once; one that was changed counts again."""
        self.form.text("request", limits.IDENTIFIER, needed=True)
        sent = f"{self.request.url.path} {self.form.digest}"
        digest = hashlib.sha256(sent.encode()).hexdigest()
        named = self.request.path_params
        scope = named.get("timeline") or named.get("world", "")
        return RequestKey(scope, f"studio-{digest[:32]}", digest)

    @property
    def authored(self) -> dict[str, Any]:
        """Who changes something, why, and what makes that count once, as use cases take it."""
        why = self.form.text("why", limits.NOTE)
        return {"author_id": self.principal.id, "why": why, "key": self.request_key}

    def may(self, verb: str) -> bool:
        """Return whether the visitor's key has a verb."""
        return Verb(verb) in self.principal.verbs

    async def require(self, verb: Verb, *timeline_ids: TimelineId) -> None:
        """Raise `NotPermitted` unless the visitor may do this, too."""
        named = [(Subject.TIMELINE, one) for one in timeline_ids]
        await self.services.access.authorise(self.principal, verb, named)

    def page(self, name: str, /, status: int = HTTPStatus.OK, **fields: object) -> Response:
        """Return a page of the studio; it knows world and timeline of the address."""
        done = self.asked.text("done") if self.request.method == "GET" else ""
        is_known = f"done.{done}" in self.studio.templates.words.texts
        told = f"done.{done}" if is_known and status == HTTPStatus.OK else ""
        html = self.studio.templates.render(
            name,
            visit=self,
            may=self.may,
            done=told,
            here=self.path,
            request_id=secrets.token_hex(16),
            author=self.services.access.name_of,
            **{"world": self.its_world, "timeline": self.its_timeline, **fields},
        )
        return HTMLResponse(html, status)

    def to(self, *parts: object, **query: object) -> Response:
        """Return that the browser goes on to another page of the studio."""
        return RedirectResponse(address(*parts, **query), HTTPStatus.SEE_OTHER)

    def back(self, done: str) -> Response:
        """Return that the browser goes back to the page of the form."""
        path, _, query = inside(self.form.text("back", 4_000)).partition("?")
        kept = [(name, value) for name, value in parse_qsl(query) if name != "done"]
        return RedirectResponse(
            f"{path}?{urlencode([*kept, ('done', done)])}", HTTPStatus.SEE_OTHER
        )


Handler = Callable[[Visit], Awaitable[Response]]


def entrance(
    studio: Studio, handler: Handler, verb: Verb | None
) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint that lets a visitor in who may do what the handler does.

    As the API does for its calls, it notes who calls, keeps to the worlds of the key, passes the
    gate of the class, and stores the turns that a crashed server left before minds are read. A
    handler without a verb is for those who are not signed in. A form is refused without its token.
    """

    async def answer(request: Request) -> Response:
        read = studio.sessions.read(request.cookies.get(studio.sessions.cookie, ""))
        session = read or studio.sessions.begin()
        visit = Visit(
            studio=studio,
            request=request,
            session=session,
            principal=Principal(id="", verbs=frozenset()),
        )
        if read is None and request.headers.get("sec-fetch-site") == "cross-site":
            # The cookie is not sent along with a link from elsewhere; from our own page it is. A
            # new one would end the session that there may be.
            response = visit.page("arrive", target=visit.address)
            response.headers.update(_HEADERS)
            return response
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                visit = replace(visit, form=await _form(visit))
                if verb is not None:
                    visit = replace(visit, principal=await _principal(visit, verb))
                response = await _handled(visit, handler, verb)
        except NotAllowed as fault:
            sign_in, is_page = visit.to("sign-in", next=visit.address), request.method == "GET"
            response = sign_in if is_page else _failed(visit, fault)
        except (Fault, TimeoutError) as fault:
            response = _failed(visit, fault)
        except Exception as error:  # noqa: BLE001 - the one place where all errors end
            _log.error("call_broke", method=request.scope["path"], exc_info=error)
            response = _failed(visit, error)
        if read is None and "set-cookie" not in response.headers:
            keep_session(studio, response, session)
        response.headers.update(_HEADERS)
        return response

    return answer


async def _principal(visit: Visit, verb: Verb) -> Principal:
    """Return who visits, if the key may do this to what the address names."""
    services = visit.services
    principal = await visit.studio.sessions.holder(visit.session)
    limit_to_worlds(principal.worlds)
    write_as(principal.id)
    subjects, parts = (Subject.WORLD, Subject.TIMELINE), visit.request.path_params
    named = [(one, parts[one]) for one in subjects if one in parts]
    # A list of worlds is filtered by its handler; other pages of the server are not for keys that
    # are limited to worlds.
    is_list = not named and verb is Verb.READ_WORLD
    asks = Principal(id=principal.id, verbs=principal.verbs) if is_list else principal
    await services.access.authorise(asks, verb, named)
    return principal


async def _handled(visit: Visit, handler: Handler, verb: Verb | None) -> Response:
    if verb is None:
        return await handler(visit)
    timeline = visit.request.path_params.get("timeline", "")
    passes = CallClass.WRITES if visit.request.method == "POST" else CallClass.READS
    with called_by(visit.principal.id):
        async with visit.services.admission.passed(passes, timeline):
            if timeline and verb is Verb.READ_MINDS:
                await visit.services.settle(TimelineId(timeline))
            return await handler(await _placed(visit))


async def _placed(visit: Visit) -> Visit:
    """Return a visit with the world and the timeline of its address. Raises `NotFound`."""
    named, services = visit.request.path_params, visit.services
    timeline = await services.timelines.get(visit.timeline_id) if "timeline" in named else None
    world_id = named.get("world") or (timeline and timeline.world_id)
    world = await services.worlds.get(WorldId(world_id)) if world_id else None
    if timeline and world and timeline.world_id != world.id:
        raise NotFound("timeline", timeline.id, "it is of another world; open it from its page")
    return replace(visit, its_world=world, its_timeline=timeline)


def keep_session(
    studio: Studio, response: Response, session: StudioSession, account_id: str = ""
) -> None:
    """Have the browser keep a session, and that an account was signed in in it."""
    name = studio.sessions.cookie
    kept = {name: (session.value, LONGEST_SECONDS)}
    if account_id:
        kept[f"{name}_known"] = (studio.sessions.knows(account_id), _KNOWN_SECONDS)
    for one, (value, seconds) in kept.items():
        response.set_cookie(
            one,
            value,
            max_age=seconds,
            httponly=True,
            secure=studio.is_encrypted,
            samesite="strict",
        )


async def _form(visit: Visit) -> Fields:
    request = visit.request
    if request.method != "POST":
        return Fields()
    body = await request.body()
    if (fault := flaw()) is not None:
        raise fault
    kind, _, _ = (whole := request.headers.get("content-type", "")).partition(";")
    if kind not in (_FORM, _FILES):
        raise InvalidInput("content-type", f"must be {_FORM}")
    try:
        if kind == _FILES:
            form = _with_files(whole, body)
        else:
            form = Fields(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=5_000))
    except ValueError as error:
        raise InvalidInput("form", "cannot be read; load the page again") from error
    if not secrets.compare_digest(form.text("token", 200).encode(), visit.session.token.encode()):
        raise _StaleFormError(form)
    return form


def _with_files(content_type: str, body: bytes) -> Fields:
    """Return the fields of a form of several parts. Raises `ValueError`."""
    head = f"content-type: {content_type}\r\n\r\n".encode()
    pairs: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    for part in message_from_bytes(head + body, policy=HTTP).iter_parts():
        name = str(part.get_param("name", "", header="content-disposition"))
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes):
            raise ValueError(name)  # noqa: TRY004 - as for all that cannot be read
        if part.get_filename() is None:
            pairs.append((name, content.decode()))
        else:
            files[name] = (str(part.get_filename()), content)
    return Fields(pairs, files)


class _StaleFormError(Fault):
    """A form without the token of the session: from elsewhere, or older than the session."""

    def __init__(self, form: Fields) -> None:
        super().__init__("", NotPermitted("").reason)
        self.form = form


def status_of(fault: Fault) -> HTTPStatus:
    """Return the status of a page that tells a fault."""
    found = (code for kind, code in _STATUS.items() if isinstance(fault, kind))
    return next(found, HTTPStatus.CONFLICT)


def _failed(visit: Visit, error: BaseException) -> Response:
    """Return a page that says what is wrong, with what was typed."""
    words, typed, way = visit.studio.templates.words, tuple(visit.form.typed()), ""
    if isinstance(error, _StaleFormError):
        status, told = HTTPStatus.FORBIDDEN, words("error.stale_form")
        typed = tuple(error.form.typed())
    elif isinstance(error, Fault):
        status, told = status_of(error), error.message
        if isinstance(error, NotAllowed):
            way = address("sign-in", next=visit.address)
        elif isinstance(error, NotFound) and error.kind == "memory":
            told, way = words("correct.gone"), address("t", visit.timeline_id, "corrections")
    elif isinstance(error, TimeoutError):
        status, told = HTTPStatus.SERVICE_UNAVAILABLE, words("error.too_slow")
    else:
        status, told = HTTPStatus.INTERNAL_SERVER_ERROR, words("error.broken")
    return visit.page("error", status, told=told, typed=typed, way=way)
