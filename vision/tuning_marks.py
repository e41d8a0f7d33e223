"""What counts as a round mark: thresholds as in `vision.tuning`, with unit and reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MarkTuning:
    """Where marks are looked for, and which are kept."""

    least_peak: float = 1.2
    """Levels by which a narrow blur must differ from a wider one where a mark is looked for: below is noise."""
    above_grain: float = 6.0
    """The same in multiples of what is usual in the picture: felt and leather have thousands of specks up to four."""
    sure_peak: float = 5.0
    """The same, at most: what differs so much is looked at however coarse the weave it lies on."""
    ridge: float = 0.12
    """Curvature of a peak one way times that the other way, over the square of their sum, at least: 0.25 is round, and
    the rims of dice, wood grain and the threads of a cloth are ridges."""
    most_peaks: int = 150
    """Places of one polarity and width at which a mark is looked for, strongest first: among 100 a photograph loses a
    pip, among 150 none does; a flowery cloth has thousands."""
    weak_peak: float = 0.15
    """Peaks weaker than this share of the eleventh strongest of their polarity are left out: no pip of a die that was
    read in 150 photographs was below 0.28, and a third of all peaks are."""
    hopeful: float = 0.5
    """Share of 16 rays that meet a rim at the first try, at least, for a second from a better middle: texture ends
    here."""
    rim_astray: float = 0.45
    """Expected radii by which a ray may meet its steepest point nearer or further than the middle ray, before an
    ellipse is laid: further off lies the rim of a neighbour, or the edge of the die."""
    rim_off: float = 0.22
    """The same off the ellipse: beyond, that ray has met something else, and does not count."""
    smallest_mark: float = 0.9
    """Radius, pixels of the level, from which on rays tell rim from noise."""
    narrowest: float = 0.4
    """Radius of a mark in expected radii, at least: smaller ones are found at a narrower blur, and better."""
    widest: float = 2.0
    """The same, at most."""
    moved: float = 0.5
    """Expected radii by which the last try may still move the middle, at most: a mark that runs away is an edge."""
    uneven: float = 0.25
    """Scatter of the level around a mark, in its contrast, at most: what lies on an edge is half on another ground."""
    same_place: float = 0.9
    """Radii of the larger within which two marks are one, found at two widths."""
    same_mark: float = 2.0
    """Ratio of their radii up to which they are: a body and the pip at its middle are two."""
    faintest: float = 6.0
    """Levels between pip and body, at least: white pips on ivory under a lamp have 12, sensor noise reaches 5."""
    faintest_colour: float = 16.0
    """The same in a single colour, looked at where brightness shows too little: an empty table has specks of 12."""
    weakest_share: float = 0.22
    """Marks weaker than this share of the fifth strongest are left out: carpet and wood grain have hundreds."""
    few_marks: int = 36
    """Marks of one polarity that stay however weak they are, strongest first: pale dice are light marks themselves, ten
    times as strong as the white pips on them."""
    most_marks: int = 150
    """Marks of one polarity that faces are laid over, strongest first: a weave has thousands, and time goes squared."""
    clean: float = 0.7
    """Share of 16 rays that must meet one round rim: a glint or the neighbour of a fused row may spoil four."""
    clean_rim: float = 0.85
    """Share of 16 rays that must meet one rim where a single mark counts as an ace, a body or a doubt: 14 of 16. Of the
    pips of dice that were read, 99 in 100 have 15."""
    cleanest_rim: float = 0.9
    """The same where nothing else speaks for the mark: 15 of 16."""
    longest_mark: float = 2.6
    """Long over short axis of a mark: pips of a picture stretched by half, seen at a slant, reach 2."""
    pale_px: float = 5.0
    """Radius of a mark, pixels of half the size, from which on it may be a body whose pips hardly differ."""
    pale_contrast: float = 40.0
    """Levels between table and such bodies, at least."""
    pale_size: float = 1.25
    """Ratio of radii up to which two of them are alike."""
    pale_strength: float = 1.5
    """Ratio of contrasts up to which they are."""
    pale_reach: float = 1.5
    """Radii about the middle of a body that are held at its own level: the corners of a square reach 1.4."""
