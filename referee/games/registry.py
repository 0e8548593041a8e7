"""The games of this package by slug. A rulebook is imported on first use, so a ruling loads only one game."""

from typing import Final

MODULES: Final = {
    "big-two": "big_two",
    "bookem-danno": "bookem_danno",
    "commerce": "commerce",
    "commune": "commune",
    "conquian": "conquian",
    "courtney-love-baseball": "courtney_love_baseball",
    "five-card-21": "five_card_21",
    "kowah": "kowah",
    "midnight-cobain-baseball": "midnight_cobain_baseball",
    "play-or-pay": "play_or_pay",
    "pontoon": "pontoon",
    "rudys-jewels": "rudys_jewels",
    "stealing-bundles": "stealing_bundles",
    "texas-holdem": "texas_holdem",
    "texas-toothpick-toast": "texas_toothpick_toast",
    "three-dog-night": "three_dog_night",
    "united-states-stud": "united_states_stud",
    "zheng-shangyou": "zheng_shangyou",
}
SLUGS: Final = tuple(MODULES)
