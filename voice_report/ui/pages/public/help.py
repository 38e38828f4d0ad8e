"""The help page: how it works, what to do when something is in the way, and the keys."""

import reflex as rx

from ... import installation
from ...kit import link
from ...shell import routes
from ...shell.layout import main, page_head, public_shell
from ...shell.session import SessionState

LEAD = "Hoe het werkt, en wat je doet als het even niet gaat."

_STEPS = (
    ("Tik op de microfoon", "Sta de microfoon toe als je browser daarom vraagt. Liever typen kan ook."),
    ("Vertel", "In je eigen woorden, zo lang als je wilt. Pauzeren mag: alles wat je zei, blijft bewaard."),
    ("Lees de tekst na", "Klopt een naam, getal of medicijn niet? Verbeter het en kies dan ‘Genereer concept’."),
    ("Kijk het concept na", "Tik op een zin en je ziet wat je daarvoor zei. Pas aan wat anders moet."),
    ("Kopieer", "En plak de rapportage in je eigen dossier. Een concept kost 1 credit, kopiëren niets."),
)

_WHEN = (
    (
        "Er is geen internet",
        "Ga gewoon door. Je opname staat op je eigen toestel en wordt uitgeschreven zodra er weer verbinding is.",
    ),
    (
        "De telefoon ging, of de browser sloot",
        "Open de app weer op hetzelfde toestel. Op je dashboard staat dan dat er nog een opname wacht.",
    ),
    (
        "De microfoon doet niets",
        "Kijk in de instellingen van deze site, naast het adres, of de microfoon mag, en sluit andere apps die haar "
        "gebruiken. Werkt het dan nog niet, kies dan ‘Liever typen’.",
    ),
    (
        "Ik werk op een iPhone of iPad",
        "Safari kan elke keer vragen of de microfoon mag. Houd het scherm aan en de app open terwijl je praat, anders "
        "pauzeert je opname. Wat je zei, blijft op je toestel. Open de app binnen een week weer als er nog een opname "
        "wacht: Safari wist wat langer blijft liggen. Hoor je niets bij het naluisteren, zet dan de stille stand uit.",
    ),
    (
        "Ik heb al een opname, bijvoorbeeld een spraakmemo",
        "Kies onder de opnameknop ‘Opname kiezen’: m4a, mp3, wav, ogg, webm of flac, tot 60 minuten en 64 MB. Op een "
        "iPhone bewaar je een spraakmemo eerst met ‘Deel’ in Bestanden. Is de opname verstuurd, dan mag de pagina "
        "dicht: de tekst komt in je concepten.",
    ),
    (
        "De rapportage ziet er geplakt anders uit",
        "Kies in je dossier ‘Plakken zonder opmaak’: Ctrl + Shift + V, op een Mac Option + Shift + Cmd + V. "
        "Safari plakt anders ook de kleur en het lettertype van deze pagina.",
    ),
    (
        "Er staat iets anders dan ik zei",
        "Verbeter het woord. Je kunt de verbetering bewaren in je woordenlijst, dan gaat het voortaan vanzelf goed.",
    ),
    (
        "Ik heb het verkeerde sjabloon gekozen",
        "Kies boven het concept een ander. Dezelfde zinnen komen onder andere koppen, zonder credit, en terug kan "
        "altijd.",
    ),
    (
        "Mijn credits zijn op",
        "Inspreken en bewaren kan altijd. Voor een concept is 1 credit nodig: bij Prijzen lees je hoe je eraan komt.",
    ),
    (
        "Ik kan niet inloggen",
        "Kies ‘Wachtwoord vergeten?’ op de inlogpagina. Ben je je tweede stap kwijt, vraag dan de beheerder van je "
        "organisatie om hem weg te halen.",
    ),
)

_KEYS = (
    ("Spatie", "opname starten, pauzeren en hervatten"),
    ("Ctrl + Enter", "concept maken"),
    ("Ctrl + Shift + C", "kopiëren"),
    ("?", "deze sneltoetsen in een venster, waar je ze ook uitzet"),
    ("Tab", "naar het volgende veld of de volgende knop"),
    ("Enter", "de knop indrukken waar je bent"),
    ("Ctrl + Z", "in een concept: de laatste wijziging ongedaan maken"),
    ("Ctrl + Y", "in een concept: toch weer doen"),
    ("Esc", "een venster of een tekstvak sluiten"),
    ("F8", "naar de melding onder in beeld"),
)


def hulp() -> rx.Component:
    mail = installation.contact()
    return public_shell(
        main(
            page_head("Hulp", rx.el.p(LEAD, class_name="lead")),
            rx.el.div(
                _section(
                    "zo-werkt-het",
                    "Zo werkt het",
                    rx.el.ol(*(rx.el.li(rx.el.b(f"{title}. "), sentence) for title, sentence in _STEPS)),
                    rx.cond(
                        SessionState.has_organization,
                        rx.el.p(link("Probeer met een voorbeeld", href=routes.EXAMPLE), ". Dat kost geen credit."),
                    ),
                ),
                _section(
                    "wat-doe-je-als",
                    "Wat doe je als…",
                    *(rx.el.details(rx.el.summary(question), rx.el.p(answer)) for question, answer in _WHEN),
                ),
                _section(
                    "toetsen",
                    "Met het toetsenbord",
                    rx.el.dl(*(rx.el.div(rx.el.dt(keys), rx.el.dd(what)) for keys, what in _KEYS)),
                    rx.el.p("Op een Mac is Ctrl de Cmd-toets.", class_name="quiet"),
                ),
                _section(
                    "vraag",
                    "Staat je vraag er niet bij?",
                    rx.el.p("Mail ", rx.el.a(mail, href=f"mailto:{mail}", class_name="link"), "."),
                    rx.el.p("We antwoorden binnen 48 uur. Zet niets over cliënten in je mail.", class_name="soft"),
                ),
                class_name="page help",
            ),
        )
    )


def _section(name: str, heading: str, *content: rx.Component) -> rx.Component:
    return rx.el.section(rx.el.h2(heading, id=name, class_name="heading"), *content, aria_labelledby=name)
