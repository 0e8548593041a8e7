"""``python -m tests.campaigns.windows``: the program on Windows, as far as Wine is one; each failure by its name."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.campaigns.campaign import table
from tests.campaigns.windows import FOLDER, run_on_windows
from tests.campaigns.windows.packages import PACKAGES, QUICK


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.windows", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where Windows is set up (default: {FOLDER})")
    parser.add_argument("--quick", action="store_true", help=f"only the tests of {' and '.join(QUICK)}")
    parser.add_argument("--tests", nargs="*", metavar="ROOM", help=f"the tests of these, of {', '.join(PACKAGES)}")
    parser.add_argument("--no-evening", action="store_true", help="only the tests")
    parser.add_argument("--workers", type=int, default=2, help="how many processes run the tests (default: 2)")
    arguments = parser.parse_args()
    tests = arguments.tests if arguments.tests is not None else QUICK if arguments.quick else PACKAGES
    campaigns = run_on_windows(arguments.folder, tuple(tests), arguments.workers, deeds=not arguments.no_evening)
    print(table(campaigns, most=None))
    return 1 if any(campaign.failed for campaign in campaigns) else 0


if __name__ == "__main__":
    sys.exit(main())
