"use strict";
// Draws what /debug/status says once, and what /events says each second. Text is set as text alone:
// nothing that a peer or a path is called becomes markup.

const byId = (id) => document.getElementById(id);
const svgSpace = "http://www.w3.org/2000/svg";
let history = [];
// Seconds that the chart goes back; nothing is all of them.
let range = Infinity;

function node(name, attributes = {}, ...children) {
  const isDrawing = ["svg", "path", "line", "circle", "text", "g", "title"].includes(name);
  const made = isDrawing ? document.createElementNS(svgSpace, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function bytes(count) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) { count /= 1000; unit += 1; }
  return `${count.toFixed(unit === 0 || count >= 100 ? 0 : 1)} ${units[unit]}`;
}

function percent(share) { return share === null ? "–" : `${(share * 100).toFixed(1)} %`; }

function span(seconds) {
  const s = Math.floor(seconds);
  const pad = (n) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const rest = `${pad(Math.floor((s % 3600) / 60))}:${pad(s % 60)}`;
  return h > 0 ? `${h}:${rest}` : rest;
}

function words(name) {
  return name.replaceAll("-", " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

function tile(value, label, kind = "") {
  return node("div", { class: `tile ${kind}` }, node("b", {}, value), node("span", {}, label));
}

function bars(rows, empty) {
  const most = Math.max(...rows.map((row) => row[1]), 0);
  if (most === 0) return node("p", { class: "none" }, empty);
  const list = node("dl", { class: "bars" });
  for (const [name, count, kind] of rows) {
    list.append(
      node("dt", {}, name),
      node("progress", { class: kind, max: most, value: count, "aria-label": name }),
      node("dd", {}, bytes(count)));
  }
  return list;
}

// The share of peers in what came between two points, and at best.
function shares() {
  const points = [];
  const begin = (history[history.length - 1]?.[0] ?? 0) - range;
  for (let i = 1; i < history.length; i += 1) {
    const [t, peer, cdn, bound] = history[i];
    if (t < begin) continue;
    // Over half a minute or so: segments come in bursts, and a share of one burst says nothing.
    let from = i - 1;
    while (from > 0 && t - history[from][0] < 30) from -= 1;
    const gained = peer - history[from][1];
    const all = gained + cdn - history[from][2];
    points.push({ t, share: all > 0 ? gained / all : null, bound });
  }
  return points;
}

function path(points, x, y, value) {
  let drawn = "";
  let isDown = false;
  for (const point of points) {
    const v = value(point);
    if (v === null) { isDown = false; continue; }
    drawn += `${isDown ? "L" : "M"}${x(point.t).toFixed(1)} ${y(v).toFixed(1)}`;
    isDown = true;
  }
  return drawn;
}

function chart() {
  const points = shares();
  const seen = points.filter((point) => point.share !== null);
  if (seen.length < 2) return node("p", { class: "none" }, "No bytes yet: it begins with the first viewers.");
  const box = byId("chart");
  const width = Math.max(box.clientWidth, 280);
  const height = box.ownerDocument.defaultView.innerWidth < 736 ? 170 : 220;
  const [left, right, top, bottom] = [42, 8, 8, 24];
  const [first, last] = [points[0].t, Math.max(points[points.length - 1].t, points[0].t + 1)];
  const x = (t) => left + ((t - first) / (last - first)) * (width - left - right);
  const y = (share) => top + (1 - share) * (height - top - bottom);
  const drawing = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  const now = seen[seen.length - 1];
  drawing.append(node("title", {}, `Offload ${percent(now.share)} now, at best ${percent(now.bound)}`));
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    drawing.append(
      node("line", { class: "grid", x1: left, x2: width - right, y1: y(share), y2: y(share) }),
      node("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100} %`));
  }
  for (const part of [0, 0.5, 1]) {
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    const t = first + part * (last - first);
    drawing.append(node("text", { x: x(t), y: height - 6, "text-anchor": anchor }, span(t)));
  }
  const line = path(seen, x, y, (point) => point.share);
  drawing.append(
    node("path", { class: "area", d: `${line}L${x(now.t)} ${y(0)}L${x(seen[0].t)} ${y(0)}Z` }),
    node("path", { class: "limit", d: path(points, x, y, (point) => point.bound) }),
    node("path", { class: "line", d: line }));
  return drawing;
}

function timeline(peer, first, last) {
  const at = (t) => 4 + ((Math.min(Math.max(t, first), last) - first) / Math.max(last - first, 1)) * 92;
  // In percent of its own width, so that dots stay round.
  const drawing = node("svg", { role: "img" });
  drawing.append(node("line", { class: "rail", x1: "4%", x2: "96%", y1: 8, y2: 8 }));
  if (peer.positionSeconds === null) return drawing;
  const head = at(peer.positionSeconds);
  const label = `at ${span(peer.positionSeconds)}`
    + (peer.bufferSeconds === null ? "" : `, ${peer.bufferSeconds.toFixed(0)} s of buffer`);
  drawing.append(node("title", {}, label));
  if (peer.bufferSeconds) {
    const end = at(peer.positionSeconds + peer.bufferSeconds);
    drawing.append(node("line", { class: "buffer", x1: `${head}%`, x2: `${end}%`, y1: 8, y2: 8 }));
  }
  drawing.append(node("circle", { class: "head", cx: `${head}%`, cy: 8, r: 5.5 }));
  return drawing;
}

function swarm(shown) {
  const known = shown.peers.filter((peer) => peer.positionSeconds !== null);
  const first = Math.min(...known.map((peer) => peer.positionSeconds));
  const last = Math.max(...known.map((peer) => peer.positionSeconds + (peer.bufferSeconds ?? 0)));
  const rows = shown.peers.map((peer) => {
    const kind = peer.isSelf ? "self" : peer.isEdge ? "edge" : "";
    const role = peer.isEdge ? "edge" : peer.uploads ? "" : "takes only";
    return node("tr", { class: kind },
      node("td", {}, ...(peer.isSelf ? [node("span", { class: "tag" }, "this node")]
        : [node("code", {}, peer.id.slice(0, 8)), " ", node("span", { class: "tag" }, role)])),
      ...(peer.network !== "" ? [node("td", { class: "network" }, peer.network)] : []),
      node("td", {}, peer.positionSeconds === null ? "–" : span(peer.positionSeconds)),
      node("td", { class: "time" }, timeline(peer, first, last)));
  });
  const hasNetworks = shown.peers.some((peer) => peer.network !== "");
  const head = node("tr", {},
    node("th", { scope: "col" }, "peer"),
    ...(hasNetworks ? [node("th", { scope: "col", class: "network" }, "network")] : []),
    node("th", { scope: "col" }, "at"),
    node("th", { scope: "col", class: "time" }, known.length > 0 ? `${span(first)} to ${span(last)}` : "position"));
  const more = shown.members - shown.peers.length;
  const facts = [`${shown.members} ${shown.members === 1 ? "member" : "members"}`];
  if (shown.edges > 0) facts.push(`${shown.edges} edge`);
  if (more > 0) facts.push(`${more} not shown`);
  const box = node("div", { class: "swarm" },
    node("div", {}, node("h3", {}, shown.id), facts.join(", ")));
  if (rows.length > 0) {
    box.append(node("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Peers of swarm ${shown.id}` },
      node("table", {}, node("thead", {}, head), node("tbody", {}, ...rows))));
  }
  return box;
}

function facts(rows) {
  const list = node("dl", { class: "facts-list" });
  for (const [name, value, isAlarm] of rows) {
    list.append(node("dt", {}, name), node("dd", isAlarm ? { class: "alarm" } : {}, String(value)));
  }
  return list;
}

function trust(shown, isTracker) {
  // A tracker sees no bytes, and a node does not sum up what others say.
  const box = node("div", {}, facts([
    ...(isTracker ? [
      ["attested segments", shown.attestations],
      ["taken back", shown.revocations, shown.revocations > 0],
      ["complaints about peers", shown.complaints],
    ] : [["wrong bytes refused", bytes(shown.wrongBytes), shown.wrongBytes > 0]]),
    ["disputes with the CDN", shown.disputes, shown.disputes > 0],
    ["banned peers", shown.bannedCount, shown.bannedCount > 0],
    ...Object.entries(shown.refused).map(([name, count]) => [`refused: ${words(name)}`, count]),
  ]));
  if (shown.banned.length > 0) {
    box.append(node("ul", { class: "banned", "aria-label": "Banned peers" },
      ...shown.banned.slice(0, 24).map((id) => node("li", {}, node("code", {}, id.slice(0, 8))))));
  }
  return box;
}

function health(shown) {
  const list = node("dl", { class: "checks" });
  for (const check of shown.checks) {
    list.append(node("dt", {}, check.name),
      node("dd", { class: check.state }, check.note ? `${check.state}: ${check.note}` : check.state));
  }
  return list;
}

function put(id, ...children) {
  const place = byId(id);
  // What the keyboard is at stays where it is.
  const region = document.activeElement?.getAttribute("aria-label");
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(...children);
  if (hadFocus && region) {
    [...place.querySelectorAll("[tabindex]")].find((e) => e.getAttribute("aria-label") === region)?.focus();
  }
}

function state(word, text = word) {
  const badge = byId("state");
  badge.className = `badge ${word}`;
  if (badge.textContent !== text) badge.textContent = text;
}

function show(status) {
  const traffic = status.traffic;
  byId("service").textContent = status.service;
  const best = status.service === "tracker" ? "at best" : "the swarm's mean at best";
  byId("bound").textContent = best;
  document.title = `Shoal ${status.service}: ${status.health.state}`;
  state(status.health.state);
  const use = status.process;
  byId("facts").textContent = `up ${span(use.uptimeSeconds)} · ${bytes(use.residentBytes)} · `
    + `${use.openDescriptors} of ${use.descriptorLimit} descriptors`;
  const peers = status.swarms.reduce((sum, s) => sum + s.members, 0);
  put("tiles",
    tile(percent(traffic.offload), `offload; ${best} ${percent(traffic.bound)}`, "peer"),
    tile(String(peers), peers === 1 ? "peer" : "peers"),
    tile(String(status.swarmCount), status.swarmCount === 1 ? "swarm" : "swarms"),
    tile(bytes(traffic.cdnBytes), "from the CDN"),
    tile(String(status.trust.bannedCount), "banned", status.trust.bannedCount > 0 ? "bad" : ""));
  put("chart", chart());
  const isNode = status.service === "node";
  put("sources", bars([
    ["peers", traffic.peerBytes, "peer"], ["CDN", traffic.cdnBytes, "cdn"],
    ...(isNode ? [["store", traffic.storeBytes, "store"]] : []),
    ["uploaded", traffic.uploadedBytes, "peer"],
    ...(isNode ? [["of no use", traffic.wastedBytes, "wasted"]] : []),
  ], "No bytes yet."));
  const reasons = Object.entries(traffic.cdnBytesByReason).sort((a, b) => b[1] - a[1]);
  put("reasons", bars(reasons.map(([name, count]) => [words(name), count, "cdn"]),
    status.service === "tracker" ? "Nodes know the reasons; clients tell a tracker sums alone." : "No bytes yet."));
  put("swarms", ...(status.swarms.length > 0 ? status.swarms.map(swarm)
    : [node("p", { class: "none" }, "Nobody is here.")]));
  put("trust", trust(status.trust, status.service === "tracker"));
  put("health", health(status.health));
}

let interval = 1;
function append(point) {
  const last = history[history.length - 1];
  if (!point || (last && point[0] < last[0] + interval)) return;
  history.push(point);
  if (history.length <= 960) return;
  interval *= 2;
  history = history.filter((_, index) => index % 2 === 0);
}

async function start() {
  try {
    const status = await (await fetch("/debug/status", { cache: "no-store" })).json();
    history = status.history ?? [];
    interval = status.historyIntervalSeconds ?? 1;
    if (status.traffic) show(status);
  } catch {
    state("lost", "no answer");
  }
  const feed = new EventSource("/events");
  feed.addEventListener("message", (event) => {
    const status = JSON.parse(event.data);
    append(status.last[0]);
    show(status);
  });
  feed.addEventListener("error", () => state("lost", "no answer"));
}

byId("range").addEventListener("change", (event) => {
  range = event.target.value === "all" ? Infinity : Number(event.target.value);
  put("chart", chart());
});
window.addEventListener("resize", () => put("chart", chart()));
start();
