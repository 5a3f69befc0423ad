"""The gates of calls, the issuers of tokens, and the budgets of game days, as the settings say."""

from npcserver.adapters.store import SqlStore
from npcserver.adapters.tokens import check_public_key
from npcserver.app.admission import Admission, AdmissionLimits, CallClass, GateLimits, RateLimits
from npcserver.app.budget_accounts import SpendingAccounts
from npcserver.app.thoughts.budgets import Budgets, Prices, Terms
from npcserver.bootstrap.model_stack import ModelStack, dialogue_of
from npcserver.config import (
    AccessSettings,
    CognitionSettings,
    ModelForSettings,
    ModelKeys,
    Settings,
)
from npcserver.model.access import TokenIssuer
from npcserver.model.errors import InvalidInput
from npcserver.model.model_use import MICROS, Budget, ModelUse
from npcserver.ports.clock import Clock
from npcserver.ports.observer import Observer

_WAIT_SHARE = 0.5
"""The share of the longest wait for the first word that a turn may wait for a slot."""

_TOKEN_RATE = 60.0
"""Turns a minute of a player with a token; who talks by hand says less than half as many."""


def build_admission(
    settings: Settings, dialogue: ModelStack, clock: Clock, observer: Observer
) -> Admission:
    """Return the gates and buckets; turns have as many places as the model has slots."""
    chosen, asked = settings.limits, dialogue_of(settings)

    def turn_wait() -> float:
        return chosen.turn_wait_seconds or _WAIT_SHARE * dialogue.patience(asked).first_word

    sizes = {
        CallClass.READS: chosen.reads,
        CallClass.WRITES: chosen.writes,
        CallClass.TOOLS: chosen.tools,
        CallClass.STREAMS: chosen.streams,
    }
    gates = {
        one: GateLimits(at_once=size, queue=chosen.queue, wait_seconds=chosen.wait_seconds)
        for one, size in sizes.items()
    }
    gates[CallClass.TURNS] = GateLimits(
        at_once=chosen.turns or settings.model.of(ModelUse.DIALOGUE).concurrency,
        queue=chosen.queue,
        wait_now=turn_wait,
        share=chosen.turn_share,
    )
    rates = RateLimits(
        key=chosen.key_per_minute,
        player=chosen.player_per_minute or 0.0,
        token=_TOKEN_RATE if chosen.player_per_minute is None else chosen.player_per_minute,
        world=chosen.world_per_minute,
        burst_seconds=chosen.burst_seconds,
    )
    return Admission(clock, AdmissionLimits(gates=gates, rates=rates), observer)


def token_issuers(settings: AccessSettings) -> tuple[TokenIssuer, ...]:
    """Return the issuers. Raises `InvalidInput` that names the setting of a key that is no key."""
    found = []
    for kid, issuer in settings.issuers.items():
        if issuer.public_key is not None:
            setting = f"access.issuers.{kid}.public_key"
            try:
                key = issuer.public_key.read_text(encoding="ascii")
            except (OSError, UnicodeError) as error:
                problem = f"cannot read {issuer.public_key} as PEM: {error}"
                raise InvalidInput(setting, problem) from error
            if not check_public_key(key):
                raise InvalidInput(setting, f"{issuer.public_key} holds no public key of Ed25519")
        else:
            key = "" if issuer.secret is None else issuer.secret.get_secret_value()
        worlds = frozenset(issuer.worlds) or None
        found.append(TokenIssuer(kid=kid, algorithm=issuer.algorithm, key=key, worlds=worlds))
    return tuple(found)


def build_budgets(settings: Settings, store: SqlStore, spending: SpendingAccounts) -> Budgets:
    """Return the budgets of game days, in which all thoughts of a timeline count."""
    chosen = settings.cognition
    return Budgets(
        store,
        default=_budget(chosen),
        calls_per_person=chosen.calls_per_person,
        terms={use: _terms(settings, use) for use in ModelUse},
        spending=spending,
    )


def _terms(settings: Settings, use: ModelUse) -> Terms:
    return Terms(
        prices=prices_of(settings.model.of(use)),
        limits=_budget(settings.model.own(use)),
        longest_prompt=settings.dialogue.prompt_tokens,
    )


def _budget(chosen: CognitionSettings | ModelForSettings) -> Budget:
    return Budget(
        calls=chosen.calls_per_day,
        tokens=chosen.tokens_per_day,
        micros=round(chosen.money_per_day * MICROS),
    )


def prices_of(keys: ModelKeys) -> Prices:
    """Return what tokens of a model cost."""
    return Prices(
        prompt=keys.prompt_price, completion=keys.completion_price, cached=keys.cached_price
    )
