"""How the net of the second look is taught, from painted tables alone. Nothing of the running table needs it."""
