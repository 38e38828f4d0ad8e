"""Which test files a run begins with, and which a quick one leaves out; both by their names without ``.py``."""

import pytest

#: The slowest tests start first, so that no worker is left alone with them at the end. The image is the very first: in
#: a fresh clone the browser tests wait for its pages, and the described answers need none. The others wait for a limit,
#: for speech that plays in real time, or for a server that restarts.
LONGEST = (
    *("test_image", "test_described", "test_silent_neighbours", "test_recorder_recovery", "test_main_job"),
    *("test_words_survive", "test_recorder_troubles", "test_recorder", "test_wizard"),
    *("test_whole_story", "test_two_processes", "test_every_statement"),
)


def in_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in the order of a run: the longest files first, and browser tests evenly between the others.

    Browser tests wait much: one after the other they would leave the cores idle, which the others keep busy. The last
    tenth has none, so that the workers end together.
    """

    def turn(item: pytest.Item) -> int:
        name = item.path.stem
        return LONGEST.index(name) if name in LONGEST else len(LONGEST)

    items = sorted(items, key=turn)
    waiting = [item for item in items if "e2e" in item.path.parts]
    busy = [item for item in items if "e2e" not in item.path.parts]
    files = list(dict.fromkeys(item.path for item in waiting))
    place = {item: number / len(busy) for number, item in enumerate(busy)}
    place |= {item: 0.9 * files.index(item.path) / len(files) for item in waiting}
    return sorted(items, key=place.__getitem__)


#: What ``--quick`` leaves out besides the browser and PostgreSQL: where most of the processor time goes.
NOT_QUICK = {
    # builds and other processes
    *("test_image", "test_frontend_build", "test_backup", "test_schema", "test_crashes", "test_every_statement"),
    "test_redis_away",
    *("test_silent_neighbours", "test_second_subscription", "test_shared_stripe", "test_reconciliation"),
    # made-up stories and walks through everything
    *("test_checkout_property", "test_ledger_property", "test_parallel", "test_described", "test_handlers_by_role"),
    "test_step_up_everywhere",
    *("test_organizations_apart", "test_enumeration", "test_wizard_state", "test_stripe_cost", "test_webhook"),
    *("test_checkout_subscription", "test_checkout_reversals", "test_verification", "test_invitation_links"),
    # very long texts, and much of anything
    *("test_lengths", "test_handler_lengths", "test_hostile", "test_text", "test_markdown", "test_calls"),
    *("test_frames", "test_deletion_in_portions", "test_import_in_portions", "test_file_import", "test_concept_jobs"),
    # many attempts
    *("test_devices", "test_lockout", "test_passwords", "test_rate_limits", "test_counters"),
    # the engines
    *("test_speech_audio", "test_speech_local", "test_speech_openai", "test_structuring_local", "test_writer"),
    *("test_speech_real", "test_speech_spare"),
    *("test_structuring_openai", "test_structuring_model", "test_dictation_drafts", "test_dictation"),
    *("test_slow_engine", "test_phonetics", "test_workbook", "test_provider_logout"),
}
