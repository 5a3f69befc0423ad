"""Download of one large file: resumable, and checked before it is put in place.

What has arrived is in `FILE.TAG.part` beside the target, where the tag is the beginning of the
checksum: parts of different versions of a file are never joined.
"""

import asyncio
import errno
import hashlib
import os
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from npcmodels.catalogue import FileFacts, Progress
from npcmodels.gguf import MAGIC
from npcserver.model.errors import Fault, OverLimit, Reason, Unavailable
from npcserver.sockets import is_loopback

_TIMEOUT = httpx2.Timeout(30.0)
_SHA256 = re.compile(r"[0-9a-f]{64}")
_DIRECT = {f"all://{host}": None for host in ("127.0.0.1", "localhost", "[::1]")}
"""Loopback is reached without the proxy that the environment names."""
_MOVED = frozenset({404, 410})
_REFUSED = frozenset({401, 403})
_NO_HEAD = frozenset({405, 501})
_REDIRECTS = 5


async def fetch(url: str, target: Path, *, sha256: str = "", progress: Progress) -> FileFacts:
    """Fetch a GGUF file to `target` and return its size, and its SHA-256 in `FileFacts.sha256`.

    The SHA-256 must be `sha256` or, if that is empty, the one that the server states.
    `FileFacts.tag` is empty if neither was available, so that nothing could be compared. Raises
    `Unavailable` for failures of the publisher or the network, `OverLimit` if the disk is full.
    """
    try:
        async with httpx2.AsyncClient(
            timeout=_TIMEOUT, follow_redirects=False, mounts=_DIRECT
        ) as client:
            stated = await _stated(client, url)
            if sha256 and stated.sha256 and stated.sha256 != sha256:
                raise _fault(
                    f"{url} is another file than this version knows (its SHA-256 is "
                    f"{stated.sha256[:12]}…, not {sha256[:12]}…); nothing was fetched. Fetch it "
                    "by hand if you trust it, and set model.gguf"
                )
            expected = sha256 or stated.sha256
            tag = re.sub(r"[^0-9a-zA-Z]", "", expected or stated.tag)[:16]
            part = _part(target, tag)
            await _arrive(client, url, part, stated, progress)
        digest = await asyncio.to_thread(_finish, part, target, expected, url)
    except httpx2.HTTPError as error:
        if isinstance(error, httpx2.ConnectError | httpx2.ProxyError):
            raise _fault(_unreached(url, error)) from error
        raise _fault(
            f"{url} did not come through ({error or type(error).__name__}); what has arrived is "
            "kept: run the same command again to go on"
        ) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(target.parent, 0) from error
        raise OverLimit(
            f"cannot write the model to {str(target.parent)!r}: {error.strerror}",
            Reason.STORAGE_FULL,
        ) from error
    return FileFacts(size=target.stat().st_size, tag=expected, sha256=digest)  # noqa: ASYNC240


def _unreached(url: str, error: httpx2.HTTPError) -> str:
    """Return why nobody was reached: a proxy of the environment, or no network."""
    proxies = [
        name
        for name in ("https_proxy", "http_proxy", "all_proxy")
        if os.environ.get(name) or os.environ.get(name.upper())
    ]
    if proxies and not is_loopback(urlsplit(url).hostname or ""):
        return (
            f"{url} did not come through ({error or type(error).__name__}) by the proxy that "
            f"{proxies[0]} names; correct or unset it, and run the same command again"
        )
    return (
        f"{url} did not come through ({error or type(error).__name__}); is this machine online? "
        "What has arrived is kept: run the same command again to go on"
    )


async def _stated(client: httpx2.AsyncClient, url: str) -> FileFacts:
    """Request the headers; the publisher states size and SHA-256 where it redirects."""
    for _ in range(_REDIRECTS):
        response = await client.head(url, headers={"Accept-Encoding": "identity"})
        linked = response.headers.get("x-linked-etag", "")
        if linked or not response.has_redirect_location:
            break
        url = str(response.url.join(response.headers["location"]))
    if response.status_code in _NO_HEAD:
        return FileFacts()
    if not linked:
        _require_ok(response, url)
    tag = (linked or _header(response, "etag")).removeprefix("W/").strip('"')
    size = _header(response, "x-linked-size", "content-length")
    known = tag.lower() if _SHA256.fullmatch(tag.lower()) else ""
    return FileFacts(size=int(size) if size.isdecimal() else 0, tag=tag, sha256=known)


def _header(response: httpx2.Response, *names: str) -> str:
    """Return the first of these headers that is present, else an empty text."""
    return next((response.headers[name] for name in names if name in response.headers), "")


def _require_ok(response: httpx2.Response, url: str) -> None:
    code = response.status_code
    if code in _MOVED:
        raise _fault(
            f"the publisher moved or removed it: {url} answers {code}. Look for the file there, "
            "fetch it by hand and set model.gguf, or pull another: npcserver models list"
        )
    if code in _REFUSED:
        raise _fault(
            f"{url} answers {code}: the publisher asks for an account or consent to a licence; "
            "fetch the file by hand and set model.gguf"
        )
    if code >= httpx2.codes.BAD_REQUEST:
        raise _fault(f"{url} answers {code}; try again later")


def _part(target: Path, tag: str) -> Path:
    """Return the file of what has arrived; parts of other versions are removed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{tag or 'untagged'}.part")
    for other in target.parent.glob(f"{target.name}.*.part"):
        if other != part or not tag:
            other.unlink()
    return part


async def _arrive(
    client: httpx2.AsyncClient, url: str, part: Path, stated: FileFacts, progress: Progress
) -> None:
    have = part.stat().st_size if part.is_file() else 0  # noqa: ASYNC240
    if stated.size and have == stated.size:
        return
    missing = stated.size - have
    if missing > shutil.disk_usage(part.parent).free:
        raise _full(part.parent, missing)
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    async with client.stream("GET", url, headers=headers, follow_redirects=True) as response:
        # The part does not match the file, so the next attempt starts from the beginning.
        if response.status_code == httpx2.codes.RANGE_NOT_SATISFIABLE:
            part.unlink(missing_ok=True)  # noqa: ASYNC240
        _require_ok(response, url)
        # A server may ignore the range and send the whole file.
        is_rest = response.headers.get("content-range", "").startswith(f"bytes {have}-")
        is_rest = is_rest and response.status_code == httpx2.codes.PARTIAL_CONTENT
        done = have if is_rest else 0
        total = stated.size or done + int(response.headers.get("content-length", "0") or 0)
        with part.open("ab" if is_rest else "wb") as file:
            async for block in response.aiter_bytes():  # unbuffered: interruptions lose nothing
                file.write(block)
                done += len(block)
                progress(done, max(done, total))
            file.flush()
            os.fsync(file.fileno())
    if done < total:
        raise _fault(
            f"{url} broke off after {done} of {total} bytes; run the same command again to go on"
        )


def _finish(part: Path, target: Path, expected: str, url: str) -> str:
    """Check what has arrived and put it in place; return its SHA-256."""
    with part.open("rb") as file:
        is_gguf = file.read(len(MAGIC)) == MAGIC
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if expected and digest != expected:
        part.unlink()
        raise _fault(
            f"what arrived from {url} is damaged or changed (its SHA-256 is {digest[:12]}…, not "
            f"{expected[:12]}…) and was removed; run the same command again"
        )
    if not is_gguf:
        part.unlink()
        raise _fault(f"what arrived from {url} is no GGUF file and was removed")
    part.replace(target)
    return digest


def _full(folder: Path, missing: int) -> OverLimit:
    lacks = f"; {missing / 1e9:.1f} GB are still to come" if missing else ""
    return OverLimit(
        f"the disk of {str(folder)!r} is full{lacks}. Free some space, or name another folder "
        "with --data; what has arrived is kept",
        Reason.STORAGE_FULL,
    )


def _fault(problem: str) -> Fault:
    return Unavailable(f"the model was not pulled: {problem}", Reason.MODEL_UNAVAILABLE)
