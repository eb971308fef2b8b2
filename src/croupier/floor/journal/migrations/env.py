"""Alembic's entry point: it runs the migrations on the connection, in the transaction, that ``database.py`` opened."""

from alembic import context

from croupier.floor.journal.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
context.run_migrations()
