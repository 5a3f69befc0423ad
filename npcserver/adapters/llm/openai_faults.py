"""The one table that turns errors of the openai package into our faults."""

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
import openai

from npcserver.model.errors import (
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
    PromptTooLong,
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

Spoken = Callable[[], bool]
_MOST_TOKENS = 1 << 31
_Translate = Callable[[Exception, bool], ModelFault]


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


_NO_KEY = KeySource()


@contextmanager
def translated(has_spoken: Spoken, key: KeySource = _NO_KEY) -> Iterator[None]:
    """Raise every fault of an endpoint as a `ModelFault`.

    `has_spoken` returns whether text had arrived: a connection lost after that is a truncated
    answer, one lost before is an unreachable model.
    """
    try:
        yield
    except ModelFault:
        raise
    except _FOREIGN as error:
        raise _fault(error, has_spoken(), key) from error


def _fault(error: Exception, has_spoken: bool, key: KeySource) -> ModelFault:  # noqa: FBT001 - a fact
    if isinstance(error, openai.APIStatusError):  # 4xx, 5xx, 429
        return _refused(error, key)
    for kind, translate in _TABLE:
        if isinstance(error, kind):
            return translate(error, has_spoken)
    raise error


def is_too_long(error: openai.APIError) -> bool:
    """Return whether the endpoint refuses a prompt that exceeds the model's context."""
    if isinstance(error, openai.RateLimitError):  # "too large" for what is left of a quota
        return False
    return bool(_TOO_LONG.search(f"{error.code} {error.type} {error.message}"))


def _too_long(error: openai.APIError) -> PromptTooLong:
    """Return the fault with the numbers that the endpoint names, as fields or in its message."""
    named = error.body if isinstance(error.body, dict) else {}
    return PromptTooLong(
        "the endpoint refused the prompt because it is longer than the model's context",
        context_tokens=_number(named.get("n_ctx")) or _found(_CONTEXT, error.message),
        prompt_tokens=_number(named.get("n_prompt_tokens")) or _found(_PROMPT, error.message),
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value < _MOST_TOKENS else None


def _found(pattern: re.Pattern[str], message: str) -> int | None:
    match = pattern.search(message)
    return None if match is None else _number(int(next(filter(None, match.groups()))[:12]))


def _refused(error: openai.APIStatusError, key: KeySource) -> ModelFault:
    if is_too_long(error):
        return _too_long(error)
    status = error.status_code
    match status:
        case 401:
            advice = key.not_valid
        case 403:
            advice = key.not_allowed
        case _:
            advice = _ADVICE.get(status, "see the endpoint's own log")
    return ModelUnreachable(
        f"the endpoint refused with status {status}{_code(error)}; {advice}",
        retry_after=retry_after(error),
    )


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


def _failed(error: Exception, has_spoken: bool) -> ModelFault:  # noqa: FBT001
    if not has_spoken and isinstance(error, openai.APIError) and is_too_long(error):
        return _too_long(error)
    return ModelUnreachable(
        f"the endpoint reported an error in the middle of the answer{_code(error)}"
    )


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
    (openai.APIError, _failed),  # an error object in the stream
    (openai.OpenAIError, _unusable),
    (httpx2.TimeoutException, _slow),
    (httpx2.RequestError, _lost),
    (httpx2.StreamError, _lost),
    (httpx2.InvalidURL, _unusable),
    (ValueError, _garbled),  # a bad chunk is a bare JSONDecodeError, bad UTF-8 a UnicodeDecodeError
    (RecursionError, _garbled),  # JSON nested without end
)
_FOREIGN = tuple(kind for kind, _ in _TABLE)

_ADVICE = {
    400: "the model or a setting does not suit it",
    402: "no credit is left for this key",
    404: "check model.name and model.base_url",
    413: "the request is too large for the endpoint",
    429: "too many requests or no credit left; model.concurrency says how many come at a time",
    503: "it may take fewer calls at a time than model.concurrency, or still be loading",
}


def _code(error: Exception) -> str:
    """Return the endpoint's error code, never its message, which may quote the prompt."""
    code = getattr(error, "code", None) or getattr(error, "type", None)
    return f" ({str(code)[:60]})" if isinstance(code, str | int) else ""


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
