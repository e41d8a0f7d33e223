"""What bodies are a doubt: thresholds as in `vision.tuning`, with unit and reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BodyTuning:
    """What has the colour of the dice or not that of the table, and is no die that was read."""

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
    loose_plain: float = 0.5
    """Share of such a thing that has the table's main colour after all, at most: the corner of a tray has, between
    two sides of its rim."""
    loose_most: int = 6
    """Such things in one picture, at most: more are the pattern of a cloth."""
    room_least: float = 0.4
    """Radius of the disc that must have room in what is not the table for a die to lie there, in sides: of a die seen
    straight from above it is a half, and the sides of the others that are seen leave less."""
    room_beside: float = 5.6
    """Units from the middle of a die within which one that touches it has its own middle."""
    room_apart: float = 0.7
    """Sides between two such places, at least."""
    room_most: int = 4
    """Such places in one picture that are looked at, at most, the roomiest first."""
    body_convex: float = 0.86
    """Share of its convex hull that a die's body with its sides fills, at least, where its lean is read off it: a
    tongue of shadow or glare that has the colour of the dice fills less."""
    body_least_whole: float = 0.72
    """Squares of a die's side that such a hull has, at least: less is a top half of which has the table's colour."""
    body_whole: float = 2.4
    """Squares of a die's side that such a hull has, at most: a die that leans near the corner of the view has 2.1."""
    die_reach: float = 3.4
    """Units around a die that was read within which its own sides lie, and no body of another is looked for."""
