"""How the start is measured: a real demo, and the listing of its imports."""

from table.starting import EYE_MB, TABLE_MB, bench_start


def test_the_start_is_measured_and_weighs_no_more_than_it_may(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Memory does not depend on who else uses this machine; times do, and are only told."""
    monkeypatch.setattr("table.starting.STARTS", 1)
    monkeypatch.setattr("table.starting.IDLE_S", 2.0)
    page, processor, table, eye, *imports = bench_start()
    assert page.startswith("the demo's first page: ")
    assert float(processor.split()[-4]) < 15
    table_mb, eye_mb = (float(line.split(": ")[1].split()[0]) for line in (table, eye))
    assert 10 < table_mb <= TABLE_MB
    assert 20 < eye_mb <= EYE_MB
    assert [line.split(":")[0].removeprefix("imports of ") for line in imports] == ["the table", "its page", "its eye"]
    assert all("numpy" not in line and "cv2" not in line for line in imports[:2])
    assert "cv2" in imports[2]
