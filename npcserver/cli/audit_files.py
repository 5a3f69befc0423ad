"""What `npcserver audit` does with a database, or with the file of an export."""

import json
from pathlib import Path

import typer

from npcserver.adapters.note_signer import NoteVerifier
from npcserver.adapters.store.engine import require_existing
from npcserver.adapters.store.row_copy import drafted
from npcserver.app.audit import stored_faults
from npcserver.bootstrap.audit import audit_log, note_signer
from npcserver.bootstrap.storage import opened
from npcserver.config import Settings
from npcserver.model.audit import Verifies, chain_faults, entry_of
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import WorldId

_SHOWN = 20
_EMPTY = "nothing was written to this log yet; servers write to it with audit.enabled = true"


async def verify(
    settings: Settings, world: str, *, file: Path | None, heads: list[Path] | None, key: str
) -> int:
    """Print what is wrong with a log, or that nothing is; return 1 or 0."""
    notes = [_read(path) for path in heads or ()]
    if file is None:
        require_existing(settings.database_url)
    verifies = _verifier(settings, key)
    if file is None:
        async with opened(settings) as store:
            faults = await stored_faults(store.audit, WorldId(world), notes, verifies)
            count = (await store.audit.head(WorldId(world))).number
    else:
        count, faults = file_faults(_read(file), world, notes, verifies)
    for fault in faults[:_SHOWN]:
        typer.echo(fault)
    if faults:
        typer.echo(f"{len(faults)} faults in {count} entries: the log was changed")
        return 1
    told = f"{count} entries are as they were written" if count else f"{world}: {_EMPTY}"
    typer.echo(told)
    return 0


def _verifier(settings: Settings, key: str) -> Verifies:
    """Return what verifies heads; a log without heads needs no key, and none is made for it."""
    if key:
        return NoteVerifier(key)
    signer = note_signer(settings)

    def verifies(note: str) -> tuple[str, int, str] | None:
        if not signer.path.exists():
            raise InvalidInput(
                "--key",
                f"is needed, since {signer.path} is not there; `npcserver audit head` prints it "
                "on the machine that signs",
            )
        return NoteVerifier(signer.verifier_key)(note)

    return verifies


def file_faults(
    text: str, world: str, notes: list[str], verifies: Verifies
) -> tuple[int, list[str]]:
    """Return how many entries an export has, and what is wrong with it."""
    entries, heads = [], list(notes)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            data = json.loads(line)
            if "head" in data:
                heads.append(str(data["head"]))
            else:
                entries.append(entry_of(data, world))
        except (ValueError, KeyError, TypeError):
            return len(entries), [f"line {number}: is no entry"]
    return len(entries), chain_faults(world, entries, heads, verifies)


async def export(settings: Settings, world: str, file: Path) -> None:
    """Write all entries and heads to a file."""
    async with opened(settings) as store:
        log, after = audit_log(settings, store), 0
        with drafted(file) as draft, draft.open("w", encoding="utf-8") as out:
            while True:
                part = await log.export(WorldId(world), after)
                out.write(part.lines)
                after = part.next_number
                if not after:
                    break
    typer.echo(f"wrote {file}")


async def head(settings: Settings, world: str) -> None:
    """Sign the present head, and print it, with the key that verifies it on standard error."""
    async with opened(settings) as store:
        signed = await audit_log(settings, store).sign_head(WorldId(world))
    if not signed.note:
        raise InvalidInput(world, _EMPTY)
    typer.echo(signed.note, nl=False)
    typer.echo(signed.verifier_key, err=True)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InvalidInput(
            str(path), f"cannot be read: {getattr(error, 'strerror', error)}"
        ) from error
