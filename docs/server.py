"""Serves the built site as a host should: the headers that `docs/en/develop/host.md` names, gzip, nothing stale."""

import gzip
import hashlib
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

STRICT = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
NOTEBOOKS = (  # JupyterLab writes its styles and makes functions of text; a widget's script is loaded from a blob
    "default-src 'self'; script-src 'self' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
POLICIES = {"lite/": NOTEBOOKS, "": STRICT}  # by how a path within the site begins; the first that fits
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
SMALL = 600  # bytes that are not worth packing
PACKED = {".bin", ".gz", ".png", ".woff2", ".whl"}  # what gzip makes no smaller; a zip of small files it does


class Handler(SimpleHTTPRequestHandler):
    """Answers for a folder, at an address below `base`."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, base: str = "/", policies: Mapping[str, str] = POLICIES, **named: object) -> None:
        self.base, self.policies = base, policies
        super().__init__(*args, **named)  # type: ignore[arg-type]

    def inside(self) -> str | None:
        """The path within the site; None if it is another's."""
        path = urlsplit(self.path).path
        return path.removeprefix(self.base) if path.startswith(self.base) else None

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self.base))

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        return TYPES.get(Path(path).suffix, "application/octet-stream")

    def send_head(self) -> BytesIO | None:  # type: ignore[override]
        """The headers of an answer, and its body if it has one."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        elif path.is_dir():
            return super().send_head()  # type: ignore[return-value]
        if self.inside() is None or not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        tag, whole, packed = contents(path, path.stat().st_mtime_ns)
        body = packed if packed and "gzip" in self.headers.get("Accept-Encoding", "") else whole
        known = tag in self.headers.get("If-None-Match", "")
        self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
        self.send_header("ETag", tag)
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.send_header("Vary", "Accept-Encoding")
        if not known:
            self.send_header("Content-Type", self.guess_type(str(path)))
            self.send_header("Content-Length", str(len(body)))
            if body is packed:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return None if known else BytesIO(body)

    def end_headers(self) -> None:
        inside = self.inside() or "" if hasattr(self, "path") else ""  # a request may be too broken to have one
        policy = next(policy for start, policy in self.policies.items() if inside.startswith(start))
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("Cache-Control", "no-cache")  # kept, but asked about each time
        super().end_headers()

    def send_response(self, code: int, message: str | None = None) -> None:
        self.send_response_only(code, message)  # readers need not be told by which server
        self.send_header("Date", self.date_time_string())

    def handle(self) -> None:
        with suppress(ConnectionError):  # the reader went on before all was sent
            super().handle()

    def log_message(self, *_: object) -> None:
        pass


@lru_cache(maxsize=1000)
def contents(path: Path, changed: int) -> tuple[str, bytes, bytes | None]:
    """A file's tag, its bytes, and its bytes packed, if that makes them fewer."""
    whole = path.read_bytes()
    packed = gzip.compress(whole, 9, mtime=0) if len(whole) > SMALL and path.suffix not in PACKED else whole
    return f'W/"{hashlib.sha256(whole).hexdigest()[:20]}"', whole, packed if len(packed) < len(whole) else None


def start(folder: Path, port: int = 0, base: str = "/") -> ThreadingHTTPServer:
    """A server for the folder, on this port or any that is free; `serve_forever` is the caller's."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder), base=base))


def serve(folder: Path, port: int) -> None:
    """Serve the folder until interrupted, on this port or the next that is free."""
    for number in range(port, port + 50):
        try:
            server = start(folder, number)
        except OSError:
            print(f"port {number} is taken, trying {number + 1}")
            continue
        print(f"http://127.0.0.1:{number}/  (Ctrl+C to stop)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
        return
    sys.exit(f"no free port from {port} to {port + 49}: name another with --serve PORT")
