"""Pages built in advance, into ``built/``: for an image without Node (Dockerfile). They serve every installation."""

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import frontend

_WHERE = "built"


def make(root: Path = frontend.ROOT) -> Path:
    """Build the pages into ``built/``. Raises ``frontend.BuildFailed``."""
    target = root / _WHERE
    shutil.rmtree(target, ignore_errors=True)
    return Path(shutil.copytree(frontend.build(root, say=print), target))


def find(root: Path = frontend.ROOT) -> Path | None:
    """Return the directory of pages built in advance, if there is one."""
    target = root / _WHERE
    return target if target.is_dir() else None


if __name__ == "__main__":
    try:
        make()
    except frontend.BuildFailed as failure:
        sys.exit(str(failure))
