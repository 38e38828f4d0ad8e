"""What a report is: its templates and markdown, how it is written, and its evidence. Pure; no storage, no settings."""
