"""Which version this is, as the page and the command line tell it. Knows the installation; nothing of the game."""

from importlib.metadata import PackageNotFoundError, version


def own_version() -> str:
    """As `0.1.0`, with a mark of its exact contents after a plus where the install script put it in place.

    `unknown` when it runs from a folder that nothing installed.
    """
    try:
        return version("cacho-table")
    except PackageNotFoundError:
        return "unknown"
