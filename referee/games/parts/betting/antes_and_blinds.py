"""Antes and blinds: the players' chips, and the payments into the pot before the first bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from referee.cards.words import join_words
from referee.games.parts.betting.stakes import (
    POSTS,
    Ante,
    AnteByAll,
    BettingTable,
    Blinds,
    BuyIn,
    EveryoneHasChips,
    HasChips,
    Post,
    PostBigBlind,
    PostDead,
    PostSmallBlind,
    SitIn,
    SitOut,
    Straddle,
    ante_payer_for_all,
    blind_seats,
    post_of_named_blind,
)
from referee.games.parts.betting.undeclared import declared_all_in, doubt_declared_sum
from referee.games.parts.dealing import deal_first
from referee.rules import Act, Answer, Chapter, Offer, Rulebook, doubt, finding, grounds, objection, replace

antes_and_blinds = Chapter("Betting", page="betting")
BlindAct: TypeAlias = Blinds | Post | PostSmallBlind | PostBigBlind | PostDead | Straddle


@antes_and_blinds.clause("4.1", HasChips, EveryoneHasChips, BuyIn, SitOut, SitIn, interpretation="house")
def chips_on_the_table(table: BettingTable, act: HasChips | EveryoneHasChips | BuyIn | SitOut | SitIn) -> Answer | None:
    """Players play with the chips in front of them, and may add chips only between hands. A player who sits out is not
    dealt in.
    """
    if isinstance(act, EveryoneHasChips):
        answers = (chips_on_the_table(table, HasChips(seat, act.amount)) for seat in table.seats)
        return next((answer for answer in answers if answer), None)
    name, stack = table.name(act.seat), table.chips.stacks[act.seat]
    if isinstance(act, HasChips):
        if declared_all_in(table, act):
            return grounds(f"{name}'s all-in is {act.amount}.")
        if act.seat in table.hand.undeclared and not table.hand.is_settled:
            return doubt_declared_sum(table, act)
        if stack is not None and stack != act.amount:
            return finding(
                f"By the record {name} has {stack}, not {act.amount}.",
                ask=f"Ask {name} to count again: if it is {act.amount}, a line is missing; if not, correct this one.",
            )
    elif isinstance(act, BuyIn):
        if table.in_play and not table.hand.is_settled and act.seat in table.hand.live and table.complete:
            return objection(f"{name} is in a hand, and may buy chips when it is over.")
        if stack is not None:
            return grounds(f"{name} has {stack + act.amount} now.")
    elif isinstance(act, SitOut):
        if act.seat in table.chips.sitting_out:
            return objection(f"{name} sits out already.")
    elif act.seat not in table.chips.sitting_out:
        return objection(f"{name} does not sit out.")
    return None


@antes_and_blinds.clause(
    "4.2", Ante, AnteByAll, Blinds, Post, PostSmallBlind, PostBigBlind, PostDead, Straddle, interpretation="BE-1"
)
def everyone_antes(table: BettingTable, act: Ante | AnteByAll | BlindAct) -> Answer | None:
    """Before the first bet, everyone who is dealt in puts the same ante into the pot."""
    chips = table.chips
    if not isinstance(act, Ante | AnteByAll):
        return objection("No blinds are played here.") if chips.blinds == (0, 0) else None
    if chips.ante == 0:
        return objection("No antes are played here" + "; the blinds are put in" * (chips.blinds != (0, 0)) + ".")
    if not table.in_play and table.complete:
        return _judge_early_ante(table, act)
    late_seats = (
        table.hand.betting_begun
        and table.in_play
        and not table.hand.is_settled
        and bool(seats_without_ante(table))
        and bool(chips.ante)
    )
    if answer := _object_late_forced_bet(
        replace(table, hand=replace(table.hand, betting_begun=False)) if late_seats else table, act
    ):
        return answer
    single_payer = ante_payer_for_all(table)
    if single_payer is not None and act.seat != single_payer:
        return objection(f"{table.name(single_payer)} has the big blind, and puts in the ante for all.")
    seats = seats_without_ante(table) if isinstance(act, AnteByAll) else (act.seat,)
    if isinstance(act, Ante) and act.seat in table.hand.ante_posters:
        return objection(f"{table.name(act.seat)} has put in the ante already.")
    if not seats and table.from_deal:
        return objection("Everyone has put in the ante already.")
    if act.amount < 1:
        return objection("An ante is at least one chip.")
    if chips.ante is not None and act.amount != chips.ante:
        if act.amount > chips.ante or isinstance(act, AnteByAll):
            return objection(f"The ante is {chips.ante}, not {act.amount}.")
        return _judge_short_payment(table, act, chips.ante, "ante")
    stack = chips.stacks[act.seat] if isinstance(act, Ante) else None
    if stack is not None and stack < act.amount:
        return objection(f"{table.name(act.seat)} has only {stack}.", cites="4.17")
    if late_seats:
        return grounds(f"{join_words(map(table.name, seats))} had not put in the ante: it comes late.")
    return grounds(f"The ante is {act.amount}.")


def _judge_early_ante(table: BettingTable, act: Ante | AnteByAll) -> Answer:
    """Return the answer to an ante put in before the deal."""
    chips = table.chips
    if act.amount < 1:
        return objection("An ante is at least one chip.")
    if chips.ante is not None and act.amount != chips.ante:
        return objection(f"The ante is {chips.ante}, not {act.amount}.")
    antes = (act for act in table.hand.early_forced_bets if isinstance(act, Ante | AnteByAll))
    earlier_ante = next((ante for ante in antes if ante.seat in (-1, act.seat)), None)
    if earlier_ante:
        subject = "Everyone has" if earlier_ante.seat < 0 else f"{table.name(act.seat)} has"
        return objection(f"{subject} put in the ante already.", earlier_ante)
    if act.seat >= 0 and not chips.can_be_dealt_in(act.seat):
        return objection(f"{table.name(act.seat)} is not dealt in.")
    return grounds(f"The ante is {act.amount}, for the hand that is dealt next.")


@antes_and_blinds.clause("4.3", Blinds, Post, PostSmallBlind, PostBigBlind, PostDead, Straddle, interpretation="HLD-A4")
def blinds_are_posted(table: BettingTable, act: BlindAct) -> Answer | None:
    """The player after the dealer posts the small blind. The next player posts the big blind."""
    hand, chips = table.hand, table.chips
    if isinstance(act, Straddle) and not table.options.straddle:
        return objection("No straddles are played here.")
    if isinstance(act, PostDead | Straddle):
        return None
    if isinstance(act, PostSmallBlind | PostBigBlind):
        posts = post_of_named_blind(table, act)
        if posts is None:
            return doubt("The record does not say what the blinds are; write 'blinds N N' before.")
        posts_big = isinstance(act, PostBigBlind)
        seats_are_known = table.from_deal and table.dealer is not None and len(hand.players) > 1
        if seats_are_known and act.seat in blind_seats(table) and act.seat != blind_seats(table)[posts_big]:
            return _explain_who_posts(table)
        act = posts
    if isinstance(act, Blinds):
        if table.in_play and table.complete and not hand.is_settled and (hand.blind_posters or hand.betting_begun):
            return objection("The blinds change between hands.")
        if act.big < 1:
            return objection("The big blind must be at least 1 chip.")
        if act.small > act.big:
            return objection(f"The small blind, {act.small}, is above the big blind, {act.big}.")
        return grounds(f"The blinds are {act.small} and {act.big}.")
    if not table.in_play and table.complete:
        return _judge_early_blind(table, act)
    if answer := _object_late_forced_bet(table, act):
        return answer
    name = table.name(act.seat)
    if act.seat in hand.blind_posters:
        return objection(f"{name} has posted already.")
    if act.amount < 1:
        return objection("A blind is at least one chip.")
    stack = chips.stacks[act.seat]
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if not table.from_deal or table.dealer is None or len(hand.players) < 2:
        return None
    small, big = blind_seats(table)
    if act.seat not in (small, big):
        if chips.blinds and act.amount == chips.blinds[1]:
            return grounds(f"{name} comes in late with a big blind.", cites="4.4")
        if chips.blinds and act.amount < chips.blinds[1] and act.amount == stack:
            return _judge_short_payment(table, act, chips.blinds[1], "late big blind")
        return _explain_who_posts(table)
    if not chips.blinds:
        return _compare_blinds(table, act)
    amount_due = chips.blinds[0] if act.seat == small else chips.blinds[1]
    blind_name = "small" if act.seat == small else "big"
    if act.amount == amount_due:
        return grounds(f"{name} posts the {blind_name} blind of {amount_due}.")
    if act.amount > amount_due:
        return objection(f"The {blind_name} blind is {amount_due}, not {act.amount}.")
    return _judge_short_payment(table, act, amount_due, f"{blind_name} blind")


def _compare_blinds(table: BettingTable, act: Post) -> Answer | None:
    """Return a finding if a small blind is higher than the big one, in a record that does not state the blinds; else
    None.
    """
    small, big = blind_seats(table)
    chips_put_in, stack, min_bet = table.hand.put_in, table.chips.stacks[act.seat], table.options.min_bet
    other_seat = big if act.seat == small else small
    posted = (
        {act.seat: act.amount, other_seat: chips_put_in[other_seat]} if other_seat in table.hand.blind_posters else {}
    )
    all_in = {act.seat: stack == act.amount, other_seat: other_seat in table.hand.all_in}
    if posted and posted[small] > posted[big] and not all_in[big]:
        return _explain_who_posts(table)
    if act.seat == big and act.amount < min_bet and stack is not None:
        return _judge_short_payment(table, act, min_bet, "big blind")
    return None


def _judge_early_blind(table: BettingTable, act: Post | PostDead | Straddle) -> Answer:
    """Return the answer to a blind posted before the deal. Whose turn it is to post is decided by the deal."""
    chips, name, stack = table.chips, table.name(act.seat), table.chips.stacks[act.seat]
    posts = [act for act in table.hand.early_forced_bets if isinstance(act, POSTS)]
    earlier_post = next((post for post in posts if isinstance(act, Post) and post.seat == act.seat), None)
    if act.amount < 1:
        return objection("A blind is at least one chip.")
    if earlier_post:
        return objection(f"{name} has posted already.", earlier_post)
    if not chips.can_be_dealt_in(act.seat):
        return objection(f"{name} is not dealt in.")
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if isinstance(act, Straddle) and len(posts) < 2:
        return objection(f"{name} may straddle when the blinds have been posted.")
    if isinstance(act, Post) and chips.blinds and act.amount not in (*chips.blinds, stack):
        return objection(f"The blinds are {chips.blinds[0]} and {chips.blinds[1]}, not {act.amount}.")
    verb = "straddles" if isinstance(act, Straddle) else "posts"
    return grounds(f"{name} {verb} {act.amount}, for the hand that is dealt next.")


def _explain_who_posts(table: BettingTable) -> Answer:
    small, big = map(table.name, blind_seats(table))
    cites = table.options.headsup_clause if len(table.hand.players) == 2 else ""
    return objection(f"{small} posts the small blind and {big} the big blind.", cites=cites)


@antes_and_blinds.clause("4.4", PostDead, interpretation="house")
def late_comers_post(table: BettingTable, act: PostDead) -> Answer | None:
    """A player who has missed blinds may come in again with a big blind, which is a bet. The rest of what they missed
    is posted dead: it goes into the pot, and nobody has to match it.
    """
    if not table.in_play and table.complete:
        return _judge_early_blind(table, act)
    if answer := _object_late_forced_bet(table, act):
        return answer
    stack = table.chips.stacks[act.seat]
    if act.amount < 1:
        return objection("A blind is at least one chip.")
    if stack is not None and stack < act.amount:
        return objection(f"{table.name(act.seat)} has only {stack}.", cites="4.17")
    return grounds(f"{table.name(act.seat)} posts {act.amount}, dead.")


@antes_and_blinds.clause("4.5", Straddle, interpretation="house")
def straddles_twice_the_blind(table: BettingTable, act: Straddle) -> Answer | None:
    """The player after the big blind may post a straddle: twice the big blind."""
    hand, betting_round = table.hand, table.round
    if not table.in_play and table.complete:
        return _judge_early_blind(table, act)
    if answer := _object_late_forced_bet(table, act):
        return answer
    name = table.name(act.seat)
    stack = table.chips.stacks[act.seat]
    if stack is not None and stack < act.amount:
        return objection(f"{name} has only {stack}.", cites="4.17")
    if not table.from_deal:
        return None
    if len(hand.blind_posters) < 2:
        return objection(f"{name} may straddle when the blinds have been posted.")
    if isinstance(betting_round.top_act, Straddle):
        return objection(
            f"{table.name(betting_round.top_act.seat)} has straddled, and nobody else may.", betting_round.top_act
        )
    big = hand.blind_posters[-1] if table.dealer is None or len(hand.players) < 2 else blind_seats(table)[1]
    next_seat = hand.order_after(big, hand.live)[0]
    if act.seat != next_seat:
        return objection(f"{table.name(next_seat)} may straddle, and not {name}.", betting_round.top_act)
    double_blind = 2 * betting_round.level
    if 0 < act.amount < double_blind and act.amount == stack:
        return _judge_short_payment(table, act, double_blind, "straddle")
    if act.amount != double_blind:
        return objection(
            f"A straddle is twice the blind of {betting_round.level}: {double_blind}, not {act.amount}.",
            betting_round.top_act,
        )
    return grounds(f"{name} straddles: {act.amount} is twice the blind.")


def include_antes_only(book: Rulebook) -> None:
    """Include the chapter in a game without blinds."""
    book.include(
        antes_and_blinds,
        wording="""
        4.2: Before the first bet, everyone who is dealt in puts an ante of {ante:chip} into the pot.
            ante=0: No ante.
        """,
        printed={"4.2": {"interpretation": ""}},
        without=["4.3", "4.4", "4.5"],
    )


def find_missing_forced_bets(table: BettingTable) -> Answer | None:
    """Return a finding that an ante or a blind is missing from the pot; None if none is."""
    hand, chips = table.hand, table.chips
    if chips.ante and (missing_seats := seats_without_ante(table)):
        names = join_words(table.name(seat) for seat in missing_seats)
        verb = "has" if len(missing_seats) == 1 else "have"
        return finding(
            f"{names} {verb} not put in the ante of {chips.ante}.",
            ask=f"Ask {names}. If the ante is in the pot, enter it before this line; if not, it is put in now.",
        )
    if chips.blinds == (0, 0):
        return None
    if not hand.blind_posters:
        return finding("Nobody has posted a blind.", ask=_ask_for_blinds("the players"))
    if table.dealer is None or len(hand.players) < 2:
        return None
    for seat, amount_due in zip(blind_seats(table), chips.blinds or (1, 1), strict=True):
        if amount_due and seat not in hand.blind_posters and seat not in hand.all_in:
            name = table.name(seat)
            return finding(f"{name} has not posted a blind.", ask=_ask_for_blinds(name))
    return None


def _ask_for_blinds(names: str) -> str:
    return f"Ask {names}. If the blind is in the pot, enter it before this line; if not, it is posted now."


def _object_late_forced_bet(table: BettingTable, act: Act) -> Answer | None:
    if not table.in_play or table.hand.is_settled:
        return deal_first()
    if table.hand.betting_begun:
        return objection("Betting has begun: antes and blinds come before it.", cites="4.6")
    if act.seat >= 0 and act.seat not in table.hand.live:
        return objection(f"{table.name(act.seat)} was not dealt in.")
    return None


def seats_without_ante(table: BettingTable) -> tuple[int, ...]:
    """Return the seats whose ante is still due."""
    hand = table.hand
    if (single_payer := ante_payer_for_all(table)) is not None:
        return () if single_payer in hand.ante_posters or single_payer in hand.all_in else (single_payer,)
    return tuple(seat for seat in hand.live if seat not in hand.ante_posters and seat not in hand.all_in)


def _judge_short_payment(table: BettingTable, act: Ante | Post | Straddle, due: int, payment_name: str) -> Answer:
    """Return the answer to a payment below the amount due, which only an all-in explains."""
    name, stack = table.name(act.seat), table.chips.stacks[act.seat]
    if stack is None:
        return doubt(f"The {payment_name} is {due}: {act.amount} is right only if {name} is all-in.")
    if stack == act.amount:
        return grounds(f"{name} has no more than {stack} for the {payment_name} of {due}.", cites="4.17")
    return objection(f"The {payment_name} is {due}, not {act.amount}; {name} has {stack}.")


def offer_forced_bets(table: BettingTable, seat: int) -> Iterator[Offer]:
    """Yield the antes and blinds still due."""
    chips = table.chips
    if table.hand.betting_begun or not table.in_play or not table.from_deal:
        return
    if seat < 0 and chips.ante and ante_payer_for_all(table) is None and seats_without_ante(table):
        yield Offer("", (AnteByAll(-1, chips.ante),))
    if seat >= 0 and chips.ante and seat in seats_without_ante(table):
        yield Offer("", (Ante(seat, chips.ante),))
    if seat >= 0 and chips.blinds and chips.blinds[1] and len(table.hand.players) > 1:
        for poster, amount_due in zip(blind_seats(table), chips.blinds, strict=True):
            if poster == seat and amount_due:
                yield Offer("", (Post(seat, amount_due),))
