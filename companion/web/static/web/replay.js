// The replay: back, on, play; by keys as well; the address is always that of the moment shown.
const range = document.getElementById("at"), form = document.getElementById("scrub");
const latest = Number(form.dataset.latest);
let playing = null;

for (const one of form.querySelectorAll("[hidden]")) one.hidden = false;

function go(to) {
  const at = Math.max(1, Math.min(latest, to));
  if (at === Number(range.value)) return;
  range.value = at;
  range.dispatchEvent(new Event("moment", { bubbles: true }));
}
function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (Number(range.value) >= latest ? play(false) : go(Number(range.value) + 1)), 900) : null;
  form.querySelector("[data-play]").textContent = on ? "Stop" : "Play";
}
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]"), moment = event.target.closest("a[data-at]");
  if (step) { play(false); go(Number(range.value) + Number(step.dataset.step)); }
  if (event.target.closest("[data-play]")) play(!playing);
  if (moment) { event.preventDefault(); play(false); go(Number(moment.dataset.at)); }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button, summary, select, input:not(#at)")) return;
  if (event.key === " ") { event.preventDefault(); play(!playing); }
  else if (event.target === range) return; // it has its own arrows
  else if (event.key === "ArrowLeft") go(Number(range.value) - 1);
  else if (event.key === "ArrowRight") go(Number(range.value) + 1);
});
document.body.addEventListener("htmx:afterSwap", () => {
  const at = document.getElementById("moment").dataset.at;
  const address = new URL(location.href);
  address.searchParams.set("at", at);
  history.replaceState(null, "", address);
  const here = `M${((Number(at) - 1) * 600) / Math.max(latest - 1, 1)} -6V126`;
  for (const one of document.querySelectorAll(".curve .here")) one.setAttribute("d", here);
  for (const one of document.querySelectorAll("#events [aria-current]")) one.removeAttribute("aria-current");
  const now = [...document.querySelectorAll("#events a[data-at]")].filter((one) => Number(one.dataset.at) <= Number(at)).pop();
  now?.setAttribute("aria-current", "step");
});
