"""Recordings as text: what players do, a line each, and what `watch` must say. Dice are called by their faces.

throw 1 3 3 5 6                 all five from the cup, showing these
keep 3 3 throw 1 1 4            then perhaps: hurried, struck FACES, edge, stack, off
turn 4 / turn 4 3 / turn 3>5    in one visit of the hand; the other side unless a face is named
move 3 5 / swap 3 5 / take 3 5 / bring 6 / back / clear     back: what was taken, where it lay
hand 3 / cup 3 / fidget 3       over the tray for so many seconds; a hand that never keeps still
fault blur 3                    picture or camera, for so many seconds
dice 1 2 3 4 5                  lie there with nobody having thrown them
press confirm / press hold back / wait 2
"""

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vision.acts import APART, REACH_X, REACH_Y
from vision.commands import Clear, Command, Fault, Guest, Handle, Linger, Mishap, Place, Place2, Suffer, Toss, Touch
from vision.filming import Order, film
from vision.frame import Frame
from vision.painted import Painted
from vision.pinhole import DIE_SIDE
from vision.recorder import Recorder


@dataclass(frozen=True)
class Script:
    """One recording: how it is painted, what is done, and what `watch` must say."""

    about: str
    settings: dict[str, str]
    acts: tuple[str, ...]
    expected: tuple[str, ...]


def script(file: Path) -> Script:
    """Read a recording: a comment, settings as `house: familia`, acts, a line `---`, what is expected."""
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    about = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
    body = [line for line in lines if line and not line.startswith("#")]
    cut = body.index("---")
    settings = dict(line.split(": ") for line in body[:cut] if ": " in line)
    acts = tuple(line for line in body[:cut] if ": " not in line)
    return Script(about, settings, acts, tuple(body[cut + 1 :]))


@dataclass
class Stagehand:
    """Turns lines into orders for the painted table, looking at what lies there when each is due."""

    camera: Painted
    acts: tuple[str, ...]
    taken: list[tuple[int, Place2]] = field(default_factory=list)
    unseen_until: float = 0.0

    def __iter__(self) -> Iterator[Order]:
        for line in self.acts:
            verb, *words = line.split()
            yield getattr(self, f"do_{verb}")(words)

    def lying(self, faces: list[int]) -> list[tuple[int, Place2]]:
        """These dice on the tray: face and place of each."""
        free = list(zip(*self.camera.truth_at(self.camera.now_s), strict=True))
        found = []
        for face in faces:
            die = next(die for die in free if die[0] == face)
            free.remove(die)
            found.append(die)
        return found

    def elsewhere(self, count: int) -> list[Place2]:
        """Places apart from all dice, the same ones every time."""
        view, chance = self.camera.view, random.Random(5)
        _, taken = self.camera.truth_at(self.camera.now_s)
        places: list[Place2] = []
        while len(places) < count:
            tray = (chance.uniform(-REACH_X, REACH_X), chance.uniform(-REACH_Y, REACH_Y), DIE_SIDE)
            spot = view.seen(tray)
            if all(math.dist(spot, other) > 1.2 * APART * view.scale for other in (*taken, *places)):
                places.append(spot)
        return places

    def do_throw(self, words: list[str]) -> Command:
        return self._toss([], words)

    def do_keep(self, words: list[str]) -> Command:
        cut = words.index("throw")
        return self._toss([int(word) for word in words[:cut]], words[cut + 1 :])

    def _toss(self, kept: list[int], words: list[str]) -> Command:
        struck: tuple[int, ...] = ()
        if "struck" in words:
            cut = words.index("struck")
            struck = tuple(int(word) for word in words[cut + 1 :])
            words = words[:cut]
        mishap = next((Mishap(word) for word in words if word in tuple(Mishap)), None)
        faces = tuple(int(word) for word in words if word.isdigit())
        stay = [place for _, place in self.lying(kept)]
        places = tuple(place for place in self.camera.truth_at(self.camera.now_s)[1] if place not in stay)
        return Toss(places, faces, "hurried" not in words, struck, mishap)

    def do_turn(self, words: list[str]) -> Command:
        pairs = [tuple(int(part) for part in word.split(">")) for word in words]
        dice = self.lying([pair[0] for pair in pairs])
        faces = [pair[-1] if len(pair) == 2 else 7 - pair[0] for pair in pairs]
        return Handle(tuple(Touch(place, face=face) for (_, place), face in zip(dice, faces, strict=True)))

    def do_move(self, words: list[str]) -> Command:
        dice = self.lying([int(word) for word in words])
        places = self.elsewhere(len(dice))
        return Handle(tuple(Touch(place, to=to) for (_, place), to in zip(dice, places, strict=True)))

    def do_swap(self, words: list[str]) -> Command:
        (_, a), (_, b) = self.lying([int(word) for word in words])
        return Handle((Touch(a, to=b), Touch(b, to=a)))

    def do_take(self, words: list[str]) -> Command:
        self.taken = self.lying([int(word) for word in words])
        return Handle(tuple(Touch(place, away=True) for _, place in self.taken))

    def do_back(self, _: list[str]) -> Command:
        return Handle(tuple(Touch(None, to=place, face=face) for face, place in self.taken))

    def do_bring(self, words: list[str]) -> Command:
        places = self.elsewhere(len(words))
        return Handle(tuple(Touch(None, to=to, face=int(word)) for word, to in zip(words, places, strict=True)))

    def do_clear(self, _: list[str]) -> Command:
        return Clear()

    def do_hand(self, words: list[str]) -> Command:
        return self._guest(Guest.HAND, words)

    def do_cup(self, words: list[str]) -> Command:
        return self._guest(Guest.CUP, words)

    def do_fidget(self, words: list[str]) -> Command:
        return self._guest(Guest.HAND, words, restless=True)

    def _guest(self, guest: Guest, words: list[str], *, restless: bool = False) -> Command:
        middle = (self.camera.view.width / 2, self.camera.view.height / 2)
        return Linger(guest, middle, float(words[0]), restless)

    def do_fault(self, words: list[str]) -> Command:
        return Suffer(Fault(words[0]), float(words[1]))

    def do_press(self, words: list[str]) -> str:
        return " ".join(words)

    def do_gap(self, words: list[str]) -> float:
        self.unseen_until = self.camera.now_s + float(words[0])
        return float(words[0])

    def do_wait(self, words: list[str]) -> float:
        return float(words[0])


def record(played: Script, folder: Path, *, rate: float = 10.0, size: tuple[int, int] = (640, 480)) -> None:
    """Paint it into a folder as `watch` takes it."""
    seed = int(played.settings.get("seed", "7"))
    surface, livery = played.settings.get("surface", "leather"), played.settings.get("livery", "ivory")
    lying = tuple(int(face) for face in played.settings.get("lying", "").split())
    dice = Place(lying) if lying else None
    camera = Painted(seed=seed, size=size, speed=1e6, rate=rate, surface=surface, livery=livery, dice=dice)
    camera.open()
    recorder, presses, now_ms = Recorder(folder), ["t_ms,button"], 0
    stagehand = Stagehand(camera, played.acts)
    for seen in film(camera, stagehand):
        if isinstance(seen, Frame):
            if seen.taken_s >= stagehand.unseen_until:
                recorder.picture(seen)
            now_ms = round(1000 * seen.taken_s)
        else:
            presses.append(f"{now_ms + 1},{seen}")
    (folder / "presses.csv").write_text("\n".join(presses) + "\n")


def summary(lines: Iterable[dict[str, object]]) -> list[str]:
    """What `watch` said, a short line each, without the dice that merely settled; doubts in a row once.

    Doubts are in a row though something was asked about them in between.
    """
    said: list[str] = []
    doubted = False
    for line in lines:
        text = _short(line)
        if text and not (text == "doubt" and (doubted or said[-1:] == ["doubt"])):
            said.append(text)
        if line["kind"] in ("moment", "event"):
            doubted = text == "doubt"
    return said


def _short(line: dict[str, object]) -> str:
    match line:
        case {"kind": "moment", "moment": "blind", "why": why}:
            return f"blind {why}"
        case {"kind": "moment", "moment": "stirred", "doubts": [_, *_]}:
            return "doubt"
        case {"kind": "event", "event": "thrown", "dice": dice, "rerolled": rerolled}:
            return f"thrown {' '.join(map(str, dice))} cup {rerolled}"  # type: ignore[call-overload]
        case {"kind": "event", "event": "flipped", "from": before}:
            return f"flipped {' '.join(map(str, sorted(before)))}"  # type: ignore[call-overload]
        case {"kind": "event", "event": "written", "box": box, "points": points, "sign": sign}:
            return f"written {box} {points} {sign}"
        case {"kind": "event", "event": event}:
            return f"{event}"
        case {"kind": "question" | "refusal" as kind, "code": code}:
            return f"{kind} {code}"
        case _:
            return ""
