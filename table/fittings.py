"""What is thought of what is plugged in: camera, picture, pins, rights. Pure; judges what was found."""

import json

from table.facts import Facts, Grade, Line, fault, ok, pairs, warning

APT_CAMERA = "sudo apt-get install python3-picamera2"
RIBBON = (
    "Switch off, seat the ribbon at both ends (contacts towards the connector's), and see that "
    "/boot/firmware/config.txt has camera_auto_detect=1."
)
FIRST = "Mend that first."
DARK, BURNT = 40.0, 0.2  # mean grey of 255; share of pixels at full white
NEEDED_GROUPS = ("video", "gpio", "render")


def library(facts: Facts) -> Line:
    """picamera2 and libcamera, and whether they fit each other."""
    kind = _kind(facts)
    if kind != "pi":
        return ok("camera library", f"Not needed for the camera {facts['camera'] or '?'}.")
    if not facts["libcamera"]:
        return fault(
            "camera library",
            f"picamera2 did not answer: {facts.why('libcamera')}.",
            "Switch the box off and on; what holds the camera may hang.",
        )
    told = json.loads(facts["libcamera"])
    error = str(told.get("error") or "")
    if error.startswith("ModuleNotFoundError"):
        return fault("camera library", f"picamera2 is not installed ({error}).", APT_CAMERA)
    if "undefined symbol" in error or "GLIBC" in error or ("libcamera" in error and "picamera2" not in error):
        return fault(
            "camera library",
            f"picamera2 and libcamera do not fit each other ({error}).",
            "pip uninstall picamera2 (it must come from apt), then sudo apt-get full-upgrade",
        )
    if error:
        return fault("camera library", f"picamera2 is not to be had ({error}).", APT_CAMERA)
    names = (("picamera2", told.get("version")), ("libcamera", told.get("libcamera")))
    return ok("camera library", ", ".join(f"{name} {version or 'of unknown version'}" for name, version in names) + ".")


def camera(facts: Facts) -> Line:
    """Whether the camera is seen, and who holds it."""
    kind = _kind(facts)
    if kind in ("none", "painted", "folder", "video"):
        by_hand = kind == "none"
        words = (
            "None is set: dice are entered by hand." if by_hand else f"The setting is {facts['camera']}: no real one."
        )
        return ok("camera", words) if by_hand else warning("camera", words, 'camera = "pi" in the settings')
    held = _holders(facts["holders"])
    others = [f"{command} ({pid})" for device, pid, command, ours in held if not ours and "video" in device]
    if others:
        return fault(
            "camera",
            f"It is held by {', '.join(dict.fromkeys(others))}.",
            "End that program: sudo systemctl stop it if it is a service, else kill its number.",
        )
    if any(ours for *_, ours in held):
        return ok("camera", "The running table holds it.")
    if kind == "usb":
        number = facts["camera"].partition(":")[2] or "0"
        if f"/dev/video{number}" in facts["devices"].split():
            return ok("camera", f"/dev/video{number} is there, and nobody else is seen to hold it.")
        return fault("camera", f"There is no /dev/video{number}.", 'Plug it in, or name another: camera = "usb:1"')
    found = json.loads(facts["libcamera"] or "{}").get("cameras")
    if found is None:
        return warning("camera", "It cannot be looked for without the camera library.", FIRST)
    if not found:
        return fault("camera", "None is found.", RIBBON)
    names = ", ".join(str(one.get("Model", "?")) for one in found if isinstance(one, dict))
    return ok("camera", f"{names}; nobody else is seen to hold it.")


def picture(facts: Facts) -> Line:
    """A test picture: is it bright and sharp enough, and what lies there?"""
    if _kind(facts) == "none":
        return ok("picture", "No camera, no picture.")
    told = json.loads(facts["picture"] or "{}")
    if library(facts).grade is Grade.FAULT and (not told or told.get("error")):
        return warning("picture", "None can be taken without the camera library.", FIRST)
    if not told:
        return warning("picture", f"None could be taken: {facts.why('picture')}.", "See the lines above.")
    if told.get("error"):
        return fault("picture", f"None could be taken: {str(told['error']).rstrip('.')}.", "See the lines above.")
    light, burnt, doubts = float(told["light"]), float(told["burnt"]), [str(doubt) for doubt in told["doubts"]]
    dice = " ".join(map(str, told["dice"])) or "no dice"
    size, sharpness = f"{told['width']} × {told['height']}", float(told["sharpness"])
    words = f"{size}, light {light:.0f} of 255, sharpness {sharpness:.0f}, {dice}."
    if light < DARK or "too_dark" in doubts:
        return warning("picture", f"Too dark. {words}", "Light the tray from two sides; 300 lux is plenty.")
    if burnt > BURNT:
        return warning("picture", f"{burnt:.0%} of it is plain white. {words}", "Turn the lamp away or down.")
    if "blurred" in doubts:
        return warning("picture", f"Blurred. {words}", "Focus, wipe the lens, and see that nothing shakes.")
    if not told.get("lens", True):
        return warning(
            "picture",
            f"The file of the second look (vision/lens.onnx) cannot be read, so more is left unsure. {words}",
            "Install the table again: sudo ./systemd/install",
        )
    return ok("picture", words)


def pins(facts: Facts) -> Line:
    """The buttons' pins."""
    if facts["pins"] in ("none", "mock"):
        return ok("pins", f"The setting is {facts['pins']}: no buttons.")
    told = facts["panel"].strip()
    if not told:
        return warning("pins", f"They could not be tried: {facts.why('panel')}.", "Run cacho doctor once more.")
    if told == "ok":
        return ok("pins", "Buttons and lamps can be had; cacho doctor --buttons tries each.")
    if "held by another program" in told and _running(facts):
        return ok("pins", "The running table holds them.")
    if told.startswith("notices: "):
        return warning("pins", told.removeprefix("notices: "), "Name other pins in the settings, or leave it so.")
    return (fault if facts.on_pi else warning)("pins", told, "The table runs without; the page has the three buttons.")


def rights(facts: Facts) -> Line:
    """What this user may touch. The service has a user of its own."""
    told = pairs(facts["rights"])
    user, groups = told.get("user", "?"), told.get("groups", "").split()
    there = [name for name in NEEDED_GROUPS if name in told.get("there", "").split()]
    lacking = [name for name in there if name not in groups]
    if user == "root" or not lacking:
        return ok("rights", f"{user} may use camera and pins.")
    return warning(
        "rights",
        f"{user} is not in {', '.join(lacking)}: camera or pins may be closed to commands given by hand.",
        f"sudo usermod -aG {','.join(lacking)} {user}, then log in anew. The service has a user of its own.",
    )


def _kind(facts: Facts) -> str:
    return facts["camera"].partition(":")[0]


def _running(facts: Facts) -> bool:
    """Whether a table runs here; what another user's process holds may not be visible, but its page answers."""
    return bool(facts["healthz"]) or any(ours for *_, ours in _holders(facts["holders"]))


def _holders(text: str) -> list[tuple[str, str, str, bool]]:
    """Lines of device, process number, command and its parent's, with tabs between: and whether it is our table."""
    rows = (line.split("\t") for line in text.splitlines())
    whole = ((row[0], row[1], row[2], row[3]) for row in rows if len(row) == 4)
    return [(device, pid, command, _ours(command) or _ours(parent)) for device, pid, command, parent in whole]


def _ours(command: str) -> bool:
    words = command.split()
    return ("table" in words and "run" in words) or any(word.endswith("/cacho") for word in words)
