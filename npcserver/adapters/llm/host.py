"""Where a model runs, derived from its name and the address of its endpoint."""

import ipaddress
from urllib.parse import urlsplit

from npcserver.adapters.llm.registry import ModelSpec
from npcserver.model.model_host import ModelHost


def host_of(spec: ModelSpec) -> ModelHost:
    """Return where the model of a specification runs."""
    match spec.name.partition(":")[0]:
        case "local":
            return ModelHost.EMBEDDED
        case "openai":
            is_local = spec.base_url is not None and is_nearby(spec.base_url)
            return ModelHost.LOCAL if is_local else ModelHost.HOSTED
        case _:
            return ModelHost.NONE


def is_nearby(url: str) -> bool:
    """Return whether an endpoint is on this machine or in its own network."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith(".local") or "." not in host
