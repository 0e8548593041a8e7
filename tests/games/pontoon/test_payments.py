"""Payments in Pontoon: who handed which chip to whom does not matter, if everybody ends with what is due."""

from random import Random
from typing import Final

import pytest

from tests.games.ruling import rule

# What some hands win or lose, in bets, against 19 points of the banker's.
BANKER: Final = "9H TH"
HANDS: Final = {"TS 8S": -1, "TC KH": 1, "9S 9D": -1, "AS QS": 2, "TD 6C 8H": -1, "JS JD": 1}


def random_payments(chance: Random, due: dict[str, int]) -> list[tuple[str, str, int]]:
    """Return payments that leave everybody with what is due: whole or in parts, by the banker or past them."""
    owes = {name: -chips for name, chips in due.items() if chips < 0}
    gains = {name: chips for name, chips in due.items() if chips > 0}
    payments = []
    while owes or gains:
        payer = chance.choice([*owes, "Dee"] if gains else [*owes])
        payee = chance.choice([*gains] if payer == "Dee" else [*gains, "Dee"])
        most = min(owes.get(payer, 99), gains.get(payee, 99))
        amount = chance.choice([most, chance.randint(1, most)])
        payments.append((payer, payee, amount))
        for balances, name in ((owes, payer), (gains, payee)):
            if name in balances and (rest := balances.pop(name) - amount) != 0:
                balances[name] = rest
    return payments


@pytest.mark.parametrize("seed", range(40))
def test_any_payments_with_the_right_totals_are_legal_and_no_others_are(seed: int) -> None:
    chance = Random(seed)
    bets = {name: chance.randint(1, 6) for name in ["Ann", "Ben", "Cal"][: chance.randint(1, 3)]}
    hands = dict(zip(bets, chance.sample(list(HANDS), len(bets)), strict=True))
    due = {name: HANDS[hands[name]] * bets[name] for name in bets}
    payments = random_payments(chance, due)
    chance.shuffle(payments)
    facts = ["Dee banks", *(f"{name} bets {bet}" for name, bet in bets.items()), f"Dee shows {BANKER}"]
    facts += [f"{name} shows {hand}" for name, hand in hands.items()]

    def verdicts(payments_made: list[tuple[str, str, int]]) -> list[str]:
        lines = [*facts, *(f"{payer} pays {payee} {amount}" for payer, payee, amount in payments_made)]
        return [entry.ruling.says for entry in rule("pontoon", *lines).entries][len(facts) :]

    assert verdicts(payments) == ["legal"] * len(payments)
    # A payment once more is too much; what is left out is missed where the rest of the sum was paid.
    assert "illegal" in verdicts([*payments, chance.choice(payments)])
    left_out = chance.randrange(len(payments))
    rest = payments[:left_out] + payments[left_out + 1 :]
    totals = {name: sum(n * ((to == name) - (by == name)) for by, to, n in rest) for name in due}
    began = {name for by, to, _ in rest for name in (by, to)}
    short = any(totals[name] != chips for name, chips in due.items() if name in began)
    assert ("illegal" in verdicts(rest)) == short
