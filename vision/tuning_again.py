"""The thresholds of the second, learned look. Knows no picture, no net."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AgainTuning:
    """How far the net is followed. Higher limits follow it further."""

    faint_full: float = 0.6
    """Share of the narrowest box around it that what stands out half as much as a loose thing fills, at least: a glare
    has taken a part of it. It becomes a doubt only where the net makes out a die."""
    faint_most: int = 8
    """Such things in one picture, at most: each is looked at, which takes a quarter of a millisecond, and where a
    die shows three."""
    faint_face: float = 0.7
    """How sure the net must be that any die lies there: shadows and stains have a half."""
    faint_perhaps: float = 0.5
    """The same from where that thing has its middle, which may be off that of the face."""
    faint_none: float = 0.2
    """How sure it may be, in the mean of eight turns, that none does: corners and edges of dice have 0.2 and more, a
    die in a glare 0.08, on printed paper 0.18."""
    faint_any: float = 0.25
    """How sure it must be in that mean that some face lies on top: what lies on an edge only is a corner of something
    else, a ring or a rim."""
    faint_same: float = 0.05
    """Sides from where a die was made out within which what else was found is taken for it without eight looks: two
    marks on one thing lead to one middle, give or take a fiftieth."""
    faint_beside: float = 0.45
    """Sides from there to where it sees the middle of the face, at most: a shadow lies beside its die."""

    against: float = 0.95
    """How sure it must be of another face in all of eight turns for one that was read to be doubted: specks near a die
    make a four of a two."""
    ace_of_two: float = 0.6
    """How sure it must be of an ace for a two to be doubted: a letter of the cloth beside an ace makes one of it."""
    middle_off: float = 0.12
    """Sides from where a die was read to where the net sees its middle, at once and in the mean of eight turns, from
    which on it is doubted: of dice read rightly all but a few have less than 0.08, an ace that a glare has made of a
    two has 0.3."""
    one_size: float = 1.3
    """Size of a die over that of the others, or theirs over its, from which on it must look like a die: two flowers
    make a two of 1.7, two pips of a three that a glare has left one of 0.5."""
    imagined: float = 0.2
    """How sure the net must then be of its face in the mean of eight turns for it not to be doubted: of those it has a
    tenth, of dice of another size 0.5 and more."""
    on_edge: float = 0.75
    """How sure it must be in that mean that an ace of another size stands on an edge, seen in theirs, to be doubted."""
    lean_looks: float = 0.15
    """Sine of how far a die's top must look another way than its place makes expect for it to lean: 9°."""
    lean_unusual: float = 1.7
    """The same in multiples of the usual error, for a dim die tells little of itself: at 2.0 an ace that leans against
    its neighbour by 21° passes for flat."""
    lean_few: float = 2.0
    """The same where there are fewer others than `lean_tellers`: two dice tell little of a third."""
    lean_without: float = 1.4
    """The same, at least, whichever of the other dice is left out: two told a little wrongly make a third seem to lean
    that lies flat near the edge of the view."""
    lean_tellers: int = 3
    """How many others there must be for one to be left out: two tell nothing of where the camera hangs."""
    flat_looks: float = 0.11
    """Sine of how far a die's top may look another way than the others make expect for it to lie flat though its pips
    or its side seem to tell a lean: of 51 that lean by 15° and more none looks so little another way and is seen well,
    of 874 that lie flat two thirds. Without it one of five hundred painted throws of flat dice is asked about."""
    flat_usual: float = 0.06
    """The usual error of that look, at most: a dim die is not seen well enough."""
    flat_leans: float = 0.25
    """How likely the net may think that it leans, at most."""
    lean_shows: float = 0.33
    """How many of these the net's own word is worth that a die leans, for each e-fold of its odds; even odds are none.
    A gap, a shadow and two sides at once show a lean that the top alone does not."""
    lean_plainly: float = 0.9
    """How sure the net must be that a die leans for nothing else to be asked: an ace on edge by 40° in the corner of
    the view looked hardly another way than its place made expect. Of 800 dice that lie flat none has more than 0.77."""
    lean_others: float = 0.3
    """The same of most others, at most: seen aslant by 30°, all seem to lean."""
    lean_perhaps: float = 0.8
    """Share of that from which on a die is looked at in eight turns, which tells it better and takes 3 ms; where it
    is still above that, so are all the others."""

    second_sure: float = 0.93
    """How sure the net must be of a face, in the mean of eight turns, for a doubted place to be read: a pip lost in a
    glare makes a two of a three."""
    second_whole: float = 0.8
    """The same where every pip of it can be made out: of those that show none is lost."""
    second_least: float = 0.5
    """The same at the least of the eight: what is seen in one turn alone is no face."""
    second_other: float = 0.35
    """How strong what shows where the face has no pip may be, as a share of its pips: the edge of a glare has half."""
    second_looks: float = 0.2
    """Sine of how far such a die may look another way than its place makes expect."""
    second_leans: float = 0.4
    """How likely the net may think that it leans, at most."""
    second_off: float = 0.15
    """Sides from where it was looked for to where the net sees its middle, at most, when it has been followed there."""
    second_edge: float = 0.55
    """Sides from its middle to the edge of the picture, at least: nearer ones are cut off."""
    second_most: int = 8
    """Doubted places in one picture, at most: more are a pattern."""

    spot_level: int = 240
    """Level from which, in all three colours, nothing can be made out."""
    spot_least: float = 0.85
    """Sides of a die that such a spot must be wide everywhere to hide one."""
    spot_share: float = 0.01
    """Share of the picture that is as light as it gets; where one colour of that is above this level, something is
    burnt out, if in the white of a lamp that is not white."""
    spot_under: float = 6.0
    """Levels below that in each colour up to which a place counts as light as that: noise, and pips all but gone."""
    spot_top: float = 0.35
    """Sides about the middle of a die by which that is asked of its top."""
    spot_dice: float = 0.5
    """Share of the tops of the dice read, of half of them, that is as light as that, for others to be looked for there:
    dark dice in the light, and white ones in the shade, are no part of a spot."""
    spot_like: float = 0.55
    """Sides of a die that one among those is wide everywhere, at least: its pips are holes in it."""
    spot_full: float = 0.65
    """Its area, in tops of a die, at least."""
    spot_most: float = 6.0
    """Such spots, in tops of a die, at most: larger ones are a table or paper in the light."""
    spot_own: float = 0.75
    """Sides from the middle of a die that was read within which what is burnt out is its own."""
