"""Backups from the page: made, taken away and put back by the host; notices are read; health tells the truth."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from test_app import MINE, ask, start
from test_rescue import MATCH

from table import book
from table.backups import back_up, backups
from table.journal import Journal
from table.loop import Loop
from table.notation import line
from table.turning import turning
from web.app import create_app
from web.tongue import LANGUAGES


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A history on disk with one match."""
    with closing(Journal(tmp_path)) as journal:
        journal.append(MATCH)
        yield journal


@pytest.fixture
def table(journal: Journal) -> Iterator[Loop]:
    """A table with that history whose loop turns."""
    with turning(Loop(journal)) as loop:
        yield loop


@pytest.fixture
def host(table: Loop, tmp_path: Path) -> FlaskClient:
    """A phone at a table where everybody is the host."""
    return create_app(table, data=tmp_path).test_client()


def do(phone: FlaskClient, address: str, **body: object) -> tuple[int, dict[str, object]]:
    """Ask for something; the status, and what the table says."""
    answer = phone.post(f"/api/{address}?lang=en", json=body, headers=MINE)
    return answer.status_code, answer.json or {}


def test_the_host_makes_a_backup_takes_it_away_and_puts_it_back(host: FlaskClient, tmp_path: Path) -> None:
    """The card is what it was then on every phone, an old tap is stale, and what was there is kept."""
    status, made = do(host, "backups", make=True)
    assert (status, do(host, "backups", make=True)) == (201, (200, {"name": made["name"], "new": False}))
    start(host, "Clara")
    seen = host.get("/api/state").json["version"]  # type: ignore[index]
    with host.get(f"/api/backups/{made['name']}") as taken:
        (tmp_path / "taken.db").write_bytes(taken.data)
    assert book.read(tmp_path / "taken.db").events == MATCH
    assert do(host, "backups", restore=made["name"], key="a")[0] == 200
    again = do(host, "backups", restore=made["name"], key="a")
    state = host.get("/api/state?lang=en").json
    assert state is not None
    assert state["match"] == {"id": "1", "house": "cochabamba", "phase": "given_up"}
    assert (again[0], len(list((tmp_path / "aside").iterdir()))) == (200, 1)
    assert any(f"put back to {made['name']}" in words for words in state["glance"]["notices"])
    assert ask(host, {"do": "start", "sides": ["Dora"]}, "late", seen).status_code == 409
    assert host.get("/api/matches/1.txt").text == "".join(f"{line(event)}\n" for event in MATCH)


def test_a_guest_sees_the_list_and_changes_nothing(table: Loop, tmp_path: Path) -> None:
    """Not even the file is theirs to take."""
    backup, _ = back_up(tmp_path)
    guest = create_app(table, data=tmp_path, pin="4711").test_client()
    assert [known["name"] for known in guest.get("/api/backups").json] == [backup.name]  # type: ignore[union-attr]
    assert backup.at in guest.get("/backups?lang=en").text
    assert "data-restore" not in guest.get("/backups").text
    assert guest.get(f"/api/backups/{backup.name}").status_code == 403
    for address, body in (("backups", {"make": True}), ("backups", {"restore": backup.name, "key": "a"})):
        assert do(guest, address, **body)[0] == 403
    assert do(guest, "notices", say="read", key="b")[0] == 403
    assert len(backups(tmp_path)) == 1


NO_BACKUPS = ["nothing.db", "../cacho.db", "cacho-0001-2026-01-01-000000.db", "/etc/passwd", "a" * 5000, "..", "\0"]


@pytest.mark.parametrize("name", [*NO_BACKUPS, f"cacho-{'1' * 5000}-2026-01-01-000000.db"])
def test_only_backups_are_taken_away_or_put_back(host: FlaskClient, name: str) -> None:
    """Whatever is asked for, no other file leaves and none takes the history's place."""
    assert host.get(f"/api/backups/{name}").status_code == 404
    status, said = do(host, "backups", restore=name, key="a")
    assert (status, said["code"]) == (409, "no_such_backup")
    assert host.get("/api/state").json["match"]["id"] == "1"  # type: ignore[index]


def test_a_good_history_beside_the_backups_is_not_put_back(host: FlaskClient, tmp_path: Path) -> None:
    """Wherever it lies: from a phone only a backup is, by its name."""
    backup, _ = back_up(tmp_path)
    start(host, "Clara")
    other = backup.path.rename(tmp_path / "other.db")
    for name in (str(other), "other.db", "../other.db", "backups/../other.db"):
        assert do(host, "backups", restore=name, key=name)[0] == 409
    assert host.get("/api/state").json["match"]["id"] == "2"  # type: ignore[index]
    assert not (tmp_path / "aside").exists()


def test_a_backup_that_goes_while_it_is_listed_is_left_off(host: FlaskClient, tmp_path: Path) -> None:
    """A newer one may push it out at any moment; here its name stays and the file does not."""
    backup, _ = back_up(tmp_path)
    gone = backup.path.with_name("cacho-0002-2026-01-01-000000.db")
    gone.symlink_to("nowhere")
    assert [known["name"] for known in host.get("/api/backups").json] == [backup.name]  # type: ignore[union-attr]
    assert gone.name not in host.get("/backups").text
    assert host.get(f"/api/backups/{gone.name}").status_code == 404


def test_a_damaged_backup_is_refused_in_words(host: FlaskClient, tmp_path: Path) -> None:
    """Nothing is changed, and the table plays on."""
    backup, _ = back_up(tmp_path)
    backup.path.write_bytes(backup.path.read_bytes()[:5000])
    status, said = do(host, "backups", restore=backup.name, key="a")
    assert status == 409
    assert "missing or damaged" in str(said["words"])
    assert start(host, "Clara").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_backups_speaks_every_language(host: FlaskClient, tmp_path: Path, language: str) -> None:
    """With every backup on it, the newest first."""
    backup, _ = back_up(tmp_path)
    page = host.get(f"/backups?lang={language}").text
    assert f'<html lang="{language}">' in page
    assert f'data-restore="{backup.name}"' in page


def test_what_cannot_be_written_is_on_the_page_until_it_can_be_and_the_host_may_go_on(
    host: FlaskClient, journal: Journal
) -> None:
    """Health says so, taps are refused, and what was played meanwhile is written once it can be."""
    assert host.get("/healthz").json["database"] == "ok"  # type: ignore[index]
    elsewhere = journal.path.rename(journal.path.with_name("elsewhere.db"))
    assert start(host, "Clara").json["code"] == "not_written"  # type: ignore[index]
    health = host.get("/healthz")
    assert (health.status_code, health.json["database"]) == (503, "gone")  # type: ignore[index]
    state = host.get("/api/state?lang=es").json
    assert state is not None
    assert any("no se puede guardar: alguien movió su archivo" in words for words in state["glance"]["notices"])
    assert state["page"]["unwritten"]
    assert do(host, "notices", say="go_on", key="a")[0] == 200
    assert ask(host, {"do": "start", "sides": ["Clara"]}, "again").status_code == 200
    assert host.get("/healthz").json["database"] == "not_kept"  # type: ignore[index]
    elsewhere.rename(journal.path)
    assert ask(host, {"do": "give_up"}, "more").status_code == 200
    assert host.get("/healthz").json["database"] == "ok"  # type: ignore[index]
    assert len(book.read(journal.path)) == len(MATCH) + 2


def test_a_notice_stays_until_somebody_has_read_it(host: FlaskClient, tmp_path: Path) -> None:
    """On every phone; then it is gone, also after a restart."""
    back_up(tmp_path)
    do(host, "backups", restore=backups(tmp_path)[0].name, key="a")
    assert host.get("/api/state").json["page"]["unread"]  # type: ignore[index]
    assert 'id="noted"><button' in host.get("/?lang=en").text
    assert do(host, "notices", say="read", key="b")[0] == 200
    state = host.get("/api/state").json
    assert state is not None
    assert (state["page"]["unread"], state["glance"]["notices"]) == (False, [])


@pytest.mark.parametrize(
    "body", [{}, {"make": False}, {"restore": "x"}, {"restore": 1, "key": "a"}, {"say": "hello", "key": "a"}, []]
)
@pytest.mark.parametrize("address", ["backups", "notices"])
def test_what_is_asked_wrongly_is_told_so(host: FlaskClient, address: str, body: object) -> None:
    """Status 400, in words."""
    answer = host.post(f"/api/{address}", json=body, headers=MINE)
    assert answer.status_code == 400
    assert "Say" in str(answer.json)
