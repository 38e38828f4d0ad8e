"""The framework's app without its CORS around the edge: pages, API and websocket have one origin.

Its middleware would answer an ``OPTIONS`` of a foreign page in place of the edge, and say in every answer that it
depends on the origin.
"""

import reflex as rx
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware


class App(rx.App):
    def __call__(self) -> Starlette:
        whole = super().__call__()
        if not isinstance(whole, Starlette):
            raise TypeError("the framework's app is none of Starlette, whose middleware could be taken away")
        kept = [one for one in whole.user_middleware if one.cls is not CORSMiddleware]
        if len(kept) == len(whole.user_middleware):
            raise RuntimeError("the framework's CORS middleware was not found, so it may still answer as another class")
        whole.user_middleware = kept
        return whole
