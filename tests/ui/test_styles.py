"""The stylesheet: joined from its parts, and moved into the page with its links left asleep."""

import pytest

from voice_report.ui import styles

PAGE = (
    '<head><meta charSet="utf-8"/><link as="style" href="/assets/all-1.css" rel="preload"/><title>Pagina</title>'
    '<link rel="modulepreload" href="/assets/a.js"/><link href="/assets/all-1.css" rel="stylesheet" type="text/css"/>'
    '<link rel="icon" href="/favicon.svg"/></head>'
)


def test_every_stylesheet_of_the_interface_is_part_of_the_whole():
    beside = {path for path in styles._UI.rglob("*.css") if ".web" not in path.parts}
    assert beside <= set(styles.SOURCES)
    _, css = styles.join()
    assert css.index("--color-paper") < css.index(".button") < css.index(".header")


def test_the_page_brings_its_style_along_and_fetches_no_other():
    page = styles.inline(PAGE, "a{color:red}")
    assert page.count("<style>a{color:red}</style>") == 1
    assert '<link media="not all" as="style" href="/assets/all-1.css" rel="preload"/>' in page
    assert '<link disabled href="/assets/all-1.css" rel="stylesheet" type="text/css"/>' in page
    assert '<link rel="modulepreload" href="/assets/a.js"/>' in page
    assert '<link rel="icon" href="/favicon.svg"/>' in page


def test_a_stylesheet_cannot_end_its_own_element():
    with pytest.raises(ValueError, match="end its own element"):
        styles.inline(PAGE, "a::before{content:'</STYLE><script>'}")
