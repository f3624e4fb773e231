// The table of a match: commands go out once and in order, the page follows live, a lost connection shows.
const matchId = () => table().dataset.match;
const table = () => document.getElementById("table");
const link = document.getElementById("link");
const FRAGMENT = { "X-Fragment": "1" };
const FIRST_WAIT = 400, LONGEST_WAIT = 5000, MOST_TRIES = 5;

// --- showing: only what has changed is put in place, so that nothing jumps, and what somebody is in the middle of stays
function show(html, unasked = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh) return false;
  const old = table();
  const inside = old.contains(document.activeElement), focused = document.activeElement?.id;
  const kept = openParts(old), begun = fields(old), said = state();
  if (unasked) keepTold(fresh);
  if (patch(old, fresh)) {
    for (const name of Object.keys(old.dataset)) if (!(name in fresh.dataset)) delete old.dataset[name];
    Object.assign(old.dataset, fresh.dataset);
  } else old.replaceWith(document.adoptNode(fresh));
  for (const id of kept) { const part = document.getElementById(id); if (part) part.open = true; }
  begun.forEach(fillIn);
  ready();
  if (inside && !table().contains(document.activeElement)) (document.getElementById(focused) || next())?.focus({ preventScroll: true });
  if (state() !== said) document.getElementById("spoken").textContent = state();
  shelve();
  return true;
}
// Puts the parts of one in place of those of the other; whether they have the same parts.
function patch(old, fresh) {
  const from = [...old.children], to = [...fresh.children];
  if (from.length !== to.length || to.some((one, n) => !name(one) || name(one) !== name(from[n]))) return false;
  to.forEach((one, n) => {
    if (alike(from[n], one) || ("parts" in one.dataset && patch(from[n], one))) return;
    from[n].replaceWith(document.adoptNode(one));
  });
  return true;
}
// A form with a field called id hides its own.
const name = (part) => part.getAttribute("id");
const openParts = (root) => [...root.querySelectorAll("details[open][id]")].map((one) => one.id);
// What is around a command differs in every answer; it is no change: this script has its own.
const plain = (part) => part.outerHTML.replace(/name="(csrfmiddlewaretoken|id|seen)" value="[^"]*"/g, "").replace(/ (tabindex="[^"]*"|open="")/g, "");
const alike = (one, other) => plain(one) === plain(other);

// A card that was chosen, a note half written, a deal half told.
const fields = (root) => [...root.querySelectorAll("input[id], select[id]")].filter((one) => (one.type === "radio" ? one.checked : one.value)).map(({ id, type, value }) => ({ id, type, value }));
function fillIn({ id, type, value }) {
  const field = document.getElementById(id);
  if (!field) return;
  if (type !== "radio") field.value = value;
  else if (!document.querySelector(`input[name="${field.name}"][checked]`)) field.checked = true;
}
// Why something was refused stays until it was read, whatever the others do.
const keepTold = (fresh) => fresh.querySelector("#told")?.replaceChildren(...[...(document.getElementById("told")?.childNodes || [])].map((one) => one.cloneNode(true)));
const closeTold = () => document.getElementById("told")?.replaceChildren();
// Where the focus goes when what had it is gone: to what is asked next.
function next() {
  const lit = document.querySelector("#squares a.lit");
  if (lit) move(lit);
  return lit || document.querySelector("#pass .main") || document.querySelector("#choices button, #squares a[tabindex='0'], #menu > summary");
}
// What a picture reader is told of a change.
const state = () => [".whose, #pass h1", "#past li"].map((one) => table().querySelector(one)?.textContent.trim()).filter(Boolean).join(". ");

function ready() {
  const board = document.getElementById("board");
  if (board) {
    const squares = [...board.querySelectorAll("a")];
    const first = squares.find((one) => one.id === at) || squares.find((one) => one.classList.contains("lit")) || squares[0];
    for (const one of squares) one.tabIndex = one === first ? 0 : -1;
  }
  const awake = document.querySelector("[data-awake]");
  if (awake && "wakeLock" in navigator) awake.hidden = lock !== null;
}

// --- the queue: what was tapped waits in the store of this browser until the server has answered it
const shelf = () => `companion-queue-${matchId()}`;
const queue = () => { try { return JSON.parse(localStorage.getItem(shelf())) || []; } catch { return []; } };
const keep = (waiting) => waiting.length ? localStorage.setItem(shelf(), JSON.stringify(waiting)) : localStorage.removeItem(shelf());
let sending = false, wait = FIRST_WAIT;

function ask(fields) {
  const waiting = queue();
  const id = crypto.randomUUID ? crypto.randomUUID() : uuid();
  // What is tapped behind a command that still waits is meant for the table as that command leaves it.
  waiting.push({ ...fields, id, seen: waiting.length ? null : table().dataset.version });
  keep(waiting);
  send();
}
function uuid() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64; b[8] = (b[8] & 63) | 128;
  const h = [...b].map((one) => one.toString(16).padStart(2, "0")).join("");
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

async function send() {
  if (sending) return;
  sending = true;
  document.body.classList.add("busy");
  let waiting;
  while ((waiting = queue()).length) {
    const [first] = waiting;
    first.seen ??= table().dataset.version;
    keep(waiting);
    const { tries = 0, ...fields } = first, asked = performance.now();
    let answer, html;
    try {
      answer = await fetch(`/matches/${matchId()}/commands/`, { method: "POST", headers: { ...FRAGMENT, "X-CSRFToken": token() }, body: new URLSearchParams(fields) });
      html = await answer.text();
    } catch { answer = null; }
    if (!answer || (answer.status >= 500 && tries < MOST_TRIES)) {
      if (answer) keep(queue().map((one) => (one.id === first.id ? { ...first, tries: tries + 1 } : one)));
      lost(true);
      sending = false;
      document.body.classList.remove("busy");
      setTimeout(send, wait = Math.min(wait * 2, LONGEST_WAIT));
      return;
    }
    lost(asked <= cut);
    const rest = queue().filter((one) => one.id !== first.id);
    // Where one is refused, those behind it were meant for another table.
    keep(answer.ok ? rest : []);
    if (!show(html)) { location.reload(); return; }
  }
  sending = false;
  document.body.classList.remove("busy");
  if (!link.hidden || newest > Number(table().dataset.version)) refresh();
}
const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value || document.cookie.match(/csrftoken=([^;]+)/)?.[1] || "";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.action?.endsWith("/commands/")) return;
  event.preventDefault();
  const fields = Object.fromEntries([...new FormData(form, event.submitter)].filter(([name]) => !["csrfmiddlewaretoken", "id", "seen"].includes(name)));
  for (const one of document.querySelectorAll(".menu[open], .menu [open]")) one.open = false;
  if (fields.type === "note") form.reset();
  ask(fields);
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]") || !event.target.closest("#told")) closeTold();
  const square = event.target.closest("#squares a");
  if (!square || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tap(square);
});
// Without a script a square is a link, to the table with its command as a button.
function tap(square) {
  move(square);
  ask({ command: square.dataset.command, seat: table().dataset.seat });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeTold();
  const square = document.activeElement?.closest("#squares a");
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") { event.preventDefault(); if (!event.repeat) tap(square); return; }
  const squares = [...square.parentNode.children], columns = Number(square.closest("svg").dataset.columns), n = squares.indexOf(square), from = n - (n % columns);
  const to = { ArrowLeft: n > from && n - 1, ArrowRight: n < from + columns - 1 && n + 1, ArrowUp: n - columns, ArrowDown: n + columns, Home: from, End: from + columns - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to === false || !squares[to]) return;
  move(squares[to]);
  squares[to].focus();
});
// One square of the board can be tabbed to: the one where the focus was.
let at = "";
function move(square) {
  at = square.id;
  for (const one of square.parentNode.children) one.tabIndex = one === square ? 0 : -1;
}

// --- following
let stream = null, reading = false, following = 0, newest = 0;
// When the line was cut: an answer to what was asked before says nothing of it.
let cut = -1;
function lost(is) {
  const waiting = queue().length;
  const text = !is ? "" : waiting ? `No connection. ${waiting === 1 ? "One command waits" : `${waiting} commands wait`} and will go out once.` : "No connection. This is the table as it was last seen.";
  if (!is) wait = FIRST_WAIT;
  if (link.textContent !== text) link.textContent = text;
  link.hidden = !is;
}
async function refresh() {
  if (reading || sending) return;
  reading = true;
  const asked = performance.now();
  let again = false;
  try {
    const answer = await fetch(location.href, { headers: FRAGMENT });
    if (answer.ok) { show(await answer.text(), true); lost(asked <= cut); }
    // What was told while this was read has still to be read.
    again = answer.ok && (asked <= cut || newest > Number(table().dataset.version));
  } catch { lost(true); }
  reading = false;
  if (again) refresh();
}
function follow() {
  stream?.close();
  const asked = performance.now();
  stream = new EventSource(`/api/live/?after=${matchId()}@${table().dataset.version}`);
  stream.onopen = () => { following = 0; if (asked > cut) lost(false); else refresh(); send(); };
  stream.onmessage = heard;
  stream.addEventListener("gone", () => location.reload());
  stream.onerror = () => {
    // The server may have ended a long stream: whether the line is lost, another question tells.
    if (!navigator.onLine || following++ > 0) lost(true);
    else refresh();
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => { refresh(); follow(); }, Math.min(1000 * following, LONGEST_WAIT));
  };
}
function heard(event) {
  const version = JSON.parse(event.data)[matchId()];
  newest = Math.max(newest, version);
  if (newest > Number(table().dataset.version)) refresh();
}
addEventListener("online", () => { lost(false); send(); refresh(); follow(); });
addEventListener("offline", () => { cut = performance.now(); lost(true); });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { refresh(); awaken(); } });

// --- the worker keeps what was last seen: without a network the match opens as it was then
function shelve() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { seat, alone } = table().dataset;
  const here = location.origin + location.pathname;
  // Who holds one seat sees the same with its number and without.
  const addresses = alone && Number(seat) ? [here, `${here}?seat=${seat}`] : [location.href];
  const page = document.documentElement.cloneNode(true);
  page.querySelector("body").classList.remove("busy");
  worker.postMessage({ addresses, page: `<!doctype html>${page.outerHTML}` });
}
navigator.serviceWorker?.addEventListener("controllerchange", shelve);

// --- the screen stays on
let lock = null;
async function awaken() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible" || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; ready(); });
  } catch { lock = null; }
  ready();
}
document.addEventListener("click", (event) => { if (event.target.closest("[data-awake]")) awaken(); });

// A form that was refused before this script was there has left the page at the address of commands.
if (location.pathname.endsWith("/commands/")) history.replaceState(null, "", `../?seat=${table().dataset.seat}`);
ready();
shelve();
awaken();
if (!navigator.onLine) lost(true);
if (!table().dataset.over) follow();
if (queue().length) send();
