"""The audit log, and the key that signs its heads, as the settings say."""

from pathlib import Path

from npcserver.adapters.note_signer import NoteSigner
from npcserver.adapters.store import SqlStore
from npcserver.app.audit import AuditLog
from npcserver.config import Settings


def note_signer(settings: Settings) -> NoteSigner:
    """Return what signs heads; its key is made at the first use."""
    chosen = settings.audit
    path = Path(chosen.key) if chosen.key else settings.data / "audit-key.pem"
    return NoteSigner(path, chosen.name)


def audit_log(settings: Settings, store: SqlStore) -> AuditLog:
    """Return the audit log; the store writes it from now on if the settings say so."""
    if settings.audit.enabled:
        store.keep_audit()
    return AuditLog(store.audit, note_signer(settings), settings.audit.sign_seconds)
