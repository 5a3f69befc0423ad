"""Translation of errors of an embeddings endpoint into `Unavailable`."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import openai

from npcserver.model.errors import Reason, Unavailable


class EndpointFault(Unavailable):
    """The endpoint gave no vectors; `is_passing` if a retry may help.

    `status` is the HTTP status, or 0 if there was no answer or an unusable one.
    """

    def __init__(
        self,
        problem: str,
        *,
        is_passing: bool,
        retry_after: float | None = None,
        status: int = 0,
    ) -> None:
        super().__init__(f"the embeddings endpoint {problem}", Reason.EMBEDDER_UNAVAILABLE)
        self.is_passing = is_passing
        self.retry_after = retry_after
        self.status = status


@contextmanager
def translated(key_advice: str) -> Iterator[None]:
    """Turn errors of an endpoint in the block into `EndpointFault`.

    `key_advice` says what to do if the endpoint refuses the key.
    """
    try:
        yield
    except openai.APIStatusError as error:
        raise _refused(error, key_advice) from error
    except (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError) as error:
        raise EndpointFault("took too long", is_passing=True) from error
    except (openai.APIConnectionError, httpx2.RequestError, httpx2.StreamError) as error:
        cause = type(error.__cause__ or error).__name__
        problem = f"cannot be reached ({cause}); is it running, and is embedder.base_url right?"
        raise EndpointFault(problem, is_passing=True) from error
    except (openai.OpenAIError, httpx2.InvalidURL) as error:
        problem = f"cannot be used ({type(error).__name__}); check embedder.base_url"
        raise EndpointFault(problem, is_passing=False) from error


def _refused(error: openai.APIStatusError, key_advice: str) -> EndpointFault:
    status = error.status_code
    advice = key_advice if status == 401 else _ADVICE.get(status, "see its own log")
    return EndpointFault(
        f"refused with status {status}; {advice}",
        is_passing=status in (408, 409, 429) or status >= 500,
        retry_after=_retry_after(error),
        status=status,
    )


_ADVICE = {
    400: "check embedder.name",
    403: "this key may not use the model",
    404: "check embedder.name and embedder.base_url",
    413: "the model takes no text of this length",
    429: "too many requests or no credit left",
}


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds to wait that a refusal names; its form with a date is ignored."""
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
