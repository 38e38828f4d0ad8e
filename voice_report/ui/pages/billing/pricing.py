"""The pricing page (decisions/0004)."""

import reflex as rx

from ....core import texts
from ....services.billing import checkout, plans
from ....services.billing.plans import Plan
from ... import installation
from ...islands.sign_in.factors.step_up import step_up
from ...kit import badge, icon, link, link_button, notice
from ...kit.form.button import Variant
from ...scripts import component
from ...shell import routes
from ...shell.layout import free_reports, main, page_head, public_shell, without_organization
from ...shell.session import SessionState
from ..public import ai_disclosure

LEAD = "Een pakket koop je één keer. Het wordt nooit automatisch verlengd. 1 credit is 1 rapportage."


#: Opens the payment page in a new tab, for signed-in users; ``login`` is the page to open after session expiry.
BuyButton = component("pages/billing/buy_button.jsx", "BuyButton", package_id=str, plan=str, login=str)


def prijzen() -> rx.Component:
    return public_shell(
        main(
            page_head("Je betaalt per rapportage", rx.el.p(LEAD, class_name="lead"), free_reports()),
            rx.cond(
                SessionState.signed_in & ~SessionState.has_organization,
                rx.el.div(without_organization(), class_name="page no-buying"),
            ),
            rx.cond(
                SessionState.has_organization & ~SessionState.can_buy,
                rx.el.div(_cannot_buy(), class_name="page no-buying"),
            ),
            rx.el.div(*(_plan(plan) for plan in plans.for_sale()), class_name="plans page"),
            rx.el.div(_included(), _privacy(), _credits(), _account(), class_name="price-notes page"),
        ),
        step_up(SessionState.has_factor),
    )


def _cannot_buy() -> rx.Component:
    mail = installation.contact()
    return notice(
        checkout.NOT_SET_UP,
        rx.el.p("Credits nodig? Mail ", rx.el.a(mail, href=f"mailto:{mail}", class_name="link"), "."),
        tone="petrol",
        icon_name="ticket",
    )


def _plan(plan: Plan) -> rx.Component:
    kind = "subscription" if plan.subscription else "popular" if plan.popular else ""
    variant: Variant = "on-band" if plan.subscription else "primary" if plan.popular else "secondary"
    per = f"{texts.euros(plan.price_per_report)} per rapportage" if plan.price_per_report else plan.per_interval
    return rx.el.article(
        rx.el.h2(plan.label, badge("Populair", tone="petrol") if plan.popular else rx.fragment()),
        rx.el.p(f"€ {plan.price:.0f}", class_name="price num"),
        rx.el.p(per, class_name="per num"),
        rx.el.p(
            "Onbeperkte rapportages" if plan.subscription else texts.credits_text(plan.credits),
            class_name="amount num",
        ),
        rx.el.p(plan.description, class_name="what"),
        rx.cond(
            SessionState.signed_in,
            rx.cond(
                SessionState.has_organization,
                BuyButton.create(
                    package_id=plan.id,
                    plan=plan.label,
                    login=routes.LOGIN,
                    # Where it only answers that this cannot be done, none of them calls to be pressed.
                    class_name=rx.cond(SessionState.can_buy, "button primary", "button secondary")
                    if variant == "primary"
                    else f"button {variant}",
                ),
            ),
            link_button(
                "Start Nu",
                rx.el.span(f" met {plan.label}", class_name="visually-hidden"),
                href=routes.REGISTER,
                variant=variant,
            ),
        ),
        class_name=f"card plan {kind}".strip(),
    )


def _included() -> rx.Component:
    lines = (
        ai_disclosure.speech_technology(),
        ai_disclosure.structuring_technology(),
        "Aanpassen, kopiëren en downloaden",
        "Concepten bewaren en later verder gaan",
        "Versleuteling en auditlog",
    )
    return rx.el.section(
        rx.el.h2("In elk pakket", class_name="heading", id="inbegrepen"),
        rx.el.ul(*(rx.el.li(icon("check"), rx.el.span(line)) for line in lines), class_name="ticks"),
        aria_labelledby="inbegrepen",
    )


def _privacy() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Privacy by design", class_name="heading", id="privacy"),
        rx.el.p(
            f"{ai_disclosure.NOT_STORED} Rapportages archiveren staat uit, tenzij je organisatie er zelf voor kiest."
        ),
        rx.el.p(ai_disclosure.processing(), " ", link("Lees de privacyverklaring", href=routes.PRIVACY)),
        class_name="privacy-box",
        aria_labelledby="privacy",
    )


def _credits() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Hoe credits werken", class_name="heading", id="credits"),
        rx.el.p(
            "Je betaalt een credit pas als het concept er is. Lukt het niet, of is er geen spraak herkend, dan kost "
            "het niets. Persoonlijke credits gaan eerst, daarna die van je organisatie. Betalen kan met iDEAL, "
            "Bancontact of creditcard.",
            class_name="soft",
        ),
        aria_labelledby="credits",
    )


def _account() -> rx.Component:
    return rx.cond(
        SessionState.signed_in,
        rx.fragment(),
        rx.el.section(
            rx.el.h2("Nog geen account?", class_name="heading", id="verder"),
            rx.el.p(
                "Maak er een aan en kies daarna een pakket. Hoor je al bij een organisatie? Dan gebruik je de credits "
                "die jullie delen.",
                class_name="soft",
            ),
            rx.el.div(
                link_button("Account aanmaken", href=routes.REGISTER, variant="primary"),
                link_button("Inloggen", href=routes.LOGIN, variant="plain"),
                class_name="row",
            ),
            aria_labelledby="verder",
        ),
    )
