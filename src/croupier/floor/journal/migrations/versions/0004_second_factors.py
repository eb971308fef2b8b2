"""Second factors, and recovery codes for people who have lost their device."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create both tables, empty."""
    op.create_table(
        "second_factors",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("pending", sa.LargeBinary, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
