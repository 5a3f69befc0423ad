"""Advice on failed connections, from the messages of libraries."""

import re

_CUT_IN_AN_ANSWER = r"Stream removed|RST_STREAM|[Ee]rror reading|reading a body"
_CUT = r"Socket closed|reset by|closed before|connection closed|[Bb]roken pipe|[Uu]nexpected.?[Ee]"
_ADVICE = {
    r"message larger than max": (
        "the request is larger than the server takes (`request_bytes` in GetServer); send it in "
        "smaller parts, and a world file with `npcserver import FILE` beside the server, or its "
        "books one by one with PutBook"
    ),
    r"CERTIFICATE_VERIFY_FAILED|UnknownIssuer|unable to get local issuer": (
        "the server's certificate is signed by nobody this client trusts; give the certificate "
        "of who signed it (`ca=`, or --ca FILE)"
    ),
    r"NotValidForName|[Hh]ostname [Vv]erification|hostname mismatch": (
        "the server's certificate is for another name; connect by the name it was made for"
    ),
    r"CertExpired|certificate (has )?expired": (
        "the server's certificate has expired; renew it on the server"
    ),
    r"WRONG_VERSION_NUMBER|InvalidContentType|packet length too long|record layer": (
        "the server does not use TLS there; connect without it (leave out `tls` and `ca`, or "
        "write http:// in place of https://)"
    ),
    r"failed to connect.*Socket closed": (
        "the server hangs up at once; it probably uses TLS (then `tls=True` or `ca=`, --tls or "
        "--ca FILE)"
    ),
    r"unexpected message|not ready|http1\.x|HTTP version|HTTP/2 preface|FRAME_SIZE|content-type": (
        "something answers there that speaks another protocol; gRPC listens at `host:port`, "
        "HTTP at `http://host:port` (50051 and 50052, or what the server printed as it began)"
    ),
    r"dns error|[Nn]ame not found|DNS resolution|failed to lookup|address lookup failed": (
        "no machine of that name is found; look for a slip in the address, or use its numbers"
    ),
    r"refused|No route|unreachable": (
        "nobody listens there; start the server (`npcserver serve`), or look at the address"
    ),
    _CUT_IN_AN_ANSWER: (
        "the connection was cut in the middle of an answer; the server may have stopped, or a "
        "proxy in between let go of it"
    ),
    _CUT: (
        "the connection was cut; the server may have stopped, or it uses TLS (then https://, or "
        "`tls=True`, --tls), or a proxy in between let go of it"
    ),
    r"(?i:timed? ?out)": (
        "no answer from there in time; a firewall may be in the way, or the address is wrong"
    ),
}
_IS_CUT = re.compile(f"{_CUT_IN_AN_ANSWER}|{_CUT}")
_KNOWN = tuple((re.compile(pattern), advice) for pattern, advice in _ADVICE.items())


def is_cut(message: str) -> bool:
    """Return whether a library says that the connection was cut."""
    return _IS_CUT.search(message) is not None


def advised(message: str) -> str:
    """Return the message of a failed connection, with advice where there is any for it."""
    for pattern, advice in _KNOWN:
        if pattern.search(message):
            return f"{advice} [{message}]"
    return message
