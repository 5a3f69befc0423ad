"""Let worlds, places, characters and jobs say what minds of their own need."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BUDGET = ("budget_calls", "budget_tokens", "budget_micros")
SENSES = ("is_deaf", "is_blind")
LISTS = (("place", "owner_ids"), ("character", "knows"))
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")
VERSIONS = sa.table(
    "persona_version",
    sa.column("world_id", sa.String()),
    sa.column("character_id", sa.String()),
    sa.column("version", sa.Integer()),
    sa.column("persona", sa.JSON()),
    sa.column("digest", sa.Text()),
)


def upgrade() -> None:
    for name in BUDGET:
        op.add_column("world", number(name, sa.BigInteger(), 0))
    for table, name in LISTS:
        op.add_column(table, sa.Column(name, sa.JSON(), server_default="[]", nullable=False))
    for name in SENSES:
        op.add_column("character", sa.Column(name, FLAG, server_default=sa.false(), nullable=False))
    rewrite_personas(lambda persona: {**persona, **dict.fromkeys(SENSES, False)})
    op.add_column("job", number("rank", sa.Integer(), 1))
    op.add_column("job", sa.Column("ticket", sa.BigInteger()))
    op.drop_index("ix_job_due_at", "job")
    partial_index("ix_job_rank_due_at", ["rank", "due_at"], "ticket IS NULL")
    partial_index("ix_job_ticket", ["ticket"], "ticket IS NOT NULL")


def downgrade() -> None:
    op.drop_index("ix_job_ticket", "job")
    op.drop_index("ix_job_rank_due_at", "job")
    op.create_index("ix_job_due_at", "job", ["due_at"])
    for name in ("ticket", "rank"):
        op.drop_column("job", name)
    rewrite_personas(
        lambda persona: {name: value for name, value in persona.items() if name not in SENSES}
    )
    for name in SENSES:
        op.drop_column("character", name)
    for table, name in LISTS:
        op.drop_column(table, name)
    for name in BUDGET:
        op.drop_column("world", name)


def number(name: str, kind: Any, default: int) -> sa.Column[int]:
    return sa.Column(name, kind, server_default=sa.text(str(default)), nullable=False)


def partial_index(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, "job", columns, sqlite_where=condition, postgresql_where=condition)


def rewrite_personas(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change all versions of personas and their digests, so that none looks edited by hand."""
    connection = op.get_bind()
    own = sa.and_(
        *(VERSIONS.c[name] == sa.bindparam(f"own_{name}") for name in VERSIONS.c.keys()[:3])
    )
    rewrite = VERSIONS.update().where(own)
    rows = connection.execute(sa.select(VERSIONS)).all()
    for row in rows:
        persona = change(row.persona)
        key = {"own_world_id": row.world_id, "own_character_id": row.character_id}
        changed = rewrite.values(persona=persona, digest=digest(persona))
        connection.execute(changed, {**key, "own_version": row.version})


def digest(persona: dict[str, Any]) -> str:
    text = json.dumps(persona, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
