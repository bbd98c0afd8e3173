"""An account keeps how its person likes pages and tables."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("accounts", sa.Column("settings", sa.Text))


def downgrade() -> None:
    """Go back."""
    op.drop_column("accounts", "settings")
