"use strict";

// The page's end of the line. It holds no logic of its own: it sends what the user does and shows what the machine on
// the server has to show. What comes is described in Patch+Encodable.swift and Messages.swift.

const scene = document.getElementById("scene");
const banner = document.getElementById("banner");
const traffic = document.getElementById("traffic");

// ---- Changing the scene ----------------------------------------------------------------------------------------------

function fragment(markup) {
    const template = document.createElement("template");
    template.innerHTML = markup;
    return template.content;
}

function apply(element, patch) {
    for (const [name, value] of Object.entries(patch.a ?? {})) setAttribute(element, name, value);
    if (patch.o) arrange(element, patch.o);
    for (const [place, change] of Object.entries(patch.c ?? {})) {
        const node = element.childNodes[place];
        if (change.t !== undefined) node.data = change.t;
        else if (change.h !== undefined) node.replaceWith(fragment(change.h));
        else apply(node, change);
    }
}

function setAttribute(element, name, value) {
    // What is being typed is the user's.
    const typed = name === "value" && element === document.activeElement
        ? { value: element.value, start: element.selectionStart, end: element.selectionEnd } : null;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (typed) {
        if (element.value === typed.value) return;
        element.value = typed.value;
        element.setSelectionRange?.(typed.start, typed.end);
    } else if (name === "value" && "value" in element) {
        element.value = value ?? "";
    }
}

// Makes the children those of a list of runs: [first, count] are children that are there, texts are markup of new ones.
function arrange(element, runs) {
    const before = [...element.childNodes];
    const wanted = runs.flatMap((run) => typeof run === "string"
        ? [...fragment(run).childNodes] : before.slice(run[0], run[0] + run[1]));
    const kept = new Set(wanted);
    for (const node of before) if (!kept.has(node)) node.remove();
    let next = element.firstChild;
    for (const node of wanted) {
        if (node === next) next = next.nextSibling;
        // A node that is moved keeps its focus and its scroll position, where browsers can do that.
        else if (element.moveBefore && node.parentNode === element) element.moveBefore(node, next);
        else element.insertBefore(node, next);
    }
}

// ---- Focus -----------------------------------------------------------------------------------------------------------

// What had the focus before the first dialog was opened.
let opener = null;

// Changes the scene, and sees to it that the focus is where the user expects it.
function change(how) {
    const focused = document.activeElement;
    const selection = focused?.selectionStart === undefined
        ? null : [focused.selectionStart, focused.selectionEnd, focused.selectionDirection];
    how();
    const dialogs = [...scene.querySelectorAll("dialog[data-modal]")];
    const opened = dialogs.filter((dialog) => !dialog.open);
    if (opened.length > 0) {
        opener ??= { element: focused, id: focused?.id };
        for (const dialog of opened) dialog.showModal();
    } else if (dialogs.length === 0 && opener) {
        focus(opener.element, opener.id);
        opener = null;
    } else if (focused !== document.activeElement && focused !== document.body) {
        focus(focused, focused.id, dialogs.at(-1));
        if (focused.isConnected && selection) focused.setSelectionRange(...selection);
    } else if (document.activeElement === document.body) {
        scene.querySelector("[autofocus]")?.focus();
    }
}

// Focuses an element, or if it has gone the one in its place, or what is meant to have the focus.
function focus(element, id, dialog) {
    const place = dialog ?? scene;
    const target = element?.isConnected && element !== document.body && !element.disabled ? element
        : (id && document.getElementById(id)) || place.querySelector("[autofocus]") || place;
    target.focus({ preventScroll: target === scene });
}

// ---- What the user does ----------------------------------------------------------------------------------------------

function says(element) {
    const values = Object.entries(element.dataset).filter(([name]) => name.startsWith("says"));
    return Object.fromEntries(values.map(([name, value]) => [name.slice(4).toLowerCase(), value]));
}

document.addEventListener("click", (event) => {
    const element = event.target.closest("[data-click]");
    if (element) send(element.dataset.click, says(element));
});

document.addEventListener("change", (event) => {
    const element = event.target.closest("[data-change]");
    if (element) send(element.dataset.change, { field: event.target.name, text: event.target.value });
});

document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.dataset.submit) send(form.dataset.submit, Object.fromEntries(new FormData(form)));
});

// Escape wants to close a dialog. Whether it goes is up to the machine.
document.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (event.target.dataset?.modal) send(event.target.dataset.modal, {});
}, true);

document.addEventListener("close", (event) => {
    if (event.target.isConnected && event.target.dataset?.modal) event.target.showModal();
}, true);

// ---- The line --------------------------------------------------------------------------------------------------------

const key = `session of ${location.pathname}`;

// While the page is open only the page knows its session: so a copy of the page gets one of its own.
let session = sessionStorage.getItem(key);
sessionStorage.removeItem(key);
addEventListener("pagehide", () => { if (session) sessionStorage.setItem(key, session); });
addEventListener("pageshow", (event) => { if (event.persisted) sessionStorage.removeItem(key); });

let socket = null;
let attempts = 0;
let retry = null;

function connect() {
    clearTimeout(retry);
    const address = new URL(`${location.pathname}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (session) address.search = `?session=${session}`;
    const line = new WebSocket(address);
    socket = line;
    line.addEventListener("message", (event) => { if (line === socket) receive(event.data); });
    line.addEventListener("close", (event) => { if (line === socket) lose(event); });
}

function send(event, values) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, values }));
    else banner.classList.add("insistent");
}

function receive(data) {
    const notice = JSON.parse(data);
    if (notice.session !== undefined) {
        const isForgotten = session !== null && !notice.resumed;
        session = notice.session;
        attempts = 0;
        tell("open", isForgotten ? "The server did not know this session any more. It begins anew." : "");
        scene.removeAttribute("aria-busy");
    }
    if (notice.html !== undefined) change(() => scene.replaceChildren(fragment(notice.html)));
    if (notice.patch !== undefined) {
        change(() => apply(scene, notice.patch));
        count(data);
    }
}

// These reasons lie with the session; it is of no use to come back to it.
const lastWords = new Set([1000, 1002, 1003, 1007, 1008, 1009, 1011, 4000, 4002]);

function lose({ code, reason }) {
    socket = null;
    if (lastWords.has(code)) {
        session = null;
        tell("over", reason || "The session has ended.", "Begin again", connect);
        return;
    }
    const delay = Math.min(15_000, 500 * 2 ** attempts) * (0.75 + Math.random() / 4);
    attempts += 1;
    const seconds = Math.ceil(delay / 1000);
    tell("lost", `${reason || "The connection is lost."} Trying again in ${seconds} s.`, "Try now", connect);
    retry = setTimeout(connect, delay);
}

addEventListener("online", () => { if (!socket) connect(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && !socket && retry) connect(); });

// ---- What the page says of itself ------------------------------------------------------------------------------------

function tell(connection, text, title, action) {
    document.documentElement.dataset.connection = connection;
    banner.classList.remove("insistent");
    const words = document.createElement("p");
    words.textContent = text;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title ?? "";
    button.addEventListener("click", () => { attempts = 0; action(); });
    banner.replaceChildren(...(text ? [words] : []), ...(title ? [button] : []));
}

let last = 0;

function count(data) {
    const isCounted = last !== 0;
    last = size(data);
    if (!isCounted) requestAnimationFrame(() => {
        const whole = size(scene.innerHTML);
        traffic.textContent = `Last change: ${last.toLocaleString("en")} bytes of a page of ${whole.toLocaleString("en")}`;
        last = 0;
    });
}

function size(text) { return new TextEncoder().encode(text).length; }

connect();
