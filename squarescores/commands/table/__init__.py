"""`squarescores table`: the tables, for whoever runs the server."""

from __future__ import annotations

from squarescores.commands.common import Commands
from squarescores.commands.table import every, history, host, show


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    table = commands.add_parser("table", help="look after the tables of this server")
    each = table.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (every, show, history, host):
        command.add(each)
