// search returns the parts of pages that hold all words of a query, the best first. A part is
// [file, anchor, page, heading, text].
function search(index, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  if (!words.length) return found;
  for (const part of index) {
    const { page, heading, text, names, last } = part.low ||= lowered(part);
    let score = 0;
    for (const word of words) {
      const ofHeading = names.includes(word) ? 30 : last === word ? 32 : heading.includes(word) ? 10 + (10 * word.length) / heading.length : 0;
      const s = (part[1] ? ofHeading : Math.min(ofHeading, 12))
        + (page === word ? 12 : page.includes(word) ? 5 : 0) + (text.includes(word) ? 1 : 0);
      if (!s) { score = 0; break; }
      score += s;
    }
    if (!score) continue;
    if (heading === words.join(" ")) score += 40;
    if (part[1] && page === words.slice(0, -1).join(" ")) score += 20;
    found.push([score, part]);
  }
  return found.sort((a, b) => b[0] - a[0]).map((f) => f[1]);
}

// lowered returns the texts of a part in small letters, the names in its heading, and the last
// name of a path.
function lowered(part) {
  const [page, heading, text] = part.slice(2).map((s) => s.toLowerCase());
  return { page, heading, text, names: heading.split(/[\s,]+/), last: heading.replace(/\[\]$/, "").split(".").pop() };
}

// excerpt returns the text around the first of the words in it.
function excerpt(text, query) {
  const lower = text.toLowerCase();
  const at = Math.min(...query.toLowerCase().split(/\s+/).filter(Boolean).map((w) => (lower.indexOf(w) + text.length + 1) % (text.length + 1)));
  const from = at < 60 || at >= text.length ? 0 : text.lastIndexOf(" ", at - 40) + 1;
  return (from ? "… " : "") + text.slice(from, from + 140) + (from + 140 < text.length ? " …" : "");
}

if (typeof document !== "undefined") {
  const root = document.currentScript.src;
  const form = document.getElementById("search"), input = document.getElementById("query");
  const list = document.getElementById("found"), count = document.getElementById("count");
  const at = (file) => new URL(file, root).href;
  form.hidden = false;
  let loading;
  const load = () => loading ||= new Promise((done) => {
    const script = document.createElement("script");
    script.src = at("search-index.js");
    script.onload = done;
    document.head.append(script);
  });
  const show = async () => {
    await load();
    const found = search(searchIndex, input.value);
    count.textContent = input.value.trim() ? `${found.length} found` : "";
    list.replaceChildren(...found.slice(0, 20).map(([file, anchor, page, heading, text]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const name = document.createElement("b"), about = document.createElement("span");
      link.href = at(file) + (anchor && "#" + encodeURIComponent(anchor));
      name.textContent = heading === page ? page : `${page}: ${heading}`;
      about.textContent = excerpt(text, input.value);
      link.append(name, about);
      item.append(link);
      return item;
    }));
  };
  const close = () => { list.replaceChildren(); count.textContent = ""; };
  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  form.addEventListener("submit", (e) => { e.preventDefault(); list.querySelector("a")?.click(); });
  list.addEventListener("click", () => setTimeout(close));
  document.addEventListener("click", (e) => { if (!form.contains(e.target)) close(); });
  document.addEventListener("keydown", (e) => {
    const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (e.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      e.preventDefault();
      input.focus();
    } else if (e.key === "Escape" && form.contains(document.activeElement)) {
      close();
      input.focus();
    } else if (/^Arrow(Up|Down)$/.test(e.key) && form.contains(document.activeElement) && links.length) {
      e.preventDefault();
      (e.key === "ArrowDown" ? links[at + 1] : links[at - 1] || input)?.focus();
    }
  });
}
