"""The report of the spec (section 8; decisions.md "Reports"): five headings for home care and nursing homes."""

from .template import ReportTemplate, Role, Section

TEMPLATE = ReportTemplate(
    key="zorg",
    name="Zorgrapportage",
    sector="Verpleging, verzorging en thuiszorg",
    version=1,
    sections=(
        Section(
            key="situatie",
            title="Situatie",
            hint="aanleiding en context van het contact, om wie het gaat, achtergrond en voorgeschiedenis.",
            question="Hoe trof je de cliënt aan?",
            role=Role.OCCASION,
        ),
        Section(
            key="observaties",
            title="Observaties",
            hint="wat is gezien, gehoord of gemeten, en wat de cliënt of naasten vertelden.",
            question="Wat viel je op?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="uitgevoerde_zorg",
            title="Uitgevoerde zorg",
            hint="wat de zorgverlener heeft gedaan, gesprekken en telefoontjes inbegrepen.",
            question="Wat heb je gedaan?",
            role=Role.ACTION,
        ),
        Section(
            key="evaluatie",
            title="Evaluatie",
            hint="het oordeel dat is uitgesproken: hoe het gaat, het effect, de doelen.",
            question="Hoe ging het?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="afspraken",
            title="Afspraken en vervolg",
            hint="afspraken, acties en nieuw beleid, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
