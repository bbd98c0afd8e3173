"""Plays, their seats, and the entries that they are made of."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "plays",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("variant", sa.Text),
        sa.Column("fate", sa.String(20), nullable=False),
        sa.Column("seed", sa.String(100)),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(100)),
        sa.Column("parent", sa.String(32), sa.ForeignKey("plays.id")),
        sa.Column("parent_at", sa.Integer),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String(40)),
        sa.Column("score", sa.Integer),
        sa.Column("share", sa.String(32), unique=True),
    )
    op.create_index("plays_of_owner", "plays", ["owner", "changed"])
    op.create_table(
        "seats",
        sa.Column("play", sa.String(32), sa.ForeignKey("plays.id"), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("key", sa.String(32), unique=True),
        sa.PrimaryKeyConstraint("play", "role"),
    )
    op.create_index("seats_of_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        sa.Column("play", sa.String(32), sa.ForeignKey("plays.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.String(250), nullable=False),
        sa.Column("given_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("play", "number"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("entries")
    op.drop_table("seats")
    op.drop_table("plays")
