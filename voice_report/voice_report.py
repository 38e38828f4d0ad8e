"""The composition root: it puts together the pages, API, edge and background tasks, and does nothing else."""

from reflex.utils.prerequisites import get_web_dir

from . import lifespan
from .config import settings
from .core import logs, placeholders
from .ui import pages
from .ui.shell import error_pages, head, page_state
from .web import edge
from .web.api import app as api
from .web.edge import sockets
from .web.reflex import events_taken, new_version, same_origin, state_eviction, state_store, store_watch

logs.set_up(settings().log_format)

app = same_origin.App(
    head_components=head.head(),
    html_lang="nl",
    toaster=None,
    reset_style=False,
    app_wraps=error_pages.app_wraps(),
    extra_app_wraps=head.wraps(),
    backend_exception_handler=error_pages.unexpected,
    frontend_exception_handler=error_pages.browser_failure,
    hydrate_fallback=pages.not_found.before_scripts,
    api_transformer=[
        api.around,
        edge.around(get_web_dir() / "build" / "client", events_taken.taken, placeholders.texts()),
    ],
)
new_version.told(app)
app._state_manager = state_store.short_lived(app.state_manager)
app.add_middleware(page_state.OnePageAtATime())
pages.register(app)
app.register_lifespan_task(lifespan.run)
app.register_lifespan_task(sockets.watch)
app.register_lifespan_task(state_eviction.beside(app))
app.register_lifespan_task(store_watch.beside(app, sockets.end_all))
