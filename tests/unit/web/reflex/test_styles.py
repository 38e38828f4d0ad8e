"""The stylesheet: joined from its parts, and moved into the page with its links left deferred."""

import re

import pytest

from voice_report.web.reflex import styles

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


def test_every_dark_colour_stands_in_one_place() -> None:
    _, css = styles.join()
    assert css.count("--color-paper:") == 2, "one light, one dark"
    assert "prefers-color-scheme" not in css


def test_the_page_brings_its_first_style_along_and_fetches_no_other_by_itself():
    page = styles.inline(PAGE, "a{color:red}")
    assert page.count("<style>a{color:red}</style>") == 1
    assert '<link media="not all" as="style" href="/assets/all-1.css" rel="preload"/>' in page
    assert '<link disabled href="/assets/all-1.css" rel="stylesheet" type="text/css"/>' in page
    assert '<link rel="icon" href="/favicon.svg"/>' in page


def test_a_stylesheet_cannot_end_its_own_element():
    with pytest.raises(ValueError, match="end its own element"):
        styles.inline(PAGE, "a::before{content:'</STYLE><script>'}")


def test_what_the_page_wears_comes_first_and_the_whole_stylesheet_after_it():
    css = (
        '@import "x.css";:root{--a:1}@font-face{font-family:A}.card{color:red}.card .price,.menu{color:blue}'
        ".menu:hover{color:red}.card:not(.menu){top:0}@media (width>1px){.menu{left:0}.card{left:1px}}"
        "@media print{.menu{left:0}}.dark .card{color:white}.quote::before{content:'}'}"
    )
    page = styles.inline(PAGE + '<body><div class="card price"></div></body>', css)
    first = page.partition("<style>")[2].partition("</style>")[0]
    assert first == (
        '@import "x.css";:root{--a:1}@font-face{font-family:A}.card{color:red}.card .price,.menu{color:blue}'
        ".card:not(.menu){top:0}@media (width>1px){.card{left:1px}}.dark .card{color:white}"
    )
    assert page.index("<link disabled") > page.index("</style>"), "its own order decides the cascade"
    assert ".menu:hover" not in page


def test_the_notice_of_a_lost_stylesheet_has_a_shape_without_it():
    _, css = styles.join()
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    first = styles.inline(PAGE, css).partition("<style>")[2].partition("</style>")[0]
    for name in (".connection-notice {", ".lost-files {", ".button {"):
        assert name in first


def test_a_stylesheet_without_an_end_stops_the_build():
    with pytest.raises(ValueError, match="never closed"):
        styles.inline(PAGE, "a{color:red")


def test_every_line_under_or_through_text_is_drawn_in_webkit():
    """WebKit reads no more than the line in ``text-decoration``. A value it cannot read gives way to the prefixed one
    that the build writes before it; but with ``var()`` it is taken, and then there is no line at all."""
    _, css = styles.join()
    found = re.findall(r"text-decoration:[^;}]*", css)
    assert len(found) > 10
    assert [one for one in found if "var(" in one] == []


def test_scripts_wait_until_the_page_has_been_painted():
    script = 'async="">import "/assets/a.js"</script>'
    page = styles.inline(f'{PAGE}<body><p>a</p><script type="module" {script}</body>', "")
    assert '<link rel="deferred" href="/assets/a.js"/>' in page
    assert f'<script type="deferred" {script}' in page
    assert "modulepreload" not in page.partition("<body>")[0]
    assert page.endswith("</script></body>"), "what starts them, and enables the stylesheet, comes last"


def test_no_rule_about_what_the_page_has_ends_in_any_element() -> None:
    """With one, a new element lets the browser compute the styles of most of the page (tests/e2e/test_restyling.py)."""
    css = re.sub(r"/\*.*?\*/", "", styles.join()[1], flags=re.DOTALL)
    while (inner := re.sub(r":([\w-]+)\([^()]*\)", _without_its_argument, css)) != css:
        css = inner
    rules = [one.strip() for all_of in re.findall(r"[^{};]+(?=\{)", css) for one in all_of.split(",") if ":has" in one]
    assert len(rules) > 50
    assert [rule for rule in rules if re.match(r"[*:]", re.split(r"[\s>+~]+", rule)[-1])] == []


def _without_its_argument(found: re.Match[str]) -> str:
    return ".any" if found[1] in ("is", "where") else f":{found[1]}"
