"""Mental health care (ggz)."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Ggz"

PROGRESS = ReportTemplate(
    key="ggz",
    name="GGZ voortgang",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="verloop_sinds_vorig_contact",
            title="Verloop sinds vorig contact",
            hint="hoe het sinds het vorige contact ging, volgens de cliënt en naasten.",
            question="Hoe ging het sinds de vorige keer?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="besproken",
            title="Besproken",
            hint="de onderwerpen van dit contact en wat daarover is gezegd.",
            question="Waarover spraken jullie?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="interventie",
            title="Interventie",
            hint="wat de behandelaar heeft gedaan: uitleg, oefening, techniek, medicatie.",
            question="Wat heb je gedaan?",
            role=Role.ACTION,
        ),
        Section(
            key="indruk",
            title="Indruk",
            hint="de indruk die de behandelaar uitspreekt: stemming, contact, beloop.",
            question="Wat is je indruk?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="afspraken_en_vervolg",
            title="Afspraken en vervolg",
            hint="afspraken, huiswerk en de volgende afspraak, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

INTAKE = ReportTemplate(
    key="ggzintake",
    name="GGZ intake",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="aanmelding_en_hulpvraag",
            title="Aanmelding en hulpvraag",
            hint="wie heeft aangemeld, waarom nu, en wat de cliënt wil.",
            question="Waarom komt iemand nu?",
            role=Role.OCCASION,
        ),
        Section(
            key="klachten_en_beloop",
            title="Klachten en beloop",
            hint="klachten zoals de cliënt ze vertelt, sinds wanneer, en hoe ze veranderden.",
            question="Welke klachten, sinds wanneer?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="voorgeschiedenis",
            title="Voorgeschiedenis",
            hint="eerdere klachten, behandelingen, medicatie en lichamelijke ziekten.",
            question="Wat speelde er eerder?",
            role=Role.OTHER,
        ),
        Section(
            key="leefsituatie_en_netwerk",
            title="Leefsituatie en netwerk",
            hint="wonen, werk, school, geld, relaties en steun.",
            question="Hoe leeft iemand, en met wie?",
            role=Role.PEOPLE,
        ),
        Section(
            key="onderzoek_en_indruk",
            title="Onderzoek en indruk",
            hint="wat in het gesprek opviel, uitslagen van lijsten, en de indruk die is uitgesproken.",
            question="Wat viel je op?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="afspraken_en_vervolg",
            title="Afspraken en vervolg",
            hint="afspraken en volgende stappen, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
