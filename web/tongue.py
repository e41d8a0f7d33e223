"""Which languages the page speaks and where their catalogues lie. Knows no sentence and no phone."""

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = {"es": "Español", "en": "English", "ru": "Русский", "ja": "日本語"}
"""Every language with a catalogue, by its own name, the first one being the house's."""

CATALOGUES = Path(__file__).parent / "translations"
DOMAIN = "cacho"


@cache
def tongue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; KeyError for one the page does not speak.

    >>> tongue("es").gettext("twos")
    'doses'
    """
    LANGUAGES[language]
    return gettext.translation(DOMAIN, CATALOGUES, [language])
