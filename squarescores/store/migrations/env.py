"""What Alembic runs: the migrations, on the connection and in the transaction of `store.upgrade`."""

from alembic import context

from squarescores.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
