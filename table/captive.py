"""What phones and laptops ask to find out whether there is an internet, and what they hope to hear. Pure; knows no net.

Each system asks a name of its maker's over plain HTTP. What it hopes for is the quiet answer: it stays in this Wi-Fi
and says nothing. Anything else makes most of them show the answer as a page "to sign in".
"""

from dataclasses import dataclass

SUCCESS = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"


@dataclass(frozen=True, slots=True)
class Hope:
    """The answer that means: all is well."""

    status: int
    body: str = ""
    kind: str = "text/plain"


NOTHING = Hope(204)
APPLE = Hope(200, SUCCESS, "text/html")

PROBES: dict[str, dict[str, Hope]] = {
    # Android and Chrome OS, with the makers' own
    "connectivitycheck.gstatic.com": {"/generate_204": NOTHING},
    "connectivitycheck.android.com": {"/generate_204": NOTHING},
    "connect.rom.miui.com": {"/generate_204": NOTHING},
    "connectivitycheck.platform.hicloud.com": {"/generate_204": NOTHING},
    # iPhone, iPad and Mac
    "captive.apple.com": {"/": APPLE, "/hotspot-detect.html": APPLE},
    # Windows
    "www.msftconnecttest.com": {"/connecttest.txt": Hope(200, "Microsoft Connect Test")},
    "www.msftncsi.com": {"/ncsi.txt": Hope(200, "Microsoft NCSI")},
    # Firefox
    "detectportal.firefox.com": {
        "/success.txt": Hope(200, "success\n"),
        "/canonical.html": Hope(
            200,
            '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
            "text/html",
        ),
    },
    # Linux
    "nmcheck.gnome.org": {"/check_network_status.txt": Hope(200, "NetworkManager is online\n")},
    "network-test.debian.org": {"/nm": Hope(200, "NetworkManager is online\n")},
    "networkcheck.kde.org": {"/": Hope(200, "OK\n")},
    "connectivity-check.ubuntu.com": {"/": NOTHING},
}
"""By name and path; only names that serve nothing else, as they lead to the table while its hotspot is on."""
