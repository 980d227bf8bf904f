"use strict";

// The page's end of the line. It holds no logic of its own: it sends the user's actions and shows the scenes of the
// machine on the server. Patch.swift and Line.swift describe the messages.

const scene = document.getElementById("scene");
const banner = document.getElementById("banner");
const traffic = document.getElementById("traffic");

// ---- Changing the scene
// ----------------------------------------------------------------------------------------------

// The nodes of markup that belongs into an element: the parts of a drawing are parsed within one.
function fragment(markup, element) {
    const template = document.createElement("template");
    const isDrawing = element.namespaceURI === "http://www.w3.org/2000/svg";
    template.innerHTML = isDrawing ? `<svg>${markup}</svg>` : markup;
    if (isDrawing) template.content.firstChild.replaceWith(...template.content.firstChild.childNodes);
    return template.content;
}

function apply(element, patch) {
    for (const [name, value] of Object.entries(patch.a ?? {})) setAttribute(element, name, value);
    if (patch.o) arrange(element, patch.o);
    for (const [place, change] of Object.entries(patch.c ?? {})) {
        const node = element.childNodes[place];
        if (change.t !== undefined) node.data = change.t;
        else if (change.h !== undefined) node.replaceWith(fragment(change.h, element));
        else apply(node, change);
    }
}

function setAttribute(element, name, value) {
    const isText = name === "value" && element.matches("input");
    const isTyped = isText && element === document.activeElement;
    // The text being typed belongs to the user: the attribute does not change a value once it has been set.
    if (isTyped) element.value = element.value;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (isText && !isTyped) element.value = value ?? "";
}

// Arranges the children by a list of runs: [first, count] are existing children, texts are markup of new ones.
function arrange(element, runs) {
    const before = [...element.childNodes];
    const wanted = runs.flatMap((run) => typeof run === "string"
        ? [...fragment(run, element).childNodes] : before.slice(run[0], run[0] + run[1]));
    const kept = new Set(wanted);
    for (const node of before) if (!kept.has(node)) node.remove();
    let next = element.firstChild;
    for (const node of wanted) {
        if (node === next) next = next.nextSibling;
        // A moved node keeps its focus and its scroll position in browsers that support it.
        else if (element.moveBefore && node.parentNode === element) element.moveBefore(node, next);
        else element.insertBefore(node, next);
    }
}

// Turns an element into another one. Common parts stay, with their typed text, focus and scroll position.
function become(element, other) {
    for (const name of element.getAttributeNames()) {
        if (!other.hasAttribute(name) && name !== "open") setAttribute(element, name, null);
    }
    for (const name of other.getAttributeNames()) {
        const value = other.getAttribute(name);
        if (element.getAttribute(name) !== value) setAttribute(element, name, value);
    }
    becomeChildren(element, other);
}

function becomeChildren(element, other) {
    const wanted = [...other.childNodes];
    while (element.childNodes.length > wanted.length) element.lastChild.remove();
    for (const [place, node] of wanted.entries()) {
        const old = element.childNodes[place];
        if (!old) element.append(node);
        else if (old.nodeName !== node.nodeName || old.id !== node.id) old.replaceWith(node);
        else if (node.nodeType === Node.ELEMENT_NODE) become(old, node);
        else if (old.data !== node.data) old.data = node.data;
    }
}

// ---- Focus
// -----------------------------------------------------------------------------------------------------------

// The element with the focus before the first dialog was opened.
let opener = null;

// The element with the focus until it was disabled.
let waiting = null;

// The names of the elements that had the focus when they disappeared, the latest last: going back restores the focus.
const trail = new Set();

// The submitted form, until the next action of the user: its mistakes arrive a moment later.
let submitted = null;

// Whether the machine may not have received the latest typed text.
let isTouched = false;

const controls = "a[href], button:enabled, input:enabled";

// Changes the scene, and keeps the focus where the user expects it.
function change(how) {
    const before = attention();
    const known = new Set(scene.querySelectorAll("[data-focus]"));
    const inView = new Set(scene.querySelectorAll("[data-in-view]"));
    const isBeginning = scene.childElementCount === 0;
    how();
    isTouched = false;
    for (const element of scene.querySelectorAll("[data-in-view]")) if (!inView.has(element)) reveal(element);
    const fresh = [...scene.querySelectorAll("[data-focus]")].find((element) => !known.has(element));
    const dialogs = [...scene.querySelectorAll("dialog[data-modal]")];
    const opened = dialogs.filter((dialog) => !dialog.matches(":modal"));
    if (opened.length > 0) {
        opener ??= before;
        for (const dialog of opened) {
            if (dialog.open) reopen(dialog, () => dialog.showModal());
            else present(dialog);
        }
    } else if (dialogs.length === 0 && opener) {
        giveBack(opener, scene, fresh);
    } else if (before.element && before.element !== document.activeElement) {
        giveBack(before, dialogs.at(-1) ?? scene, fresh);
    } else if (!before.element) {
        if (canFocus(waiting)) waiting.focus();
        // A page that has just been opened is read from its beginning.
        else if (!isBeginning) fresh?.focus();
    }
    focusMistake();
    if (dialogs.length === 0) opener = null;
    // A disabled control loses the focus a moment later.
    if (document.activeElement.disabled) waiting = document.activeElement;
}

addEventListener("focusin", () => { waiting = null; });

// After the submission of a form the focus moves to the first field with a mistake.
function focusMistake() {
    if (submitted?.isConnected) submitted.querySelector('input[aria-invalid="true"]')?.focus();
}

for (const type of ["keydown", "pointerdown"]) {
    addEventListener(type, () => { submitted = null; }, { capture: true, passive: true });
}
addEventListener("input", () => {
    submitted = null;
    isTouched = true;
});

// The position of the focus, the selection there, the neighbours, and the places of the trail that already exist.
function attention() {
    const element = document.activeElement === document.body ? null : document.activeElement;
    const selection = typeof element?.selectionStart === "number"
        ? [element.selectionStart, element.selectionEnd, element.selectionDirection] : null;
    const all = element ? [...scene.querySelectorAll(controls)] : [];
    const place = all.indexOf(element);
    const neighbours = place < 0 ? [] : [...all.slice(place + 1), ...all.slice(0, place).reverse()];
    return { element, id: element?.id, selection, neighbours, places: new Set([...trail].map(named)) };
}

// Scrolls the part of the page around an element, unless the user looks at something there.
function reveal(element) {
    let part = element.parentElement;
    while (part !== scene && !/auto|scroll/.test(getComputedStyle(part).overflow)) part = part.parentElement;
    if (part === scene || part.matches(":hover")) return;
    const [inner, outer] = [element.getBoundingClientRect(), part.getBoundingClientRect()];
    const isVisible = inner.left >= outer.left && inner.right <= outer.right
        && inner.top >= outer.top && inner.bottom <= outer.bottom;
    if (isVisible) return;
    part.scrollBy((inner.left + inner.right - outer.left - outer.right) / 2,
        (inner.top + inner.bottom - outer.top - outer.bottom) / 2);
}

function canFocus(element) { return Boolean(element?.isConnected) && !element.disabled; }

// Focuses an element; if it is gone, the first possible of these: the element with its name, the fresh one, one
// restored from the trail, the one in the place that asks for the focus, a neighbour, or the place itself.
function giveBack({ element, id, selection, neighbours, places }, place, fresh) {
    const canGoTo = (other) => canFocus(other) && place.contains(other);
    const candidates = [
        element, named(id), fresh,
        [...trail].reverse().map(named).find((known) => canGoTo(known) && !places.has(known)),
        place.querySelector("[data-focus]"),
        neighbours.find(canGoTo),
        place.matches("dialog") ? place.querySelector("button:enabled, input:enabled") : place,
    ];
    const target = candidates.find(canFocus);
    target?.focus({ preventScroll: target === scene });
    if (target === element && selection) element.setSelectionRange(...selection);
    else if (id) {
        trail.delete(id);
        trail.add(id);
    }
}

function named(id) { return id ? document.getElementById(id) : null; }

// A dialog blocks the rest of the page only while a machine answers: the controls of the banner must be accessible.
function loosenDialogs() {
    for (const dialog of scene.querySelectorAll("dialog:modal")) reopen(dialog, () => dialog.show());
}

// The user can type over the suggestion of a dialog, or accept it.
function present(dialog) {
    dialog.showModal();
    dialog.querySelector("[data-focus]")?.focus();
    document.activeElement.select?.();
}

function reopen(dialog, open) {
    const before = attention();
    dialog.close();
    open();
    if (before.element) giveBack(before, dialog);
}

// ---- Actions of the user
// ---------------------------------------------------------------------------------------------

function says(element) {
    const values = Object.entries(element.dataset).filter(([name]) => name.startsWith("says"));
    return Object.fromEntries(values.map(([name, value]) => [name.slice(4).toLowerCase(), value]));
}

document.addEventListener("click", (event) => {
    const element = event.target.closest("[data-click]");
    if (element) send(element.dataset.click, says(element));
});

document.addEventListener("keydown", (event) => {
    const element = event.key === "Escape" && scene.querySelector("[data-escape]");
    if (element && !scene.querySelector("dialog[open]")) send(element.dataset.escape, says(element));
});

function reportChange(field) {
    const element = field.closest("[data-change]");
    if (element) send(element.dataset.change, { field: field.name, text: field.value });
}

document.addEventListener("change", (event) => reportChange(event.target));

document.addEventListener("input", (event) => {
    const element = event.target.closest("[data-input]");
    if (element) send(element.dataset.input, { field: element.name, text: element.value });
});

// A link into the page is followed once.
function followLink() {
    const element = scene.querySelector("[data-link]");
    if (!element || location.hash.length < 2 || !isHeard()) return;
    send(element.dataset.link, { link: location.hash.slice(1) });
    history.replaceState(null, "", location.pathname);
}

addEventListener("hashchange", followLink);

document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    submitted = form;
    // Uncorrected mistakes are not sent again.
    if (!isTouched) focusMistake();
    // Text typed while the connection was lost is sent now.
    for (const field of form.querySelectorAll("input[data-change]")) {
        if (field.value !== field.defaultValue) reportChange(field);
    }
    if (form.dataset.submit) send(form.dataset.submit, Object.fromEntries(new FormData(form)));
});

// Escape asks to close a dialog; the machine decides.
document.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (event.target.dataset?.modal) send(event.target.dataset.modal, {});
}, true);

// Browsers do not ask twice, though: a dialog closed without asking is opened again until the machine has decided.
document.addEventListener("close", (event) => {
    const dialog = event.target;
    if (!dialog.isConnected || dialog.open || !dialog.dataset?.modal) return;
    dialog.showModal();
    send(dialog.dataset.modal, {});
}, true);

// ---- The line
// --------------------------------------------------------------------------------------------------------

const key = `session of ${location.pathname}`;

// While the page is open only the page holds its session, so a copy of the page gets one of its own.
let session = sessionStorage.getItem(key);
sessionStorage.removeItem(key);
addEventListener("pagehide", () => { if (session) sessionStorage.setItem(key, session); });
addEventListener("pageshow", (event) => { if (event.persisted) sessionStorage.removeItem(key); });

let socket = null;
let attempts = 0;
let retry = null;

// The server says something in each interval of so many milliseconds; 0 until it has said how many.
let heartbeat = 0;
let silence = null;

// The reason for the lost connection, as far as the server has given one; a failed attempt to connect has none.
let cause = "";

function connect() {
    clearTimeout(retry);
    retry = null;
    // A pending attempt would lead to an abandoned session.
    socket?.close();
    const address = new URL(`${location.pathname}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (session) address.search = `?session=${session}`;
    const line = new WebSocket(address);
    socket = line;
    line.addEventListener("message", (event) => {
        if (line !== socket) return;
        receive(event.data);
        awaitBeat();
    });
    line.addEventListener("close", (event) => { if (line === socket) lose(event); });
}

// A connection may be open at this end only, and then says nothing.
function awaitBeat() {
    clearTimeout(silence);
    if (heartbeat > 0) silence = setTimeout(() => lose({ reason: "The server does not answer." }), 2 * heartbeat);
}

function send(event, values) {
    if (!isHeard()) return banner.classList.add("insistent");
    // The user has read the banner.
    tell("open", "", "");
    socket.send(JSON.stringify({ event, values }));
}

// Whether the visible scene is that of the machine: until then, a click would refer to another one.
function isHeard() {
    return socket?.readyState === WebSocket.OPEN && document.documentElement.dataset.connection === "open";
}

function receive(data) {
    const notice = JSON.parse(data);
    if (notice.session !== undefined) {
        heartbeat = notice.heartbeat;
        const isForgotten = session !== null && !notice.resumed;
        session = notice.session;
        attempts = 0;
        cause = "";
        tell("open", isForgotten ? "Your session had ended. This is a new one." : "", "");
        scene.removeAttribute("aria-busy");
        change(() => {
            // Text typed for another machine does not belong to this one.
            if (!notice.resumed) scene.replaceChildren();
            becomeChildren(scene, fragment(notice.html, scene));
        });
        if (!notice.resumed) last = null;
        showCount();
        followLink();
        return;
    }
    if (notice.patch !== undefined) change(() => apply(scene, notice.patch));
    // Without content, it shows that the server is there.
    else if (notice.html === undefined) return;
    else change(() => becomeChildren(scene, fragment(notice.html, scene)));
    count(data);
}

// These reasons belong to the session; resuming it would be useless.
const lastWords = new Set([1000, 1002, 1003, 1007, 1008, 1009, 1011, 4000, 4002]);

function lose({ code, reason }) {
    clearTimeout(silence);
    socket?.close();
    socket = null;
    loosenDialogs();
    if (lastWords.has(code)) {
        session = null;
        cause = "";
        // The last scene of the machine may lead to another one by itself.
        const links = [...scene.querySelectorAll("a[href]")];
        if (code === 1000 && links.some((link) => link.pathname === location.pathname)) tell("over", "", "");
        else tell("over", reason || "The session has ended.", "Begin again", connect);
        return;
    }
    cause = reason || cause;
    const delay = Math.min(15_000, 500 * 2 ** attempts) * (0.75 + Math.random() / 4);
    attempts += 1;
    const seconds = Math.ceil(delay / 1000);
    tell("lost", `${cause || "The connection is lost."} Trying again in ${seconds} s.`, "Try now", connect);
    retry = setTimeout(connect, delay);
}

// The page is visible, or the network is back: waiting is unnecessary.
function hurry() { if (retry !== null && !document.hidden) connect(); }

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);

// ---- The banner
// ------------------------------------------------------------------------------------------------------

const words = document.createElement("p");
const remedy = document.createElement("button");
remedy.type = "button";

// The elements stay the same from one attempt to the next, so that the button keeps the focus.
function tell(connection, text, title, action) {
    document.documentElement.dataset.connection = connection;
    banner.classList.remove("insistent");
    words.textContent = text;
    remedy.textContent = title;
    remedy.onclick = () => {
        attempts = 0;
        action();
    };
    show(words, text !== "");
    show(remedy, title !== "");
}

function show(element, isShown) {
    if (isShown === element.isConnected) return;
    const hadFocus = element === document.activeElement;
    if (isShown) banner.append(element);
    else element.remove();
    if (hadFocus) scene.focus({ preventScroll: true });
}

// Counting a page takes as long as writing it, so it happens only now and then.
const countingInterval = 1000;
let counting = null;
let counted = -Infinity;
// The size of the last change; null before the first.
let last = null;

function count(data) {
    last = size(data);
    counting ??= setTimeout(showCount, Math.max(0, counted + countingInterval - performance.now()));
}

function showCount() {
    clearTimeout(counting);
    counting = null;
    counted = performance.now();
    const [change, whole] = [last, size(scene.innerHTML)].map((number) => number?.toLocaleString("en"));
    traffic.textContent = last === null
        ? `A page of ${whole} bytes` : `Last change: ${change} bytes of a page of ${whole}`;
}

function size(text) { return new TextEncoder().encode(text).length; }

connect();
