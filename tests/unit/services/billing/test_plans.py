"""The plan catalogue (decisions/0004)."""

import pytest

from voice_report.errors import Invalid
from voice_report.services.billing import plans


def test_the_catalogue_is_the_one_of_the_specification():
    told = [(plan.id, plan.label, plan.credits, plan.price) for plan in plans.PLANS]
    assert told == [
        ("trial", "Trial (Gratis)", 0, 0),
        ("starter", "Starter", 10, 5),
        ("zzp", "ZZP", 25, 10),
        ("small_team", "Klein Team", 50, 18),
        ("mkb", "MKB", 100, 30),
        ("enterprise", "Enterprise", 250, 65),
        ("unlimited", "Unlimited", -1, 99),
    ]


def test_price_per_report_runs_from_050_to_026():
    assert [plan.price_per_report for plan in plans.for_sale()] == [0.5, 0.4, 0.36, 0.3, 0.26, None]


def test_one_plan_is_popular_and_one_is_a_subscription():
    assert [plan.id for plan in plans.PLANS if plan.popular] == ["zzp"]
    assert [(plan.id, plan.interval) for plan in plans.PLANS if plan.subscription] == [("unlimited", "month")]


def test_an_unknown_plan_is_refused_by_name():
    with pytest.raises(Invalid, match=r'Plan "goud" is niet geldig\. Selecteer een staffel tier\.'):
        plans.plan("goud")
