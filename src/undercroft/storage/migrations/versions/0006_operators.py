"""What operators have ordered, and what players report."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("given_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("play", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("line", sa.String(200)),
        sa.Column("why", sa.String(500), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sa.Column("note", sa.String(200)),
    )
    op.create_index("reports_open", "reports", ["settled_at"])
    op.create_index("reports_of", "reports", ["reporter"])


def downgrade() -> None:
    """Go back."""
    op.drop_table("reports")
    op.drop_table("orders")
