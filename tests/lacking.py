"""What a test does on a machine that lacks something."""

import os
from typing import NoReturn

import pytest

REQUIRED = os.environ.get("CACHO_REQUIRE") == "1"


def lacks(what: str) -> NoReturn:
    """Skip and say what is missing; where everything is required, fail."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)
