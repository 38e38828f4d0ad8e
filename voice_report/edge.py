"""The ASGI edge: the outermost layer around pages, API and websocket."""


def wrap(app):
    return app
