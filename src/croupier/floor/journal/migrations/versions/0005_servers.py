"""The registry of a house's servers in PostgreSQL, and the server that keeps each table's clock."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create both tables, empty."""
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
