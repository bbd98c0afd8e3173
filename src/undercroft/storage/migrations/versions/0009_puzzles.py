"""Puzzles that somebody has tried, and errors that come back as puzzles."""

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


def downgrade() -> None:
    """Go back."""
    op.drop_table("puzzles")
