"""The grammar of a record's lines: a name, a verb and its arguments.

A game declares its acts with patterns (`referee.rules.notation.patterns`). Reading, printing, completion and messages
about expected words all use them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from referee.cards import Pack
from referee.cards.immutable import replace
from referee.cards.words import join_words
from referee.rules.notation.actions import Deal, Holds, HoldsOnly, Shows
from referee.rules.notation.lexicon import FILLERS, PHRASES, may_be_a_verb, plain_number, verb_forms, verb_meant
from referee.rules.notation.line_words import AmbiguousLine, PlayerNames, UnknownVerb, UnreadableLine, WordReader
from referee.rules.notation.patterns import COMMON_SLOTS, PatternPart, Slot, Verb, cards_before, compile_pattern
from referee.rules.notation.phrases import (
    Phrase,
    PhraseMatch,
    best_matches,
    explained_phrases,
    is_label,
    lexicon_phrases,
    phrases_by_first_word,
)
from referee.rules.notation.seats import Seats

# The most lines proposed for one that cannot be read.
MOST_PROPOSED_LINES: Final = 5
# The cache of acts is cleared when it has so many.
_MOST_ACTS: Final = 4096


class Grammar:
    """The grammar of a game's records: a verb for each pattern, with the game's own before the common ones."""

    __slots__ = (
        "_acts",
        "_after_name",
        "_answers",
        "_by_word",
        "_lexicon",
        "_only",
        "_phrases",
        "_plain",
        "_printed",
        "_rewordings",
        "_slots",
        "_spoken",
        "_unnamed",
        "_verbs",
    )

    def __init__(self) -> None:
        self._verbs: list[Verb] = []
        self._after_name: dict[str, list[Verb]] = {}
        self._unnamed: dict[str, list[Verb]] = {}
        self._printed: dict[type, Verb] = {}
        self._spoken: set[type] = set()
        # The acts read so far, by the text of the line, the names that it may have, and the pack.
        self._acts: dict[tuple[object, ...], Any] = {}
        self._rewordings: set[str] = set()
        self._only: dict[type, str] = {}
        self._slots: dict[str, Slot] = {**COMMON_SLOTS}
        self._lexicon: list[Mapping[str, str]] = []
        self._answers: list[Mapping[str, str]] = []
        self._phrases: tuple[Phrase, ...] | None = None
        self._plain: tuple[tuple[Phrase, Verb], ...] | None = None
        self._by_word: tuple[dict[str, list[Phrase]], ...] = ()

    def add_lexicon(self, lexicon: Mapping[str, str]) -> None:
        """Add synonyms for the game's patterns."""
        self._lexicon.append(lexicon)
        self._forget_phrases()

    def add_explained_words(self, words: Mapping[str, str]) -> None:
        """Add words that record nothing, each with an explanation."""
        self._answers.append(words)
        self._forget_phrases()

    def _forget_phrases(self) -> None:
        self._phrases, self._plain, self._by_word = None, None, ()

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The synonyms that are read besides the patterns: the game's own and the common ones."""
        if self._phrases is None:
            phrases = [phrase for lexicon in self._lexicon for phrase in lexicon_phrases(lexicon, self.openings)]
            phrases += [phrase for words in self._answers for phrase in explained_phrases(words)]
            declared = {(phrase.words, not phrase.subject) for phrase in phrases}
            patterns = [tuple(phrase.predicate.replace("[", "").replace("]", "").split()) for phrase in self.verbs]
            for common in lexicon_phrases(PHRASES, self.openings):
                begins = common.meaning[1:] if common.keeps_subject else common.meaning
                is_pattern_known = any(pattern[: len(begins)] == begins for pattern in patterns)
                if is_pattern_known and (common.words, not common.subject) not in declared:
                    phrases.append(common)
            self._phrases = tuple(phrases)
        return self._phrases

    @property
    def plain_phrases(self) -> tuple[tuple[Phrase, Verb], ...]:
        """Each unambiguous phrase without slots, paired with its verb."""
        if self._plain is None:
            recorded_phrases = [phrase for phrase in self.phrases if phrase.pattern]
            meanings: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
            for recorded_phrase in recorded_phrases:
                meanings.setdefault(recorded_phrase.words, set()).add(recorded_phrase.meaning)
            plain_phrases = [
                phrase
                for phrase in recorded_phrases
                if len(meanings[phrase.words]) == 1
                and phrase.words[0][0].isalpha()
                and not any(map(is_label, phrase.words))
            ]
            self._plain = tuple((phrase, self._verb_of_phrase(phrase)) for phrase in plain_phrases)
        return self._plain

    def synonyms_of(self, verb: Verb) -> tuple[str, ...]:
        """Return the synonyms of a verb: the shortest phrase for each first word."""
        synonyms: dict[str, tuple[str, ...]] = {}
        for phrase, phrase_verb in self.plain_phrases:
            if phrase_verb is verb and len(phrase.words) < len(synonyms.get(phrase.words[0], phrase.words * 2)):
                synonyms[phrase.words[0]] = phrase.words
        return tuple(map(" ".join, synonyms.values()))

    def parts_after(self, phrase: Phrase) -> tuple[PatternPart, ...]:
        """Return the parts of a verb's pattern after those that a phrase replaces."""
        return self._verb_of_phrase(phrase).parts[len(phrase.meaning) :]

    def slot(self, label: str) -> Slot:
        """Return the slot with this label."""
        return self._slots[label]

    def _verb_of_phrase(self, phrase: Phrase) -> Verb:
        """Return the verb that a phrase stands for."""
        tokens = ["N" if token.isdecimal() else token.rstrip("23") for token in phrase.meaning]
        patterns = [[part.text for part in verb.parts] for verb in self.verbs]
        matching_verbs = [
            [meaning == expected for meaning, expected in zip(tokens, pattern, strict=False)] for pattern in patterns
        ]
        lengths = [len(list(takewhile(bool, matching))) for matching in matching_verbs]
        return self.verbs[lengths.index(max(lengths))]

    def add(
        self,
        patterns: Sequence[str],
        act_type: type,
        slots: Mapping[str, Slot],
        *,
        spoken: bool = False,
        only: str = "",
    ) -> None:
        """Add an act with its patterns. The first pattern is printed."""
        for pattern in patterns:
            verb = compile_pattern(pattern, act_type, slots)
            self._verbs.append(verb)
            self._index(verb)
        self._acts.clear()
        self._slots.update(slots)
        self._forget_phrases()
        if spoken:
            self._spoken.add(act_type)
        if only:
            self._only[act_type] = only

    def _index(self, verb: Verb) -> None:
        by_word = self._after_name if verb.has_subject else self._unnamed
        by_word.setdefault(verb.word, []).append(verb)
        self._printed.setdefault(verb.act_type, verb)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All verbs; those common to all games come last."""
        return (*self._verbs, *COMMON_VERBS)

    @property
    def openings(self) -> frozenset[str]:
        """The words that may begin a line without a player's name."""
        return frozenset(self._unnamed) | COMMON_OPENINGS

    @property
    def example(self) -> str:
        """The first pattern that begins with a name, as an example of a line."""
        return next(verb.pattern for verb in self.verbs if verb.has_subject)

    def is_spoken(self, act: type) -> bool:
        """Tell whether an act consists only of words, such as a bid."""
        return act in self._spoken

    def condition_of(self, act: type) -> str:
        """Return the condition for an act, as ``option=value``; empty if it always exists."""
        return self._only.get(act, "")

    def verb_of(self, act: type) -> Verb:
        """Return the verb used to print an act."""
        return self._printed.get(act) or next(verb for verb in COMMON_VERBS if verb.act_type is act)

    def is_reworded(self, text: str) -> bool:
        """Tell whether a record stores a line in other words than those typed."""
        return text in self._rewordings

    def write(self, act: Any, seats: Seats) -> str:
        """Return an act as a canonical line of a record."""
        return self.verb_of(type(act)).write(act, seats)

    def read(self, text: str, names: PlayerNames, pack: Pack, line: int, game: str) -> Any:
        """Return the act of one line of a record. Raise `UnreadableLine` if it cannot be read."""
        if names.all is not None:
            return self._read_cached(text, names, pack, line, game)
        before = len(names.known_names)
        try:
            return self._read(WordReader(text, names, pack), line, game)
        except UnreadableLine:
            names.forget(before)  # a line that cannot be read seats nobody
            raise

    def _read_cached(self, text: str, names: PlayerNames, pack: Pack, line: int, game: str) -> Any:
        """Return the act of a line from the cache. Many lines are equal, and each display of a table reads all of
        them.
        """
        key = text, names.all, pack.name
        act = self._acts.get(key)
        if act is not None:
            return replace(act, line=line)
        act = self._read(WordReader(text, names, pack), line, game)
        if len(self._acts) == _MOST_ACTS:
            self._acts.clear()
            self._rewordings.clear()
        self._acts[key] = act
        return act

    def _read(self, words: WordReader, line: int, game: str) -> Any:
        if words.at_end:
            raise words.end_fault(f"a line such as 'Ann {next(self._player_verbs()).predicate}'")
        first = words.texts[0].casefold()
        verbs = self._merge_verbs(self._unnamed, _UNNAMED, first)
        subject: int | None = None
        verb_at = 0
        if not verbs and not _is_name(words.texts[0], words.names) and self._reword(words, None, 0):
            first = words.texts[0].casefold()
            verbs = self._merge_verbs(self._unnamed, _UNNAMED, first)
        if (advice := _BEGINNINGS.get(first)) and not _is_name(words.texts[0], words.names):
            begins_a_verb = verbs and any(
                verb.pattern.startswith(" ".join(words.texts[:2]).casefold()) for verb in verbs
            )
            if not begins_a_verb:
                words.skip(1)
                raise words.fault(advice.format(typed=words.texts[0], game=game))
        if not verbs:
            names = words.names
            if (first in self._after_name or first in _AFTER_NAME) and not _is_name(words.texts[0], names):
                words.skip(1)
                raise words.fault(f"who {words.texts[0]}? A line begins with a player's name")
            name_count = len(names.known_names)
            subject = names.read(words)
            verb_at = words.index
            verb_word = (
                words.take(f"what the player did: {self._list_predicates()}")
                if words.at_end
                else words.texts[words.index]
            )
            verbs = self._merge_verbs(self._after_name, _AFTER_NAME, verb_word.casefold())
            if not verbs and (bare := verb_word.rstrip(",;")) and bare != verb_word:
                words.replace(verb_at, 1, [bare])
                verbs = self._merge_verbs(self._after_name, _AFTER_NAME, bare.casefold())
            if not verbs and (reworded := self._reword(words, subject, verb_at)):
                subject, verb_at = reworded
                verbs = self._verbs_for(words.texts[verb_at], subject)
            if not verbs and subject is not None and (verb := self._verb_left_out(words, line, subject)):
                if subject >= name_count:
                    self._refuse_no_name(words, verb)
                words.replace(verb_at, 0, [verb.word])
                verbs = [verb]
            if not verbs:
                assert subject is not None
                words.index = verb_at + 1
                raise self._unknown_verb_fault(words, verb_word, subject, game)
        faults = []
        for reword in (False, True):
            if reword:
                if (reworded := self._reword(words, subject, verb_at)) is None:
                    break
                subject, verb_at = reworded
                verbs = self._verbs_for(words.texts[verb_at], subject)
            for verb in verbs:
                words.index = verb_at
                try:
                    act = verb.read(words, line, subject)
                except UnreadableLine as fault:
                    faults.append(fault)
                else:
                    if words.is_reworded:
                        self._rewordings.add(words.line)
                    return act
        furthest_column = max(fault.column for fault in faults)
        furthest_faults = [fault for fault in faults if fault.column == furthest_column]
        if (
            len({str(fault) for fault in furthest_faults}) > 1
            and subject is not None
            and words.line[furthest_column - 1 :].strip()
        ):
            word = words.line[furthest_column - 1 :].split()[0]
            shapes = join_words(dict.fromkeys(repr(verb.predicate) for verb in verbs), "or")
            raise UnreadableLine(furthest_column, len(word), f"{word!r} does not fit here. Use {shapes}")
        raise furthest_faults[0]

    def _verb_left_out(self, words: WordReader, line: int, subject: int) -> Verb | None:
        """Return the verb implied by cards or a bid alone; None if several verbs fit.

        Raise `UnreadableLine` for an invalid bid.
        """
        begins, verbs_by_act = words.index, dict[type, Verb]()
        furthest_fault: UnreadableLine | None = None
        for verb in self._player_verbs():
            if not verb.is_optional:
                continue
            words.index = begins
            try:
                verb.read_rest(words, line, subject)
            except UnreadableLine as fault:
                is_own_slot = verb.parts[2].text not in COMMON_SLOTS
                furthest_fault = fault if is_own_slot and fault.column > words.column(begins) else furthest_fault
                continue
            verbs_by_act[verb.act_type] = verb
        words.index = begins
        if furthest_fault and not verbs_by_act:
            raise furthest_fault
        return next(iter(verbs_by_act.values())) if len(verbs_by_act) == 1 else None

    def _refuse_no_name(self, words: WordReader, verb: Verb) -> None:
        """Raise `UnreadableLine` if the first word is a verb or has no capital, instead of taking it for a name:
        ``leads 3D``.
        """
        word, verbs = words.texts[0], [verb.word for verb in self._player_verbs()]
        if may_be_a_verb(word, verbs):
            hint = f"Did you mean {similar_verb!r}? " if (similar_verb := verb_meant(word, verbs)) else ""
            raise words.fault(f"who {word}? {hint}A line begins with a player's name", offset=words.index)
        if word[0].islower():
            raise words.fault(f"who is {word!r}? Write '{word} {verb.word} ...' if it is a player", offset=words.index)

    def _reword(self, words: WordReader, subject: int | None, begins: int) -> tuple[int | None, int] | None:
        """Replace typed words by a record's words. Return the player's seat and the start of the verb, or None if
        nothing matches.

        Raise `UnreadableLine` if the words are ambiguous or record nothing.
        """
        if not self._by_word:
            phrases = self.phrases
            after_name, line_phrases = (
                [phrase for phrase in phrases if phrase.subject],
                [phrase for phrase in phrases if not phrase.subject],
            )
            self._by_word = phrases_by_first_word(after_name), phrases_by_first_word(line_phrases)
        before = words.texts[begins:]
        spellings = list(verb_forms(before[0].casefold()))
        by_word = self._by_word[subject is None]
        # The words as written come before other forms of the verb: "dealt" may name the player who got cards.
        matches = (best_matches(by_word[form], words, begins, self._read_slot) for form in spellings if form in by_word)
        found_matches = next(filter(None, matches), [])
        words.index = begins
        if not found_matches:
            verb_words = self._unnamed if subject is None else self._after_name.keys() | _AFTER_NAME.keys()
            if form := next((form for form in spellings if form in verb_words), ""):
                words.replace(begins, 1, [form])
        else:
            subject, begins = self._replace_phrase(found_matches, words, subject, begins)
        self._skip_filler(words, begins)
        return None if words.texts[begins:] == before else (subject, begins)

    def _replace_phrase(
        self, phrase_matches: Sequence[PhraseMatch], words: WordReader, subject: int | None, begins: int
    ) -> tuple[int | None, int]:
        """Replace a phrase by its meaning. Return the player's seat and the index at which the verb now begins."""
        first = next((match for match in phrase_matches if match.phrase.answer), phrase_matches[0])
        if len(phrase_matches) > 1 or first.phrase.answer:
            text = " ".join(words.texts[begins : first.end])
            meanings = join_words([repr(match.phrase.pattern) for match in phrase_matches], "or")
            answer = first.phrase.answer or f"it could be {meanings}. Write which"
            raise AmbiguousLine(words.column(begins), len(text), f"{text!r}: {answer}")
        position = begins if first.phrase.keeps_subject or subject is None else 0
        words.rearrange(position, first.end, first.words)
        words.index = position
        if first.phrase.meaning[0] in self.openings:
            return None, position
        return (words.names.read(words) if position != begins else subject), words.index

    def _skip_filler(self, words: WordReader, begins: int) -> None:
        """Skip a word that adds nothing to the number after it: ``is all-in for 35``."""
        for verb in self._player_verbs():
            lead = [part.text for part in takewhile(lambda part: part.slot is None, verb.parts_after_name)]
            position = begins + len(lead)
            if words.texts[begins:position] == lead and [part.text for part in verb.parts_after_name[len(lead) :]][
                :1
            ] == ["N"]:
                filler, amount = [*words.texts[position : position + 2], "", ""][:2]
                if filler.casefold() in FILLERS and plain_number(amount).isdecimal():
                    words.replace(position, 1, [])
                return

    def _read_slot(self, label: str, until: str, words: WordReader) -> object:
        slot = cards_before(until) if label == "CARDS" else self._slots[label]
        return slot.read(words)

    def _verbs_for(self, word: str, subject: int | None) -> Sequence[Verb]:
        if subject is None:
            return self._merge_verbs(self._unnamed, _UNNAMED, word)
        return self._merge_verbs(self._after_name, _AFTER_NAME, word)

    def _merge_verbs(
        self, own_verbs_by_word: Mapping[str, list[Verb]], common_verbs_by_word: Mapping[str, list[Verb]], word: str
    ) -> Sequence[Verb]:
        own_verbs, common_verbs = own_verbs_by_word.get(word), common_verbs_by_word.get(word)
        return [*own_verbs, *common_verbs] if own_verbs and common_verbs else own_verbs or common_verbs or ()

    def _player_verbs(self) -> Iterator[Verb]:
        return (verb for verb in self.verbs if verb.has_subject)

    def _list_predicates(self) -> str:
        """Return the predicates of all printed verbs, joined by commas."""
        return ", ".join(verb.predicate for verb in self._player_verbs() if verb is self.verb_of(verb.act_type))

    def _unknown_verb_fault(self, words: WordReader, word: str, subject: int, game: str) -> UnreadableLine:
        """Return the fault of an unknown verb. It suggests the verb that may be misspelled, or else the possible
        verbs.
        """
        if unnamed_verbs := self._unnamed.get(word.casefold()):
            hint = f"It begins a line of its own: {unnamed_verbs[0].pattern!r}"
        elif similar_verb := verb_meant(word, self._verb_words()):
            hint = f"Did you mean {similar_verb!r}?"
        else:
            hint = _ADVICE.get(word.casefold(), "")
        message = f"{word!r} is not a play in {game}"
        if hint:
            return words.fault(f"{message}. {hint}")
        return UnknownVerb(
            words.column(words.index - 1), len(word), message, subject, self._sample_lines(words, subject)
        )

    def _verb_words(self) -> list[str]:
        """Return the words that may follow a name: the game's verbs, then their synonyms."""
        synonyms = (verb.words[0] for verb in self.phrases if verb.pattern and verb.subject == "NAME")
        return list(dict.fromkeys([*(verb.word for verb in self._player_verbs()), *synonyms]))

    def _sample_lines(self, words: WordReader, seat: int) -> list[str]:
        """Return a few sample lines for a player."""
        names = words.names.known_names
        other_name = next(name for name in (*names, "Ann", "Ben") if name != names[seat])
        cards = [str(card) for card in words.pack.cards]
        samples = {"NAME": other_name, "N": "5", "CARD": cards[0], "CARDS": f"{cards[0]} {cards[1]}"}
        verbs = [verb for verb in self._verbs if verb.has_subject and verb is self.verb_of(verb.act_type)][
            :MOST_PROPOSED_LINES
        ]
        return [
            " ".join(
                [
                    names[seat],
                    *(samples.get(part.text) or part.sample for part in verb.parts_after_name if not part.group),
                ]
            )
            for verb in verbs
        ]


def _is_name(word: str, names: PlayerNames) -> bool:
    if word in names.known_names:
        return True  # as records have it
    beginning = word.casefold()
    return any(name.casefold().startswith(beginning) for name in names.known_names)


# Words that record nothing, with what to write instead: at the beginning of a line, and after a name.
_EACH: Final = "{typed!r} is not a player. Use a line for each player"
_BEGINNINGS: Final = {
    "all": _EACH,
    "everyone": _EACH,
    "everybody": _EACH,
    "misdeal": "a misdeal is not recorded. Record the new deal, 'deal' or 'deal by NAME'; it gathers the cards",
    "there": "nothing unseen is recorded. Record what a player did, or 'NAME shows CARDS'",
    "burn": "no card is burned in {game}. Leave the line out",
    "deals": "'deals' is not recorded. Use 'deal by NAME'",
}
_ADVICE: Final = {
    "is": "Leave the line out: the lines before show who is out or has won.",
    "gets": "Record how the card came.",
    "receives": "Record how the card came.",
    "concedes": "Nobody concedes: record the plays, or the next deal.",
    "resigns": "Nobody resigns: record the plays, or the next deal.",
    "burns": "No card is burned: leave the line out.",
}

# The lines that every game's record may have.
COMMON_VERBS = (
    compile_pattern("deal [by NAME]", Deal, {}),
    compile_pattern("NAME holds only CARDS", HoldsOnly, {}),
    compile_pattern("NAME holds CARDS", Holds, {}),
    compile_pattern("NAME shows CARDS", Shows, {}),
)
COMMON_OPENINGS = frozenset(verb.word for verb in COMMON_VERBS if not verb.has_subject)
_UNNAMED = {word: [verb for verb in COMMON_VERBS if verb.word == word] for word in COMMON_OPENINGS}
_AFTER_NAME = {
    word: [verb for verb in COMMON_VERBS if verb.has_subject and verb.word == word]
    for word in {verb.word for verb in COMMON_VERBS if verb.has_subject}
}
