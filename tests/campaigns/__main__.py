"""``python -m tests.campaigns --minutes 30``: every campaign of this folder, and a table of what failed."""

from __future__ import annotations

import argparse
import gc
import os
import pkgutil
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaigns.campaign import Campaign, Run, table

BY_NAME = ("windows",)
"""What is run only where it is asked for: it downloads a Windows, and takes an hour."""


def campaigns() -> dict[str, Run]:
    """Return the campaigns of this folder by name."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    modules = {name: import_module(f"tests.campaigns.{name}") for name in names if _may_be_one(name)}
    return {name: module.run for name, module in modules.items() if hasattr(module, "run")}


def _may_be_one(name: str) -> bool:
    return name not in ("__main__", "campaign", "conftest") and not name.startswith("test_")


def tried(name: str, run: Run, seconds: float, seed: int) -> list[Campaign]:
    """Run one campaign; an exception counts as a failure."""
    try:
        campaigns = run(seconds, seed)
    except Exception:
        return [Campaign(name, 0, (f"broke off, seed {seed}: {traceback.format_exc()}",))]
    return campaigns if isinstance(campaigns, list) else [campaigns]


def main() -> int:
    """Run the requested campaigns one after the other, and print their results."""
    by_name = campaigns()
    gc.enable()  # the program, loaded by now, is over too soon to need it, and campaigns are not
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="CAMPAIGN",
        help=f"which, of {', '.join(by_name)}; else all but {', '.join(BY_NAME)}",
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long all together may take, about")
    parser.add_argument("--seed", type=int, default=None, help="what the random choices begin from; else the time")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in by_name]:
        parser.error(f"no campaign {unknown[0]!r}; expected some of {', '.join(by_name)}")
    names = arguments.names or [name for name in by_name if name not in BY_NAME]
    seed = int(time.time()) if arguments.seed is None else arguments.seed
    print(f"seed {seed}, {arguments.minutes:g} minutes for {len(names)} campaigns", flush=True)
    # What this computer remembers of clubs of its own is left alone.
    home = TemporaryDirectory()
    os.environ.update(XDG_STATE_HOME=home.name, XDG_DATA_HOME=home.name)
    outcome: list[Campaign] = []
    for name in names:
        start = time.monotonic()
        results = tried(name, by_name[name], 60 * arguments.minutes / len(names), seed)
        outcome += results
        failed = sum(len(campaign.failed) for campaign in results)
        print(f"{name}: {time.monotonic() - start:.0f} s, {failed} failed", file=sys.stderr, flush=True)
    print(table(outcome))
    return 1 if any(campaign.failed for campaign in outcome) else 0


if __name__ == "__main__":
    sys.exit(main())
