"""Friends, and invitations to a table by name."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "friends",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("friend", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("added_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "friend"),
    )
    op.create_index("friends_of", "friends", ["friend"])
    op.create_table(
        "invitations",
        sa.Column("play", sa.String(32), sa.ForeignKey("plays.id"), nullable=False),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("play", "account"),
    )
    op.create_index("invitations_of", "invitations", ["account"])


def downgrade() -> None:
    """Go back."""
    op.drop_table("invitations")
    op.drop_table("friends")
