"""What a server tells of itself, from its settings and models."""

from npcserver.app.server_description import Feature, ServedModel, ServerDescriptions
from npcserver.bootstrap.model_stack import ModelStacks
from npcserver.bootstrap.servers import wants_http
from npcserver.config import Settings
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.ports.vectors import Embedder
from npcserver.rpc.server import ServerOptions


def describe_server(
    settings: Settings, models: ModelStacks, embedder: Embedder
) -> ServerDescriptions:
    """Return what `GetServer` answers; none of it changes while the server runs."""
    dialogue, fallback = models.of(ModelUse.DIALOGUE), models.fallback
    features = {
        Feature.LANGUAGE_MODEL: not dialogue.model.name.startswith("offline"),
        Feature.FALLBACK_MODEL: fallback is not None,
        Feature.READ_AHEAD: dialogue.reading is not None,
        Feature.HTTP: wants_http(settings),
        Feature.REFLECTION: settings.server.reflection,
        Feature.TLS: settings.server.tls_certificate is not None,
        Feature.METRICS: settings.metrics.port is not None,
        Feature.TRACES: bool(settings.tracing.endpoint),
        Feature.DISCLOSURE: settings.dialogue.disclosure,
    }
    served = [
        ServedModel(
            name=one.model.name,
            purposes=tuple(purpose for purpose in Purpose if purpose.use in one.uses),
        )
        for one in models.each
    ]
    if fallback is not None:
        served.append(
            ServedModel(name=fallback.model.name, purposes=(Purpose.REPLY,), is_fallback=True)
        )
    return ServerDescriptions(
        request_bytes=ServerOptions().largest_request,
        features=tuple(one for one, is_on in features.items() if is_on),
        models=tuple(served),
        embedder=embedder.name,
    )
