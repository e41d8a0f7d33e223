"""What counts as the face of a die: thresholds as in `vision.tuning`, with unit and reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FaceTuning:
    """Which faces laid over marks stand as dice."""

    pip_size: float = 1.45
    """Largest over smallest pip of one face: a shadow's edge across a face makes pips differ by a third."""
    pip_contrast: float = 2.5
    """The same for contrast: half of a face in the shade has half the contrast."""
    body_level: float = 2.2
    """The same for the level of the body around each pip."""
    fattest_pip: float = 0.62
    """Pip radius in units, at most: toy dice reach 0.6; a smaller layout over the same marks has more."""
    fattest_pip_few: float = 0.55
    """The same for one to three pips, which any three knots of wood imitate."""
    thinnest_pip: float = 0.15
    """Pip radius in units, at least: two dice lying side by side make a large, thin-pipped four. Small pips on large
    dice, blurred, reach 0.18."""
    misfit: float = 0.08
    """Root mean square distance of pips from their layout, in units: cheap dice and perspective give 0.04."""
    stretch: float = 1.6
    """How far from square a layout may be at the first look: an interlaced camera stretches by 1.4."""
    pips_spread: float = 0.3
    """Log of the largest over the smallest pip of a face, at most: dice that were read have up to 0.16; two dice side
    by side make a four of two sizes."""
    pips_ragged: float = 0.1
    """Scatter of the rims of the pips of a face, in radii, their median at most: dice that were read have up to 0.067,
    letters and flowers more."""
    from_edge: float = 1.6
    """Units from a face's middle to the edge of the picture, at least: nearer, a corner of the die is cut off."""
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
    bare: float = 0.5
    """Quality of a four, five or six of which no body is seen, from which on it is a doubt where no dice are: on a
    burnt-out table the pips of white dice are all that is left."""
    worth: float = 0.05
    """Quality below which a face is not even a candidate."""
    fault_ragged: float = 0.07
    """Scatter of the rims, in radii, that by itself takes a face's quality to 0.6: the pips of dice that were read have
    0.035, hardly any 0.07. Shorter, and blurred dice are lost; longer, and knots and flowers are dice."""
    fault_scatter: float = 0.25
    """The same for how much the shapes of its pips differ (log of the axes)."""
    fault_patchy: float = 0.1
    """The same for unevenness of the body, in steps from body to pip: dice that were read have 0.016, at most 0.11."""
    fault_misfit: float = 0.05
    """The same for the distance of pips from the layout, in units: dice that were read have 0.006, at most 0.03."""
    fault_drawn: float = 0.4
    """The same for how much all its pips are drawn out alike (log of the axes): a slant does that, and grain."""
    convincing: float = 0.2
    """Quality from which a face of three pips or more proves that there are dice at all: dice that were read have at
    least 0.4, a cloth seldom as much as this."""
    convincing_two: float = 0.45
    """The same for a one or two, of which cloths have many."""
    black_two: float = 0.45
    """Depth of the pips of a two from which it proves as much as a three: specks are paler."""
    member: float = 0.22
    """Quality of a face among others of its size; real ones have 0.37 and more, texture up to 0.25."""
    member_two: float = 0.33
    """The same for a two, which any two specks can imitate."""
    pale_member: float = 0.55
    """Depth of a face's pips, as a share of that of the surest dice, at least: dice that were read have 0.66 and more,
    print on the table is paler."""
    deep_member: float = 1.8
    """The same, at most."""
    palest: float = 0.25
    """Depth of the pips of a five or six under a glare, as a share of that of the dice in view, at least."""
    loner: float = 0.4
    """Quality of a face of another size than the rest, for games that mix dice."""
    loner_two: float = 0.65
    """The same for a two."""
    pale_loner: float = 0.5
    """The same, either way, for dice of another size."""
    small_loner: float = 0.5
    """Unit of such a die, as a share of that of the surest ones, either way: smaller are letters and side faces."""
    row_least: float = 0.63
    """Unit from which on a two or three of another size is put down to a row of a half hidden six or four, which is a
    side and no diagonal; as a share of that of the surest dice."""
    row_most: float = 0.79
    """The same, up to which."""
    same_size: float = 1.25
    """Largest over smallest unit of dice of one size: makers space a four and a six differently by a sixth."""
    apart: float = 0.87
    """Distance of two dice in sides, at least: touching dice have 1, a visible side face and its top about 0.8."""
    less_a_pip: float = 0.5
    """Pips taken off when faces are weighed against each other: a six is worth more than three twos."""
    most_faces: int = 60
    """Faces among which the dice of one size are looked for, strongest first: a patterned cloth has hundreds."""
    most_seeds: int = 12
    """Of them, those whose size is tried."""
    larger_pips: float = 1.6
    """Largest over smallest pip radius of dice of one size: a two in a glare has thin pips."""
    larger_ace: float = 2.0
    """The same beside an ace: some dice have a larger one."""
    other_contrast: float = 4.0
    """Largest over smallest contrast of dice of one size: one may lie in the shade."""
    other_depth: float = 2.0
    """The same for depth, which a shade does not change."""
    on_a_pip: float = 0.3
    """Quality from which a small face on a "pip" of a large one proves that pip to be a die."""
    within_a_pip: float = 0.7
    """Radii of such a pip from its middle within which the small face has its own."""
    held_contrast: float = 25.0
    """Levels by which such a body stands out, at least: stains on a table are fainter."""
    held_ragged: float = 0.12
    """Scatter of the rim, in radii, of a round mark that may be the body of a die, at most: of those about dice that
    were read 95 in 100 have less than 0.1, the squarest 0.13."""
    held_long: float = 1.9
    """Long over short axis of such a body, at most: with a side that is seen, 1.9; 95 in 100 have less than 1.4."""
    held_inside: float = 0.75
    """Radii of the body from its middle within which a pip of it lies: further out is its edge."""
    held_least: float = 0.1
    """Radius of a pip in radii of its body, at least: smaller are scratches and dust."""
    held_most: float = 0.4
    """The same, at most: a large ace is as wide as that."""
    held_deep: float = 0.3
    """Contrast of such a pip in that of its body, at least: a shadow or print on a white thing has less."""
    held_pip_ragged: float = 0.1
    """Scatter of the rim of such a pip, in radii, at most: of the pips of dice that were read 99 in 100 have less than
    0.073."""
    ace_square: float = 0.6
    """For a single pip with no other die in view: share of 48 rays that must end on one square."""
    ace_long: float = 1.5
    """Long over short axis of a single mark that may be an ace with no other die in view, at most: aces that were read
    have up to 1.25."""
    ace_ragged: float = 0.08
    """Scatter of its rim, in radii, at most: aces that were read have up to 0.064."""
    ace_fattest: float = 5.0
    """Side of the body about such an ace in radii of its pip, at least: no ace is wider."""
    ace_thinnest: float = 14.0
    """The same, at most: about a screw in a tray there is more that is plain."""
    ace_small: float = 0.7
    """Radius of an ace beside other dice, in theirs, at least: aces that were read have 0.86 and more, specks less."""
    ace_large: float = 1.8
    """The same, at most: 1.2 in the dice of the photographs, and makers paint larger red ones."""
    ace_among_long: float = 1.6
    """Long over short axis of such an ace, at most: a slant and a glint draw it out."""
    ace_among_ragged: float = 0.1
    """Scatter of its rim, in radii, at most."""
    ace_pale: float = 0.4
    """Depth of such an ace, in that of the other dice's pips, at least: a glare on a single pip takes half and more."""
    ace_deep: float = 1.5
    """The same, at most: up to 1.1 in the photographs; a hole in the table is blacker."""
    ace_strong: float = 0.65
    """Depth from which on `ace_worth` will do; a paler one, under a glare, must be perfect."""
    ace_worth: float = 0.3
    """Quality of an ace beside other dice, at least."""
    ace_worth_pale: float = 0.6
    """The same for a pale one."""
    ace_from_edge: float = 1.9
    """Units from an ace to the edge of the picture, at least: nearer, its die is cut off, and the other pip of a two
    may be out of view."""
    ace_patchy: float = 0.12
    """Unevenness of the body of an ace, in steps from body to pip, at most: a stain lies on the table's grain."""
    ace_empty: float = 0.4
    """The most pip-like place of that body, as a share of the step, at most: there is no second pip."""
