"""From sound to the words of a draft, segment by segment."""

__all__ = [
    "dictation",
    "example",
    "recordings",
    "replacements",
    "segments",
    "voice_line",
]
