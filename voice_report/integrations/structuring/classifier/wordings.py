"""Wordings that show under which heading of a built-in template a sentence belongs, whatever else it says."""

import re

#: What a patient has to tell, in SOEP and SOAP: since when, what was there before, and why they come.
_HISTORY = re.compile(
    r" (?:sinds|al) (?:\S+ ){0,3}?(?:dag|dagen|week|weken|maand|maanden|jaar|uur|gisteren|eergisteren|\w+dag"
    r"|vanochtend|vanmorgen|vannacht|vanmiddag) | bekend met | voorgeschiedenis | last van | rookt "
    r"| allergi(?:e|sch) | (?:belt|komt) (?:\S+ ){0,2}(?:met|vanwege|wegens) "
)
#: A seizure, a fall, an injury, or violence; not what the carer did about it, what was agreed, or how it was felt.
_NOT_WHAT_HAPPENED = (
    "heb ik|ik heb|ben ik|ik ben|hebben we|we hebben|als|wanneer|indien|voortaan|morgen|afgesproken|afspraak|spreken"
    "|graag|protocol|plan|vindt|vond|bang|eng|zegt|zei|zou|kan|kunnen|om te"
)
_SEIZURE = (
    "aanval|aanvallen|aanvalletje|insult|insulten|toeval|absence|absences|trekkingen"
    r"|epilepsieaanval\w*|epilepsie-aanval\w*"
)
_FALL = (
    "gevallen|gestruikeld|uitgegleden|struikelde|gleed uit"
    r"|viel (?:\S+ ){0,3}(?:van|over|uit bed|op de|op zijn|op haar|tegen|voorover|achterover)"
)
_INJURY = (
    r"(?:schaaf|snij|brand|bijt|hoofd|kras)\w*wond\w*|blauwe (?:plek|plekken)|bult|bloedneus|bloedlip|schram\w*"
    r"|kneuzing|verwond\w*|zelfverwonding|automutilatie|bebloed|bloedde|bloedend"
)
_HITS = (
    "slaat|sloeg|schopt|schopte|bijt|beet|krabt|krabde|spuugt|spuugde|duwt|duwde|stompt|stompte|gooit|gooide|bedreigt"
    "|bedreigde|kneep"
)
_WHOM = (
    "mij|me|ons|collega|begeleider|begeleidster|groepsgenoot|groepsgenote|huisgenoot|huisgenote|medebewoner"
    "|medebewoonster|medecliënt|stagiaire|ruit|stoel|bord|borden|tafel|deur|glas|servies|muur"
)
_VIOLENCE = (
    r"agressi\w+|geweld|handgemeen|gevecht|geslagen|geschopt|gebeten|gekrabd|bespuugd|bedreigd|aangevallen|geduwd"
    rf"|gestompt|gegooid|vernield|kapotgegooid|kapotgeslagen|(?:{_HITS}) (?:\S+ ){{0,5}}(?:{_WHOM})"
)
_INCIDENT = re.compile(rf"^(?!.* (?:{_NOT_WHAT_HAPPENED}) ).* (?:{_SEIZURE}|{_FALL}|{_INJURY}|{_VIOLENCE}) ")
#: What was laid down about treatment, and what a person cannot have; not a reaction or a resuscitation of now.
_OF_NOW = (
    "reageert|reactie|reageren|denk|vermoed|vermoeden|lijkt|gestart|begonnen|bezig|mijn vraag|wilt u|kunt u|graag"
    "|bespreken"
)
_RESUSCITATION = (
    r"niet[- ]reanimer\w+|niet (?:meer )?gereanimeerd|geen reanimatie|reanimatie (?:nee|ja|niet|wel)|reanimatiebeleid"
    "|nr-beleid|nr-verklaring"
)
_WISHES = (
    r"wilsverklaring\w*|behandelverbod\w*|behandelverklaring\w*|behandelwens\w*|behandelbeperking\w*|behandelcode\w*"
    r"|behandelbeleid|levenstestament|euthanasieve\w+"
)
_LAID_DOWN = re.compile(
    rf"^(?!.* (?:{_OF_NOW}) ).* (?:{_RESUSCITATION}|{_WISHES}|\S*allergie\w*|allergisch|overgevoelig\w*) "
)
#: Wordings that show what a sentence is for, whatever else it says: by template, each with its section.
WORDINGS: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "sbar": (
        (re.compile(r" (?:mijn vraag is|(?:kunt|wilt|zou|komt) u|(?:wil|kun|kom) je) "), "aanbeveling"),
        (_LAID_DOWN, "achtergrond"),
    ),
    "begeleiding": ((_INCIDENT, "bijzonderheden"),),
    "dienst": ((re.compile(r" mag (?:\S+ ){0,2}(?:niet|geen) "), "let_op"),),
    "mic": (
        (
            re.compile(
                r" (?:ik (?:heb|had) het (?:zelf )?(?:gemerkt|ontdekt)|ik (?:merkte|ontdekte)|(?:merkte|ontdekte) ik) "
            ),
            "wat_is_er_gebeurd",
        ),
    ),
    "soep": ((_HISTORY, "subjectief"),),
    "soap": ((_HISTORY, "subjectief"),),
    "jeugd": (
        (
            re.compile(
                r"^ (?:(?:eh|en|maar) )*(?:hij|zij|ze) (?:(?:zelf|ook|wel) )?"
                r"(?:zegt|zei|vindt|vond|geeft aan|gaf aan|vertelt|vertelde|denkt|dacht) "
            ),
            "mening_van_jeugdige",
        ),
    ),
}
