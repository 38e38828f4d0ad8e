"""The framework's CORS is taken away around the edge, or the app does not start."""

import pytest
import reflex as rx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from voice_report.web.reflex.same_origin import App


class Renamed(CORSMiddleware):
    """CORS under another class."""


def _whole(monkeypatch: pytest.MonkeyPatch, *kinds: type) -> Starlette:
    monkeypatch.setattr(rx.App, "__call__", lambda self: Starlette(middleware=[Middleware(one) for one in kinds]))
    return App.__call__(object.__new__(App))


def test_the_rest_stays_where_cors_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.cls for one in _whole(monkeypatch, GZipMiddleware, CORSMiddleware).user_middleware] == [GZipMiddleware]


def test_an_app_whose_cors_is_not_found_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="CORS"):
        _whole(monkeypatch, GZipMiddleware, Renamed)
