"""Youth care, and support by the municipality (Jeugdwet, Wmo)."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Jeugd en Wmo"

CONTACT = ReportTemplate(
    key="jeugd",
    name="Jeugd: contactverslag",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="aanleiding",
            title="Aanleiding",
            hint="waarom dit contact er was, waar, en met wie.",
            question="Waarom was dit contact er?",
            role=Role.OCCASION,
        ),
        Section(
            key="feiten",
            title="Feiten",
            hint="wat is gezien of gebeurd, met wie het heeft waargenomen.",
            question="Wat zag of hoorde je zelf?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="mening_van_jeugdige",
            title="Mening van jeugdige",
            hint="wat de jeugdige zelf vindt en wil, in eigen woorden.",
            question="Wat vindt de jeugdige zelf?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="mening_van_ouders_en_anderen",
            title="Mening van ouders en anderen",
            hint="wat ouders, school en anderen vinden, met wie het zei.",
            question="Wat vinden ouders en anderen?",
            role=Role.PEOPLE,
        ),
        Section(
            key="wat_gaat_goed",
            title="Wat gaat goed",
            hint="wat volgens de sprekers goed gaat.",
            question="Wat gaat goed?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="zorgen",
            title="Zorgen",
            hint="zorgen die zijn uitgesproken, met wie ze uitsprak.",
            question="Welke zorgen zijn er genoemd?",
            role=Role.JUDGEMENT,
        ),
        Section(
            key="afspraken",
            title="Afspraken",
            hint="wie wat doet en wanneer, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

SUPPORT = ReportTemplate(
    key="wmo",
    name="Wmo-gesprek",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="hulpvraag",
            title="Hulpvraag",
            hint="waarvoor de inwoner zich meldt, in eigen woorden.",
            question="Wat vraagt de inwoner?",
            role=Role.OCCASION,
        ),
        Section(
            key="situatie_per_leefgebied",
            title="Situatie per leefgebied",
            hint="hoe het gaat met wonen, huishouden, gezondheid, mobiliteit, contacten, dagbesteding en geld.",
            question="Hoe gaat het thuis, per leefgebied?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="eigen_kracht_en_netwerk",
            title="Eigen kracht en netwerk",
            hint="wat de inwoner zelf kan, en wie er al helpt of kan helpen.",
            question="Wat lukt zelf, en wie helpt er?",
            role=Role.PEOPLE,
        ),
        Section(
            key="huidige_voorzieningen",
            title="Huidige voorzieningen",
            hint="hulp, hulpmiddelen en voorzieningen die er nu zijn.",
            question="Welke hulp en middelen zijn er al?",
            role=Role.MEANS,
        ),
        Section(
            key="gewenst_resultaat",
            title="Gewenst resultaat",
            hint="wat de inwoner wil bereiken.",
            question="Wat moet het opleveren?",
            role=Role.GOAL,
        ),
        Section(
            key="afspraken",
            title="Afspraken",
            hint="wie wat doet en wanneer, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
