"""What marks are a doubt: thresholds as in `vision.tuning`, with unit and reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StrayTuning:
    """Which dice lean, and which marks no die explains."""

    cocked: float = 0.14
    """How far the pips of a die may be drawn out against those of the others (log of the axes): a tilt of 25° gives 0.1
    to 0.15, and dice lying flat have up to 0.12."""
    drawn_usual: float = 0.5
    """Of how far the pips of the other dice are drawn out in the middle, what is taken off that of each: on coarse or
    blurred pictures the pips of all are drawn out this way and that, and one more than twice that is no lean."""
    drawn_upright: float = 2.2
    """How many times further the one to three pips of a die that shows no side may be drawn out: a glare does that."""
    slanted: float = 1.2
    """How far from square the four or five of a flat die may be, after the whole picture is unstretched."""
    side_shown: float = 0.35
    """Units by which the middle of a body lies off its top's further than the other dice make expect: a lean of 12°
    gives 0.3, noise 0.2."""
    side_few: float = 0.15
    """How much more of that where only three other dice tell, half of it where four do: they fit anything."""
    side_unusual: float = 4.6
    """The same in multiples of how far the other dice scatter: long shadows and tilted cameras make them differ."""
    side_rate: float = 0.03
    """How much more of a side shows for each unit further from below the lens: 0.036 where the view has 26 sides."""
    side_beside: float = 0.65
    """Units by which the middles of the bodies of two dice may lie off their tops otherwise, where only two or three
    lie apart: a lean of 30° gives 0.8."""
    side_nearly: float = 0.7
    """Share of the lean told by a body from which on it counts together with that told by pips and layout."""
    side_and_drawn: float = 1.15
    """Both shares as one, the root of their squares, from which a die leans: flat ones have up to 1.06, a lean of 23°
    1.18, though neither is enough by itself."""
    side_none: float = 0.5
    """Share of the two above below which a body shows that its die lies flat, whatever draws its pips out."""
    salient: float = 65.0
    """Levels by which a round thing stands out, at least, to be doubted where no die of three pips or more was read:
    an empty table has specks and stains of 50."""
    salient_px: float = 2.5
    """Its radius in pixels, at least: leather has creases of 2."""
    salient_deep: float = 0.5
    """Depth of it, at least: shadows have less."""
    salient_long: float = 2.0
    """Long over short axis of it, at most."""
    blank_px: float = 6.0
    """Radius, pixels, from which on things of one size without pips may be dice whose pips the light has taken, where
    nothing was read: smaller dice cannot be told anyway."""
    blank_long: float = 1.35
    """Long over short axis of such a thing, at most: with a side that is seen, 1.3; shadows beside them have 1.5."""
    blank_contrast: float = 12.0
    """Levels by which it stands out, at least: in a picture so dark that white dice have a level of 30 they have 13."""
    blank_deep: float = 0.2
    """The same as a share of the lighter of it and the table, at least: white dice on a cloth nearly burnt out."""
    blank_size: float = 1.2
    """Ratio of the radii of two such things, at most."""
    blank_strength: float = 1.5
    """The same of their contrast."""
    blank_apart: float = 1.6
    """Radii between them, at least: dice that touch have 1.8."""
    blank_most: int = 8
    """Such things of one size, at most: more are a pattern."""
    alone_contrast: float = 20.0
    """Levels by which a mark stands out that may be a pip of a die whose body has the table's colour, at least."""
    alone_deep: float = 0.1
    """Depth of it, at least: blur takes two thirds of a pip."""
    alone_long: float = 1.6
    """Long over short axis of it, at most."""
    alone_size: float = 1.3
    """Ratio of the radii of two that are alike, at most."""
    alone_strength: float = 1.5
    """The same of their contrast."""
    alone_near: float = 10.0
    """Radii between pips of one face, at most: the far ones of dice with small pips have 9.5."""
    alone_apart: float = 5.0
    """Radii between the middles of two such faces, at least: less is one and the same."""
    alone_lit: float = 0.86
    """Level around them, as a share of the lightest in the picture, at least: blur makes it darker."""
    known_pip_least: float = 0.2
    """Radius of such a thing in units of dice of a known size from which on it may be a pip."""
    known_pip_most: float = 0.75
    """The same, up to which: a large ace has 0.65. What is between a pip and a body belongs to no die of that size."""
    salient_away: float = 4.0
    """Units from the middle of every die, at least: its own pips and sides stand out, too."""
    most_salient: int = 40
    """Such things in one picture, at most: more are the weave of a cloth."""
    on_top: float = 1.9
    """Units from a die's middle within which lies its top: whatever is like a pip there is a doubt."""
    own_body: float = 3.2
    """Units from a die's middle within which lies its own body, with a side that is seen."""
    own_side: float = 4.0
    """Units from a die's middle within which pips on a side of it may lie that is seen."""
    akin_depth: float = 0.5
    """Depth of a mark, in that of the pips read, from which on it may be a pip: shadows and print are paler, pips have
    0.66 and more."""
    akin_least: float = 0.6
    """Radius of a mark akin to the pips read, in theirs, at least."""
    akin_most: float = 1.6
    """The same, at most."""
    akin_long: float = 2.2
    """Long over short axis of such a mark, at most: a die that leans draws its pips out, flat ones have up to 1.4."""
    akin_ragged: float = 0.12
    """Scatter of its rim, in radii, at most."""
    kind_least: float = 0.75
    """Radius of a mark that is like the pips read in every respect, in theirs, at least."""
    kind_most: float = 1.4
    """The same, at most."""
    kind_long: float = 1.4
    """Long over short axis of such a mark, at most, as of any pip that was read."""
    kind_ragged: float = 0.08
    """Scatter of its rim, in radii, at most: 99 in 100 pips have less than 0.073."""
    side_pale: float = 0.5
    """Contrast in that of the die beside, below which a pip is put down to its side: it is lit less than the top."""
    side_long: float = 1.25
    """Long over short axis from which on a pip is put down to a side, which is seen aslant."""
    side_small: float = 0.8
    """Radius, in that of the pips read, below which it is: aslant it is smaller, too."""
    far_off: float = 5.0
    """Units from all dice from which on only a mark as deep and as clean as a pip is a doubt: tables have knots, crumbs
    and nails."""
    far_depth: float = 0.65
    """Depth of such a mark, in that of the pips read, at least."""
    far_ragged: float = 0.065
    """Scatter of its rim, in radii, at most: 95 in 100 pips have less."""
    stray_from_edge: float = 0.4
    """Units from a mark to the edge of the picture, at least: nearer, it is cut itself, as no whole pip is. A pip that
    is whole beside the edge lies on a die that is cut."""
    stray_depth: float = 0.55
    """Depth of two marks side by side and on no die, as a share of that of the pips read, at least: cloth has 0.4."""
    stray_lit: float = 0.45
    """Level around such marks, as a share of that around the pips read: a side of a die that leans is lit less."""
    stray_near: float = 2.9
    """Units between two such marks, at most: the far pips of a two are 2.8 apart."""
    stray_away: float = 4.2
    """Units from the middle of every die, at least: the side of a die in the corner of the view reaches as far as 4."""
    stray_least: float = 0.7
    """Radius of two marks side by side and on no die, in that of the pips read, at least."""
    stray_most: float = 1.4
    """The same, at most."""
    stray_long: float = 1.75
    """Long over short axis of such marks, at most: a lean of 50° draws a round pip out to 1.6."""
    stray_ragged: float = 0.065
    """Scatter of their rims, in radii, at most: 95 in 100 pips have less; cloth has more."""
    single_as_ragged: float = 1.25
    """The same as a share of that of the raggedest pip read, where that is more: an ace in blur and noise had 1.24."""
    twin: float = 0.15
    """Log of the depth and of the radius of a mark, over those of the pips read, up to which it is their like in both:
    then its shape may be spoilt."""
    twin_long: float = 1.5
    """Long over short axis of such a mark, at most: the ace of a blurred, noisy white die on a white table had 1.42."""
    far_deepest: float = 1.25
    """Depth up to which that counts, in that of the pips read: dice that were read differ by 1.2, holes are blacker."""
    as_ragged: float = 1.1
    """The same as a share of the raggedest pip read, where that is more: blur and noise spoil the rims of all alike."""
    three_depth: float = 0.65
    """Depth of three marks together and on no die, as a share of that of the pips read, at least."""
    three_ragged: float = 1.3
    """Scatter of their rims as a share of that of the raggedest pip read, at most: a noisy four had 1.26."""
    two_least: float = 2.5
    """Units from an ace from which on a mark like it may be the other pip of a two, whose pips are 2.83 apart."""
    two_most: float = 3.1
    """The same, up to which."""
    two_size: float = 0.8
    """Radius of such a mark in that of the ace, at least: on a side, which is seen aslant, pips are smaller."""
    two_depth: float = 0.85
    """The same for its depth."""
    two_contrast: float = 0.7
    """The same for its contrast: a side is lit less than the top."""
    other_deep: float = 0.6
    """Depth of four marks together that are light where the pips read are dark, or dark where light, at least: a black
    die among white ones; glints on a cloth are paler."""
    other_long: float = 1.6
    """Long over short axis of such marks, at most."""
    other_ragged: float = 0.1
    """Scatter of their rims, in radii, at most."""
    other_near: float = 3.0
    """Units within which they lie together: the diagonal of a face is 2.8."""
    stray_pale: float = 0.3
    """The same depth for a single mark in the middle of a plain square body: a glare takes two thirds."""
    stray_other: float = 0.5
    """The depth of such a mark that is light where the pips read are dark, or dark where they are light."""
    stray_patchy: float = 0.25
    """Unevenness of the body about a single mark, in steps from body to pip, at most: a glare makes it uneven."""
    stray_empty: float = 0.5
    """The most pip-like place of it, as a share of the step, at most."""
    single_long: float = 1.3
    """Long over short axis of a single mark on a plain body, at most."""
    single_ragged: float = 0.06
    """Scatter of its rim, in radii, at most: aces that were read have up to 0.064."""
    faint_depth: float = 0.25
    """Depth of a mark that may be a pip half washed out, as a share of that of the pips read, at least."""
    faint_small: float = 0.6
    """Its radius, in theirs, at least: of an ace in a glare a crescent of 0.75 is left."""
    faint_long: float = 2.2
    """Its long over short axis, at most."""
    single_from_edge: float = 1.5
    """Units from it to the edge of the picture, at least: nearer, less than most of its body is in view."""
    single_closed: float = 0.8
    """Share of directions in which the body about it ends, at least: a knot in wood has no end around it."""
    round_least: float = 1.4
    """Radius of a round mark that may be a body like those of the dice read, in units, at least: those about dice have
    1.55 and more."""
    round_most: float = 3.4
    """The same, at most: with a side that is seen, 3.4."""
    round_ragged: float = 0.1
    """Scatter of the rim of a round thing that stands out, in radii, at most: of the bodies of dice that were read 95
    in 100 have less."""
    round_long: float = 1.5
    """Long over short axis of it, at most."""
    round_lit: float = 0.72
    """Level of it where the dice are lighter than the table, as a share of theirs, at least: the corner of a tray
    between two sides of its rim is round, and as light as the table."""
    bright_long: float = 1.3
    """The same where it stands out more than the pips do: a glare on a whole face."""
    round_middle: float = 1.2
    """Units from a die's middle within which the mark lies that is its body."""
    round_alike: float = 0.3
    """Log of the radius of a body over that of the dice's, either way."""
    round_shown: float = 0.3
    """Share of a dark round mark that must have the colours of the dice, at least: shadows of dice have none."""
    round_pale: float = 0.5
    """Contrast of such a body in that of the dice's, at least."""
    trace_least: float = 0.5
    """Radius, in that of a die's pips, from which on a mark where another face has one may be what is left of it."""
    trace_most: float = 2.0
    """The same, at most: of 436 dice that were read none has one of that size there; shades of a body are larger."""
    trace_near: float = 0.3
    """Units from that place, at most."""
    mirror_level: float = 225.0
    """Level of the weakest colour about such a place from which on a lamp may be mirrored there."""
    mirror_lighter: float = 10.0
    """Levels by which it must be lighter there than the body is: one burnt out all over shows its pips."""
