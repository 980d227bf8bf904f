"""Draws all diagrams of Mermaid on one page of a browser."""

import http.server
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading

import texts

PAGE = """<!doctype html><meta charset="utf-8"><body><script type="module">
const results = [];
try {
    const { mermaid } = await import('/mermaid/index.js');
    mermaid.initialize({ startOnLoad: false });
    for (const [index, text] of (await (await fetch('/diagrams')).json()).entries()) {
        try {
            const { svg } = await mermaid.render('diagram' + index, text);
            const element = document.createElement('div');
            element.innerHTML = svg;
            // A break separates words, as it does on the page.
            for (const line of element.querySelectorAll('br')) line.replaceWith(' ');
            const shown = [...element.querySelectorAll('foreignObject, text')].map(label => label.textContent);
            results.push({ svg, shown });
        } catch (error) {
            results.push({ error: String(error?.message ?? error) });
        }
    }
} catch (error) {
    results.push({ error: String(error) });
}
await fetch('/results', { method: 'POST', body: JSON.stringify(results) });
</script>"""


def check(diagrams, library, pictures):
    files = sorted(diagrams.rglob("*.mmd"))
    entries = [(file, str(file), file.read_text()) for file in files] + list(blocks())
    results = draw([text for _, _, text in entries], library)
    pictures.mkdir(parents=True, exist_ok=True)
    failures = [] if files else [f"{diagrams} has no diagram for Mermaid"]
    if len(results) != len(entries):
        failures.append(f"Mermaid has drawn {len(results)} diagrams of {len(entries)}: {results[-1:]}")
    for (file, place, _), result in zip(entries, results):
        if "error" in result:
            failures.append(f"{place}: Mermaid says: {result['error']}")
            continue
        name = re.sub(r"[^A-Za-z0-9.-]+", "-", file.name if file else place)
        (pictures / f"{name}.svg").write_text(result["svg"])
        shown = result["shown"] if file else []
        failures += [f"{place}: the picture lacks {text!r}" for text in file and texts.missing(file, shown) or []]
    print(f"Mermaid: {len(entries)} diagrams, {len(failures)} failures")
    return failures


def blocks():
    """The diagrams in the Markdown files of the repository."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        check=True, capture_output=True, text=True).stdout
    for name in filter(None, listing.split("\0")):
        if not os.path.exists(name):
            continue
        for block in re.finditer(r"^( *)```mermaid\n(.*?)^ *```$", pathlib.Path(name).read_text(), re.M | re.S):
            line = block.string.count("\n", 0, block.start()) + 1
            yield None, f"{name}:{line}", re.sub(f"^{block[1]}", "", block[2], flags=re.M)


def draw(diagrams, library):
    """The results of a page that draws all diagrams."""
    results = []
    arrived = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def answer(self, body, kind):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            script = library / self.path.removeprefix("/mermaid/")
            if self.path == "/":
                self.answer(PAGE.encode(), "text/html")
            elif self.path == "/diagrams":
                self.answer(json.dumps(diagrams).encode(), "application/json")
            elif self.path.startswith("/mermaid/") and script.is_file():
                self.answer(script.read_bytes(), "text/javascript")
            else:
                self.send_error(404)

        def do_POST(self):
            results.extend(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer(b"", "text/plain")
            arrived.set()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [
                os.environ.get("CHROMIUM", "chromium"), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/",
            ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            arrived.wait(120)
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    return results
