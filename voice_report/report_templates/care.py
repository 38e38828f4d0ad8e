"""Nursing, home care and nursing homes; ``CARE`` is the report of the spec (section 8; decisions.md "Reports")."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Verpleging, verzorging en thuiszorg"

CARE = ReportTemplate(
    key="zorg",
    name="Zorgrapportage",
    sector=_SECTOR,
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

SOAP = ReportTemplate(
    key="soap",
    name="SOAP (verpleging en verzorging)",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="subjectief",
            title="Subjectief",
            hint="wat de cliënt of een naaste zelf zegt: klachten, beleving, vragen.",
            question="Wat vertelde de cliënt?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="objectief",
            title="Objectief",
            hint="wat de spreker heeft gezien, gehoord of gemeten.",
            question="Wat zag of mat je?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="analyse",
            title="Analyse",
            hint="wat de spreker er zelf van vindt, zoals het is uitgesproken.",
            question="Wat vind je ervan?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="plan",
            title="Plan",
            hint="wat is gedaan en wat is afgesproken: acties, wie en wanneer, als lijst met streepjes.",
            question="Wat doe je, en wanneer?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

GOAL = ReportTemplate(
    key="doel",
    name="Rapportage op doel",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="doel",
            title="Doel",
            hint="aan welk doel uit het zorgplan is gewerkt, zoals genoemd.",
            question="Aan welk doel werkte je?",
            role=Role.GOAL,
        ),
        Section(
            key="wat_is_er_gedaan",
            title="Wat is er gedaan",
            hint="wat de zorgverlener en de cliënt voor dit doel hebben gedaan.",
            question="Wat heb je gedaan?",
            role=Role.ACTION,
        ),
        Section(
            key="hoe_ging_het",
            title="Hoe ging het",
            hint="hoe het verliep, hoe de cliënt reageerde en wat de spreker ervan vindt.",
            question="Hoe ging het?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="afwijking_van_het_plan",
            title="Afwijking van het plan",
            hint="wat anders ging dan afgesproken, en de reden die is genoemd.",
            question="Wat ging anders dan gepland?",
            role=Role.INCIDENT,
        ),
        Section(
            key="vervolg",
            title="Vervolg",
            hint="wat er hierna gebeurt, wie dat doet en wanneer, als lijst met streepjes.",
            question="Hoe gaat het verder?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

MIC = ReportTemplate(
    key="mic",
    name="MIC-melding (concept)",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="wat_is_er_gebeurd",
            title="Wat is er gebeurd",
            hint="het incident zelf, in de volgorde waarin het is verteld.",
            question="Wat is er gebeurd?",
            role=Role.INCIDENT,
        ),
        Section(
            key="waar_en_wanneer",
            title="Waar en wanneer",
            hint="plaats, datum en tijd van het incident.",
            question="Waar en wanneer was het?",
            role=Role.OCCASION,
        ),
        Section(
            key="gevolgen_voor_de_client",
            title="Gevolgen voor de cliënt",
            hint="letsel, klachten of ander gevolg voor de cliënt, zoals gezien, gemeten of verteld.",
            question="Wat merkte de cliënt ervan?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="genoemde_oorzaken",
            title="Genoemde oorzaken",
            hint="oorzaken en omstandigheden die de spreker noemt.",
            question="Hoe kon het gebeuren?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="genomen_maatregelen",
            title="Genomen maatregelen",
            hint="wat direct is gedaan en wat er nu verandert, als lijst met streepjes.",
            question="Wat heb je meteen gedaan?",
            role=Role.ACTION,
            form="lijst",
        ),
        Section(
            key="wie_is_op_de_hoogte",
            title="Wie is op de hoogte",
            hint="wie het weet of nog te horen krijgt: arts, naasten, collega, leidinggevende.",
            question="Wie weet het?",
            role=Role.PEOPLE,
        ),
    ),
)
