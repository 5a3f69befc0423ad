"""What endpoints refuse, and the one table that turns all other errors into our faults."""

import json
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Self
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
import openai

from npcserver.model.errors import (
    ModelDeclined,
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    PromptTooLong,
    unforeseen,
)
from npcserver.sockets import is_loopback

_TOO_LONG = re.compile(
    r"context.{0,16}(length|size|window)"  # OpenAI, vLLM, llama.cpp, LM Studio
    r"|(prompt|input|request|messages?|question).{0,40}too (long|large)"
    r"|input token count.{0,40}exceeds|max_tokens must be at least 1, got -",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"context (?:length|window|size)(?: is| of)?(?: only)? (\d+)|(\d+) maximum context"
    r"|allowed \((\d+)\)|> (\d+) maximum",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"resulted in (\d+)|\((\d+) in the messages|requested tokens \((\d+)\)|contains (\d+) tokens"
    r"|too long: (\d+)|(\d+) input tokens|token count \((\d+)\)|keep the first (\d+)",
    re.IGNORECASE,
)

_DECLINED = re.compile(
    r"content[ _-]?(?:filter|polic|management|moderation)|responsible ?ai|moderation|guardrail"
    r"|flagged|safety (?:system|filter|setting|polic)|data_inspection|polic(?:y|ies).{0,20}violat"
    r"|violat.{0,30}polic|prohibited[ _]content|inappropriate content|sensitive (?:content|word)",
    re.IGNORECASE,
)
_BILLING = re.compile(
    r"insufficient.{0,12}(?:quota|credit|balance|funds)|billing|payment|exceeded.{0,20}quota"
    r"|credit balance|out of credits?|arrears",
    re.IGNORECASE,
)
_KEY = re.compile(r"api[ _-]?key|unauthori[sz]ed|authentication", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model_not_found|invalid[ _]model|unknown model|no such model"
    r"|model\b.{0,80}(?:not (?:be )?found|does not exist|doesn't exist|is not available)",
    re.IGNORECASE,
)
_LOADING = re.compile(
    r"\bloading\b|\bunload|\bnot (?:yet )?(?:loaded|ready)|failed to load|warming|cold start"
    r"|starting up|still starting|initiali[sz]ing|no models? loaded|load(?:ed)? in progress",
    re.IGNORECASE,
)
_MOST_LOOKED_AT = 2_000  # characters of a message; some quote the whole request
_MOST_TOKENS = 1 << 31

Spoken = Callable[[], bool]
_Translate = Callable[[Exception, bool], ModelFault]


class RefusalKind(StrEnum):
    """What an endpoint refuses, as far as it says."""

    LENGTH = "length"  # the prompt is longer than the context
    CONTENT = "content"  # a filter takes offence at this prompt
    CALLER = "caller"  # key, credit, rate, or the name of the model
    LOADING = "loading"  # the model is not ready yet: the same will be answered soon
    OTHER = "other"  # the request, or anything else


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An error that an endpoint sent, as a status or in a stream (status 0).

    `message` may quote the prompt, so it is matched with patterns and never logged or shown.
    """

    status: int
    code: str = ""
    param: str = ""
    message: str = ""
    retry_after: float | None = None
    context_tokens: int | None = None
    prompt_tokens: int | None = None

    @classmethod
    def of(cls, error: openai.APIStatusError) -> Self:
        """Return the refusal of a request."""
        text = f"{error.message} {error.body}"  # a bare text is in the body alone
        return cls._read(error.body, text, status=error.status_code, retry_after=retry_after(error))

    @classmethod
    def in_event(cls, event: Mapping[str, object]) -> Self | None:
        """Return the error that an event is or holds, None for any other event."""
        error = event.get("error")
        if isinstance(error, dict):
            error = error if any(error.values()) else None
        is_error = event.get("object") == "error" or event.get("type") == "error"
        is_bare = "detail" in event or ("message" in event and bool(event.keys() & _CODES))
        if not error and (is_error or (is_bare and _status(event) >= _REFUSED)):
            error = event
        if not isinstance(error, str | dict) or not error:
            return None
        text = error if isinstance(error, str) else json.dumps(error, default=str)
        status = _status(error) if isinstance(error, dict) else 0
        return cls._read(error, text, status=status, retry_after=None)

    @classmethod
    def _read(cls, body: object, text: str, *, status: int, retry_after: float | None) -> Self:
        named = body if isinstance(body, dict) else {}
        code = named.get("code") or named.get("type")
        return cls(
            status=status,
            code=str(code)[:60] if isinstance(code, str | int) else "",
            param=param[:60] if isinstance(param := named.get("param"), str) else "",
            message=text[:_MOST_LOOKED_AT],
            retry_after=retry_after,
            context_tokens=_number(named.get("n_ctx")) or _found(_CONTEXT, text),
            prompt_tokens=_number(named.get("n_prompt_tokens")) or _found(_PROMPT, text),
        )

    @property
    def text(self) -> str:
        """All that it says, to be matched with patterns."""
        return f"{self.code} {self.param} {self.message}"

    @property
    def kind(self) -> RefusalKind:
        """What is refused, most certain first."""
        text, status = self.text, self.status
        if status != 429 and _TOO_LONG.search(text):  # there "too large" is for what is left
            return RefusalKind.LENGTH
        if status not in (401, 402, 404, 429) and _DECLINED.search(text):
            return RefusalKind.CONTENT
        if status in (401, 402, 403, 429) or _BILLING.search(text):
            return RefusalKind.CALLER
        if _KEY.search(text) or _NO_MODEL.search(text):
            return RefusalKind.CALLER
        return RefusalKind.LOADING if _LOADING.search(text) else RefusalKind.OTHER

    @property
    def told_code(self) -> str:
        """The endpoint's error code in parentheses, empty for none."""
        return f" ({self.code})" if self.code else ""

    def fault(self, key: "KeySource") -> ModelFault:
        """Return the fault that it is for those who asked."""
        kind, status, text = self.kind, self.status, self.text
        if kind is RefusalKind.LENGTH:
            return PromptTooLong(
                "the endpoint refused the prompt because it is longer than the model's context",
                context_tokens=self.context_tokens,
                prompt_tokens=self.prompt_tokens,
            )
        if kind is RefusalKind.CONTENT:
            return ModelDeclined(
                f"the endpoint's content filter refused the prompt{self.told_code}"
            )
        if status == 401 or (kind is RefusalKind.CALLER and status == 400 and _KEY.search(text)):
            advice = key.not_valid
        elif status == 403:
            advice = key.not_allowed
        elif kind is RefusalKind.CALLER and _BILLING.search(text):
            advice = _ADVICE[402]
        elif kind is RefusalKind.CALLER and status != 429 and _NO_MODEL.search(text):
            advice = _ADVICE[404]
        elif kind is RefusalKind.LOADING:
            advice = "the model is still being loaded, or could not be; see the endpoint's own log"
        else:
            advice = _ADVICE.get(status, "see the endpoint's own log")
        told = f"with status {status}" if status else "within its answer"
        return ModelUnreachable(
            f"the endpoint refused {told}{self.told_code}; {advice}", retry_after=self.retry_after
        )


_CODES = frozenset(("code", "status", "status_code", "statusCode"))
_REFUSED = 400
_LAST_STATUS = 599


def _status(error: Mapping[str, object]) -> int:
    found = (error.get(name) for name in sorted(_CODES))
    numbers = (int(n) if isinstance(n, str) and n.isdigit() and len(n) == 3 else n for n in found)
    return next((n for n in numbers if isinstance(n, int) and _REFUSED <= n <= _LAST_STATUS), 0)


class EndpointRefused(Exception):  # noqa: N818 - a refusal is no error until nothing else helps
    """A request was refused before any word; leaving something out of it may help."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"status {refusal.status}{refusal.told_code}")
        self.refusal = refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class KeySource:
    """The setting or environment variable of the key, and whether the key is set."""

    source: str = "model.api_key"
    is_given: bool = False

    @property
    def not_valid(self) -> str:
        """What to do if the endpoint does not accept the key."""
        if not self.is_given:
            return f"it wants a key; set {self.source}"
        told = f"it does not take the key in {self.source}; correct it"
        is_setting = "." in self.source
        return told if is_setting else f"{told}, or unset it and choose another model (model.name)"

    @property
    def not_allowed(self) -> str:
        """What is wrong if the key is valid but not allowed to do this."""
        return f"the key in {self.source} may not use the model; choose another (model.name)"


@contextmanager
def translated(has_spoken: Spoken) -> Iterator[None]:
    """Raise every failure of an endpoint as a `ModelFault`, or as `EndpointRefused`.

    `has_spoken` returns whether text had arrived: a connection lost after that is a truncated
    answer, one lost before is an unreachable model. What is in no row of the table is data of the
    endpoint that nobody foresaw, and a fault of the model too.
    """
    try:
        yield
    except (ModelFault, EndpointRefused):
        raise
    except openai.APIStatusError as error:  # 4xx, 5xx, 429
        raise EndpointRefused(Refusal.of(error)) from error
    except Exception as error:
        for kind, translate in _TABLE:
            if isinstance(error, kind):
                raise translate(error, has_spoken()) from error
        raise unforeseen(error) from error


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value < _MOST_TOKENS else None


def _found(pattern: re.Pattern[str], message: str) -> int | None:
    match = pattern.search(message)
    return None if match is None else _number(int(next(filter(None, match.groups()))[:12]))


def _lost(error: Exception, has_spoken: bool) -> ModelFault:  # noqa: FBT001
    if isinstance(error.__cause__, ModelFault):  # raised by our hook and wrapped on its way
        return error.__cause__
    if has_spoken:
        return ModelTruncated("the connection broke in the middle of the answer")
    return ModelUnreachable(f"no connection to the endpoint{_why(error)}")


def _why(error: Exception) -> str:
    """Return the cause of a failed connection and what to do, by the innermost error known."""
    causes = list(_causes(error))
    for kind, told in _CONNECTING:
        if any(isinstance(one, kind) for one in causes):
            return f": {told}"
    request = getattr(error, "request", None)
    if request is not None and uses_proxy(str(request.url)):
        return f": {_PROXY}"
    return f" ({type(error.__cause__ or error).__name__}); is it running, and there?"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all that it was raised from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def uses_proxy(url: str) -> bool:
    """Return whether the environment sends calls to a URL through a proxy."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    proxies = getproxies()
    return not is_loopback(host) and bool(
        (proxies.get(parts.scheme) or proxies.get("all")) and not proxy_bypass(host)
    )


_PROXY = (
    "the proxy of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY) does not let it through; "
    "correct or unset it, or add the host to NO_PROXY"
)
_CONNECTING: tuple[tuple[type[BaseException], str], ...] = (
    (httpx2.ProxyError, _PROXY),
    (
        ssl.SSLCertVerificationError,
        (
            "its certificate is signed by nobody this machine trusts, is for another name or has "
            "expired; a proxy that inspects TLS does so too: put its authority into SSL_CERT_FILE"
        ),
    ),
    (
        ssl.SSLError,
        (
            "it does not speak TLS as this server does; look whether model.base_url should begin "
            "with http:// in place of https://"
        ),
    ),
    (
        socket.gaierror,
        "no machine of that name is found; look for a slip in model.base_url, or at the network",
    ),
)


def _slow(_: Exception, __: bool) -> ModelFault:  # noqa: FBT001
    return ModelTooSlow("the endpoint timed out")


def _garbled(error: Exception, _: bool) -> ModelFault:  # noqa: FBT001
    if isinstance(error, UnicodeEncodeError):  # of a header of ours
        return ModelUnreachable(
            "the request could not be sent: the key or the address has a "
            "character that no header can carry; correct it"
        )
    return ModelTalkedNonsense(f"the endpoint sent what is no event ({type(error).__name__})")


def _unusable(error: Exception, _: bool) -> ModelFault:  # noqa: FBT001
    return ModelUnreachable(f"the endpoint cannot be used ({type(error).__name__})")


# first match wins; subclasses stand before their bases
_TABLE: tuple[tuple[type[Exception], _Translate], ...] = (
    (openai.APITimeoutError, _slow),
    (openai.APIConnectionError, _lost),  # refused, reset, cut body
    (openai.APIResponseValidationError, _garbled),
    (openai.OpenAIError, _unusable),
    (httpx2.TimeoutException, _slow),
    (httpx2.RequestError, _lost),
    (httpx2.StreamError, _lost),
    (httpx2.InvalidURL, _unusable),
    (ValueError, _garbled),  # a bad chunk is a bare JSONDecodeError, bad UTF-8 a UnicodeDecodeError
    (RecursionError, _garbled),  # JSON nested without end
)
_ADVICE = {
    400: "the model or a setting does not suit it",
    402: "no credit is left for this key",
    404: "check model.name and model.base_url",
    413: "the request is too large for the endpoint",
    429: "too many requests or no credit left; model.concurrency says how many come at a time",
    503: "it may take fewer calls at a time than model.concurrency, or still be loading",
}


def retry_after(error: Exception) -> float | None:
    """Return the seconds a refusal asks to wait, from `Retry-After` or `retry-after-ms`."""
    if not isinstance(error, openai.APIStatusError):
        return None
    headers = error.response.headers
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        return _seconds(headers["retry-after"]) if "retry-after" in headers else None
    except ValueError:
        return None


def _seconds(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
