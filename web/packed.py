"""Answers made small for a slow Wi-Fi: whole ones, and the live stream piece by piece. Knows gzip; not what is said."""

import gzip
import threading
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flask import Response, request

WORTH = 1000  # bytes; less fits into one packet as it is
KINDS = (
    *("text/html", "text/css", "text/plain", "text/csv", "application/json", "image/svg+xml"),
    *("text/javascript", "application/javascript"),  # as Python 3.13 and 3.11 name a script
)
KEPT = 64  # packed answers kept: the page's files, and the newest state in each language
HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a gzip stream: deflated, no name, no date, any system

_packing = threading.Lock()


def pack(response: Response) -> Response:
    """The answer, packed where the phone understands it and it is worth it."""
    if response.mimetype in KINDS:
        response.vary.add("Accept-Encoding")
    if response.status_code != 200 or response.mimetype not in KINDS or not wanted():
        return response
    response.direct_passthrough = False  # a file is read, not handed to the server as it lies on the disk
    whole = response.get_data()
    if len(whole) >= WORTH:
        with _packing:
            response.set_data(_packed(whole))
        response.headers["Content-Encoding"] = "gzip"
        etag, _weak = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)  # the same by meaning, no longer byte by byte
    return response


def wanted() -> bool:
    """Whether the phone that asks understands packed answers."""
    return request.accept_encodings.quality("gzip") > 0


def pieces(texts: Iterable[str]) -> Iterator[bytes]:
    """A stream of texts as one gzip stream in which each text can be read as soon as it arrives.

    No piece leans on one before it, so that a text is packed once for all streams, whenever each of them began.
    """
    yield HEAD
    for text in texts:
        with _packing:  # a hundred streams wake at the same change: the first packs it, the others find it packed
            piece = _piece(text)
        yield piece


@lru_cache(KEPT)
def _packed(whole: bytes) -> bytes:
    return gzip.compress(whole, mtime=0)


@lru_cache(KEPT)
def _piece(text: str) -> bytes:
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(text.encode()) + deflate.flush(zlib.Z_FULL_FLUSH)
