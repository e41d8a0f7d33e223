"""Whether anything confirmed is ever lost: a real table is killed, its files damaged, its disk full or read-only.

    .venv/bin/python tests/crash
    .venv/bin/python tests/crash --kills 5 --rounds 5 --seed 3

200 kills, 50 rounds of damage, a full disk and a read-only folder take a quarter of an hour; less can be asked for. It
prints what it found and ends with status 1 when something was lost. Mounting needs root; without it that part says so.

What it printed last (2026-11-30, two cores with a dozen others waiting, 16 minutes):

    200 kills, 38 of them during the start: 1737 taps, 465 refused, 1252 events in 38 matches, none lost, none halved, …
    50 rounds of damage: 23 fell back with a message, 18 put right with a message, 9 lost nothing
    full disk: tap 1 refused, health full; started again full, played on with room, none lost
    read-only folder, damaged too: said so, tap 1 refused, health read_only; played on once it could be, none lost
"""
