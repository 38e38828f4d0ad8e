"""Guidance in the care for people with a disability, and coaching."""

from .template import ReportTemplate, Role, Section

_SECTOR = "Begeleiding en coaching"

COACHING = ReportTemplate(
    key="coach",
    name="Coachgesprek (GROW)",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="doel",
            title="Doel",
            hint="wat de coachee wil bereiken, in eigen woorden.",
            question="Wat wil de coachee bereiken?",
            role=Role.GOAL,
        ),
        Section(
            key="huidige_situatie",
            title="Huidige situatie",
            hint="hoe het nu gaat en wat al is geprobeerd.",
            question="Hoe is het nu?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="mogelijkheden",
            title="Mogelijkheden",
            hint="mogelijkheden en belemmeringen die zijn genoemd.",
            question="Welke mogelijkheden zijn er?",
            role=Role.MEANS,
        ),
        Section(
            key="acties_en_afspraken",
            title="Acties en afspraken",
            hint="wat de coachee gaat doen en wanneer, als lijst met streepjes.",
            question="Wat gaat de coachee doen?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)

GUIDANCE = ReportTemplate(
    key="begeleiding",
    name="Begeleiding (gehandicaptenzorg)",
    sector=_SECTOR,
    version=1,
    sections=(
        Section(
            key="situatie",
            title="Situatie",
            hint="de omstandigheden van dit moment: waar, met wie, wat er gaande was.",
            question="Wat was de situatie?",
            role=Role.OCCASION,
        ),
        Section(
            key="ondersteuning_geboden",
            title="Ondersteuning geboden",
            hint="wat de begeleider heeft gedaan.",
            question="Hoe heb je ondersteund?",
            role=Role.ACTION,
        ),
        Section(
            key="beleving_van_de_client",
            title="Beleving van de cliënt",
            hint="wat de cliënt zei of liet merken over hoe het was.",
            question="Hoe was het voor de cliënt?",
            role=Role.CLIENT_WORDS,
        ),
        Section(
            key="bijzonderheden",
            title="Bijzonderheden",
            hint="wat opviel of anders was dan anders.",
            question="Wat viel op?",
            role=Role.OBSERVATION,
        ),
        Section(
            key="afspraken_en_vervolg",
            title="Afspraken en vervolg",
            hint="afspraken en wat er hierna gebeurt, als lijst met streepjes.",
            question="Wat spraken jullie af?",
            role=Role.PLAN,
            form="lijst",
        ),
    ),
)
