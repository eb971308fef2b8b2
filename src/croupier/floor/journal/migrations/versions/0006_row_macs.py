"""MACs of passwords, second factors, recovery codes and sessions, and a row that a readiness check writes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

beside = True  # servers of earlier releases stop at a newer server's first entry; their rows without MACs are refused


def upgrade() -> None:
    """Add the columns and the table; the first start computes the missing MACs (``house/taking_over.py``)."""
    for table in ("credentials", "second_factors", "recovery", "sessions"):
        op.add_column(table, sa.Column("mac", sa.String(100), nullable=False, server_default=sa.text("''")))
    op.add_column("sessions", sa.Column("console", sa.String(80), nullable=False, server_default=sa.text("''")))
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
