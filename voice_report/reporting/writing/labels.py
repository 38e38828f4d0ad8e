"""What a report says of itself where nothing in it is a language model's."""

WITHOUT_AI = "zonder AI ingedeeld"
#: A language model was called, and the local rules wrote the whole report.
NO_LINES = "je eigen woorden: taalmodel gaf geen bruikbaar antwoord"
REFUSED = "je eigen woorden: taalmodel neemt deze tekst niet aan"

#: The local rules made all of it but a section, which a language model wrote again.
BUT_A_SECTION = "zonder AI ingedeeld, behalve een kopje"

BY_THE_RULES = (WITHOUT_AI, NO_LINES, REFUSED)
