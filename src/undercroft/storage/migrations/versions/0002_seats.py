"""Tables for several: names, bots that stand in, the lobby, time limits, spectators, talk."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("plays", sa.Column("patience", sa.Integer))
    op.add_column("plays", sa.Column("watch", sa.String(32)))
    op.create_index("plays_watched", "plays", ["watch"], unique=True)
    op.add_column("seats", sa.Column("name", sa.String(40)))
    op.add_column("seats", sa.Column("bot", sa.String(40)))
    listed = sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", listed)
    op.add_column("seats", sa.Column("seen", sa.BigInteger))
    op.create_index("seats_listed", "seats", ["listed"])
    seats = sa.table("seats", sa.column("guest", sa.String), sa.column("bot", sa.String))
    bots = seats.update().where(seats.c.guest.like("bot:%"))
    op.execute(bots.values(bot=sa.func.substr(seats.c.guest, 5), guest=None))
    op.create_table(
        "talk",
        sa.Column("play", sa.String(32), sa.ForeignKey("plays.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("said_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("play", "number"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("talk")
    op.drop_index("seats_listed", "seats")
    for column in ("seen", "listed", "bot", "name"):
        op.drop_column("seats", column)
    op.drop_index("plays_watched", "plays")
    for column in ("watch", "patience"):
        op.drop_column("plays", column)
