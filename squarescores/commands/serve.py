"""`squarescores serve`: the shipped server."""

from __future__ import annotations

import argparse

from squarescores.commands.common import Commands, takes_instance, with_settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    serve = commands.add_parser("serve", help="serve the app to the phones at the table")
    serve.add_argument("--host", help="the address to listen on")
    serve.add_argument("--port", type=int, help="the port to listen on; 0 takes any free one")
    takes_instance(serve)
    serve.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; the answer is the exit status."""
    from squarescores import serve

    return with_settings(args, serve.run)
