"""Every threshold of the reader, with unit, reason and what breaks without it. Knows no picture and no camera.

Lengths are ratios to the die or to the pip, so a picture of any size is read alike. Levels are grey levels of 0–255.
A *unit* is half the distance between a die's outer rows of pips, about a quarter of its side.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the reader judges. Higher limits read more and are wrong more often, unless a line says otherwise."""

    longest_px: int = 1000
    """Larger pictures are halved until their longer side is below this: 12 MP phone pictures would take seconds."""
    shortest_px: int = 420
    """Smaller ones are doubled: below it a pip of a 12-pixel die is 2 pixels wide and its rim cannot be followed."""
    glance_px: int = 560
    """Pictures at least this long are first looked at in half the size, which is enough for most and takes a third."""
    glance_pip: float = 2.0
    """Pip radius, pixels of that half, from which on it may be trusted: smaller pips lose their rims in it."""
    least_side: float = 24.0
    """Width, pixels, of dice of a known size in the size of picture they are read in: pips are then two in radius."""
    known_size: float = 1.3
    """How far a die may be off the known size, as a ratio: one nearer to the lens is a tenth larger."""

    least_peak: float = 1.2
    """Levels by which a narrow blur must differ from a wider one where a mark is looked for: below is noise."""
    above_grain: float = 6.0
    """The same in multiples of what is usual in the picture: felt and leather have thousands of specks up to four."""
    sure_peak: float = 5.0
    """The same, at most: what differs so much is looked at however coarse the weave it lies on."""
    most_peaks: int = 250
    """Places of one polarity and width at which a mark is looked for, strongest first."""
    faintest: float = 6.0
    """Levels between pip and body, at least: white pips on ivory under a lamp have 12, sensor noise reaches 5."""
    faintest_colour: float = 16.0
    """The same in a single colour, looked at where brightness shows too little: an empty table has specks of 12."""
    weakest_share: float = 0.22
    """Marks weaker than this share of the fifth strongest are left out: carpet and wood grain have hundreds."""
    most_marks: int = 300
    """Marks of one polarity that faces are laid over, strongest first: a weave has thousands, and time goes squared."""
    clean: float = 0.7
    """Share of 16 rays that must meet one round rim: a glint or the neighbour of a fused row may spoil four."""
    longest_mark: float = 2.6
    """Long over short axis of a mark: pips of a picture stretched by half, seen at a slant, reach 2."""

    pip_size: float = 1.45
    """Largest over smallest pip of one face: a shadow's edge across a face makes pips differ by a third."""
    pip_contrast: float = 2.5
    """The same for contrast: half of a face in the shade has half the contrast."""
    body_level: float = 2.2
    """The same for the level of the body around each pip."""
    fattest_pip: float = 0.62
    """Pip radius in units, at most: toy dice reach 0.6; a smaller layout over the same marks has more."""
    thinnest_pip: float = 0.22
    """Pip radius in units, at least: two dice lying side by side make a large, thin-pipped four."""
    misfit: float = 0.08
    """Root mean square distance of pips from their layout, in units: cheap dice and perspective give 0.04."""
    stretch: float = 1.6
    """How far from square a layout may be at the first look: an interlaced camera stretches by 1.4."""

    weak_pip: float = 0.3
    """Share of the step from body to pip that each pip shows, at least: the inner pips of a burnt-out six show 0.4."""
    empty_place: float = 0.45
    """The same for places that must be empty, at most: a five with a pale centre pip must not pass for a four."""
    patchy: float = 0.2
    """Unevenness of the body in steps from body to pip: a weave has 0.1 to 0.3, dice have 0.01 to 0.1."""
    closed: float = 0.5
    """Share of directions in which the body must end: two spots on a plain table have no die around them."""
    snug: float = 0.3
    """For a two: share of directions in which the body ends where a square does; a top and a side pip make none."""
    snug_alone: float = 0.55
    """The same for a two with no three to six beside it: two dark dice on a light table look like one huge two."""
    worth: float = 0.05
    """Quality below which a face is not even a candidate."""
    member: float = 0.22
    """Quality of a face among others of its size; real ones have 0.37 and more, texture up to 0.25."""
    member_two: float = 0.33
    """The same for a two, which any two specks can imitate."""
    palest: float = 0.25
    """Depth of the pips of a five or six under a glare, as a share of that of the dice in view, at least."""
    loner: float = 0.4
    """Quality of a face of another size than the rest, for games that mix dice."""
    loner_two: float = 0.65
    """The same for a two."""
    same_size: float = 1.25
    """Largest over smallest unit of dice of one size: makers space a four and a six differently by a sixth."""
    apart: float = 0.87
    """Distance of two dice in sides, at least: touching dice have 1, a visible side face and its top about 0.8."""

    ace_square: float = 0.6
    """For a single pip with no other die in view: share of 48 rays that must end on one square."""
    cocked: float = 0.14
    """How far the pips of a die may be drawn out against those of the others (log of the axes): a tilt of 25° gives 0.1
    to 0.15, and dice lying flat have up to 0.12."""
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
    side_none: float = 0.5
    """Share of the two above below which a body shows that its die lies flat, whatever draws its pips out."""
    drawn_upright: float = 2.2
    """How many times further the one to three pips of a die that shows no side may be drawn out: a glare does that."""
    slanted: float = 1.2
    """How far from square the four or five of a flat die may be, after the whole picture is unstretched."""
    unstretch: float = 1.12
    """A picture whose pips are all drawn out this much along its side is squeezed back first."""
    burnt: float = 0.75
    """Share of the picture burnt out in two colours from which it is too bright: white dice on it cannot be seen. A
    white table under a lamp has 0.6."""
    smallest_die: float = 12.0
    """Side of a die, pixels of the picture, below which it cannot be told: a pip is two pixels wide."""
    blurred: float = 2.8
    """Blur of the sharpest edges, σ in pixels of the picture the reader looks at, from which what is not understood is
    put down to it. Soft phone pictures have up to 2."""
    edge_slope: float = 1.5
    """Levels a pixel, after a blur of 4, that an edge must have to tell: an even cloth has no edges at all."""
    salient: float = 65.0
    """Levels by which a round thing stands out, at least, to be doubted where no die of three pips or more was read:
    an empty table has specks and stains of 50."""
    salient_px: float = 2.5
    """Its radius in pixels, at least: leather has creases of 2."""
    darkest: float = 16.0
    """Level that a hundredth of the picture must exceed, or it is too dark to call a table empty."""

    stray_depth: float = 0.55
    """Depth of two marks side by side and on no die, as a share of that of the pips read, at least: cloth has 0.4."""
    stray_lit: float = 0.45
    """Level around such marks, as a share of that around the pips read: a side of a die that leans is lit less."""
    stray_near: float = 2.9
    """Units between two such marks, at most: the far pips of a two are 2.8 apart."""
    stray_away: float = 4.2
    """Units from the middle of every die, at least: the side of a die in the corner of the view reaches as far as 4."""
    stray_pale: float = 0.3
    """The same depth for a single mark in the middle of a plain square body: a glare takes two thirds."""

    stray_other: float = 0.5
    """The depth of such a mark that is light where the pips read are dark, or dark where they are light."""

    body_colour: float = 22.0
    """Steps of colour (CIELAB of 255, lightness for 0.6) by which a body may differ from those of the dice read."""
    body_least: float = 0.3
    """Size in squares of a die's side from which a body like the dice is doubted: half of one that is half hidden."""
    body_cut: float = 0.45
    """The same at the edge of the picture, where other things reach in too: half a die."""
    body_part: float = 0.7
    """The same below which such a body is put down to something that lies over half of a die."""
    body_beside: float = 0.6
    """The same right beside a die that was read: a side of it that catches the light has a half."""
    body_most: float = 3.0
    """The same, at most: two unread dice that touch, with their sides; larger is a part of the table."""
    body_full: float = 0.82
    """Share of the narrowest box around it that such a body fills, at least: shadows and stains are no squares."""
    body_sharp: float = 1.8
    """All that is nearer to the dice's colour than to the table's, in sizes of the body, at most: a glare fades out."""
    body_solid: float = 0.75
    """Share of such a body that certainly has the colour of the dice, at least: the rest may be pips."""
    loose_least: float = 30.0
    """Levels in one colour by which a thing differs from the table however that is lit, at least: uneven lamps, wear
    and wood grain reach 20."""
    loose_grain: float = 5.0
    """The same in multiples of what is usual in the picture: a weave differs from itself everywhere."""
    loose_full: float = 0.72
    """Share of the narrowest box around it that such a thing fills, at least: cables, cracks and letters fill less."""
    loose_sharp: float = 0.5
    """Step at the rim of such a thing, as a share of how much it stands out, at least: a glare fades out."""
    loose_most: int = 6
    """Such things in one picture, at most: more are the pattern of a cloth."""
    body_convex: float = 0.86
    """Share of its convex hull that a die's body with its sides fills, at least, where its lean is read off it: a
    tongue of shadow or glare that has the colour of the dice fills less."""
    body_least_whole: float = 0.72
    """Squares of a die's side that such a hull has, at least: less is a top half of which has the table's colour."""
    body_whole: float = 2.4
    """Squares of a die's side that such a hull has, at most: a die that leans near the corner of the view has 2.1."""
    die_reach: float = 3.4
    """Units around a die that was read within which its own sides lie, and no body of another is looked for."""
