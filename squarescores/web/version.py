"""Which program is running: one short name for its code, templates, words and static files together."""

from __future__ import annotations

import hashlib
from functools import cache

from squarescores import folders


@cache
def version() -> str:
    """A hash over every file that makes a page: two programs that draw alike have the same."""
    whole = hashlib.sha256()
    made_of = ((folders.PACKAGE, ("*.py", "*.mo")), (folders.TEMPLATES, ("*",)), (folders.STATIC, ("*",)))
    for folder, kinds in made_of:
        for path in sorted(path for kind in kinds for path in folder.rglob(kind) if path.is_file()):
            whole.update(path.relative_to(folder).as_posix().encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]
