"""Client files as offices make them, and what is read from one."""

from datetime import date

from voice_report.services.clients import client_file

HEADING = "id;voornaam;achternaam;geboortedatum\n"
TWO = HEADING + "A-1;Toos;Bloem;3-4-1941\nA-2;Zoë;Ångström;1950-12-01\n"


def rows(content: bytes | str) -> list[tuple[str, str, str, date]]:
    found = client_file.read_csv(content.encode() if isinstance(content, str) else content)
    assert found.mistakes == []
    return [(c.id, c.first_name, c.last_name, c.date_of_birth) for c in (line.client for line in found.lines)]


def mistakes(content: str) -> list[tuple[int, str]]:
    return [(one.number, one.sentence) for one in client_file.read_csv(content.encode()).mistakes]
