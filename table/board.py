"""What is thought of the board: system, Python, memory, power, heat, clock, disk. Pure; judges what was found."""

import json
import re

from table.facts import Facts, Line, fault, ok, pairs, warning

NEWEST_OLD = ("wheezy", "jessie", "stretch", "buster", "bullseye")
CLEAN = "Write Raspberry Pi OS Lite (64-bit), Trixie, to a fresh card; an upgrade in place breaks the camera."
WARM_C, HOT_C = 70.0, 80.0  # the chip slows itself down from 80
LITTLE_MB, TOO_LITTLE_MB = 1000, 100
LOW_MEMORY_MB = 60  # what the eye needs to read one more picture
FIRST_YEAR = 2026  # no match was played before this was written
PACKAGES = {
    "cv2": "python3-opencv", "numpy": "python3-numpy", "flask": "python3-flask", "waitress": "python3-waitress",
    "gpiozero": "python3-gpiozero", "segno": "python3-segno", "click": "python3-click",
}  # fmt: skip

UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE_START = 16  # the same bits, this much higher, stay set once it has happened


def system(facts: Facts) -> Line:
    """Board and operating system."""
    told = pairs(facts["os"])
    name = f"{facts['model'] or 'not a Raspberry Pi'}, {told.get('PRETTY_NAME') or 'an unknown system'}"
    if told.get("VERSION_CODENAME") in NEWEST_OLD:
        return fault("system", f"{name}: too old for the camera's library.", CLEAN)
    if facts.on_pi and "64" not in facts["machine"]:
        return fault("system", f"{name}, 32 bits: OpenCV and the camera need the 64-bit system.", CLEAN)
    if facts.on_pi and told.get("VERSION_CODENAME") not in ("bookworm", "trixie"):
        return warning("system", f"{name}: only Bookworm and Trixie are known to work.", CLEAN)
    return ok("system", f"{name}, {facts['machine'] or 'of unknown kind'}.")


def python(facts: Facts) -> Line:
    """Which Python runs the table."""
    told = pairs(facts["python"])
    version = told.get("version", "")
    number = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    words = f"{version or 'unknown'} at {told.get('executable') or 'an unknown place'}."
    if number and number < (3, 11):
        return fault("python", f"{words} The table needs 3.11 or newer.", CLEAN)
    if facts.on_pi and told.get("base") not in ("/usr", None):
        return fault("python", f"{words} It is not Debian's own, so it cannot see picamera2.", "Use /usr/bin/python3.")
    return ok("python", words)


def packages(facts: Facts) -> Line:
    """The libraries, and whether those that are compiled fit each other."""
    if not facts["packages"]:
        return warning("packages", f"They could not be asked: {facts.why('packages')}.", "Run cacho doctor once more.")
    told: dict[str, str] = json.loads(facts["packages"])
    missing = [name for name in PACKAGES if told.get(name, "!not asked").startswith("!")]
    if any(_unfit(told[name]) for name in missing if name in told):
        return fault(
            "packages",
            "numpy and OpenCV do not fit each other: one of them came by pip over the system's.",
            "pip uninstall numpy opencv-python opencv-python-headless; sudo apt-get install --reinstall "
            "python3-numpy python3-opencv",
        )
    if missing:
        why = "; ".join(f"{name}: {told.get(name, '!not asked')[1:]}" for name in missing)
        return fault("packages", f"Missing: {why}.", f"sudo apt-get install {' '.join(PACKAGES[m] for m in missing)}")
    return ok("packages", ", ".join(f"{name} {told[name]}" for name in ("numpy", "cv2", "flask", "gpiozero")) + ".")


def _unfit(words: str) -> bool:
    return any(sign in words for sign in ("compiled against", "multiarray", "_ARRAY_API", "numpy.dtype size changed"))


def memory(facts: Facts) -> Line:
    """Free memory."""
    told = pairs(facts["memory"], ":")
    kilobytes = {key: int(match[0]) for key, value in told.items() if (match := re.match(r"\d+", value))}
    total, free = kilobytes.get("MemTotal", 0) // 1024, kilobytes.get("MemAvailable", 0) // 1024
    if not total:
        return warning("memory", f"It could not be read: {facts.why('memory')}.", "free -m tells it.")
    words = f"{free} MB of {total} MB can be had."
    if free < LOW_MEMORY_MB:
        return warning("memory", words, "End other programs, or use a board with more: 512 MB is the least.")
    return ok("memory", words)


def power(facts: Facts) -> Line:
    """The supply's voltage, now and since the start."""
    if not facts["throttled"]:
        words = "No voltage is told on this machine." if not facts.on_pi else f"Not told: {facts.why('throttled')}."
        return ok("power", words) if not facts.on_pi else warning("power", words, "sudo apt-get install raspi-utils")
    bits = throttled(facts["throttled"])
    good_supply = "Use the board's own 5.1 V supply with a short thick cable, and nothing hungry on its USB."
    if bits is None:
        return warning("power", f"The board said {facts['throttled'].strip()!r}.", "vcgencmd get_throttled tells it.")
    if bits & UNDER_VOLTAGE:
        return fault("power", "The voltage is too low now: hangs, and damage to the card, come of it.", good_supply)
    if bits & UNDER_VOLTAGE << SINCE_START:
        return warning("power", "The voltage was too low at some time since the start.", good_supply)
    return ok("power", "The voltage has been good since the start.")


def throttled(text: str) -> int | None:
    """The bits of `throttled=0x50005` or of the kernel's bare `50005`; None for anything else.

    >>> throttled("throttled=0x50005"), throttled("50000"), throttled("VCHI initialization failed")
    (327685, 327680, None)
    """
    found = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]{1,8})", text.strip())
    return int(found[1], 16) if found else None


def heat(facts: Facts) -> Line:
    """The chip's temperature, and whether it slows itself down."""
    bits = throttled(facts["throttled"]) or 0
    air = "Give the board air or a heat sink, and keep it out of the sun."
    text = facts["heat"].strip()
    celsius = int(text) / 1000 if re.fullmatch(r"-?\d{1,6}", text) else None
    words = f"{celsius:.0f} °C." if celsius is not None else "No temperature is told on this machine."
    if (celsius or 0) >= HOT_C or bits & (THROTTLED | HOT):
        return fault("heat", f"{words} It is too hot and slows itself down: dice are read late.", air)
    if (celsius or 0) >= WARM_C or bits & (THROTTLED | HOT) << SINCE_START:
        return warning("heat", f"{words} It is warm, or was too hot since the start.", air)
    return ok("heat", words)


def clock(facts: Facts) -> Line:
    """Whether the date is right. Matches are kept in order without it."""
    told, now = pairs(facts["clock"]), facts["now"]
    year = int(now[:4]) if re.match(r"\d{4}-", now) else 0
    help_ = "Connect to the internet once, or fit a clock module; sudo timedatectl set-time sets it by hand."
    if year < FIRST_YEAR:
        return warning("clock", f"It shows {now or 'nothing'}: not set. Only the dates of matches suffer.", help_)
    if told.get("NTPSynchronized") == "yes":
        return ok("clock", f"{now}, set by the network.")
    if told.get("NTPSynchronized") == "no":
        return warning("clock", f"{now}, not set by the network since the start.", help_)
    return ok("clock", f"{now}.")


def disk(facts: Facts) -> Line:
    """Where history is kept, and how much room there is."""
    told = pairs(facts["disk"])
    if not told:
        return warning("disk", f"It could not be asked: {facts.why('disk')}.", "df -h tells it.")
    folder, free, kind = told.get("folder", "?"), int(told.get("free_mb", "0")), told.get("kind", "")
    words = f"{folder}: {free} MB free."
    if "ro" in told.get("options", "").split(","):
        return fault("disk", f"{words} It is read-only: nothing can be kept.", "Move `data` elsewhere, or remount it.")
    if kind in ("tmpfs", "ramfs", "overlay"):
        return warning("disk", f"{words} It lies in memory ({kind}): the history is gone when it is switched off.",
                       "Name a folder on the card or a stick with the setting data.")  # fmt: skip
    if told.get("writable") == "no" and told.get("owner") == told.get("user"):
        return fault("disk", f"{words} It cannot be written.", f"chmod u+rwx {folder}")
    if free < TOO_LITTLE_MB:
        return fault("disk", words, "Make room: the table stops where it cannot write.")
    if free < LITTLE_MB:
        return warning("disk", words, "Make room soon, or lower the setting photos_mb.")
    return ok("disk", words)


def wear(facts: Facts) -> Line:
    """How worn the card is, where it tells; and errors of its file system."""
    told = pairs(facts["wear"])
    errors = sum(int(value) for key, value in told.items() if key.startswith("errors ") and value.isdigit())
    replace = "Take a backup and write a fresh card; endurance cards last longer."
    if errors:
        return warning("wear", f"The file system has noted {errors} errors.", f"{replace} fsck mends what can be.")
    tenths = [int(part, 16) for part in re.findall(r"0x[0-9a-fA-F]{2}", told.get("life_time", ""))]
    if tenths and max(tenths) > 10:
        return fault("wear", "The memory has outlived its life.", replace)
    if tenths and max(tenths) > 8:
        return warning("wear", f"About {10 * max(tenths)} % of the memory's life is used.", replace)
    if tenths:
        return ok("wear", f"Less than {10 * max(max(tenths), 1)} % of the memory's life is used.")
    card = " ".join(filter(None, (told.get("name"), told.get("date"))))
    return ok("wear", f"No errors noted{f'; card {card}' if card else ''}. SD cards do not tell their wear.")
