"""Dates as people write them, and the ends of a period."""

from datetime import UTC, date, datetime

import pytest

from voice_report.errors import Invalid
from voice_report.services.shared import dates


@pytest.mark.parametrize(
    "text", ["6-11-2026", "06-11-2026", " 06/11/2026 ", "6.11.2026", "2026-11-06 00:00:00", "06–11–2026"]
)
def test_a_date_is_read_as_people_write_it(text: str) -> None:
    assert dates.parse(text) == date(2026, 11, 6)


@pytest.mark.parametrize(
    "wrong",
    ["31-11-2026", "2026-02-30", "11/31/2026", "gisteren", "'; DROP TABLE users", "6-11-26", "٠٦-١١-٢٠٢٦", "1" * 50],
)
def test_a_day_that_does_not_exist_is_said(wrong: str) -> None:
    with pytest.raises(Invalid, match="bestaande datum") as refused:
        dates.optional(wrong, code="until")
    assert refused.value.code == "until"


def test_an_empty_field_is_no_date() -> None:
    assert dates.optional("") is None


@pytest.mark.parametrize(
    ("of", "monday"),
    [
        (date(2026, 11, 22), date(2026, 11, 16)),
        (date(2026, 11, 23), date(2026, 11, 23)),
        (date(2027, 1, 1), date(2026, 12, 28)),
    ],
)
def test_a_week_begins_on_monday(of: date, monday: date) -> None:
    assert dates.week(of)[0] == monday


@pytest.mark.parametrize(
    ("period", "today", "ends"),
    [
        ("week", date(2026, 11, 22), (date(2026, 11, 16), date(2026, 11, 22))),
        ("last_week", date(2026, 11, 23), (date(2026, 11, 16), date(2026, 11, 22))),
        ("month", date(2026, 2, 28), (date(2026, 2, 1), date(2026, 2, 28))),
        ("month", date(2026, 12, 31), (date(2026, 12, 1), date(2026, 12, 31))),
        ("", date(2026, 11, 22), (None, None)),
    ],
)
def test_a_named_period(period: str, today: date, ends) -> None:
    assert dates.named(period, today) == ends


@pytest.mark.parametrize(
    ("day", "time", "utc"),
    [
        ("25-11-2026", "22.22", datetime(2026, 11, 25, 21, 22)),
        (" 25/11/2026", "9:05 ", datetime(2026, 11, 25, 8, 5)),
        ("29-02-2028", "00.00", datetime(2028, 2, 28, 23, 0)),
        ("29-03-2026", "03.00", datetime(2026, 3, 29, 1, 0)),
        ("25-10-2026", "02.30", datetime(2026, 10, 25, 0, 30)),
    ],
)
def test_a_moment_is_one_of_amsterdam(day: str, time: str, utc: datetime) -> None:
    assert dates.moment(day, time).astimezone(UTC) == utc.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "time", "wrong"),
    [
        ("", "10.00", "day"),
        ("31-11-2026", "10.00", "day"),
        ("29-02-2026", "10.00", "day"),
        ("01-01-0001", "00.00", "day"),
        ("31-12-9999", "23.59", "day"),
        ("25-11-2026", "", "time"),
        ("25-11-2026", "24.00", "time"),
        ("25-11-2026", "10.60", "time"),
        ("25-11-2026", "1000", "time"),
        ("25-11-2026", "١٠.٠٠", "time"),
        ("29-03-2026", "02.30", "time"),
    ],
)
def test_a_moment_that_was_not_there_is_said_at_its_field(day: str, time: str, wrong: str) -> None:
    with pytest.raises(Invalid) as refused:
        dates.moment(day, time)
    assert refused.value.code == wrong
