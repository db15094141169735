"""The first schema: people, tables, their marks, and whose tables they are."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("username", sa.Text, unique=True),
        sa.Column("shown_name", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("opened_by", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("opened_op", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("opened_by", "opened_op"),
    )
    op.create_table(
        "marks",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, sa.ForeignKey("people.id"), nullable=False, quote=True),
        sa.Column("op", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "by", "op"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "known",
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
