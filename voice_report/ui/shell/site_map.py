"""Files for search engines: ``sitemap.xml`` with the public pages, and ``robots.txt``, which refers to it."""

from pathlib import Path
from typing import Any

import reflex as rx

from .. import installation
from . import routes

#: Pages that are useful to visitors from a search engine; all others are 'noindex' or behind the login.
PAGES = (routes.HOME, routes.PRICING, routes.REGISTER, routes.LOGIN, routes.HELP, routes.PRIVACY, routes.TERMS)


def sitemap() -> str:
    """Return the sitemap, with the installation's addresses."""
    places = "".join(f"  <url><loc>{installation.address()}{route}</loc></url>\n" for route in PAGES)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{places}</urlset>\n"


def robots() -> str:
    """Return the rules for robots, which exclude the API."""
    return f"User-agent: *\nDisallow: /api/\n\nSitemap: {installation.address()}/sitemap.xml\n"


class SiteMap(rx.plugins.Plugin):
    """Write both files next to the built pages (rxconfig)."""

    def post_build(self, **context: Any) -> None:
        """Add the files to the build."""
        pages = Path(context["static_dir"])
        (pages / "sitemap.xml").write_text(sitemap(), encoding="utf-8")
        (pages / "robots.txt").write_text(robots(), encoding="utf-8")
