"""The framework's app without its CORS: pages, API and websocket have one origin, so no other one is let in.

Its middleware would stand around the edge: it would answer an ``OPTIONS`` of a foreign page in place of the edge, and
say in every answer that it depends on the origin.
"""

import reflex as rx
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware


class App(rx.App):
    def __call__(self) -> Starlette:
        whole = super().__call__()
        if not isinstance(whole, Starlette):
            raise TypeError("the framework's app is none of Starlette, whose middleware could be taken away")
        whole.user_middleware = [one for one in whole.user_middleware if one.cls is not CORSMiddleware]
        return whole
