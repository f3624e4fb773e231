// Without a network: the matches whose tables this browser has kept, the last seen first.
const list = document.getElementById("seen"), shown = new Set();

for (const shelf of await caches.keys()) {
  for (const { url } of [...await (await caches.open(shelf)).keys()].reverse()) {
    const { pathname } = new URL(url);
    if (!/^\/matches\/[0-9a-f-]{36}\/$/.test(pathname) || shown.has(pathname)) continue;
    shown.add(pathname);
    const seen = new DOMParser().parseFromString(await (await caches.match(url)).text(), "text/html");
    const line = document.createElement("a"), words = document.createElement("span");
    line.className = "line";
    line.href = url;
    line.append(seen.querySelector("h1").textContent, words);
    words.className = "tag";
    words.textContent = seen.querySelector("#turn .whose")?.textContent || "";
    list.append(document.createElement("li"));
    list.lastChild.append(line);
    list.hidden = false;
  }
}
