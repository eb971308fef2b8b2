"""The servers of a house in PostgreSQL, and which of them keeps the clock of which table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody is there yet."""
    op.create_table(
        "servers",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(200), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("present", sa.Text, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
    )
