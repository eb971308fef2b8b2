"""Columns for the sealed cards of a round in play, and for the key that opens them after the round."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; earlier entries keep their cards in clear text, and rounds in play end as they began."""
    op.add_column("journal", sa.Column("sealed", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("journal", sa.Column("opens", sa.String(64), nullable=False, server_default=sa.text("''")))
