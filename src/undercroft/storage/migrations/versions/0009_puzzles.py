"""Puzzles that somebody has tried, remarks on reviewed games, and games of one deal."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "puzzles",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("puzzle", sa.String(80), nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("own", sa.Text),
        sa.Column("tried_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game", "puzzle"),
    )
    op.create_table(
        "remarks",
        sa.Column("play", sa.String(32), sa.ForeignKey("plays.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("said_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("play", "number"),
    )
    op.create_index("remarks_of", "remarks", ["guest"])
    op.create_index("plays_of_seed", "plays", ["seed"])


def downgrade() -> None:
    """Go back."""
    op.drop_index("plays_of_seed", "plays")
    op.drop_table("remarks")
    op.drop_table("puzzles")
