"""Find the plays that came of another: its branches, and the table laid again after it."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_index("plays_of_parent", "plays", ["parent"])


def downgrade() -> None:
    """Go back."""
    op.drop_index("plays_of_parent", "plays")
