"""What `squarescores` can be told to do: a module a command, with its words, its options and its work.

A module imports what its work needs only when it is run: `score` is asked for often, and needs the standard
library only.
"""

from __future__ import annotations

from squarescores.commands import (
    backup,
    doctor,
    import_table,
    prune,
    restore,
    rotate_key,
    score,
    serve,
    table,
    upgrade,
)

EVERY = (serve, doctor, upgrade, backup, restore, rotate_key, table, import_table, prune, score)
"""In the order in which the help lists them."""
