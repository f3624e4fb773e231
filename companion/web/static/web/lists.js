// Building a list: taps go out one after the other, each on the list as the one before has left it.
let chain = Promise.resolve();
const lost = document.getElementById("lost");

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=step]");
  if (!button || button.form?.id !== "act") return;
  event.preventDefault();
  chain = chain.then(() => step(button.value, button.id));
});

async function step(value, tapped) {
  const form = document.getElementById("act");
  const body = new URLSearchParams(new FormData(form));
  body.set("step", value);
  body.set("q", document.getElementById("q").value);
  const html = await answer(form.action, body);
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("both");
  if (!fresh) { location.reload(); return; }
  const typed = document.getElementById("q"), at = document.activeElement?.id, was = place(tapped), said = verdict();
  const scrolled = document.getElementById("find").scrollTop;
  const open = [...document.querySelectorAll("#both details[open]")].map((one) => one.dataset.name);
  fresh.querySelector("#q").replaceWith(typed);
  for (const one of fresh.querySelectorAll("details")) one.open = open.includes(one.dataset.name);
  document.getElementById("both").replaceWith(document.adoptNode(fresh));
  window.htmx?.process(document.getElementById("both"));
  if (at) (document.getElementById(at) || [...document.querySelectorAll(".entries button")].pop())?.focus({ preventScroll: true });
  document.getElementById("find").scrollTop = scrolled;
  stay(tapped, was);
  if (verdict() !== said) document.getElementById("spoken").textContent = verdict();
}

// What was tapped stays under the finger, whatever has grown above it.
const place = (id) => document.getElementById(id)?.getBoundingClientRect().top;
function stay(id, was) {
  const find = document.getElementById("find"), moved = place(id) - was;
  if (!moved) return;
  const scrolls = find.contains(document.getElementById(id)) && find.scrollHeight > find.clientHeight;
  (scrolls ? find : window).scrollBy(0, moved);
}
const verdict = () => document.querySelector(".verdict").textContent.trim().replace(/\s+/g, " ");

async function answer(address, body) {
  for (;;) {
    try {
      const got = await fetch(address, { method: "POST", headers: { "HX-Request": "true" }, body });
      lost.hidden = true;
      return await got.text();
    } catch {
      lost.hidden = false;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}
