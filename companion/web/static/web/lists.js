// Building a list: taps go out one after the other, each on the list as the one before has left it.
let chain = Promise.resolve();
const lost = document.getElementById("lost");

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=step]");
  if (!button || button.form?.id !== "act") return;
  event.preventDefault();
  chain = chain.then(() => step(button.value));
});

async function step(value) {
  const form = document.getElementById("act");
  const body = new URLSearchParams(new FormData(form));
  body.set("step", value);
  body.set("q", document.getElementById("q").value);
  const html = await answer(form.action, body);
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("both");
  if (!fresh) { location.reload(); return; }
  const typed = document.getElementById("q"), at = document.activeElement?.id;
  const open = [...document.querySelectorAll("#both details[open]")].map((one) => one.dataset.name);
  fresh.querySelector("#q").replaceWith(typed);
  for (const one of fresh.querySelectorAll("details")) one.open = open.includes(one.dataset.name);
  document.getElementById("both").replaceWith(document.adoptNode(fresh));
  window.htmx?.process(document.getElementById("both"));
  if (at) document.getElementById(at)?.focus({ preventScroll: true });
}

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
