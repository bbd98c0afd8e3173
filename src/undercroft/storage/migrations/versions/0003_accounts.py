"""Accounts, the deals of a day, and each seat's result."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.add_column("plays", sa.Column("day", sa.String(10)))
    op.add_column(
        "plays", sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute("UPDATE plays SET day = name WHERE kind = 'today'")
    op.create_index("plays_of_day", "plays", ["day", "game"])
    op.add_column("seats", sa.Column("score", sa.Float))
    op.add_column("seats", sa.Column("won", sa.Boolean))
    op.add_column("seats", sa.Column("chips", sa.Integer))


def downgrade() -> None:
    """Go back."""
    op.drop_column("seats", "chips")
    op.drop_column("seats", "won")
    op.drop_column("seats", "score")
    op.drop_index("plays_of_day", "plays")
    op.drop_column("plays", "practice")
    op.drop_column("plays", "day")
    op.drop_table("accounts")
