"""Whether anything confirmed is ever lost: a real table is killed, its files damaged, its disk full or read-only.

    .venv/bin/python tests/crash
    .venv/bin/python tests/crash --kills 5 --rounds 5 --seed 3

200 kills, 50 rounds of damage, a full disk and a read-only folder take a quarter of an hour; less can be asked for. It
prints what it found and ends with status 1 when something was lost. Mounting needs root; without it that part says so.
"""
