"""Handing over to the next shift or to another professional, and reporting a meeting of several of them."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Overdracht en overleg"

SBAR = ReportTemplate(
    key="sbar",
    name="SBAR-overdracht",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="situatie",
            title="Situatie",
            hint="om wie het gaat en wat er nu speelt, met wat is gezien en gemeten.",
            question="Wat is er nu aan de hand?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="achtergrond",
            title="Achtergrond",
            hint="voorgeschiedenis, medicatie, allergieën, afspraken over behandeling en woonsituatie.",
            question="Wat moet de ander weten van eerder?",
            role=Role.OCCASION,
        ),
        Section(
            key="beoordeling",
            title="Beoordeling",
            hint="wat de spreker denkt dat er aan de hand is, zoals het is uitgesproken.",
            question="Wat denk je zelf?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="aanbeveling",
            title="Aanbeveling",
            hint="wat de spreker vraagt of voorstelt, en wat is afgesproken, als lijst met streepjes.",
            question="Wat wil je dat er gebeurt?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

SHIFT = ReportTemplate(
    key="dienst",
    name="Dienstoverdracht",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="bijzonderheden",
            title="Bijzonderheden",
            hint="wat er deze dienst anders was dan anders, per cliënt.",
            question="Wat viel op?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="uitgevoerd",
            title="Uitgevoerd",
            hint="wat deze dienst is gedaan, als lijst met streepjes.",
            question="Wat is er gedaan?",
            role=Role.ACTION,
            form="lijst",
        ),
        Section(
            key="nog_te_doen",
            title="Nog te doen",
            hint="wat de volgende dienst nog moet doen, als lijst met streepjes.",
            question="Wat moet er nog?",
            role=Role.PLAN,
            form="lijst",
        ),
        Section(
            key="let_op",
            title="Let op",
            hint="waar de volgende dienst op moet letten, zoals de spreker het zegt.",
            question="Waar moet de volgende op letten?",
            role=Role.JUDGEMENT,
        ),
    ),
)

MEETING = ReportTemplate(
    key="mdo",
    name="MDO-verslag",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="aanwezig",
            title="Aanwezig",
            hint="wie er bij het overleg waren, met hun functie, en wie was verhinderd.",
            question="Wie waren erbij?",
            role=Role.PEOPLE,
        ),
        Section(
            key="aanleiding_en_vragen",
            title="Aanleiding en vragen",
            hint="waarom dit overleg er is, en de vragen die zijn gesteld.",
            question="Waarover ging het overleg?",
            role=Role.OCCASION,
        ),
        Section(
            key="besproken",
            title="Besproken",
            hint="wat ieder heeft ingebracht, met wie het zei.",
            question="Wat is er gezegd?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="besluiten",
            title="Besluiten",
            hint="wat is besloten, als lijst met streepjes.",
            question="Wat is besloten?",
            role=Role.OTHER,
            form="lijst",
        ),
        Section(
            key="afspraken",
            title="Afspraken",
            hint="wie wat doet en wanneer, als lijst met streepjes.",
            question="Wie doet wat, en wanneer?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
