"""The command line as people and programs meet it: real processes, exit statuses, a sentence for every fault."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_pips import draw, table

from table.card import Box, Sign
from table.events import Started, Thrown, Written
from table.houses import COCHABAMBA
from table.journal import Journal


def cacho(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "table", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def faulted(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence of a fault a user caused: status 1, one or two sentences on standard error, no traceback."""
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("cacho: ")
    assert len(done.stderr.strip().splitlines()) == 1
    return done.stderr


# --- judge -----------------------------------------------------------------------------------------------------------


def judged(*lines: str) -> tuple[int, list[dict[str, object]]]:
    """What `judge --json` says to these lines."""
    done = cacho("judge", "--json", given="\n".join(lines))
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_judge_answers_as_the_contract_says() -> None:
    """One object in, one out, with the keys programs rely on."""
    question = {
        "dice": [2, 2, 3, 3, 3],
        "throw": 2,
        "rerolled": 2,
        "open": ["full", "balas", "grande"],
        "flipped": None,
    }
    assert judged(json.dumps({**question, "house": "cochabamba"})) == (
        0,
        [{"writes": {"full": [30]}, "crosses": ["balas", "full", "grande"], "again": False, "flip_due": True,
          "win": None, "wins": {}}],
    )  # fmt: skip
    status, [said] = judged(json.dumps({**question, "flipped": [5]}))
    assert (status, said["writes"], said["flip_due"]) == (0, {"full": [30]}, False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"dice": [1, 2, 3, 4, 7]}', "A die shows 1 to 6, not 7."),
        ('{"dice": [1, 2, 3, 4]}', "A throw has five dice, not 4."),
        ('{"dice": [1, 2, 3, 4, true]}', "A die shows 1 to 6, not True."),
        ('{"dice": "12345"}', "a list of five faces"),
        ("{}", "a list of five faces"),
        ('{"dice": [1, 2, 3, 4, 5], "open": ["pokr"]}', "Did you mean poker?"),
        ('{"dice": [1, 2, 3, 4, 5], "open": "poker"}', "open is a list"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 3}', "throw is a whole number from 1 to 2"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 1, "rerolled": 2}', "The first throw is all five dice"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 2, "rerolled": 0}', "rerolled is a whole number from 1 to 5"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 2, "flipped": [3, 3]}', "what is left after turning"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 2, "flipped": [1, 2, 3]}', "At most 2 dice"),
        ('{"dice": [1, 2, 3, 4, 5], "throw": 1, "flipped": [6]}', "No die is turned after the first throw"),
        ('{"dice": [1, 2, 3, 4, 5], "flipped": 6}', "flipped is null, or a list"),
        ('{"dice": [1, 2, 3, 4, 5], "house": "cochabanba"}', "Did you mean cochabamba?"),
        ('{"dice": [1, 2, 3, 4, 5], "house": 7}', "by its name"),
        ('{"dice": [1, 2, 3, 4, 5], "card": {"full": [35]}}', "[points, sign]"),
        ('{"dice": [1, 2, 3, 4, 5], "card": {"full": [35, "mano"]}, "open": ["full"]}', "both as open and as written"),
        ('{"dice": [1, 2, 3, 4, 5], "card": []}', "There is nothing"),
        ('{"dise": [1, 2, 3, 4, 5]}', "Did you mean dice?"),
        ("[1, 2, 3, 4, 5]", "one JSON object"),
        ("not json", "no JSON"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_bad_question_is_answered_in_words_and_the_next_is_still_judged(line: str, words: str) -> None:
    """The error stands where the answer would, status 1 tells that there was one, and nothing else is lost."""
    if words == "There is nothing":  # an empty card of any kind is no card
        assert judged(line)[0] == 0
        return
    status, [bad, good] = judged(line, '{"dice": [1, 1, 2, 3, 5]}')
    assert status == 1
    assert words in str(bad["error"])
    assert good["writes"]


def test_judge_speaks_to_people() -> None:
    """Boxes with their values, and what else may be done."""
    done = cacho("judge", "2", "2", "3", "3", "3", "--open", "full,grande")
    assert (done.returncode, done.stdout) == (0, "full: 35\nAnother throw is allowed.\n")
    assert "Did you mean poker?" in faulted(cacho("judge", "1", "2", "3", "4", "5", "--open", "pokr"))
    assert "not 7" in faulted(cacho("judge", "1", "2", "3", "4", "7"))
    assert "not 4" in faulted(cacho("judge", "1", "2", "3", "4"))


# --- read ------------------------------------------------------------------------------------------------------------


def test_read_tells_a_file_that_is_no_picture_and_reads_the_others(tmp_path: Path) -> None:
    """Text, nothing, a folder, a missing file: an error each, status 1; odd but honest pictures are read."""
    blank = np.full((120, 160, 3), 90, np.uint8)
    good = {"plain.png": blank, "grey.png": blank[:, :, 0], "four.png": np.dstack([blank, blank[:, :, 0]]),
            "deep.png": blank.astype(np.uint16) * 257, "dot.png": blank[:1, :1]}  # fmt: skip
    for name, picture in good.items():
        assert cv2.imwrite(str(tmp_path / name), picture)
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "nothing.jpg").write_bytes(b"")
    (tmp_path / "folder.jpg").mkdir()
    bad = ["text.jpg", "nothing.jpg", "folder.jpg", "missing.jpg"]
    names = [str(tmp_path / name) for name in (*bad, *good)]
    done = cacho("read", "--json", *names)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, [t["file"] for t in told]) == (1, "", names)
    assert [t["verdict"] for t in told[:4]] == ["error"] * 4
    assert all(name in t["doubts"][0] for name, t in zip(bad, told, strict=False))
    assert [(t["verdict"], t["dice"]) for t in told[4:8]] == [("read", [])] * 4
    assert told[8]["verdict"] in ("read", "unsure")
    assert all(set(t) == {"file", "verdict", "dice", "doubts", "ms"} for t in told)


def test_read_without_json_is_one_plain_line_and_expect_doubts_another_number(tmp_path: Path) -> None:
    """What a person sees, and the doubt under it."""
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), np.full((120, 160, 3), 90, np.uint8))
    assert cacho("read", str(file)).stdout == f"{file}: no dice\n"
    assert "unsure: 0 dice were found where 5 should lie" in cacho("read", "--expect", "5", str(file)).stdout
    (tmp_path / "empty").mkdir()
    told = cacho("read", str(tmp_path / "none.jpg"), str(tmp_path / "empty")).stdout.splitlines()
    assert told[0] == f"{tmp_path / 'none.jpg'}: there is no such file"
    assert told[1].startswith(f"{tmp_path / 'empty'} holds no pictures")


def test_read_doubts_dice_of_another_size_than_the_side_given(tmp_path: Path) -> None:
    """Who knows the size of the dice may say it, and then no other is taken for one."""
    picture = table()
    draw(picture, 5, 320, 240, 56, 0.3)
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), picture)
    assert cacho("read", "--side", "56", str(file)).stdout == f"{file}: 5\n"
    assert "unsure" in cacho("read", "--side", "30", str(file)).stdout


# --- usage and faults -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["jugde"], "Did you mean judge?"),
        (["judge", "--jsn"], "--json"),
        (["run", "--camera", "paintd"], "painted"),
        (["run", "--camera", "frob"], "known are pi, "),
        (["run", "--config", "/none.toml"], "does not exist"),
        (["judge", "--json", "1", "2", "3", "4", "5"], "on standard input"),
        (["read", "--side", "nan", "x.jpg"], "no number to measure with"),
        (["read", "--side", "56", "--calibration", "c.json", "x.jpg"], "name one of them"),
        (["run", "--pins", "lgpoi"], "Did you mean lgpio?"),
        (["run", "--port", "70000"], "port = 70000 cannot be taken: a port is"),
        (["run", "--house", "cochabanba"], "Did you mean cochabamba?"),
        (["demo", "--camera", "pi"], "cacho run --camera pi"),
        (["bench", "ruls"], "Did you mean rules?"),
        (["export", "--format", "jsn"], "Did you mean json?"),
        (["hotspot", "statsu"], "Did you mean status?"),
    ],
)
def test_wrong_usage_names_the_nearest_right_word(words: list[str], hint: str) -> None:
    """Status 2, and what may have been meant."""
    done = cacho(*words)
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_a_fault_with_the_remedy(tmp_path: Path) -> None:
    """The table does not start, and says which port and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = cacho("demo", "--port", port, "--host", "127.0.0.1", "--data", str(tmp_path))
    assert port in faulted(done)
    assert "--port" in done.stderr


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.77"])
def test_an_address_this_machine_does_not_have_is_a_fault_with_the_remedy(tmp_path: Path, host: str) -> None:
    """A name that means nothing, a number of another machine."""
    assert "--host" in faulted(cacho("demo", "--port", "8", "--host", host, "--data", str(tmp_path)))


def test_a_calibration_that_is_none_is_a_fault(tmp_path: Path) -> None:
    """Reading without it would be another thing than what was asked for."""
    (tmp_path / "c.json").write_text("{}")
    assert 'it has no "version"' in faulted(cacho("read", "--calibration", str(tmp_path / "c.json"), "x.jpg"))


def test_a_data_folder_that_cannot_be_written_is_a_fault_with_the_remedy(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("")
    assert "--data" in faulted(cacho("demo", "--data", str(tmp_path / "file"), "--port", "1"))


# --- replay ----------------------------------------------------------------------------------------------------------

MATCH = (
    Started(COCHABAMBA, ("Ana",), 0),
    Thrown((3, 3, 3, 5, 5), 5),
    Written(Box.FULL, 35, Sign.MANO),
)


def test_replay_prints_the_match_as_lines_that_check_again(tmp_path: Path) -> None:
    """What it prints is what it checks."""
    journal = Journal(tmp_path)
    journal.append(MATCH)
    journal.close()
    done = cacho("replay", "--data", str(tmp_path))
    assert done.stdout.splitlines() == [
        'match cochabamba first 1 sides "Ana"',
        "3 3 3 5 5 mano",
        "write full 35 mano",
        "",
        "# Ana: 35",
    ]
    (tmp_path / "match.txt").write_text(done.stdout)
    checked = cacho("replay", "--check", str(tmp_path / "match.txt"))
    assert checked.returncode == 0
    assert "every line agrees with the rules" in checked.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("write full 30 huevo", "the rules give 'write full 35 mano'"),
        ("flip 3>4", "not allowed"),
        ("fill", "Not a line"),
    ],
)
def test_replay_names_the_first_line_that_does_not_agree(tmp_path: Path, line: str, words: str) -> None:
    """Wrong points, a wrong move and a wrong word, each with its number."""
    file = tmp_path / "match.txt"
    file.write_text(f'match cochabamba first 1 sides "Ana"\n3 3 3 5 5 mano\n{line}\n')
    told = faulted(cacho("replay", "--check", str(file)))
    assert "line 3" in told
    assert words in told


def test_replay_tells_a_file_that_is_no_text(tmp_path: Path) -> None:
    """Or that is not there, without the machine's own words."""
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    assert "no text in UTF-8" in faulted(cacho("replay", "--check", str(tmp_path / "picture")))
    assert "Errno" not in faulted(cacho("replay", "--check", str(tmp_path / "none")))


def test_replay_without_a_history_or_match_says_so(tmp_path: Path) -> None:
    """No traceback, and the option that helps."""
    assert "--data" in faulted(cacho("replay", "--data", str(tmp_path)))
    Journal(tmp_path).close()
    assert faulted(cacho("replay", "--data", str(tmp_path))) == (
        f"cacho: There is no match in {tmp_path}: none has begun yet.\n"
    )
    assert faulted(cacho("replay", "7", "--data", str(tmp_path))).startswith("cacho: There is no match 7 in")


def test_judge_plays_any_house_by_name_or_by_its_options() -> None:
    """In the family's house a throw of three that shows a full has no flip due, and a house of your own may differ."""
    question = {"dice": [2, 2, 3, 3, 3], "throw": 2, "rerolled": 3, "open": ["full"]}
    plain, family, own, third = (
        judged(json.dumps({**question, **more}))[1][0]
        for more in (
            {},
            {"house": "familia"},
            {"house": {"name": "x", "waiver": "any_combo", "mano_on_all_five": False}},
            {"house": {"throws": 3}, "throw": 3},
        )
    )
    assert (plain["flip_due"], family["flip_due"], own["flip_due"]) == (True, False, False)
    assert third["again"] is False
    wrong = {"name": "x", "first_flip": "none", "second_flip": "compulsory"}
    assert "contradict each other" in judged(json.dumps({**question, "house": wrong}))[1][0]["error"]


def test_bench_says_how_fast_the_rules_are() -> None:
    """Choices, a random match and the solver, a line each."""
    lines = cacho("bench", "rules").stdout.splitlines()
    assert [text.split(",")[0] for text in lines] == [
        "choices for one state",
        "a random match of two",
        "the solver",
    ]
    assert "Did you mean familia?" in faulted(cacho("bench", "--house", "famila"))
