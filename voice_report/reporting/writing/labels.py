"""What a report says of itself where nothing in it is a language model's."""

WITHOUT_AI = "zonder AI ingedeeld"
#: A language model was asked, and the local rules made all of it.
NO_LINES = "je eigen woorden: taalmodel gaf geen bruikbaar antwoord"
REFUSED = "je eigen woorden: taalmodel neemt deze tekst niet aan"

BY_THE_RULES = (WITHOUT_AI, NO_LINES, REFUSED)
