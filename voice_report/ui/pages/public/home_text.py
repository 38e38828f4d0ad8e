"""The texts of the landing page, and its small drawings."""

from ... import installation
from . import ai_disclosure

SAMPLE = (
    ("Situatie", "Mevrouw zat aangekleed aan tafel en was goed te spreken."),
    ("Observaties", "Slecht geslapen door pijn in de linkerknie. De knie is iets dik, niet rood en niet warm."),
    ("Uitgevoerde zorg", "Geholpen met douchen. Beide benen gezwachteld."),
    ("Afspraken en vervolg", "Vanmiddag de huisarts bellen over de knie."),
)

STEPS = (
    (
        "Je vertelt",
        "Druk op de knop en vertel in je eigen woorden. Terwijl je praat, loopt de tekst mee. Valt het internet weg, "
        "dan gaat het opnemen gewoon door.",
    ),
    (
        "AI ordent",
        "Je verhaal komt onder vaste kopjes te staan. Er komt niets bij wat je niet hebt gezegd: waar je niets over "
        "vertelde, staat ‘Niet besproken’.",
    ),
    (
        "Jij kopieert",
        "Lees na, pas aan waar nodig en kopieer of download de rapportage. Plak hem in je eigen cliëntdossier en je "
        "bent klaar.",
    ),
)

FASTER = "Praten gaat sneller dan typen. En het kan meteen, als alles nog vers in je hoofd zit."


def lead() -> str:
    """Return the description of the product, in three sentences."""
    return (
        f"Spreek na je bezoek in wat je zag en deed. {installation.name()} schrijft mee en ordent het tot een "
        "verzorgde rapportage. Jij leest na en kopieert."
    )


def reasons() -> tuple[tuple[str, str], ...]:
    """Return the feature list; its claims about processing are true for this installation (decisions/0010)."""
    where = f"{ai_disclosure.stays_here()}{ai_disclosure.NOT_STORED}"
    return (
        ("Geen woord kwijt", "Je opname wordt tijdens het praten op je eigen toestel bewaard, tot de tekst er staat."),
        (
            "Past bij elk dossier",
            "Kopieer de tekst of download hem als tekstbestand. Er hoeft niets gekoppeld te worden.",
        ),
        ("Privacy volgens de AVG", f"{where} Archiveren gebeurt alleen als je organisatie daarvoor kiest."),
        ("Versleuteld", "Alles gaat versleuteld over de lijn, en je opname staat ook op je eigen toestel versleuteld."),
        ("Alles na te gaan", "Een auditlog houdt bij wie wat wanneer heeft gedaan."),
    )


AUDIENCES = (
    (
        '<path d="M4 11.4V20.6M12.5 8.9V23.1M21 10.9V21.1M29.5 14.3V17.7M38 11.2V20.8M46.5 7.4V24.6M55 7.5V24.5'
        'M63.5 7.7V24.3M72 10.9V21.1"/>',
        "‘Meneer liep vandaag voor het eerst weer zonder stok naar de voordeur.’",
        "Zelfstandige zorgverleners",
        "Koop een pakket wanneer je het nodig hebt. Geen abonnement, geen automatische verlenging.",
    ),
    (
        '<path d="M4 12.1V19.9M12.5 10.6V21.4M21 8.2V23.8M29.5 9V23M38 10.6V21.4M46.5 14V18M55 11.3V20.7'
        'M63.5 7.6V24.4M72 6.8V25.2"/>',
        "‘De nacht is rustig verlopen, mevrouw heeft om drie uur één keer gebeld.’",
        "Zorgteams en organisaties",
        "Nodig je collega’s uit en deel samen de credits. Iedereen rapporteert volgens dezelfde opbouw.",
    ),
    (
        '<path d="M4 11.4V20.6M12.5 9.7V22.3M21 7.2V24.8M29.5 7.6V24.4M38 9.8V22.2M46.5 14.2V17.8M55 8.4V23.6'
        'M63.5 8.9V23.1M72 13.1V18.9"/>',
        "‘Ze wil volgende week zelf de gemeente bellen. Dat bereiden we samen voor.’",
        "Coaches en begeleiders",
        "Leg het gesprek vast zolang je het nog vers in je hoofd hebt, in je eigen woorden.",
    ),
)

SORTED = (
    '<b>Situatie</b><svg class="strokes" viewBox="0 0 128 5"><path d="M2.5 2.5h41M56 2.5h23M91.5 2.5h33"/></svg>'
    '<b>Observaties</b><svg class="strokes" viewBox="0 0 128 5"><path d="M2.5 2.5h19M34 2.5h47M93.5 2.5h25"/></svg>'
    '<b>Uitgevoerde zorg</b><svg class="strokes" viewBox="0 0 128 5"><path d="M2.5 2.5h35M50 2.5h29"/></svg>'
)

TYPING = (
    '<path d="M3 6H18M30 6H47M59 6H70M82 6H113M125 6H145M157 6H180M192 6H204M216 6H226M238 6H248M260 6H268M280 6H300'
    'M312 6H337M349 6H366M378 6H397"/>'
)
TALKING = (
    '<path d="M3 19.1V32.9M11.8 14.5V37.5M20.6 13.9V38.1M29.4 16.4V35.6M38.2 22.8V29.2M47 17.4V34.6M55.8 13.9V38.1'
    'M64.6 11.6V40.4M73.4 11.9V40.1M82.2 14.6V37.4M91 21.2V30.8M99.8 14.3V37.7M108.6 13.6V38.4M117.4 21.5V30.5"/>'
)

WAVE_BEFORE = (
    '<path d="M2 16.3V27.7M12 12.1V31.9M22 15.4V28.6M32 20.7V23.3M42 16.1V27.9M52 9.5V34.5'
    'M62 9.7V34.3M72 10.1V33.9M82 15.4V28.6"/>'
)
WAVE_AFTER = (
    '<path d="M2 18.3V25.7M12 13.9V30.1M22 8.6V35.4M32 12.8V31.2M42 19.2V24.8M52 16.7V27.3'
    'M62 14.8V29.2M72 13.9V30.1M82 15.6V28.4"/>'
)
