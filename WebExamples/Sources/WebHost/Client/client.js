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
    const isText = name === "value" && element.matches("input");
    const isTyped = isText && element === document.activeElement;
    // What is being typed is the user's: a value that was set is not changed by its attribute.
    if (isTyped) element.value = element.value;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
    if (isText && !isTyped) element.value = value ?? "";
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

// Makes an element what another one is. What they have in common stays, with what is typed there, focused and scrolled.
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

// ---- Focus -----------------------------------------------------------------------------------------------------------

// What had the focus before the first dialog was opened.
let opener = null;

// What had the focus until nothing could be done with it.
let waiting = null;

// The names of what had the focus when it went away, the latest last: who comes back goes on from there.
const trail = new Set();

// The form that was submitted, until the user does something else: what was wrong with it comes a moment later.
let submitted = null;

// Whether something was typed that the machine may not have seen.
let isTouched = false;

const controls = "a[href], button:enabled, input:enabled";

// Changes the scene, and sees to it that the focus is where the user expects it.
function change(how) {
    const before = attention();
    const known = new Set(scene.querySelectorAll("[data-focus]"));
    const isBeginning = scene.childElementCount === 0;
    how();
    isTouched = false;
    const fresh = [...scene.querySelectorAll("[data-focus]")].find((element) => !known.has(element));
    const dialogs = [...scene.querySelectorAll("dialog[data-modal]")];
    const opened = dialogs.filter((dialog) => !dialog.matches(":modal"));
    if (opened.length > 0) {
        opener ??= before;
        for (const dialog of opened) {
            if (dialog.open) makeModal(dialog);
            else present(dialog);
        }
    } else if (dialogs.length === 0 && opener) {
        giveBack(opener, scene, fresh);
    } else if (before.element && before.element !== document.activeElement) {
        giveBack(before, dialogs.at(-1) ?? scene, fresh);
    } else if (!before.element) {
        if (canFocus(waiting)) waiting.focus();
        // A page that was just opened is read from its beginning.
        else if (!isBeginning) fresh?.focus();
    }
    focusMistake();
    if (dialogs.length === 0) opener = null;
    // A control that is disabled loses the focus a moment later.
    if (document.activeElement.disabled) waiting = document.activeElement;
}

addEventListener("focusin", () => { waiting = null; });

// Who has submitted a form goes on at the first field that was not right.
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

// Where the focus is, what is selected there, what is beside it, and which places on the trail were there already.
function attention() {
    const element = document.activeElement === document.body ? null : document.activeElement;
    const selection = typeof element?.selectionStart === "number"
        ? [element.selectionStart, element.selectionEnd, element.selectionDirection] : null;
    const all = element ? [...scene.querySelectorAll(controls)] : [];
    const place = all.indexOf(element);
    const neighbours = place < 0 ? [] : [...all.slice(place + 1), ...all.slice(0, place).reverse()];
    return { element, id: element?.id, selection, neighbours, places: new Set([...trail].map(named)) };
}

function canFocus(element) { return Boolean(element?.isConnected) && !element.disabled; }

// Focuses an element, or if it has gone the one in its place, what has just come to have the focus, what has come back
// where the user has been before, what the place names, what came next in it, or what there is.
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

// A dialog keeps users away from all else only while a machine answers: what the banner offers has to be in reach.
function loosenDialogs() {
    for (const dialog of scene.querySelectorAll("dialog:modal")) reopen(dialog, () => dialog.show());
}

// What a dialog suggests is typed over, or taken.
function present(dialog) {
    dialog.showModal();
    dialog.querySelector("[data-focus]")?.focus();
    document.activeElement.select?.();
}

function makeModal(dialog) { reopen(dialog, () => dialog.showModal()); }

function reopen(dialog, open) {
    const before = attention();
    dialog.close();
    open();
    if (before.element) giveBack(before, dialog);
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

function reportChange(field) {
    const element = field.closest("[data-change]");
    if (element) send(element.dataset.change, { field: field.name, text: field.value });
}

document.addEventListener("change", (event) => reportChange(event.target));

document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    submitted = form;
    // Mistakes that were not corrected are not sent again.
    if (!isTouched) focusMistake();
    // A machine that was away while something was typed hears of it now.
    for (const field of form.querySelectorAll("input[data-change]")) {
        if (field.value !== field.defaultValue) reportChange(field);
    }
    if (form.dataset.submit) send(form.dataset.submit, Object.fromEntries(new FormData(form)));
});

// Escape wants to close a dialog. Whether it goes is up to the machine.
document.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (event.target.dataset?.modal) send(event.target.dataset.modal, {});
}, true);

// Browsers do not ask twice, though: what is closed without a question is opened again until the machine has its say.
document.addEventListener("close", (event) => {
    const dialog = event.target;
    if (!dialog.isConnected || dialog.open || !dialog.dataset?.modal) return;
    dialog.showModal();
    send(dialog.dataset.modal, {});
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

// Why the connection was lost, as far as the server has said so; an attempt that comes to nothing knows nothing of it.
let cause = "";

function connect() {
    clearTimeout(retry);
    retry = null;
    // An attempt that is still under way would come to a session that nobody looks at.
    socket?.close();
    const address = new URL(`${location.pathname}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (session) address.search = `?session=${session}`;
    const line = new WebSocket(address);
    socket = line;
    line.addEventListener("message", (event) => { if (line === socket) receive(event.data); });
    line.addEventListener("close", (event) => { if (line === socket) lose(event); });
}

function send(event, values) {
    if (!isHeard()) return banner.classList.add("insistent");
    // Whoever goes on has read what the banner says.
    tell("open", "", "");
    socket.send(JSON.stringify({ event, values }));
}

// Whether what is shown is what the machine shows: until it has been seen, a click would be about another one.
function isHeard() {
    return socket?.readyState === WebSocket.OPEN && document.documentElement.dataset.connection === "open";
}

function receive(data) {
    const notice = JSON.parse(data);
    if (notice.session !== undefined) {
        const isForgotten = session !== null && !notice.resumed;
        session = notice.session;
        attempts = 0;
        cause = "";
        tell("open", isForgotten ? "Your session had ended. This is a new one." : "", "");
        scene.removeAttribute("aria-busy");
        change(() => {
            // What was typed for another machine is not for this one.
            if (!notice.resumed) scene.replaceChildren();
            becomeChildren(scene, fragment(notice.html));
        });
        if (!notice.resumed) last = null;
        showCount();
        return;
    }
    if (notice.patch !== undefined) change(() => apply(scene, notice.patch));
    else change(() => becomeChildren(scene, fragment(notice.html)));
    count(data);
}

// These reasons lie with the session; it is of no use to come back to it.
const lastWords = new Set([1000, 1002, 1003, 1007, 1008, 1009, 1011, 4000, 4002]);

function lose({ code, reason }) {
    socket = null;
    loosenDialogs();
    if (lastWords.has(code)) {
        session = null;
        cause = "";
        // What the machine has left may lead to another one by itself.
        if (code === 1000 && leadsToItself()) tell("over", "", "");
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

function leadsToItself() {
    return [...scene.querySelectorAll("a[href]")].some((link) => link.pathname === location.pathname);
}

// Somebody looks, or there is a network again: then there is no need to wait.
function hurry() { if (retry !== null && !document.hidden) connect(); }

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);

// ---- What the page says of itself ------------------------------------------------------------------------------------

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

// Counting a page takes as long as writing it: that is done now and then.
const countingInterval = 1000;
let counting = null;
let counted = -Infinity;
// The size of the last change; null as long as there was none.
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
