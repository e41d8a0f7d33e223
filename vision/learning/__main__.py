"""How the net of vision/lens.py is made: paint an album, learn from it, measure, write it down.

    python -m venv learning && learning/bin/pip install numba torch onnx opencv-python-headless
    learning/bin/python -m vision.learning paint album 0 5000
    learning/bin/python -m vision.learning paint unseen 900000 250
    learning/bin/python -m vision.learning train album unseen vision/lens.onnx

The album: windows of four to six sides of a die, 60 to 160 pixels wide, with two to six dice of one set; a third of
them edge to edge, two in five with one that leans by 6 to 50 degrees, some stacked or covered. Bodies and pips of any
colour, also nearly alike; lamps, one of them in half of the pictures where a die mirrors it; cloths with grain, weave,
print and marks like pips. A crop is turned, mirrored, blurred, lit and stored otherwise in every pass. A core
paints ten pictures a second and learns from twenty thousand crops in a quarter of a minute: all is done within an hour.

The net that is there learned in rounds, of 20 passes and then 13, while the album grew from 2750 pictures to 4500.

What it gains, by the same reader with and without the net: of 166 photographs from straight above as many are read,
157, and none wrongly instead of one; of 44 tables rendered with another program as many, and one wrongly less.
"""

import sys
from pathlib import Path

from vision.learning import album


def main(words: list[str]) -> None:
    """Carry out one of the lines above."""
    match words:
        case ["paint", folder, first, count]:
            album.paint(Path(folder), int(first), int(count))
        case ["train", folder, unseen, net]:
            from vision.learning import train

            model = train.train(album.pictures(Path(folder)), passes=PASSES)
            for name, value in train.measure(model, album.pictures(Path(unseen))).items():
                sys.stdout.write(f"{name}: {value:.4f}\n")
            train.write(model, Path(net))
        case _:
            sys.exit(__doc__)


PASSES = 40

if __name__ == "__main__":
    main(sys.argv[1:])
