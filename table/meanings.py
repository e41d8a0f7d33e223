"""What each value of each option means, in a sentence for people. Knows words; the rules act on the values.

The sentences are English and are the keys of the page's catalogues. Their order is that of section 9 of the rules,
the default first; the options of a house and the values they take are exactly those named here.
"""

from collections.abc import Mapping

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "throws": {
        "2": "A turn has two throws at most.",
        "3": "A turn has three throws at most, and may stop after any.",
    },
    "score_after_first": {
        "any": "After the first throw any open box that scores may be written.",
        "centre_only": "After the first throw only escalera, full or póquer may be written.",
    },
    "mano_forced": {
        "no": "A combination de mano may be left, to throw or flip on.",
        "yes": "A combination de mano whose box is open must be written: no throw and no flip after it.",
    },
    "rethrow": {
        "any": "One to five dice go back into the cup, as the player likes.",
        "all_five_only": "Who throws again throws all five dice.",
    },
    "first_flip": {
        "compulsory": "After the last throw one die must be flipped.",
        "optional": "After the last throw dice may be flipped, or left as they lie.",
        "none": "No die is ever flipped.",
    },
    "second_flip": {
        "free": "A second die may be flipped.",
        "only_if_better": "A second die may be flipped only where it makes the best open box worth more.",
        "compulsory": "Where one die is flipped, a second must be too.",
        "none": "Only one die is flipped.",
    },
    "waiver": {
        "all_five_combo": "A combination thrown with all five dice may be written unflipped.",
        "never": "The flip is due whatever was thrown.",
        "any_combo": "After a throw that shows a combination no flip is due, however many dice were thrown.",
    },
    "mano_on_all_five": {
        "yes": "A later throw of all five dice is de mano too.",
        "no": "Only the first throw is de mano.",
    },
    "mano_after_flip": {
        "no": "A flip makes a hand de huevo.",
        "yes": "A throw of all five dice stays de mano after flips.",
    },
    "straights": {
        "three": "Escaleras are 1-2-3-4-5, 2-3-4-5-6 and 3-4-5-6-1.",
        "two": "Escaleras are 1-2-3-4-5 and 2-3-4-5-6.",
        "cyclic": "Any five different faces are an escalera.",
    },
    "poker_five": {
        "yes": "Five equal dice may be written as póquer.",
        "no": "A póquer is exactly four equal dice.",
    },
    "grandes": {
        "2": "The card has two boxes for a grande.",
        "1": "The card has one box for a grande.",
    },
    "dormida": {
        "on": "Five equal dice in one throw of all five win the match.",
        "off": "Five equal dice from the cup are a grande like any other, and need no flip.",
    },
    "dormida_on": {
        "any_all_five": "A dormida may come on any throw of all five dice.",
        "first_only": "A dormida comes only on the first throw of a turn.",
    },
    "panza_grandes": {
        "1": "Panza de oro needs one grande.",
        "2": "Panza de oro needs both grandes.",
        "0": "Panza de oro needs no grande.",
    },
    "chicas_grandes": {
        "1": "Chicas completas need one grande.",
        "2": "Chicas completas need both grandes.",
    },
    "chicas_exact": {
        "no": "Chicas completas are four or more of every number.",
        "yes": "Chicas completas are exactly four of every number.",
    },
    "finish_round": {
        "no": "A win at once ends the match there.",
        "yes": "After a win at once the round is played to its end, and others may win at once too.",
    },
    "crossing": {
        "final_dice": "A box is crossed out only when no open box scores with the final dice.",
        "best_flip": "A box is crossed out only when no flips could make an open box score.",
        "free": "After the flips any open box may be crossed out.",
    },
    "tie": {
        "shared": "Equal totals are a tie.",
        "playoff": "Sides that tie throw one die each until one is highest.",
    },
    "cocked": {
        "rethrow_all": "After a void throw all dice of that throw are thrown again.",
        "rethrow_die": "After a void throw only the die that lay badly is thrown again.",
    },
    "pairs": {
        "off": "A turn is one attempt.",
        "on": "A turn is two attempts on one card, one by each partner.",
    },
    "min_plays": {
        "1": "In pairs, one play a turn is due.",
        "all": "In pairs, both attempts must be written: no sobre and no pass.",
    },
}
