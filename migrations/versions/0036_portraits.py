"""Keep portraits of characters."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
# As migrations 0014 and 0016 say for other rows of worlds.
SEEN = (
    "coalesce(current_setting('npcserver.worlds', true), '') = ''"
    " OR world_id = ANY (string_to_array(current_setting('npcserver.worlds', true), ','))"
)
WRITTEN = SEEN.replace("npcserver.worlds", "npcserver.written_worlds")


def upgrade() -> None:
    op.create_table(
        "portrait",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("character_id", KEY, nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("world_id", "character_id", name="pk_portrait"),
        sa.ForeignKeyConstraint(
            ["world_id", "character_id"],
            ["character.world_id", "character.id"],
            name="fk_portrait_world_id_character_id_character",
            ondelete="CASCADE",
        ),
    )
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(f"CREATE POLICY seen ON portrait FOR SELECT USING ({SEEN})")
    op.execute(f"CREATE POLICY added ON portrait FOR INSERT WITH CHECK ({WRITTEN})")
    op.execute(f"CREATE POLICY changed ON portrait FOR UPDATE USING ({WRITTEN})")
    op.execute(f"CREATE POLICY removed ON portrait FOR DELETE USING ({WRITTEN})")
    op.execute("ALTER TABLE portrait ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_table("portrait")
