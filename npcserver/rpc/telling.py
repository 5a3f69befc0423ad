"""Turns errors into statuses for callers, and logs them."""

import structlog

from npcserver.model.errors import Reason
from npcserver.rpc import status

_OURS_TO_MEND = frozenset(
    (
        Reason.STORAGE_FULL,
        Reason.STORAGE_UNAVAILABLE,
        Reason.MODEL_UNAVAILABLE,
        Reason.EMBEDDER_UNAVAILABLE,
    )
)

_log = structlog.get_logger()


def tell(error: BaseException) -> status.Refusal:
    """Return the status for the caller, and log the error; it is logged nowhere else."""
    told = status.refusal(error)
    if not status.is_expected(error):
        _log.error("call_broke", exc_info=error)
    elif told.reason in _OURS_TO_MEND:
        _log.warning("call_failed", reason=told.reason, problem=told.message)
    else:
        _log.debug("call_refused", reason=told.reason, problem=told.message)
    return told
