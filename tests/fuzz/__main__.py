"""Twenty thousand strange requests, or FUZZ_REQUESTS: `make fuzz`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from squarescores import create_app
from squarescores.settings import Settings
from squarescores.store import upgrade
from tests.fuzz.asking import Asking
from tests.fuzz.test_fuzz import EACH, strangely


def main() -> int:
    wanted = int(os.environ.get("FUZZ_REQUESTS", "20000"))
    with tempfile.TemporaryDirectory(prefix="squarescores-fuzz-") as folder:
        settings = Settings(instance=Path(folder))
        upgrade(settings.database_url)
        app = create_app(settings)
        asking = Asking(app)
        strangely(asking, tables=wanted // EACH, derandomize=False)
        app.extensions["squarescores"].store.close()
    print(f"{asking.asked} strange requests, {asking.refused} refused: no error, no trace, nothing kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
