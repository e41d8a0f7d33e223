"""Every sentence people read has its translation, and the compiled catalogues are the written ones. Knows no page."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from table.meanings import MEANINGS
from table.notice import REASONS
from table.notice import SENTENCES as NOTICES
from table.question import QUESTIONS
from table.refusal import SENTENCES
from vision.guide import SENTENCES as FLAWS
from vision.guide import Flaw, Step
from vision.reading import LOOKING, DoubtKind
from web.acts import ACTS
from web.calibrating import FINDINGS, STEPS
from web.names import GLOSSES, HANDS, IRREGULAR
from web.sight import CAMERAS, DOUBTS, MISFITS
from web.tongue import CATALOGUES, LANGUAGES, tongue
from web.traces import BY

WEB = Path(__file__).parent.parent / "web"

Id = str | tuple[str, ...]
Keywords = dict[str, tuple[int, ...] | None]


def sentences() -> set[Id]:
    """Every msgid the page may ask a catalogue for."""
    owner = (NOTICES, REASONS, MISFITS, FINDINGS, STEPS)
    named = (SENTENCES, BY, QUESTIONS, *owner, ACTS, CAMERAS, DOUBTS, GLOSSES, HANDS, IRREGULAR, *MEANINGS.values())
    found: set[Id] = {words for table in named for words in table.values()}
    return found | set(_written_in_the_code())


def _written_in_the_code() -> Iterator[Id]:
    for path in sorted(WEB.rglob("*.py")):
        keywords: Keywords = {"_": None, "gettext": None, "ngettext": (1, 2), "told": (3,)}
        yield from _extracted("python", path, keywords)
    for path in sorted(WEB.glob("templates/*.html")):
        yield from _extracted("jinja2.ext:babel_extract", path, {"_": None})


def _extracted(method: str, path: Path, keywords: Keywords) -> Iterator[Id]:
    with path.open("rb") as file:
        for _line, message, _comments, _context in extract(method, file, keywords=keywords):
            yield message


def catalogue(language: str) -> Catalog:
    """The catalogue as it is written."""
    with (CATALOGUES / language / "LC_MESSAGES" / "cacho.po").open("rb") as file:
        return read_po(file, locale=language)


def placeholders(text: str) -> set[str]:
    """What a sentence leaves open."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


def _told(words: Catalog) -> dict[Id, list[str]]:
    return {m.id if isinstance(m.id, str) else tuple(m.id): _strings(m) for m in words if m.id}


def _strings(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_its_translation_and_no_translation_lacks_its_sentence(language: str) -> None:
    """What the page can say and what the catalogue holds are the same set."""
    assert {message.id for message in catalogue(language) if message.id} == sentences()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_missing_or_a_guess(language: str) -> None:
    """A fuzzy or empty translation would not be shown at all."""
    poor = [m.id for m in catalogue(language) if m.id and (m.fuzzy or not all(_strings(m)))]
    assert poor == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_leaves_open_what_its_sentence_does(language: str) -> None:
    """A placeholder lost or misspelt would show braces to people, or nothing."""
    for message in catalogue(language):
        if message.id:
            whole = message.id if isinstance(message.id, str) else message.id[-1]
            assert [placeholders(text) for text in _strings(message)][-1] == placeholders(whole), message.id
            assert all(placeholders(text) <= placeholders(whole) for text in _strings(message)), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_what_the_written_one_compiles_to(language: str) -> None:
    """Mended with: pybabel compile -D cacho -d web/translations."""
    with (CATALOGUES / language / "LC_MESSAGES" / "cacho.mo").open("rb") as file:
        assert _told(read_mo(file)) == _told(catalogue(language))


def test_every_doubt_of_the_reader_has_its_words() -> None:
    """A doubt the page has no words for would be told in English."""
    assert set(DOUBTS) == set(DoubtKind)
    assert set(CAMERAS) >= LOOKING


def test_every_flaw_of_a_picture_has_its_words_which_are_those_of_the_terminal() -> None:
    """Calibrating says the same on a phone and in the terminal."""
    assert {flaw.value: words for flaw, words in FLAWS.items()} == FINDINGS
    assert set(FLAWS) == set(Flaw)
    assert set(STEPS) == {*Step, "waking"}


def test_english_is_what_the_code_says() -> None:
    """The English catalogue may correct nothing: the code's own sentences are English."""
    for message in catalogue("en"):
        if message.id:
            assert _strings(message) == ([message.id] if isinstance(message.id, str) else list(message.id))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", ["1 dado en el cacho", "2 dados en el cacho", "5 dados en el cacho"]),
        ("ru", ["1 кость в стакане", "2 кости в стакане", "5 костей в стакане"]),
        ("ja", ["カップに1個", "カップに2個", "カップに5個"]),
    ],
)
def test_numbers_are_said_as_each_language_says_them(language: str, said: list[str]) -> None:
    """Russian has three forms, Japanese one."""
    words = ("{count} die in the cup", "{count} dice in the cup")
    assert [tongue(language).ngettext(*words, count).format(count=count) for count in (1, 2, 5)] == said
