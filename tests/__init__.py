"""Tests of the product."""

import os

# As the server does (scripts/serve.py), and before numpy is loaded: on busy cores the threads of its multiplications
# wait for each other by spinning, and take several times as much processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
