"""MACs of passwords, second factors, recovery codes and sessions, and a row that a readiness check writes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

beside = True  # an older server stops at the first entry of a newer one, and takes no row of its own for genuine


def upgrade() -> None:
    """Rows of earlier releases have no MAC; the first start takes them over (``people/taking_over.py``)."""
    for table in ("credentials", "second_factors", "recovery", "sessions"):
        op.add_column(table, sa.Column("mac", sa.String(100), nullable=False, server_default=sa.text("''")))
    op.add_column("sessions", sa.Column("console", sa.String(80), nullable=False, server_default=sa.text("''")))
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
