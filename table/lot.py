"""One die each: highest wins, equals throw again. Knows who has cast what; not what it is cast for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lot:
    """A round of casting one die each. sides: indices of those that cast, in order.  faces: what fell so far."""

    sides: tuple[int, ...]
    faces: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """Who casts next."""
        return self.sides[len(self.faces)]

    @property
    def winner(self) -> int | None:
        """The one side left, or None while several are."""
        return self.sides[0] if len(self.sides) == 1 and not self.faces else None

    def plus(self, face: int) -> "Lot":
        """After one more die; when all have cast, only those with the highest face are left.

        >>> Lot((0, 1, 2)).plus(5).plus(2).plus(5)
        Lot(sides=(0, 2), faces=())
        >>> Lot((0, 1)).plus(5).plus(2).winner
        0
        """
        faces = (*self.faces, face)
        if len(faces) < len(self.sides):
            return Lot(self.sides, faces)
        best = max(faces)
        return Lot(tuple(side for side, fell in zip(self.sides, faces, strict=True) if fell == best))
