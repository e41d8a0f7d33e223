"""The exceptions whose text is for the owner with the screwdriver: what happened, why, and what to do."""

from table.notice import REASONS, Why


class TableFault(Exception):
    """Something about this machine keeps the table from working; the text names the remedy."""


class NotWritten(TableFault):
    """The history did not take what was to be written, so that has not happened."""

    def __init__(self, why: Why, path: object, detail: object):
        super().__init__(
            f"Nothing could be written to {path}: {REASONS[why]} ({detail}). The last press has not happened; "
            "everything before it is safe. See that the disk has room and can be written, then press again."
        )
        self.why = why
