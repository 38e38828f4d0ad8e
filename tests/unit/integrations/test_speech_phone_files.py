"""Files as telephones, recorders and computers write them, each with what it gives (S88; concepts/dictation.md)."""

from collections.abc import Callable

import pytest

from tests.support.fakes.phones import Track, trimmed, written
from tests.unit.integrations.test_speech_files import arrived, heard
from voice_report.errors import DomainError

_IPHONE = {"title": "Nieuwe opname 12", "encoder": "com.apple.VoiceMemos (iPhone Version 18.5)", "date": "2026-11-28"}
_AAC = Track("aac", 48_000, options={"b": "64000"})
_OLD_MP3 = Track("libmp3lame", 22_050)
_OPUS_16 = Track("libopus", 16_000, options={"application": "voip", "b": "16000"})

HEARD: dict[str, tuple[Callable[[], bytes], list[int]]] = {
    "iPhone": (lambda: written("ipod", _AAC, metadata=_IPHONE), [1]),
    "iPhone, without losses": (lambda: written("ipod", Track("alac", 48_000), metadata=_IPHONE), [1]),
    "iPhone, with chapters": (lambda: written("ipod", _AAC, metadata=_IPHONE, chapters=("Begin", "Wond")), [1]),
    "iPhone, its beginning trimmed": (trimmed, [2]),
    "iPhone, in two layers": (lambda: written("mov", _AAC, _AAC._replace(first=9), metadata=_IPHONE), [1]),
    "Android, m4a": (lambda: written("mp4", Track("aac", 44_100), brand="mp42"), [1]),
    "Android, stereo m4a": (lambda: written("mp4", Track("aac", 44_100, "stereo"), brand="isom"), [1]),
    "Android, ogg": (lambda: written("ogg", Track("libopus", 48_000, "stereo")), [1]),
    "Android, 3gp with aac": (lambda: written("3gp", Track("aac", 16_000)), [1]),
    "a message of a chat": (lambda: written("ogg", _OPUS_16), [1]),
    "a browser, without an index": (lambda: written("webm", Track("libopus", 48_000), live="1"), [1]),
    "a film": (lambda: written("mp4", _AAC, with_video=True), [1]),
    "a film of an iPhone": (lambda: written("mov", _AAC, with_video=True), [1]),
    "mkv with two languages": (lambda: written("matroska", _AAC, _AAC._replace(first=9)), [1]),
    "mp3 of a variable rate": (lambda: written("mp3", Track("libmp3lame", 44_100, options={"q": "6"})), [1]),
    "mp3 without an index": (
        lambda: written("mp3", _OLD_MP3, write_xing="0", id3v2_version="0"),
        [1],
    ),
    "a recorder, RF64": (lambda: written("wav", Track("pcm_s24le", 48_000, "stereo"), rf64="always"), [1]),
    "a recorder, BWF": (
        lambda: written("wav", Track("pcm_s16le", 44_100), metadata={"description": "A-12"}, write_bext="1"),
        [1],
    ),
    "two in one, ogg": (lambda: written("ogg", _OPUS_16) + written("ogg", _OPUS_16._replace(first=2)), [1, 2]),
    "two in one, mp3": (lambda: written("mp3", _OLD_MP3) + written("mp3", _OLD_MP3._replace(first=2)), [1, 2]),
    "flac of a recorder": (lambda: written("flac", Track("flac", 48_000, "stereo")), [1]),
    "a silent first minute": (lambda: written("ipod", _AAC._replace(silence=60)), [1]),
    "a silent first minute, ogg": (lambda: written("ogg", _OPUS_16._replace(silence=60)), [1]),
}
REFUSED: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "3gp of a telephone call": (lambda: written("3gp", Track("libopencore_amrnb", 8_000)), 415, "unreadable_audio"),
    "AMR": (lambda: written("amr", Track("libopencore_amrnb", 8_000)), 415, "unreadable_audio"),
    "wma": (lambda: written("asf", Track("wmav2", 44_100, options={"b": "64000"})), 415, "unreadable_audio"),
    "aac without a container": (lambda: written("adts", Track("aac", 44_100)), 415, "unreadable_audio"),
    "an old recorder": (lambda: written("wav", Track("adpcm_ima_wav", 22_050)), 415, "unreadable_audio"),
    "m4a with sound of a film": (lambda: written("mp4", Track("ac3", 48_000)), 415, "unreadable_audio"),
    "a film without sound": (lambda: written("mp4", with_video=True), 415, "unreadable_audio"),
    "iPhone that fell out while it recorded": (lambda: written("ipod", _AAC)[:20_000], 422, "damaged_audio"),
}


@pytest.mark.parametrize("name", HEARD)
async def test_s88_what_phones_and_recorders_write_is_heard_whole(name: str):
    make, numbers = HEARD[name]
    file = arrived(make())
    assert (await heard(file))[0] == numbers
    assert not file.ends_early


@pytest.mark.parametrize("name", REFUSED)
async def test_s88_what_cannot_be_read_is_refused_with_a_sentence(name: str):
    make, status, code = REFUSED[name]
    with pytest.raises(DomainError) as refused:
        await arrived(make()).measure()
    assert (refused.value.status, refused.value.code) == (status, code)
    assert refused.value.message.endswith(".")
