"""What is thought of what joins the table to people: settings, address, Wi-Fi, service. Pure; judges what was found."""

import json
import re

from table.facts import Facts, Line, fault, ok, pairs, warning

WEAK_DBM = -75
MANY_STARTS = 3


def settings(facts: Facts) -> Line:
    """What was wrong with the configuration."""
    notices = facts["notices"].splitlines()
    if not notices:
        return ok("settings", f"Read; history in {pairs(facts['disk']).get('folder', 'its folder')}.")
    more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
    remedy = "sudo cacho doctor" if "ask with sudo" in notices[0] else "systemd/cacho.toml lists every setting."
    return warning("settings", notices[0] + more, remedy)


def address(facts: Facts) -> Line:
    """Where phones find the page."""
    told = pairs(facts["address"])
    number, name = told.get("address", ""), told.get("name", "")
    if not number or "//127." in number:
        return warning(
            "address", "This machine has no network: only it can open the page.",
            "Join a Wi-Fi (sudo nmtui), plug a cable in, or make one: cacho hotspot on",
        )  # fmt: skip
    if told.get("avahi") == "active":
        return ok("address", f"{number} and {name}")
    return warning("address", f"{number}; the name {name} is not told (avahi).", "sudo apt-get install avahi-daemon")


def wifi(facts: Facts) -> Line:
    """The Wi-Fi this machine is in."""
    rows = [line.split(":") for line in facts["nmcli"].splitlines()]
    radios = {row[0]: row for row in rows if len(row) >= 4 and row[1] == "wifi"}
    if not radios:
        words = "No Wi-Fi is told here" + (f" ({facts.why('nmcli')})." if not facts["nmcli"] else ".")
        return ok("wifi", words)
    name, row = next(iter(radios.items()))
    strength = re.search(r"signal: (-?\d+) dBm", facts["iw link"])
    words = f"{name} {row[2]}{f' to {row[3]}' if row[3] else ''}{f', {strength[1]} dBm' if strength else ''}."
    if "country 00" in facts["iw reg"]:
        return warning("wifi", f"{words} No country is set: a hotspot will not start.",
                       "sudo raspi-config nonint do_wifi_country BO (your country's two letters)")  # fmt: skip
    if strength and int(strength[1]) < WEAK_DBM:
        return warning("wifi", f"{words} That is weak.", "Move the table or the access point.")
    if "Power save: on" in facts["iw power"] and row[2] == "connected":
        return warning("wifi", f"{words} Power save is on: phones wait up to two seconds.",
                       f"sudo nmcli connection modify '{row[3]}' 802-11-wireless.powersave 2")  # fmt: skip
    return ok("wifi", words)


def service(facts: Facts) -> Line:
    """The service that starts with the box."""
    told = pairs(facts["service"])
    if told.get("LoadState") != "loaded":
        words = "It is not installed: the table starts only by hand."
        return (warning if facts.on_pi else lambda name, words, _: ok(name, words))(
            "service", words, "sudo ./systemd/install"
        )
    state, starts = told.get("ActiveState", "?"), int(told.get("NRestarts", "0") or 0)
    why = told.get("Result", "success")
    log = "journalctl -u cacho -n 50 tells why."
    if state == "active" and starts <= MANY_STARTS:
        return ok("service", f"It runs{f', started again {starts} times' if starts else ''}.")
    if state == "active":
        return warning("service", f"It runs, but was started again {starts} times ({why}).", log)
    if state == "failed" or why not in ("success", ""):
        return fault("service", f"It is {state} ({why}, status {told.get('ExecMainStatus', '?')}).", log)
    return warning("service", f"It is {state}.", "sudo systemctl enable --now cacho")


def health(facts: Facts) -> Line:
    """What the running table says of itself."""
    if not facts["healthz"]:
        if pairs(facts["service"]).get("ActiveState") == "active":
            return fault("page", f"The service runs but its page does not answer: {facts.why('healthz')}.",
                         "sudo systemctl restart cacho")  # fmt: skip
        return ok("page", "No table is running.")
    told = json.loads(facts["healthz"])
    wrong = [f"{part} {told.get(part)}" for part in ("loop", "camera", "database") if told.get(part) != "ok"]
    if told.get("loop") != "ok":
        return fault("page", f"The table has stopped turning: {', '.join(wrong)}.", "sudo systemctl restart cacho")
    if wrong and wrong != ["camera none"]:
        return warning("page", f"It answers; not well: {', '.join(wrong)}.", "See the lines above.")
    return ok("page", "It answers, and all is well.")


def last_fault(facts: Facts) -> Line:
    """The last thing the service complained of."""
    lines = [line for line in facts["journal"].splitlines() if line and not line.startswith("-- ")]
    if not lines:
        return ok("last fault", "None is told." if "journal" in facts.said else f"Not told: {facts.why('journal')}.")
    return ok("last fault", lines[-1][:200])
