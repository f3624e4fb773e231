// On every page: the worker that keeps what was last seen, and a lid for menus.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open]");
  if (open) { open.open = false; open.querySelector("summary").focus(); }
});
document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.menu[open]")) if (!open.contains(event.target)) open.open = false;
});
