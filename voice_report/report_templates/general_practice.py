"""General practice and allied health professionals."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Huisarts en paramedisch"

SOEP = ReportTemplate(
    key="soep",
    name="SOEP (huisarts, paramedisch)",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="subjectief",
            title="Subjectief",
            hint="wat de patiënt vertelt: klacht, beloop, hulpvraag en context.",
            question="Wat vertelde de patiënt?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="objectief",
            title="Objectief",
            hint="bevindingen bij onderzoek en metingen.",
            question="Wat zag of mat je?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="evaluatie",
            title="Evaluatie",
            hint="wat de spreker concludeert, alleen zoals het is uitgesproken.",
            question="Wat is je conclusie?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="plan",
            title="Plan",
            hint="behandeling, medicatie, verwijzing, uitleg en controle, als lijst met streepjes.",
            question="Wat spreken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
