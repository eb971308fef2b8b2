"""Signatures under commits, and the server that runs the floor."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

COUNT = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create both tables; commits before this migration have no signature."""
    op.create_table(
        "seals",
        sa.Column("position", COUNT, primary_key=True, autoincrement=False),
        sa.Column("first", COUNT, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "fence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("server", sa.String(200), nullable=False),
    )
