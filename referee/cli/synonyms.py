"""Suggest commands for an unknown one, by common synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

SYNONYMS: Final = {
    "tonight": "now today status overview next what agenda who here evening session show present room",
    "open": "session evening night tonight begin reopen",
    "checkin": "check-in arrive arrived arrival attend attendance present here came come sign-in register guest",
    "seat draw": "pair pairing pairings allocate assign arrange shuffle mix tables seating random redraw",
    "seat start": "take deal begin all tables accept",
    "seat show": "seating plan chart where sits list log",
    "seat swap": "exchange trade change places",
    "seat move": "relocate transfer change table",
    "seat add": "late latecomer arrival join",
    "seat remove": "gone leave leaving home drop without",
    "seat print": "sheet paper wall poster",
    "seat apart": "separate keep conflict avoid never together",
    "start": "table new deal begin match game play create seat",
    "log": "record line write enter type input play move note add sheet paper scan hand",
    "undo": "back revert delete remove erase cancel rollback oops mistake wrong correct last entry",
    "redo": "again restore repeat undone unundo bring",
    "result": "score outcome winner won win places points finish record report enter correct placing",
    "rule": "ruling judge legal illegal valid allowed can beat decide adjudicate ask referee validate",
    "standings": "ranking rank rankings table leaderboard league scores score points totals ladder season "
    "tie-breaks rating ratings elo attendance results",
    "close": "session evening night end finish stop shut over",
    "desk": "dashboard screen ui tui gui app window interface browser web",
    "table show": "view log settlement record game match state cards payments turn",
    "table finish": "end over complete done settle gather match",
    "table let-stand": "stand stands accept allow keep illegal waive let forgive overrule",
    "table edit": "correct correction line fix amend typo change mistake replace mistyped rewrite",
    "table reseat": "seat seats wrong player correct who sat",
    "table leave": "left gone quit exit drop player home",
    "table join": "late stand-in substitute replace sub player sit",
    "table swap": "exchange seats change places",
    "table void": "cancel delete annul misdeal abandon remove scrap match",
    "table reopen": "unfinish resume again finished",
    "dispute open": "protest complain complaint challenge object claim new argue argument raise call",
    "dispute decide": "resolve settle uphold reject ruling verdict decision answer",
    "dispute appeal": "again contest reopen review",
    "dispute show": "view facts clause",
    "dispute list": "disputes protests search all",
    "penalty give": "warn warning punish fine points deduct deduction sanction foul card new add",
    "penalty cancel": "lift remove pardon withdraw undo delete",
    "penalty list": "penalties warnings all",
    "rulebook": "rules rule book games game clause law laws how play help handbook list scoring",
    "check": "record file validate verify test lint hand bean-check",
    "tournament new": "create announce event cup swiss knockout knock-out ko elimination single-elimination "
    "double-elimination bracket round-robin roundrobin rr all-play-all all-meet groups pools group-stage league make",
    "tournament set": "settings config configure edit change option settle format bye setting sizes",
    "tournament list": "tournaments events all",
    "tournament enter": "register entry entries signup sign-up join participant player add",
    "tournament withdraw": "drop quit scratch out remove leave retire",
    "tournament absent": "away skip missing sit-out bye",
    "tournament draw": "pair pairing pairings round next redraw fixtures bracket again",
    "tournament swap": "exchange change places",
    "tournament move": "transfer change table",
    "tournament start": "seat begin round tables take",
    "tournament walkover": "forfeit default wo w.o. concede award alone",
    "tournament replay": "again rematch void repeat",
    "tournament show": "view status standings crosstable bracket places results buchholz tie-breaks ranking",
    "tournament print": "sheet sheets slips paper poster bracket pairings",
    "tournament plan": "preview simulate design try rounds byes",
    "tournament rules": "regulations clauses rulebook scoring",
    "tournament undo": "back revert",
    "tournament end": "finish close complete over final",
    "freezeout blinds": "levels structure ante antes poker ladder stack stacks blind",
    "freezeout start": "begin poker seats seat",
    "freezeout show": "tables chips players poker left",
    "freezeout out": "bust busted eliminate eliminated knocked-out knockout lost",
    "freezeout reenter": "rebuy rebuys re-entry re-enter reentry again",
    "freezeout addon": "add-on addons buy chips",
    "freezeout balance": "break final-table move even merge tables",
    "freezeout count": "chips stacks chipcount count stack",
    "freezeout prizes": "payout payouts pay money prize pool winnings",
    "freezeout chop": "deal split icm share agree",
    "clock show": "time timer countdown level left",
    "clock start": "timer time minutes run countdown begin",
    "clock pause": "stop hold freeze break wait",
    "clock resume": "continue go unpause restart",
    "clock next": "level forward skip advance",
    "clock back": "level previous backward rewind",
    "clock add": "minutes extend more time longer",
    "clock stop": "end off remove take down",
    "member add": "new create player person people register newcomer join guest enrol name names",
    "member list": "members players people roster names who all",
    "member show": "profile player statistics stats history person view rivals",
    "member rename": "name change spelling edit",
    "member merge": "duplicate duplicates combine join twice same unmerge split",
    "member privacy": "hide anonymous name public private opt-out gdpr code",
    "member retire": "leave left gone delete remove inactive resign",
    "member forget": "erase delete gdpr remove purge name",
    "officer elect": "new add appoint election president secretary vote create",
    "officer list": "officers office duties who offices roles all",
    "officer hand-over": "handover transfer pass successor",
    "officer step-down": "resign retire remove quit free",
    "officer here": "me login signin sign-in whoami user default computer i am",
    "season new": "create year begin start add",
    "season list": "seasons years all",
    "season show": "scoring trophies trophy archive view",
    "season rules": "house-rules house options rule settings variant",
    "season close": "end finish over",
    "season reopen": "again",
    "schedule load": "import file toml",
    "schedule add": "plan date new evening session create calendar",
    "schedule list": "calendar dates sessions evenings next upcoming show view",
    "schedule move": "postpone reschedule change date shift",
    "schedule cancel": "delete remove drop date",
    "schedule holidays": "vacation vacations days off public holiday bank",
    "history": "log who did what changes corrections journal audit-log events past",
    "club move": "server postgres postgresql migrate database",
    "club upgrade": "migrate update version",
    "club officer-login": "login password user account postgres",
    "init": "new create club setup set-up install start make begin folder",
    "phones": "phone mobile smartphone tablet qr pair players app",
    "board": "projector beamer tv display wall screen show monitor",
    "import": "load read phh hand-history hand-histories histories pokerstars club csv roster spreadsheet members",
    "export csv": "spreadsheet excel download save tables",
    "export xlsx": "spreadsheet excel workbook libreoffice sheets",
    "export html": "website web page site publish",
    "export json": "dump all data",
    "export phh": "hand-history hands poker",
    "export ics": "calendar ical outlook google",
    "export verify": "check signature",
    "backup": "copy save snapshot backups",
    "restore": "recover backup back load",
    "audit": "verify check integrity fsck repair tamper doctor",
    "demo": "example sample try tour trial show",
    "manual": "help docs documentation guide doc man handbook tutorial faq words glossary version",
}
"""The synonyms of each command, besides its own words."""

SYNONYM_OPTIONS: Final = {
    "tournament show": {
        "bracket": "--bracket",
        "crosstable": "--cross-table",
        "ranking": "--standings",
        "standing": "--standings",
    },
    "tournament draw": {"redraw": "--again"},
    "standings": {"attendance": "--attendance", "elo": "--ratings", "rating": "--ratings"},
    "table show": {"record": "--record"},
    "member merge": {"split": "--undo", "unmerge": "--undo"},
    "officer list": {"duty": "--duties", "dutie": "--duties"},
}
"""The option of a command that a synonym stands for, in the singular."""

_DESTRUCTIVE_VERBS: Final = ("void", "undo", "withdraw", "retire", "forget", "cancel")
VERB_SYNONYMS: Final = {
    **dict.fromkeys(("create", "make", "announce", "insert", "register"), ("new", "add")),
    **dict.fromkeys(("new",), ("add", "give", "open", "elect")),
    **dict.fromkeys(("add",), ("new", "enter", "give")),
    **dict.fromkeys(("ls", "all", "index"), ("list", "show")),
    **dict.fromkeys(("list",), ("show",)),
    **dict.fromkeys(("view", "info", "status", "display", "see", "get", "print", "details"), ("show", "list")),
    **dict.fromkeys(
        ("delete", "remove", "rm", "del", "drop"), ("void", "undo", "withdraw", "retire", "forget", "cancel")
    ),
    **dict.fromkeys(
        ("edit", "change", "settings", "config", "configure", "settle", "modify", "update"), ("set", "edit", "rules")
    ),
    **dict.fromkeys(("begin", "run", "launch"), ("start", "open")),
    **dict.fromkeys(("end", "finish", "complete", "stop"), ("close", "end", "finish", "stop")),
    **dict.fromkeys(("correct", "fix", "amend"), ("edit", "result", "reseat")),
}
"""The verbs of commands that another verb may mean. Destructive ones are never suggested alone."""

_GAME_COMMANDS: Final = ("rulebook {}", "rule {}", "start {}")
_MAX_SUGGESTIONS: Final = 3
_OWN_WORD_SCORE, _SYNONYM_SCORE, _VERB_SCORE, _SIMILAR_SCORE = 6, 4, 3, 2


def commands_beginning(prefix: str, commands: Iterable[str]) -> list[str]:
    """Return the commands that start with the prefix."""
    return [name for name in commands if prefix and name.startswith(prefix.casefold())]


def describe_unknown(group: str, words: Sequence[str], candidates: Sequence[str] = ()) -> str:
    """Return the message for an unknown command of a group, with suggestions. `group` is "" at the top."""
    entered = f"referee {group} {words[0]}" if group else f"referee {words[0]}"
    if candidates:
        return f"'{entered}' is not a command. Type more of it: {', '.join(candidates)}."
    suggestions = suggest_commands(group, words)
    if not suggestions:
        return f"'{entered}' is not a command. See: referee {f'{group} ' if group else ''}--help"
    heading = f"'{entered}' is not a command. Did you mean:"
    return "\n".join([heading, *(f"  referee {suggestion}" for suggestion in suggestions)])


def suggest_commands(group: str, words: Sequence[str]) -> list[str]:
    """Return up to three commands that the words may mean, best first."""
    normalised = [word for word in map(_normalise, words[:3]) if word and not word.startswith("-")]
    if not normalised:
        return []
    if not group and (games := _game_suggestions(words[0])):
        return games
    scores = {command: _score(command, group, normalised) for command in SYNONYMS}
    best = sorted((command for command in scores if scores[command] > 0), key=lambda command: -scores[command])
    least = scores[best[0]] / 2 if best else 0
    return [
        f"{command}{_synonym_option(command, normalised)}"
        for command in best[:_MAX_SUGGESTIONS]
        if scores[command] >= least
    ]


def _synonym_option(command: str, normalised: Sequence[str]) -> str:
    options = SYNONYM_OPTIONS.get(command, {})
    return next((f" {options[word]}" for word in normalised if word in options), "")


def _score(command: str, group: str, normalised: Sequence[str]) -> float:
    """Return how well the words fit a command. The first counts most, as later ones may be names."""
    command_words = [_normalise(word) for word in command.split()]
    synonyms = {_normalise(word) for word in SYNONYMS[command].split()}
    score = 0.0
    for number, word in enumerate(normalised):
        weight = 1.0 if number == 0 else 0.5
        if word in command_words or word in SYNONYM_OPTIONS.get(command, {}):
            score += weight * _OWN_WORD_SCORE
        elif word in synonyms:
            score += weight * _SYNONYM_SCORE
        elif any(_normalise(verb) in command_words for verb in VERB_SYNONYMS.get(word, ())):
            score += weight * _VERB_SCORE
        elif number == 0 and any(_is_similar(word, own_word) for own_word in command_words):
            score += weight * (_OWN_WORD_SCORE - 1)
        elif number == 0 and any(_is_similar(word, own_word) for own_word in synonyms):
            score += weight * _SIMILAR_SCORE
    if group and score:
        score += _OWN_WORD_SCORE if command_words[0] == _normalise(group) else 0
    return score


def _normalise(word: str) -> str:
    """Return the word in lower case, without hyphens and without a plural s."""
    bare = re.sub(r"[-_./']", "", word.casefold())
    return bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith(("ss", "us")) else bare


def _is_similar(entered: str, word: str) -> bool:
    from difflib import SequenceMatcher

    long_enough = min(len(entered), len(word)) > 3
    return long_enough and (word.startswith(entered) or SequenceMatcher(None, entered, word).ratio() >= 0.8)


def _game_suggestions(name: str) -> list[str]:
    """Return the commands for a game whose name was typed as a command."""
    from referee.games import slugs

    normalised = _normalise(name)
    suggestions = next(
        (slug for slug in slugs() if len(normalised) > 3 and _normalise(slug).startswith(normalised)), None
    )
    return [command.format(suggestions) for command in _GAME_COMMANDS] if suggestions else []
