"""Makes mutants of a package and says which of them its tests do not notice.

Run it so::

    python -m tests.mutants --package rules --number 100 --seed 1

Each mutant has one comparison, constant, branch or call changed, as many of each kind as can be, in a line that the
package's tests run. It meets those tests that run the line, those of its own file first and the quickest of these,
until one of them fails or 40 seconds of them have passed. What is changed and tested is a copy in a folder of its own.
A test that takes ten times as long as it did is ended, and its mutant listed apart; so is one with which pytest
itself breaks off, as no test has judged it.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice, zip_longest
from pathlib import Path

from tests.mutants.changes import Change, Kind, changes
from tests.mutants.watching import BROKEN_OFF, KILLED, NOT_REACHED, SURVIVED, TIMED_OUT, TOLD, words_for_pytest

HERE = Path(__file__).parents[2]
COPIED = ("pyproject.toml", "README.md", "referee", "tests", "schedules", "exports")
# A package's tests are those in the folder of its name, and these.
MORE_TESTS = {
    "competition": ["tests/tournaments"],
    "games": ["tests/test_records.py", "referee/conformance", "tests/test_clauses.py"],
}
# What starts a process is not seen at its work, and takes long.
MARKED = "not process and not bench"


def copied(folder: Path, into: Path) -> Path:
    """A copy of the project, compiled, with the compiled files that pytest has made."""
    for name in COPIED:
        if (path := folder / name).is_dir():
            shutil.copytree(path, into / name)
        elif path.exists():
            into.mkdir(exist_ok=True)
            shutil.copy2(path, into)
    return into


def tests_of(folder: Path, package: str) -> list[str]:
    """The paths of a package's tests."""
    return [path for path in (f"tests/{package}", *MORE_TESTS.get(package, [])) if (folder / path).exists()]


def drawn_changes(folder: Path, package: str, seed: int) -> Iterator[tuple[Path, Change]]:
    """All changes of a package in the order of a seed, one of each kind after another."""
    kinds: dict[Kind, list[tuple[Path, Change]]] = defaultdict(list)
    for path in sorted((folder / "referee" / package).rglob("*.py")):
        for change in changes(path.read_text(encoding="utf-8")):
            kinds[change.kind].append((path.relative_to(folder), change))
    for kind in Kind:
        random.Random(f"{seed} {kind}").shuffle(kinds[kind])
    yield from (change for turn in zip_longest(*(kinds[kind] for kind in Kind)) for change in turn if change)


def run(folder: Path, package: str, number: int, seed: int, jobs: int) -> int:
    """Test the mutants of a package and print each verdict; return how many survived."""
    ends, not_reached, took = Counter[str](), Counter[str](), 0.0
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        copy = copied(folder, Path(temporary, "copy").resolve())
        mutants = [
            (str(path), asdict(change)) for path, change in islice(drawn_changes(copy, package, seed), 3 * number)
        ]
        reading, writing = os.pipe()
        request = {"folder": str(copy), "mutants": mutants, "number": number, "jobs": jobs, "answers": writing}
        (copy / "asked.json").write_text(json.dumps(request), encoding="utf-8")
        words = [*words_for_pytest(tests_of(copy, package)), "-m", MARKED, f"--basetemp={temporary}/tests"]
        environment = {"CI": "true", "PYTHONHASHSEED": "0", "PYTHONPATH": str(copy), TOLD: str(copy / "asked.json")}
        pytest = subprocess.Popen(
            [sys.executable, *words], cwd=copy, env={**os.environ, **environment}, pass_fds=(writing,),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with pytest, os.fdopen(reading, encoding="utf-8") as answers:
            for answer in map(json.loads, answers):
                if "end" not in answer:
                    print(f"{package}: {answer['tests']} tests in {answer['seconds']:.0f} s", flush=True)
                elif answer["end"] == NOT_REACHED:
                    not_reached[answer["path"]] += 1
                else:
                    ends[answer["end"]] += 1
                    took += answer["took"]
                    print(f"\r{ends.total()} of {number}, {ends[KILLED]} killed", end="", file=sys.stderr, flush=True)
                    if answer["end"] != KILLED:
                        print(f"{answer['end']}: {_verdict(answer)}", flush=True)
    if pytest.returncode or not ends:
        raise SystemExit(f"the tests of {package} cannot be run: pytest ended with {pytest.returncode}")
    for name, times in sorted(not_reached.items()):
        print(f"not reached: {name} ({times})")
    listed = ", ".join(f"{ends[end]} {end}" for end in (KILLED, SURVIVED, TIMED_OUT, BROKEN_OFF))
    judged = ends[KILLED] + ends[SURVIVED]
    share = f"{ends[KILLED] / max(judged, 1):.0%} of {judged} killed, {took / ends.total():.1f} s each"
    print(f"{package}, seed {seed}: {listed}, {not_reached.total()} not reached; {share}")
    return ends[SURVIVED]


def _verdict(answer: dict[str, object]) -> str:
    change = Change(**answer["change"])  # type: ignore[arg-type]
    some = "" if answer["met"] == answer["tests"] else f"{answer['met']} of "
    return f"{answer['path']}:{change.line}: {change.kind} {change.was} -> {change.now} ({some}{answer['tests']} tests)"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--package", required=True, help="a folder of referee/, as rules")
    parser.add_argument("--number", type=int, default=100, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which of all mutants")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    arguments = parser.parse_args()
    if not (HERE / "referee" / arguments.package).is_dir():
        parser.error(f"there is no package {arguments.package} in referee/")
    run(HERE, arguments.package, arguments.number, arguments.seed, arguments.jobs)


if __name__ == "__main__":
    main()
