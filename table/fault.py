"""The one exception whose text is for the owner with the screwdriver: what happened, why, and what to do."""


class TableFault(Exception):
    """Something about this machine keeps the table from working; the text names the remedy."""
