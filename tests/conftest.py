"""What several tests lean on: where photographs, renders and a browser are, and dice laid on a tray by hand."""

import os
import shutil
from pathlib import Path

import pytest
from lacking import lacks

BESIDE = Path(__file__).resolve().parents[2] / "shared"


@pytest.hookimpl(optionalhook=True)  # elsewhere the tests run without that plugin
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: pages, booted tables and recordings by the clock mostly wait."""
    return (os.cpu_count() or 1) + 1


def _had(what: str, path: Path | None) -> Path:
    """The path, or a skip that says what is missing; where everything is required, a failure."""
    if path is None or not path.exists():
        lacks(f"{what} are not on this machine")
    return path


def _folder(what: str, variable: str, name: str) -> Path:
    return _had(f"{what} (the variable {variable} names their folder)", Path(os.environ.get(variable) or BESIDE / name))


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs with truth, which is never part of the project."""
    return _folder("the real photographs", "CACHO_PHOTOS", "photos")


@pytest.fixture(scope="session")
def renders() -> Path:
    """The folder of rendered tables with truth."""
    return _folder("the rendered tables", "CACHO_RENDERS", "renders")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Debian's chromium."""
    found = shutil.which("chromium")
    return str(_had("Debian's package chromium and what it brings", Path(found) if found else None))


@pytest.fixture(scope="session")
def firefox_path() -> str:
    """Debian's Firefox."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    return str(_had("Debian's package firefox-esr and what it brings", Path(found) if found else None))


@pytest.fixture(scope="session")
def pictures() -> Path:
    """The folder to keep pictures of the page in, which CI names."""
    found = os.environ.get("CACHO_PICTURES")
    if found:
        Path(found).mkdir(parents=True, exist_ok=True)
    return _had(
        "a folder for pictures of the page (the variable CACHO_PICTURES names it)", Path(found) if found else None
    )


@pytest.fixture(scope="session")
def axe_path() -> Path:
    """The script of axe-core, which CI fetches with npm."""
    found = os.environ.get("CACHO_AXE")
    return _had("axe-core's axe.min.js (npm; the variable CACHO_AXE names the file)", Path(found) if found else None)


@pytest.fixture(scope="session")
def debian() -> Path:
    """The folder that .ci/debian makes: a Debian root to run and boot things in. Only root can."""
    made = os.environ.get("CACHO_DEBIAN") if os.geteuid() == 0 else None
    what = "a Debian root (made by .ci/debian FOLDER, which the variable CACHO_DEBIAN names) and the right to enter it"
    return _had(what, Path(made) / "bundle.made" if made else None).parent


@pytest.fixture(scope="session")
def virtual_camera(debian: Path) -> Path:
    """The Debian root, if it has a libcamera with a virtual camera."""
    _had("libcamera's virtual camera (.ci/debian puts it into a Debian 13)", debian / "root" / "opt" / "memory.so")
    return debian / "root"


@pytest.fixture(scope="session")
def systemd_analyze() -> str:
    """Which judges unit files."""
    found = shutil.which("systemd-analyze")
    return str(_had("systemd-analyze (Debian's package systemd)", Path(found) if found else None))


@pytest.fixture(scope="session")
def systemd_nspawn() -> str:
    """Which boots a root in a container."""
    found = shutil.which("systemd-nspawn")
    return str(_had("systemd-nspawn (Debian's package systemd-container)", Path(found) if found else None))
