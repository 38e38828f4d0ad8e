"""What a speaker says before whom the next sentences of a handover are about: 'Dan ga ik naar', 'Verder met', 'Op'."""

import re

_GOING = "ga|gaan|kom|komen|loop|lopen|begin|begon|beginnen|start|starten"
#: 'Dan bij', 'Terug naar', 'O ja, nog even over', 'De mevrouw op', 'Dan hebben we', 'Nu gaan we door met'.
OPENERS = (
    r"(?:(?:eh|ehm|uh|uhm|nou|ja|o ja|oh ja|en|dan|eerst|verder|goed|oké|even kijken|dus|maar|"
    r"nu|tot slot|ten slotte|om te beginnen|allereerst|vervolgens|hierna|aansluitend|meteen|even|"
    r"bij|op|in|met|voor|van|tegen|over|naar|(?:de )?volgende(?: is)?|daarna|terug|door|ook|nog(?: even)?|"
    r"(?:als )?(?:eerste|laatste)|die van|die|"
    rf"(?:ik|we|wij) (?:{_GOING})|(?:{_GOING}) (?:ik|we|wij)|(?:hebben|krijgen) (?:we|wij)|(?:heb|krijg) ik|"
    r"(?:dan|nu|daarna|hierna) (?:is|komt|volgt)|(?:het|dit) gaat(?: nu)? (?:om|over)|wat betreft|betreft|betreffende|"
    r"(?:de )?(?:mevrouw|meneer|heer|dame|bewoner|cliënt|patiënt)(?= (?:op|van|in|uit) ))[,.:]? +)*"
)
#: The same behind something about the one before: 'Ze sliep goed en dan ga ik naar', 'Verder niets, nu'.
TURN = re.compile(
    rf"(?:[,.;:]|\ben) +(?:en +)?(?:dan|nu|daarna|hierna|vervolgens|door|verder)\b,? +{OPENERS}$", re.IGNORECASE
)
