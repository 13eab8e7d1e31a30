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

/** Sets a style property. The page's policy allows only its own script to do that. */
function style(target, values) {
  for (const [name, value] of Object.entries(values)) target.style.setProperty(name, value);
}

function bytesText(count) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let value = count;
  while (value >= 1000 && unit < units.length - 1) { value /= 1000; unit += 1; }
  return `${unit ? value.toFixed(value < 10 ? 2 : 1) : value} ${units[unit]}`;
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

// The map of the bytes. Parts: {name, bytes, count, kind, parts}.

const hues = [214, 158, 32, 272, 350, 190, 96, 318];
let zoom = [archive.bytes];

/** Divides a rectangle into areas in proportion to bytes, as square as possible. */
function squarify(parts, box) {
  const placed = [];
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (!total) return placed;
  const scale = (box.width * box.height) / total;
  let { x, y, width, height } = box;
  let start = 0;
  while (start < parts.length) {
    const side = Math.min(width, height);
    let end = start;
    let sum = 0;
    let worst = Infinity;
    // Adds areas to the row as long as they become squarer.
    while (end < parts.length) {
      const next = sum + parts[end].bytes * scale;
      const largest = parts[start].bytes * scale;
      const smallest = parts[end].bytes * scale;
      const thickness = next / side;
      const shape = Math.max(largest / (thickness * thickness), (thickness * thickness) / smallest);
      if (shape > worst) break;
      worst = shape;
      sum = next;
      end += 1;
    }
    const thickness = sum / side;
    const isWide = width >= height;
    let along = isWide ? y : x;
    for (let at = start; at < end; at += 1) {
      const length = (parts[at].bytes * scale) / thickness;
      placed.push(isWide
        ? { part: parts[at], x, y: along, width: thickness, height: length }
        : { part: parts[at], x: along, y, width: length, height: thickness });
      along += length;
    }
    if (isWide) { x += thickness; width -= thickness; } else { y += thickness; height -= thickness; }
    start = end;
  }
  return placed;
}

/** Returns the parts of a part, and its own bytes, largest first. */
function partsOf(part) {
  const parts = part.parts.filter((child) => child.bytes > 0);
  const own = part.bytes - parts.reduce((sum, child) => sum + child.bytes, 0);
  if (own > 0 && parts.length) parts.push({ name: part.name, bytes: own, count: 0, kind: "", parts: [], isOwn: true });
  return parts.sort((a, b) => b.bytes - a.bytes);
}

/** Whether colours distinguish the parts. If one part has nearly all bytes, colours distinguish its parts instead. */
function isColoured(part, parts) { return parts.length > 1 && parts[0].bytes < 0.9 * part.bytes; }

function showMap() {
  const map = byId("map");
  map.replaceChildren();
  const whole = zoom.at(-1);
  const box = { x: 0, y: 0, width: map.clientWidth, height: map.clientHeight };
  const draw = (part, way, box, hue, depth, index) => {
    const parts = partsOf(part);
    const isRoom = box.width > 60 && box.height > 36;
    if (parts.length && depth < 4 && isRoom) {
      squarify(parts, box).forEach(({ part: child, ...place }, position) => {
        const own = hue ?? (isColoured(part, parts) ? hues[position % hues.length] : null);
        draw(child, child.isOwn ? way : [...way, child], place, own, depth + 1, position);
      });
      return;
    }
    const tile = element("button", part.isOwn ? "tile own" : "tile");
    style(tile, {
      left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`,
      "--hue": hue ?? hues[0], "--shade": `${((index * 5) % 13) - 6}%`,
    });
    const names = way.slice(zoom.length).map((at) => at.name);
    const name = names.join(".") || part.name;
    const last = names.slice(box.width > 150 ? -2 : -1).join(".") || part.name;
    const own = part.isOwn ? " (own)" : "";
    tile.title = `${name}${own}\n${numbers.format(part.bytes)} bytes, ${share(part.bytes)} of the file`;
    tile.dataset.bytes = part.bytes;
    tile.setAttribute("aria-label", tile.title);
    if (box.width > 46 && box.height > 20) tile.append(element("span", "", last + own));
    if (box.width > 46 && box.height > 40) tile.append(element("span", "", bytesText(part.bytes)));
    tile.addEventListener("click", () => {
      // Shows one level at a time.
      if (way.length > zoom.length && way[zoom.length].parts.length) zoomTo(way.slice(0, zoom.length + 1));
    });
    map.append(tile);
  };
  if (whole.bytes > 0) draw(whole, zoom, box, null, 0, 0);

  const body = byId("parts").tBodies[0];
  body.replaceChildren();
  const parts = partsOf(whole);
  byId("parts").classList.toggle("plain", parts.every((part) => !part.kind));
  parts.forEach((part, position) => {
    const swatch = element("span", isColoured(whole, parts) ? "swatch" : "");
    style(swatch, { "--hue": hues[position % hues.length] });
    const canZoom = part.parts.length > 0;
    const name = element(canZoom ? "button" : "span", "", part.isOwn ? `${part.name} (own)` : part.name);
    if (canZoom) name.addEventListener("click", () => zoomTo([...zoom, part]));
    body.append(element("tr", "", null,
      element("td", "", null, swatch, name), element("td", "", part.kind),
      element("td", "number", part.count ? numbers.format(part.count) : ""),
      element("td", "number", numbers.format(part.bytes)), element("td", "number", share(part.bytes))));
  });
  byId("crumbs").replaceChildren(...zoom.flatMap((part, level) => {
    const name = level ? part.name : "whole file";
    if (level === zoom.length - 1) return [element("span", "", `${name}, ${bytesText(part.bytes)}`)];
    const crumb = element("button", "", name);
    crumb.addEventListener("click", () => zoomTo(zoom.slice(0, level + 1)));
    return [crumb, element("span", "", "›")];
  }));
}

function share(bytes) {
  const percent = (100 * bytes) / Math.max(archive.bytes.bytes, 1);
  return percent > 0 && percent < 0.1 ? "< 0.1 %" : `${percent.toFixed(1)} %`;
}

function zoomTo(way) { zoom = way; showMap(); }

new ResizeObserver(showMap).observe(byId("map"));
showMap();
document.documentElement.dataset.ready = "true";
