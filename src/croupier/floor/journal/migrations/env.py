"""Where the steps are carried out: on the connection, and in the transaction, that ``database.py`` opened."""

from alembic import context

from croupier.floor.journal.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
context.run_migrations()
