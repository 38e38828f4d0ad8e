"""Who did what, and which was which."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged


def flags(spoken: str, written: str) -> list[str]:
    """Return the kinds of the flags that are no note."""
    return [flag.kind for flag in flagged(spoken, written) if flag.level != "note"]


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("De jongste lachte, de oudste mopperde.", "De oudste lachte, de jongste mopperde."),
        ("Rechterknie is dik, linkerknie is warm.", "Linkerknie is dik, rechterknie is warm."),
        ("Metoprolol gaat omhoog en enalapril valt weg.", "Enalapril gaat omhoog en metoprolol valt weg."),
        ("Ze verhuist van de Eik naar de Linde.", "Ze verhuist van de Linde naar de Eik."),
        ("Ik schreef de brief en Ruud belde de familie.", "Ruud schreef de brief en ik belde de familie."),
        ("Om acht uur heeft Youssef gisteren Daan geduwd.", "Om acht uur heeft Daan gisteren Youssef geduwd."),
        ("De casemanager heeft de dochter gebeld.", "De dochter heeft de casemanager gebeld."),
        ("Ik was de steunkousen vergeten mee te nemen.", "Cliënt was de steunkousen vergeten mee te nemen."),
        ("De taxichauffeur heeft haar geholpen met de jas.", "De verzorgende heeft haar geholpen met de jas."),
        ("Haar man is de laatste tijd erg moe.", "Mevrouw is de laatste tijd erg moe."),
        ("De bloeddruk was te hoog. De pols was laag.", "De pols was hoog."),
        ("Digoxine gaat door, furosemide stopt.", "Digoxine stopt, furosemide gaat door."),
        ("Haar hiel is rood, haar stuit jeukt.", "Haar stuit is rood, haar hiel jeukt."),
        ("De hiel is rood. De stuit jeukt.", "De hiel en de stuit zijn rood."),
        ("Ria woont op kamer 3 en Loes op kamer 5.", "Loes woont op kamer 3 en Ria op kamer 5."),
        ("De thuiszorg belde de huisarts.", "De huisarts belde de thuiszorg."),
        ("De tante heeft mevrouw naar huis gebracht.", "Mevrouw heeft de tante naar huis gebracht."),
        ("Zijn oom piekert over meneer.", "Meneer piekert over zijn oom."),
        ("Karin gaf de bril aan Peter.", "Peter gaf de bril aan Karin."),
        ("Vannacht had hij kramp.", "Vannacht had ze kramp."),
        ("De elleboog is rood. De knieën zijn gaaf.", "De knieën zijn rood."),
        ("De pols is te laag. De tensie is prima.", "De pols en de tensie zijn prima."),
        (
            "Meneer Vos had kramp. Meneer De Ruiter was duizelig.",
            "Meneer Vos en meneer De Ruiter hadden kramp en waren duizelig.",
        ),
        ("Ze at haar vla. Het fruit liet ze staan.", "Ze at haar vla en het fruit."),
    ],
)
def test_what_changed_places_is_flagged(spoken, written):
    assert flags(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("De jongste lachte, de oudste mopperde.", "De oudste mopperde, de jongste lachte."),
        ("De casemanager heeft de dochter gebeld.", "De dochter is gebeld door de casemanager."),
        ("Ik was de steunkousen vergeten mee te nemen.", "De zorgverlener was de steunkousen vergeten mee te nemen."),
        ("Hij is de laatste tijd erg moe.", "Meneer is de laatste tijd erg moe."),
        ("Wond gespoeld en opnieuw verbonden.", "De zorgverlener heeft de wond gespoeld en opnieuw verbonden."),
        ("Ze verhuist van de Eik naar de Linde.", "Naar de Linde verhuist ze van de Eik."),
        ("Zijn rechteroor jeukt en is dik.", "Het rechteroor is dik en jeukt."),
        ("De tante fietste met mevrouw.", "Mevrouw fietste met de tante."),
        ("De elleboog is rood. De knieën zijn gaaf.", "De elleboog is rood en de knieën zijn gaaf."),
        ("De vpk zag haar in de gang. Ze had kramp.", "Kramp gehad, in de gang gezien door de verpleegkundige."),
    ],
)
def test_another_order_is_no_exchange(spoken, written):
    assert flags(spoken, written) == []
