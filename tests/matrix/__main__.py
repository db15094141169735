"""Prints the declared matrix as a table in Markdown, for `make matrix` and docs/matrix.md."""

from __future__ import annotations

from squarescores.web.guard.problem import CONFLICT, STATUS
from tests.matrix.declared import CLASH, COLUMNS, MATRIX, Said
from tests.matrix.stage import MEANT

HEAD = """# Who is answered what

Every route of the app, crossed with everybody who could ask it. A test asks each pair on an app of its own
and looks at every row of the database before and after: what is refused has written nothing, but for the
clash of two partners, which is a mark of its own kind. HEAD is answered as GET, and neither writes anything.
A route without a line here fails that test. `make matrix` prints this page.

"""


def main() -> None:
    print(markdown(), end="")


def markdown() -> str:
    """The page."""
    people = "".join(f"- **{role}**: {meant}\n" for role, meant in MEANT.items())
    lines = [("", "asked", "about", *COLUMNS), ("---",) * (3 + len(COLUMNS))]
    lines += [
        (ask.method, f"`{ask.rule}`", ask.about, *(shown(ask.answers[role]) for role in COLUMNS))
        for ask in MATRIX
    ]
    return HEAD + people + "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def shown(said: Said) -> str:
    """An answer with its status."""
    if isinstance(said, int):
        return str(said)
    reason = "already_entered" if said == CLASH else said
    return f"{STATUS.get(reason, CONFLICT)} {said}"


if __name__ == "__main__":
    main()
