"use strict";
// All data from the archive is in the JSON below. It becomes the text of elements, never markup.
const archive = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const numbers = new Intl.NumberFormat("en");

/** Creates an element with a class, a text and children. */
function element(name, className, text, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  made.append(...children);
  return made;
}

// The header.

byId("title").textContent = archive.title;
for (const [name, value] of archive.facts) {
  byId("facts").append(element("div", "", null, element("dt", "", name), element("dd", "", value)));
}

// The tree. Entries are listed level by level: [name, kind, class, text, parts, first child, children, shown at].

const [NAME, KIND, CLASS, TEXT, PARTS, FIRST, CHILDREN, SHOWN] = [0, 1, 2, 3, 4, 5, 6, 7];
const entries = archive.entries;
const parents = new Int32Array(entries.length).fill(-1);
entries.forEach((entry, number) => {
  for (let child = entry[FIRST]; child < entry[FIRST] + entry[CHILDREN]; child += 1) parents[child] = number;
});
/** The number of entries converted to elements at a time. */
const pageSize = 100;
const items = new Map();

function makeItem(number) {
  const entry = entries[number];
  const item = element("li");
  item.setAttribute("role", "treeitem");
  const canOpen = entry[CHILDREN] > 0;
  const row = element(canOpen ? "button" : "div", "row");
  row.append(element("span", "caret", canOpen ? "▸" : ""));
  if (number > 0) row.append(element("span", "name", entry[NAME]));
  if (entry[TEXT]) row.append(element("span", "value", entry[TEXT]));
  let kind = entry[CLASS] || entry[KIND];
  if (["array", "set", "dictionary"].includes(entry[KIND])) kind += ` (${numbers.format(entry[PARTS])})`;
  if (kind !== entry[TEXT]) row.append(element("span", "kind", kind));
  if (canOpen) row.append(element("span", "value beginning", beginning(entry)));
  item.append(row);
  if (entry[SHOWN] >= 0) {
    const link = element("button", "link", "→ same object");
    link.addEventListener("click", (event) => { event.stopPropagation(); reveal(entry[SHOWN]); });
    row.append(link);
  } else if (entry[PARTS] > 0 && !canOpen) {
    row.append(element("span", "kind", "…"));
  }
  if (canOpen) {
    item.setAttribute("aria-expanded", "false");
    row.addEventListener("click", () => toggle(number));
  }
  items.set(number, item);
  return item;
}

/** Returns the first values in an entry, to distinguish it from others while it is closed. */
function beginning(entry) {
  const texts = [];
  for (let child = entry[FIRST]; child < entry[FIRST] + entry[CHILDREN] && texts.length < 3; child += 1) {
    const { [NAME]: name, [TEXT]: text } = entries[child];
    if (text) texts.push(entry[KIND] === "array" || entry[KIND] === "set" ? text : `${name}: ${text}`);
  }
  return texts.join(", ");
}

/** Creates elements for the next children of an open entry, at least up to a given one. */
function fill(number, upTo) {
  const entry = entries[number];
  const list = items.get(number).querySelector(":scope > ul");
  list.querySelector(":scope > .rest")?.remove();
  const made = list.childElementCount;
  const end = Math.min(entry[CHILDREN], Math.max(made + pageSize, upTo + 1));
  for (let child = made; child < end; child += 1) list.append(makeItem(entry[FIRST] + child));
  const rest = entry[PARTS] - end;
  if (rest <= 0) return;
  const line = element("li", "rest");
  if (end < entry[CHILDREN]) {
    const more = element("button", "more", `show ${numbers.format(Math.min(pageSize, entry[CHILDREN] - end))} more`);
    more.addEventListener("click", () => fill(number, 0));
    line.append(more, ` of ${numbers.format(rest)}`);
  } else {
    line.textContent = `… ${numbers.format(rest)} more, not in this page`;
  }
  list.append(line);
}

function isOpen(number) { return items.get(number).getAttribute("aria-expanded") === "true"; }

function toggle(number, open = !isOpen(number)) {
  const item = items.get(number);
  if (!item || !entries[number][CHILDREN] || open === isOpen(number)) return;
  item.setAttribute("aria-expanded", String(open));
  item.querySelector(".caret").textContent = open ? "▾" : "▸";
  let list = item.querySelector(":scope > ul");
  if (open && !list) {
    list = element("ul");
    list.setAttribute("role", "group");
    item.append(list);
    fill(number, 0);
  }
  list.hidden = !open;
}

/** Opens the parents of an entry, and shows it. */
function reveal(number) {
  const way = [];
  for (let at = number; at >= 0; at = parents[at]) way.unshift(at);
  way.forEach((at, level) => {
    if (level === 0) return;
    const parent = way[level - 1];
    toggle(parent, true);
    if (!items.has(at)) fill(parent, at - entries[parent][FIRST]);
  });
  document.querySelector(".row.hit")?.classList.remove("hit");
  const row = items.get(number).querySelector(".row");
  row.classList.add("hit");
  const tree = byId("tree");
  const offset = row.getBoundingClientRect().top - tree.getBoundingClientRect().top;
  tree.scrollTop += offset - tree.clientHeight / 2;
  row.scrollIntoView({ block: "nearest" });
}

byId("tree").append(makeItem(0));
toggle(0, true);
byId("limits").textContent = archive.note;

// The arrow keys move up and down, and open and close entries.
byId("tree").addEventListener("keydown", (event) => {
  const rows = [...byId("tree").querySelectorAll("button.row")].filter((row) => row.offsetParent);
  const at = rows.indexOf(document.activeElement);
  if (at < 0) return;
  const expanded = rows[at].parentElement.getAttribute("aria-expanded") === "true";
  if (event.key === "ArrowDown") rows[at + 1]?.focus();
  else if (event.key === "ArrowUp") rows[at - 1]?.focus();
  else if (event.key === "ArrowRight" && !expanded) rows[at].click();
  else if (event.key === "ArrowLeft" && expanded) rows[at].click();
  else return;
  event.preventDefault();
});

// The search.

function path(number) {
  const names = [];
  for (let at = number; at > 0; at = parents[at]) names.unshift(entries[at][NAME]);
  return names.join(" › ");
}

function search(text) {
  const results = byId("results");
  results.replaceChildren();
  const wanted = text.trim().toLowerCase();
  results.hidden = !wanted;
  byId("found").textContent = "";
  if (!wanted) return;
  let count = 0;
  for (let number = 0; number < entries.length; number += 1) {
    const entry = entries[number];
    const isFound = [NAME, TEXT, CLASS].some((part) => entry[part].toLowerCase().includes(wanted));
    if (!isFound) continue;
    count += 1;
    if (count > pageSize) continue;
    const button = element("button", "", null, element("span", "path", path(number) || archive.title));
    const value = entry[TEXT] || entry[CLASS] || entry[KIND];
    button.append(`  ${value}`);
    button.addEventListener("click", () => reveal(number));
    results.append(element("li", "", null, button));
  }
  byId("found").textContent = count > pageSize
    ? `${numbers.format(pageSize)} of ${numbers.format(count)} found` : `${numbers.format(count)} found`;
  results.hidden = count === 0;
}

let waiting = 0;
byId("search").addEventListener("input", (event) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => search(event.target.value), 120);
});

// The classes or columns: [name, kind, count, bytes].

function share(bytes) {
  const percent = (100 * bytes) / Math.max(archive.byteCount, 1);
  return percent > 0 && percent < 0.1 ? "< 0.1 %" : `${percent.toFixed(1)} %`;
}

byId("parts").classList.toggle("plain", archive.parts.every(([, kind]) => !kind));
for (const [name, kind, count, bytes] of archive.parts) {
  byId("parts").tBodies[0].append(element("tr", "", null,
    element("td", "", name || "(all)"), element("td", "", kind), element("td", "number", numbers.format(count)),
    element("td", "number", numbers.format(bytes)), element("td", "number", share(bytes))));
}
byId("bytes").hidden = archive.parts.length === 0;
document.documentElement.dataset.ready = "true";
