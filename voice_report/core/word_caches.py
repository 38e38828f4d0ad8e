"""Caches of what was worked out of words that were said or written, which end with those words (security.md S62).

A process lives for weeks, and a word that was not said since would stay in it after its report was erased. So these
caches are emptied when something is erased, and every hour in every process.
"""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, TypeVar

T = TypeVar("T")

_caches: "list[_lru_cache_wrapper[Any]]" = []


def cached_words(most: int) -> "Callable[[Callable[..., T]], _lru_cache_wrapper[T]]":
    """Keep the answers of a function of words, at most so many, until ``forget``."""

    def decorate(function: Callable[..., T]) -> "_lru_cache_wrapper[T]":
        kept = lru_cache(maxsize=most)(function)
        _caches.append(kept)
        return kept

    return decorate


def forget() -> None:
    """Empty all of them in this process."""
    for cache in _caches:
        cache.cache_clear()
