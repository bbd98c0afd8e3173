"""Sessions that can be ended, recovery codes, and names that look alike."""

import sqlalchemy as sa
from alembic import op

from undercroft.storage.people.names import likeness

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. Of accounts that look alike already, the oldest keeps what it looks like."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
    )
    op.create_index("sessions_of_account", "sessions", ["account"])
    op.add_column("accounts", sa.Column("likeness", sa.String(200)))
    op.add_column("accounts", sa.Column("recovery", sa.String(200)))
    accounts = sa.table("accounts", *map(sa.column, ("id", "name", "created", "likeness")))
    oldest = sa.select(accounts.c.id, accounts.c.name).order_by(accounts.c.created, accounts.c.id)
    connection, known = op.get_bind(), set[str]()
    for id, name in connection.execute(oldest).all():
        if (alike := likeness(name)) not in known:
            known.add(alike)
            one = accounts.update().where(accounts.c.id == id)
            connection.execute(one.values(likeness=alike))
    op.create_index("accounts_alike", "accounts", ["likeness"], unique=True)


def downgrade() -> None:
    """Go back."""
    op.drop_index("accounts_alike", "accounts")
    op.drop_column("accounts", "recovery")
    op.drop_column("accounts", "likeness")
    op.drop_table("sessions")
