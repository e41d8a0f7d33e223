"""A phone's plea for the host's right, which a press at the table grants. Pure; is told the time."""

from dataclasses import dataclass, replace

from table.glance import Act, Button, Glance

PLEA_S = 30.0  # how long a phone's plea waits for a press
GRACE_S = 1.0  # a press so soon after a plea was meant for what the lamps showed before it


@dataclass(frozen=True, slots=True)
class Plea:
    """A phone asks for the host's right, which a press of confirm gives. number: shown there and at the table."""

    number: str


@dataclass(frozen=True, slots=True)
class Pleas:
    """waiting: the one that waits, and since when (s, monotonic). welcome: those granted and not yet told."""

    waiting: tuple[str, float] | None = None
    welcome: frozenset[str] = frozenset()

    def plus(self, plea: Plea, now_s: float) -> "Pleas":
        """With this one waiting, unless another does already."""
        return replace(self, waiting=self.waiting or (plea.number, now_s))

    def answered(self, press: Button, now_s: float, *, tapped: bool) -> "Pleas | None":
        """After a press that answers the one that waits; None where it means something else.

        tapped: on the page of a host, who sees what is asked; a hand on the button may have been on its way.
        """
        if not self.waiting or (not tapped and now_s - self.waiting[1] < GRACE_S):
            return None
        granted = {self.waiting[0]} if press is Button.CONFIRM else set[str]()
        return Pleas(None, self.welcome | granted)

    def told(self, number: str) -> "Pleas":
        """Once the phone with this number knows."""
        return replace(self, welcome=self.welcome - {number})

    def faded(self, now_s: float) -> "Pleas":
        """Without one that has waited too long."""
        return replace(self, waiting=None) if self.waiting and now_s - self.waiting[1] > PLEA_S else self

    def shown(self, glance: Glance) -> Glance:
        """The glance with what is asked and what the buttons do about it."""
        if not self.waiting:
            return glance
        return replace(glance, plea=self.waiting[0], confirm=Act.WELCOME, next=Act.DISMISS, back=Act.DISMISS)
