"""Validation of a rulebook: the hooks that every game must register, and the names that its clauses use."""

from __future__ import annotations

from referee.rules.book.options import option_definitions
from referee.rules.book.rulebook import IncompleteRulebook, Rulebook


def validate_rulebook(book: Rulebook) -> None:
    """Raise `IncompleteRulebook` if a rulebook lacks a hook, clause, chapter or option, or if an option changes
    nothing.
    """
    missing_hooks = [name for name in ("begins", "applies", "places") if name not in book.functions]
    if missing_hooks:
        raise IncompleteRulebook(f"{book.slug}: nothing is registered with {', '.join(missing_hooks)}")
    judged_acts = {act for clause in book.clauses.values() for act in clause.acts}
    for verb in book.grammar.verbs:
        if verb.act_type not in judged_acts:
            raise IncompleteRulebook(f"{book.slug}: no clause is asked about {verb.pattern!r}")
    chapters = {section.id for section in book.sections}
    options, named_options = {definition.name for definition in option_definitions(book.options)}, set[str]()
    for clause in book.clauses.values():
        if clause.id.split(".")[0] not in chapters:
            raise IncompleteRulebook(f"{clause.citation} is in no chapter")
        if clause.after and clause.after not in book.clauses:
            raise IncompleteRulebook(f"{clause.citation} is asked after {clause.after}, which does not exist")
        turns_on = clause.named_options
        named_options |= turns_on
        if stray := turns_on - options:
            raise IncompleteRulebook(f"{clause.citation} depends on {', '.join(sorted(stray))}, which is not an option")
    if unused_options := sorted(options - named_options):
        raise IncompleteRulebook(f"{book.slug}: {unused_options[0]} changes no clause")
