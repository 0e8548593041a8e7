"""The field of so many elements, for a power of a prime: what planes are made from."""

from __future__ import annotations

from dataclasses import dataclass

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The numbers below a power of a prime, as the field of that many elements: their sums and their products."""

    sums: Table
    products: Table

    def plus(self, one: int, other: int) -> int:
        """Return a sum."""
        return self.sums[one][other]

    def times(self, one: int, other: int) -> int:
        """Return a product."""
        return self.products[one][other]

    def less(self, one: int, other: int) -> int:
        """Return a difference."""
        return self.sums[other].index(one)


def field_of(order: int) -> Field:
    """Return the field of an order: polynomials, written as numbers to the base of the prime.

    What the power of x that is too high is worth is tried out, until no product of two is nothing but that of nothing.
    """
    prime = prime_of(order)
    if not prime:
        raise ValueError(f"there is no field of {order} elements")
    each = range(order)
    sums = tuple(tuple(_digitwise(one, other, prime) for other in each) for one in each)
    high = order // prime  # the place of the highest digit

    def products(worth: int) -> Table:
        def multiple(number: int, times: int) -> int:
            total = 0
            for _ in range(times):
                total = sums[total][number]
            return total

        rows = []
        for one in each:
            shifted, row = one, [0] * order
            place = 1
            while place < order:
                for other in range(place, order):
                    row[other] = sums[row[other]][multiple(shifted, other // place % prime)]
                shifted = sums[shifted % high * prime][multiple(worth, shifted // high)]
                place *= prime
            rows.append(tuple(row))
        return tuple(rows)

    if order == prime:
        return Field(sums, tuple(tuple(one * other % prime for other in each) for one in each))
    found = (products(worth) for worth in range(1, order))
    return Field(sums, next(table for table in found if all(0 not in row[1:] for row in table[1:])))


def _digitwise(one: int, other: int, base: int) -> int:
    total, place = 0, 1
    while one or other:
        total += (one + other) % base * place
        one, other, place = one // base, other // base, place * base
    return total


def is_prime(number: int) -> bool:
    """Tell whether a number is a prime."""
    return number > 1 and all(number % each for each in range(2, int(number**0.5) + 1))


def prime_of(order: int) -> int:
    """Return the prime of which an order is a power, or 0 where there is none."""
    prime = next((each for each in range(2, order + 1) if order % each == 0), 0)
    while prime and order % prime == 0:
        order //= prime
    return prime if order == 1 else 0
