"""The seeds that are drawn by: which may be typed, and how that of a round follows from its tournament's."""

import pytest

from referee.competition.lot import refuse_unfit, seed_of
from referee.store.faults import ClubFault


@pytest.mark.parametrize("seed", [None, 0, 1, 2_147_483_647])
def test_a_seed_that_fits_31_bits_may_be_typed(seed: int | None) -> None:
    refuse_unfit(seed)


@pytest.mark.parametrize("seed", [-1, 2_147_483_648])
def test_any_other_is_refused(seed: int) -> None:
    with pytest.raises(ClubFault, match=f"Invalid seed {seed}. Use a whole number from 0 to 2147483647"):
        refuse_unfit(seed)


def test_the_seed_of_a_round_is_31_bits_of_the_sha_256_of_both_numbers() -> None:
    # printf '5 round 1' | sha256sum | cut -c 1-8, with the first of the 32 bits left out
    assert [seed_of(5, number) for number in (1, 2, 3, 4)] == [1968484027, 1387453761, 146456668, 885333493]
