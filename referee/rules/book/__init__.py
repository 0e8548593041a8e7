"""The rulebook of a game: its clauses and their answers, the knowledge of the cards, and the ledger of scores."""
