"""How much of what is wrong in a written sentence is noticed: ``python -m bench.trust [--show]``.

The pairs of ``bench/data/trust`` are of kinds that the rules do not list. A wrong one is noticed when the comparison
has a flag or an omission for it, and shown unmarked when a model's line of it would stand in a report of style Leesbaar
as the report's own. The faithful ones show what that costs. ``held`` is measured and not read, so ``--show`` prints the
missed pairs of ``dev`` alone.

Exits with 1 when a goal of benchmarks.md is not met on the held pairs.
"""

import json
import sys
from pathlib import Path

from voice_report.reporting.evidence import Evidence, Spoken, evidence
from voice_report.reporting.writing import faithful

DATA = Path(__file__).parent / "data" / "trust"
NOTICED, UNMARKED = 0.85, 0.08


def main() -> int:
    """Print both sets; return the exit status."""
    holds = True
    for name in ("dev", "held"):
        pairs = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]
        results = [(pair, *_compared(pair["spoken"], pair["written"])) for pair in pairs]
        wrong = [one for one in results if not one[0]["faithful"]]
        right = [one for one in results if one[0]["faithful"]]
        noticed = sum(is_noticed for _, is_noticed, _ in wrong) / len(wrong)
        unmarked = sum(is_shown for *_, is_shown in wrong) / len(wrong)
        flagged, shown = sum(one[1] for one in right), sum(one[2] for one in right)
        print(f"\n{name}: {len(wrong)} wrong, {len(right)} faithful")
        print(f"  noticed {noticed:.2f} (goal {NOTICED}); shown unmarked in Leesbaar {unmarked:.2f} (goal {UNMARKED})")
        print(f"  of the faithful ones: flagged {flagged}, shown in Leesbaar as the line's own {shown}")
        if name == "held":
            holds = noticed >= NOTICED and unmarked <= UNMARKED
        elif "--show" in sys.argv:
            for pair, is_noticed, _ in wrong:
                print(
                    "" if is_noticed else f"    missed {pair['kind']}: {pair['spoken']} => {pair['written']}\n", end=""
                )
    return 0 if holds else 1


def _compared(spoken: str, written: str) -> tuple[bool, bool]:
    """Return whether a written text gets a flag or an omission, and whether Leesbaar shows it as a model's own."""
    result = evidence(spoken, f"## Observaties\n\n{written}")
    flags = [flag for one in result.sentences for flag in one.flags if flag.level != "note"]
    missing = [one for one in result.omissions if one.level != "note"]
    return bool(flags or missing), _is_shown(result)


def _is_shown(result: Evidence) -> bool:
    said = Spoken(result.spoken)
    for one in result.sentences:
        if not one.copied and not (one.sources and faithful.is_faithful(one.text, said, sorted(one.sources))):
            return False
    sources = {at for one in result.sentences for at in one.sources}
    texts = {at: [one.text for one in result.sentences if at in one.sources] for at in sources}
    return not any(faithful.lost(lines, said, at) for at, lines in texts.items())


if __name__ == "__main__":
    sys.exit(main())
