"""Races: the finished game that runs beside one on the same deal."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. A deal that was played again races the game that it was played after."""
    op.add_column("plays", sa.Column("rival", sa.String(32)))
    op.create_index("plays_of_rival", "plays", ["rival"])
    op.execute(
        "UPDATE plays SET rival = parent"
        " WHERE kind = 'practice' AND fate = 'sealed' AND parent_at IS NULL"
    )


def downgrade() -> None:
    """Go back."""
    op.drop_index("plays_of_rival", "plays")
    op.drop_column("plays", "rival")
