"""What speaks for each event: what the camera saw then, and whose doing it was. Knows no order of things."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from table.album import Doer, Place, album, counting, last_match, placed
from table.events import Corrected, Event, Throw, Thrown, Won, Written
from table.hands import Hands
from table.photos import Photos
from table.state import State
from vision.reading import Blind, Photo, Settled


class Evidence:
    """Photographs and doers, as far as there is a place to keep them. The loop alone adds; any thread may look."""

    def __init__(self, history: Sequence[Event], photos: Photos | None = None, hands: Hands | None = None) -> None:
        self.photos = photos
        self._hands = hands
        self._newest = self._lies = b""
        self.album = self._kept(album(history))
        """The number of the event that wrote each box of the last match, where its photograph was kept."""

    def photo(self, number: int) -> bytes | None:
        """What the camera saw when event `number` happened, if it was kept."""
        return self.photos.find(number) if self.photos else None

    def pictured(self, number: int) -> bool:
        """Whether what the camera saw when event `number` happened was kept."""
        return self.photos is not None and number in self.photos

    def whose(self, number: int) -> Doer | None:
        """Whose doing event `number` was, if that was kept."""
        return self._hands.of(number) if self._hands else None

    def meet(self, what: object) -> None:
        """Whatever comes to the table, for some of it decides what speaks for the events that follow."""
        if isinstance(what, Photo):
            self._newest = what.jpeg
        elif isinstance(what, Settled) and len(what.dice) == 5:
            self._lies = self._newest
        elif isinstance(what, Blind | Throw):
            self._lies = b""  # dice that were entered by hand were not seen

    def keep(
        self, before: State, events: tuple[Event, ...], doer: Doer, history: Callable[[], Sequence[Event]]
    ) -> None:
        """Keep what lies there with each throw, and with each box and win that it led to; and whose doing all was.

        before: the state that events followed on.  history: tells all of it, with them; only a correction asks.
        What a correction tells again was seen when it happened, not now.
        """
        if self.photos and isinstance(events[0], Corrected):
            self._told_again(self.photos, before, events[0], len(events), history())
        elif self.photos:
            for number, event in enumerate(events, before.version + 1):
                if isinstance(event, Thrown | Written | Won) and self._lies:
                    self.photos.keep(number, self._lies)
            self.album = self._kept({**self.album, **placed(before, events)})
        if self._hands:
            self._hands.note(before.version + 1, len(events), doer)

    def put_back(
        self, before: Sequence[Event], now: Sequence[Event], same: int, whose: Mapping[int, str], aside: Path | None
    ) -> None:
        """History is another than it was; so many of its first events are the same. aside: where the old one is kept.

        whose: what the backup tells of whose doing its events were.
        """
        if self.photos:
            self.photos.forget(after=same, aside=aside)
        if self._hands and before != now:
            self._hands.put_back(same, whose, aside)
        self.album, self._lies = self._kept(album(now)), b""

    def _told_again(
        self, photos: Photos, before: State, correction: Corrected, count: int, history: Sequence[Event]
    ) -> None:
        """The corrected play keeps the photograph that speaks for or against it; the others keep their own."""
        match, first = last_match(history[:-count])
        was, at = counting(match, first), correction.at - 1
        for k, event in enumerate(history[1 - count :]):
            if type(event) is type(before.events[at]):
                photos.copy(was[at], to=before.version + 2 + k)
                break
        self.album = self._kept(album(history))

    def _kept(self, places: Mapping[Place, int]) -> Mapping[Place, int]:
        """Those whose photographs there are."""
        return {place: n for place, n in places.items() if self.pictured(n)}
