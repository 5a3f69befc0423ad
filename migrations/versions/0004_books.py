"""Keep the books of worlds, cut into passages."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
TABLES = ("shelf", "book", "chapter", "passage", "passage_vector")


def upgrade() -> None:
    op.create_table(
        "shelf",
        sa.Column("world_id", KEY, nullable=False),
        text("revision"),
        in_world("shelf"),
        sa.PrimaryKeyConstraint("world_id", name="pk_shelf"),
    )
    op.create_table(
        "book",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        *(text(name) for name in ("title", "author", "shelf")),
        sa.Column("readers", sa.JSON(), nullable=False),
        text("etag"),
        in_world("book"),
        sa.PrimaryKeyConstraint("world_id", "id", name="pk_book"),
    )
    create_chapter()
    create_passage()
    create_passage_vector()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def create_chapter() -> None:
    op.create_table(
        "chapter",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("book_id", KEY, nullable=False),
        number("number"),
        *(text(name) for name in ("title", "text", "secret")),
        sa.ForeignKeyConstraint(
            ["world_id", "book_id"],
            ["book.world_id", "book.id"],
            name="fk_chapter_world_id_book_id_book",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("world_id", "book_id", "number", name="pk_chapter"),
    )


def create_passage() -> None:
    op.create_table(
        "passage",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("book_id", KEY, nullable=False),
        *(number(name) for name in ("chapter", "number", "begins", "ends")),
        sa.ForeignKeyConstraint(
            ["world_id", "book_id", "chapter"],
            ["chapter.world_id", "chapter.book_id", "chapter.number"],
            name="fk_passage_world_id_book_id_chapter_chapter",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("world_id", "id", name="pk_passage"),
    )


def create_passage_vector() -> None:
    op.create_table(
        "passage_vector",
        sa.Column("world_id", KEY, nullable=False),
        sa.Column("space", KEY, nullable=False),
        sa.Column("passage_id", KEY, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["world_id", "passage_id"],
            ["passage.world_id", "passage.id"],
            name="fk_passage_vector_world_id_passage_id_passage",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("world_id", "space", "passage_id", name="pk_passage_vector"),
    )


def text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, autoincrement=False)


def in_world(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["world_id"], ["world.id"], name=f"fk_{table}_world_id_world", ondelete="CASCADE"
    )
