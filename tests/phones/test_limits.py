"""The turns in which typed codes are looked up: few in an evening, and guesses do not delay who types the right one."""

import asyncio

import pytest
from aiohttp import web

from referee.club.phones.codes import LENGTH, SIGNS
from referee.phones import limits
from referee.phones.limits import BURST, LOOKED_UP_A_SECOND, CodeTurns


def test_an_evening_of_guesses_finds_no_code() -> None:
    evening, tables = 4 * 3600, 10
    looked_up = BURST + evening * LOOKED_UP_A_SECOND
    assert looked_up * tables / len(SIGNS) ** LENGTH < 0.002


def test_a_code_waits_only_after_many_wrong_ones_and_then_behind_addresses_with_fewer() -> None:
    order: list[str] = []

    async def look_up(turns: CodeTurns, who: str, wrong: int) -> None:
        await turns.take(wrong)
        order.append(who)

    async def evening() -> float:
        turns = CodeTurns()
        await asyncio.gather(*(turns.take(0) for _ in range(BURST)))
        begun = turns.now()
        guesses = [asyncio.create_task(look_up(turns, f"guesser {at}", at)) for at in (3, 2, 1)]
        await asyncio.sleep(0)
        await asyncio.gather(look_up(turns, "newcomer", 0), *guesses)
        return turns.now() - begun

    seconds = asyncio.run(evening())
    assert order == ["newcomer", "guesser 1", "guesser 2", "guesser 3"]
    assert seconds >= 3 / LOOKED_UP_A_SECOND


def test_right_codes_use_up_no_turns() -> None:
    async def evening() -> None:
        turns = CodeTurns(lambda: 1000.0)
        for _ in range(3 * BURST):
            async with asyncio.timeout(1):
                await turns.take(0)
            turns.give_back()

    asyncio.run(evening())


def test_a_turn_that_is_given_back_is_the_next_ones() -> None:
    async def evening() -> None:
        turns = CodeTurns(lambda: 1000.0)  # no turn becomes free by itself
        for _ in range(BURST):
            await turns.take(0)
        waiting = asyncio.create_task(turns.take(0))
        await asyncio.sleep(0)
        turns.give_back()
        async with asyncio.timeout(5):
            await waiting

    asyncio.run(evening())


def test_a_code_that_waits_too_long_is_refused_and_leaves_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_LONGEST_TURN", 0.01)

    async def evening() -> None:
        turns = CodeTurns(lambda: 1000.0)
        for _ in range(BURST):
            await turns.take(0)
        with pytest.raises(web.HTTPTooManyRequests):
            await turns.take(0)
        waiting = asyncio.create_task(turns.take(5))
        await asyncio.sleep(0)
        turns.give_back()
        await waiting

    asyncio.run(evening())
