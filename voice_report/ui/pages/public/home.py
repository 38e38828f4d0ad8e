"""The landing page: readable before any script has run."""

import reflex as rx

from ....core.texts import NIET_BESPROKEN
from ....reporting.templates import DEFAULT
from ....services.dictation.example import SENTENCES, SOUND
from ...illustrations import read_picture
from ...kit import icon, link_button
from ...kit.display.markup import drawing, markup
from ...scripts import component
from ...shell import routes
from ...shell.layout import free_reports, main, public_shell
from ...shell.session import SessionState
from . import home_text as words

#: ``sentences``: ``text``, ``heading``, and ``until``, the second of the sound at which it has been said.
Example = component(
    "pages/public/example.jsx",
    "Example",
    sound=str,
    sentences=list[dict[str, str | float]],
    headings=list[str],
    silent=str,
)


def example() -> rx.Component:
    """Return the section with the example."""
    return rx.el.section(
        Example.create(sound=SOUND, sentences=SENTENCES, headings=list(DEFAULT.headings), silent=NIET_BESPROKEN),
        class_name="example page",
        aria_labelledby="voorbeeld",
    )


def home() -> rx.Component:
    """Return the landing page: the product, how it works, why, for whom, and where to begin."""
    return public_shell(main(_hero(), _steps(), example(), _why(), _who(), _begin()), flush=True)


def _hero() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.p("Voor zorgverleners en coaches", class_name="eyebrow"),
            rx.el.h1(
                "Praat. ", rx.el.br(), "Wij zorgen ", rx.el.br(class_name="only-narrow"), "voor de rest.",
                class_name="display",
            ),
            rx.el.p(words.lead(), class_name="lead"),
            rx.el.div(
                link_button(
                    "Begin met inspreken",
                    # A stranger would only be sent on from the dashboard to the sign-in page.
                    href=rx.cond(SessionState.checked & ~SessionState.signed_in, routes.REGISTER, routes.DASHBOARD),
                    variant="primary",
                    size="big",
                    icon_name="mic",
                ),
                link_button("Wat kost het?", href=routes.PRICING, variant="plain", size="big"),
                class_name="row hero-actions",
            ),
            free_reports(),
            class_name="hero-words",
        ),
        rx.el.div(
            _sample(),
            drawing(
                read_picture("ribbon_wide"), width=1440, height=250, view_box="-1010 0 1440 250",
                class_name="strokes hero-ribbon wide-only",
            ),
            drawing(
                read_picture("ribbon_narrow"), width=390, height=200, class_name="strokes hero-ribbon narrow-only"
            ),
            rx.el.p(
                rx.el.span(class_name="dot", aria_hidden=True), "‘…donderdag kijk ik er weer naar.’",
                class_name="hero-quote",
            ),
            class_name="hero-stage",
        ),
        class_name="hero page",
    )  # fmt: skip


def _sample() -> rx.Component:
    def part(heading: str, sentence: str) -> tuple[rx.Component, rx.Component]:
        return rx.el.h3(heading), rx.el.p(sentence)

    situation, observations, care, agreements = words.SAMPLE
    return rx.el.article(
        rx.el.header(rx.el.h2("Rapportage"), rx.el.p("vrijdag 20 november, 08.45 uur", class_name="meta")),
        *part(*situation),
        *part(*observations),
        rx.el.div(*part(*care), class_name="only-wide"),
        *part(*agreements),
        rx.el.p(class_name="writing", aria_hidden=True),
        class_name="paper hero-paper",
        aria_label="Voorbeeld van een rapportage",
    )


def _steps() -> rx.Component:
    pictures = (
        rx.el.div(
            drawing(words.WAVE_BEFORE, width=84, height=44, class_name="strokes who-wave", stroke_width=4),
            rx.el.b(icon("stop")),
            drawing(words.WAVE_AFTER, width=84, height=44, class_name="strokes who-wave", stroke_width=4),
            class_name="mini-record",
        ),
        markup(words.SORTED, "mini-sort"),
        rx.el.div(
            rx.el.span(icon("copy"), "Kopiëren", class_name="button primary small"),
            rx.el.span(icon("check"), "Rapportage gekopieerd", class_name="mini-toast"),
            class_name="mini-copy",
        ),
    )
    return rx.el.section(
        rx.el.h2("Zo werkt het", class_name="heading", id="stappen"),
        rx.el.ol(
            *(
                rx.el.li(
                    rx.el.span(str(number), class_name="step-number", aria_hidden=True),
                    rx.el.div(rx.el.h3(title, class_name="subheading"), rx.el.p(sentence)),
                    rx.el.div(picture, class_name="step-picture", aria_hidden=True),
                )
                for number, ((title, sentence), picture) in enumerate(zip(words.STEPS, pictures, strict=True), start=1)
            )
        ),
        class_name="how page",
        aria_labelledby="stappen",
    )


def _why() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2("Rapporteren tot 70% sneller", class_name="title", id="waarom"),
                rx.el.p(words.FASTER, class_name="soft"),
                rx.el.div(
                    rx.el.p("Typen"),
                    drawing(words.TYPING, width=400, height=12, class_name="strokes race-type", stroke_width=5),
                    rx.el.p("Inspreken"),
                    drawing(words.TALKING, width=400, height=52, class_name="strokes race-voice", stroke_width=4.5),
                    class_name="race",
                    aria_hidden=True,
                ),
                class_name="why-claim",
            ),
            rx.el.dl(
                *(rx.el.div(rx.el.dt(title), rx.el.dd(sentence)) for title, sentence in words.reasons()),
                class_name="why-list",
            ),
            class_name="page",
        ),
        class_name="why",
        aria_labelledby="waarom",
    )


def _who() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Voor wie de handen vol heeft", class_name="heading", id="voorwie"),
        rx.el.div(
            *(
                rx.el.article(
                    drawing(wave, width=76, height=32, class_name="strokes who-wave", stroke_width=4),
                    rx.el.blockquote(quote),
                    rx.el.h3(title),
                    rx.el.p(sentence),
                )
                for wave, quote, title, sentence in words.AUDIENCES
            ),
            class_name="who-list",
        ),
        class_name="who page",
        aria_labelledby="voorwie",
    )


def _begin() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Probeer het na je volgende bezoek", class_name="title", id="begin"),
            rx.el.p("Een account maken is zo gebeurd. Eén credit is één rapportage."),
            rx.el.div(
                link_button("Account aanmaken", href=routes.REGISTER, variant="on-band", size="big"),
                link_button("Naar de prijzen", href=routes.PRICING, variant="band-plain", size="big"),
                class_name="row",
            ),
            class_name="page",
        ),
        drawing(read_picture("street"), width=1440, height=320, class_name="street"),
        class_name="band",
        aria_labelledby="begin",
    )
