"""What the server tells browsers not to do, and that they do not do it."""

import functools
import http.server
import threading
import urllib.error
import urllib.request

import pytest

PATHS = ["", "counter", "loading-list", "client.js", "style.css", "no-such-page"]


@pytest.mark.parametrize("path", PATHS, ids=[path or "start" for path in PATHS])
def test_every_answer_has_a_policy_without_inline_scripts(shared_server, path):
    try:
        answer = urllib.request.urlopen(shared_server.address(path))
    except urllib.error.HTTPError as error:
        answer = error
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and policy["style-src"] == "'self'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_that_is_not_there_leads_to_those_that_are(shared_server, open_page, forgiven):
    forgiven.append("404")
    page = open_page(shared_server.address("no-such-page"))
    room = page.run("""
        const [sentence, link] = ["p", "a"].map((name) => document.querySelector(`main ${name}`).getBoundingClientRect());
        return link.top - sentence.bottom""")
    assert room >= 16
    page.press("Go to the start page", role="link")
    page.find("heading", "Oak examples")


@pytest.mark.smoke
def test_a_script_that_gets_into_a_page_is_not_run(visit, forgiven):
    forgiven.append("Content Security Policy")
    page = visit("counter")
    page.run("""
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.wasRun = true";
        document.body.append(script);
        const image = document.createElement("div");
        image.innerHTML = "<button onclick='window.wasRun = true'>Trap</button>";
        document.body.append(image);
        image.firstChild.click();
    """)
    page.until(lambda: len(page.run("return window.violations")) == 2, "two violations")
    assert page.run("return window.wasRun") is None


def test_a_page_from_elsewhere_cannot_use_a_machine(shared_server, elsewhere, open_page, forgiven):
    forgiven += ["WebSocket connection to", "favicon.ico"]
    page = open_page(elsewhere)
    address = shared_server.address("counter/socket").replace("http:", "ws:")
    outcome = page.driver.execute_async_script("""
        const [address, done] = arguments;
        const socket = new WebSocket(address);
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");""", address)
    assert outcome == "refused"


@pytest.fixture
def elsewhere(tmp_path):
    """The address of another server on this machine: a page of it may call whom it likes."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    handler.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://localhost:{other.server_port}/"
        other.shutdown()
