"""The text of a recogniser without what is its own: its tags, its descriptions of sounds, its lay-out.

Recognisers write what they learned from subtitles: '[BLANK_AUDIO]', '(muziek)', '*zucht*', '♪', '- Ja.', 'SPEAKER_00:';
some leave their tokens in the text, also single bytes ('<0x20>'), and break lines where a subtitle would end, also
inside a word. None of it was said. What may have been said stays: words in brackets that describe no sound, and
sounds named in a sentence.

Pure functions, in linear time: the text may come from any server.
"""

import html
import re

from ...core.texts import NOT_UNDERSTOOD, UNSURE
from ...dutch.dictionary import is_compound, is_known, parts

_OURS = (NOT_UNDERSTOOD, UNSURE)

#: '<|nl|>', '<asr_text>' with the language before it, '<|0.00|>', '[_TT_150]', '</s>'; '<5 en >3' is none.
_TAG = re.compile(
    r"(?:\blanguage\s+\w{2,20}\s{0,3})?<asr_text>|<think(?:ing)?>[^<]{0,4000}</think(?:ing)?>"
    r"|[<＜‹][|｜][^<>＜＞‹›\n]{0,40}[|｜][>＞›]|</?[A-Za-z][\w:./-]{0,40}>|<v[. ][^<>\n]{1,60}>"
    r"|\{\\an?\d\}|<\d{1,5}\.\d{1,3}>"
    r"|\[_[A-Z]{2,10}_(?:\d{1,6})?\]"
    r"|[\[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s?-->\s?(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3}[\])]?"
    r"|\[(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?\]|\[\d{1,5}\.\d{1,3}s? ?-> ?\d{1,5}\.\d{1,3}s?\]"
    r"|\b(?:BLANK_AUDIO|NO_SPEECH)\b|\[/?(?:UNK|PAD|CLS|SEP|MASK|BOS|EOS|INST)\]|%HESITATION\b"
)
#: Bytes of a character that a recogniser's list of tokens lacks, and characters as subtitles in HTML write them.
_BYTES = re.compile("(?:<0x[0-9A-Fa-f]{2}>)+")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[a-z]{2,8});")
_NOTES = "\u2669-\u266c"  # of music
#: Notes of music, emoji, and SentencePiece's space and unknown character. The degree sign and fractions are below them.
_SIGN = re.compile("[\u2047\u2581\u2600-\u27bf\U0001f000-\U0001faff\ufe0f]")
#: The name of a speaker where a sentence begins, and the dash or arrows of subtitles.
_START = r"(?:(?<=[.!?…\n])|^)\s{0,9}"
_SPEAKER = re.compile(
    rf"{_START}(?:[\[(](?:speaker|spreker)[\s_-]?\w{{1,3}}[\])]\s?:?|(?:speaker|spreker)[\s_-]?(?:\d{{1,3}}|[A-Z])\s?:"
    rf"|SPEAKER_\d{{1,3}}\b|>>+)\s{{0,9}}",
    re.IGNORECASE,
)
_DASH = re.compile(rf"{_START}[-–—•]{{1,3}}\s{{1,9}}(?=[^\W\d_])")

_BRACKETED = re.compile(
    r"\{[^{}\n]{1,80}\}|#[^#\n]{1,80}#|\[[^\[\]\n]{1,80}\]|\([^()\n]{1,80}\)|\*{1,3}[^*\n]{1,80}\*{1,3}|（[^（）\n]{1,80}）|【[^【】\n]{1,80}】"
    rf"|[{_NOTES}][^{_NOTES}()\[\]\n]{{1,80}}[{_NOTES}]"
)
_NOT_HEARD = re.compile(
    r"onverstaanbaar|onhoorbaar|niet (?:te verstaan|verstaanbaar|hoorbaar)|unclear|unverständlich"
    r"|(?:inaudible|unintelligible|indistinct|muffled)(?: (?:speech|voices?|talking|chatter|conversation))?"
    r"|(?:speak|talk)(?:s|ing) (?:indistinctly|unintelligibly|inaudibly)|(?:praat|spreekt|gepraat) onverstaanbaar"
)
#: What describes a sound and nothing else, alone or with one word about it; and what may also be said.
_SOUND = (
    r"muziek\w*|\w{3,12}muziek|music\w*|musik|musique|stilte|silence|silent|blank[_ ]?audio|applaus\w*|gelach|laughter"
    r"|laughs|no[_ ](?:speech|audio|sound)|geen (?:spraak|geluid)|background noise|achtergrondgeluid\w*|ruis|geruis"
    r"|noise|geroezemoes|gejuich|voetstappen|footsteps|jingle"
)
#: What English captions tell, a verb with some words around it: that is not dictated in Dutch. And a language that the
#: recogniser did not know.
_TOLD = (
    r"(?!.*\b(?:de|het|een|en|van|om|met|voor|aan|op|te|bij|naar|is|was|niet|geen|ik|zij|ze|hij|haar|zijn)\b)"
    r"(?:[a-z']+\s){0,5}(?:speak|talk|sing|shout|yell|laugh|cough|sigh|sniff|sob|cr(?:y|ie)|mumbl|mutter|groan|moan|whisper"
    r"|breath|wheez|snor|hum|chuckl|giggl|gasp|clear|bark|ring|clap|applaud|cheer|knock|wail|click|beep|buzz|rustl)"
    r"(?:e?s|ing)(?:\s[a-z']+){0,5}"
    r"|(?:speech\s)?(?:in\s)?(?:an?\s)?(?:foreign|another|unknown|native)\s(?:language|tongue)(?:\sspoken)?"
    r"|(?:spreekt|praat|zingt|gesproken)\s(?:in\s)?(?:een\s)?(?:vreemde|buitenlandse|onbekende)\staal"
)
#: A language that is named may also be what was said.
_LANGUAGE = re.compile(r"(?:\w+\s)?(?:spreekt|praat|zingt|gesproken)\s(?:in\s)?(?:het\s)?\w+")
_MAYBE_SOUND = (
    rf"{_SOUND}|\w*geluid\w*|sound\w*|noises?|achtergrond|background|spraak|speech|audio|blank|piep\w*|beep\w*|gepraat"
    r"|chatter|crosstalk|klik\w*|click\w*|typ(?:en|t|ing)|toetsen\w*|adem\w*|breath\w*|zucht\w*|sigh\w*|kuch\w*|cough\w*"
    r"|hoest\w*|snik\w*|sob\w*|gaap\w*|yawn\w*|nies\w*|sneez\w*|fluit\w*|whistl\w*|vogel\w*|birds?|chirp\w*|wind|verkeer"
    r"|traffic|motor\w*|cheer\w*|zing\w*|gezang|singing|ondertitel\w*|subtitle\w*|captions?|pauze|pause|foreign|speak\w*"
    r"|spreekt|praat|rinkel\w*|ring\w*|knock\w*|klop\w*|geklop|\w*ritsel\w*|rumoer|schreeuw\w*|geschreeuw|scream\w*"
    r"|gehuil|huilt|huilend|cry\w*|static|klok\w*|bel|deur\w*|door|telefoon\w*|phone|water|stem\w*|mompel\w*|lach\w*"
    r"|snurk\w*|schraap\w*|praten|gesproken|(?:vreemde|buitenlandse) taal|playback|tape"
    r"|grinnik\w*|giechel\w*|kreun\w*|geblaf|blaft|bark\w*|toon|tone"
)
_IS_SOUND = re.compile(
    rf"(?:\w{{3,15}}e\s)?(?:{_SOUND})(?:\s(?:speelt|stopt|begint|playing)|\s(?:en|and)\s(?:{_SOUND}))?|{_TOLD}",
    re.IGNORECASE,
)
_HAS_SOUND = re.compile(rf"\b(?:{_MAYBE_SOUND})\b", re.IGNORECASE)
_MOST_WORDS, _MOST_IN_PARENTHESES, _MOST_IN_BOLD = 6, 3, 2  # of a description
_SENTENCE = re.compile(r"(?:ik|we|wij|ze|zij|hij|het|er|de|een|mevrouw|meneer|dit|dat)\b")  # the speaker begins to tell
_ENDS = ".!?…:\n"
_NEAR, _LONGEST_WORD = 20, 60  # characters
_CAPITALS = re.compile(rf"{_START}([A-Z][A-Z ]{{2,40}})(?:[.!?…]{{1,3}}|$|(?=\n))")


def without_marks(text: str) -> str:
    """Return the text without tags, signs, names of speakers and descriptions of sounds; its lines stay lines."""
    text = _ENTITY.sub(lambda found: html.unescape(found[0]), _BYTES.sub(_characters, text))
    text = _SPEAKER.sub(" ", _TAG.sub(" ", text))
    is_alone = not any(map(str.isalnum, _BRACKETED.sub("", text)))
    text = _SIGN.sub(" ", _BRACKETED.sub(lambda found: _bracketed(found, text, is_alone=is_alone), text))
    text = _CAPITALS.sub(lambda found: " " if _IS_SOUND.fullmatch(found[1].strip()) else found[0], text)
    return _DASH.sub(" ", _SPEAKER.sub(" ", text)).strip(" \t")


def brings_spaces(text: str) -> bool:
    """Return whether an engine writes the spaces between words itself: whisper.cpp begins each line with its own."""
    return text[:1] == " " or "\n " in text


def in_one_line(text: str, *, has_own_spaces: bool) -> str:
    """Return the text with a space for all white space, and without a break of the line inside a word.

    ``has_own_spaces``: the engine writes the spaces between words itself, so a break of a line is none.
    """
    parts: list[str] = []
    for line in re.split(r"[\n\r\v\f\x85\u2028\u2029]+", text):
        if not line.strip():
            continue
        if parts and not _goes_on(parts[-1][-_LONGEST_WORD:], line[:_LONGEST_WORD], has_own_spaces):
            parts.append(" ")
        parts.append(line)
    return " ".join("".join(parts).split())


def _goes_on(before: str, after: str, has_own_spaces: bool) -> bool:
    """Return whether a line breaks inside a word, or before a mark that belongs to it."""
    if not before[-1].isalnum():
        return False
    if after[0] in ".,;:!?%":
        return True
    is_new_word = after[0].isupper() and not before[-1].isupper()
    return after[0].isalnum() and not is_new_word and (has_own_spaces or _is_word(before, after))


def has_words(text: str) -> bool:
    """Return whether anything was heard: marks, and signs alone, are no words."""
    for mark in _OURS:
        text = text.replace(mark, "")
    return any(map(str.isalnum, text))


def _is_word(before: str, after: str) -> bool:
    """Return whether the end of a line and the beginning of the next are a word together, and not apart."""
    first, second = re.search(r"[^\W\d_]+\Z", before), re.match(r"[^\W\d_]+", after)
    if not first or not second:
        return False
    return is_known(first[0] + second[0]) and not (is_known(first[0]) and is_known(second[0]))


def _characters(found: re.Match[str]) -> str:
    """Return what bytes are as UTF-8, with a space for what cannot be shown."""
    characters = bytes.fromhex(re.sub("<0x|>", "", found[0])).decode(errors="ignore")
    return "".join(one if one.isprintable() else " " for one in characters)


def _bracketed(found: re.Match[str], text: str, *, is_alone: bool) -> str:
    """Return what stays of words in brackets or between asterisks; ``is_alone``: there are no other words."""
    whole, inside = found[0], found[0].strip("[](){}#*（）【】♩♪♫♬ \t.!?…").casefold().replace("_", " ")
    if whole in _OURS:
        return whole
    if _NOT_HEARD.fullmatch(inside) or (whole[0] == "[" and inside == "onduidelijk"):
        return f" {NOT_UNDERSTOOD} "
    if not any(map(str.isalnum, inside)) or _IS_SOUND.fullmatch(inside):
        return " "
    if whole[0] in "{#♩♪♫♬":
        return whole
    is_long = whole.startswith("**") and len(inside.split()) > _MOST_IN_BOLD
    if whole[0] == "*" and (is_long or _SENTENCE.match(inside) or not _HAS_SOUND.search(inside)):
        return whole.strip("*") if whole.startswith("**") else whole  # set in another type
    is_round = whole[0] in "(（"
    most = _MOST_IN_PARENTHESES if is_round and not _LANGUAGE.fullmatch(inside) else _MOST_WORDS
    if len(inside.split()) > most or any(map(str.isdigit, inside)) or (is_round and _SENTENCE.match(inside)):
        return whole
    before = text[max(0, found.start() - _NEAR) : found.start()].rstrip(" \t")
    after = text[found.end() : found.end() + _NEAR].lstrip(" \t")
    stands_apart = (not before or before[-1] in _ENDS) and (not after or after[0].isupper() or after[0] in _ENDS)
    if _HAS_SOUND.search(inside):
        is_sound = is_alone or stands_apart or not is_round
    else:  # '(links)' may be all that was said
        is_sound = (is_alone or (stands_apart and whole[0] in "[【")) and not any(
            is_known(word) or is_compound(word) for word in parts(inside)
        )
    return " " if is_sound else whole
