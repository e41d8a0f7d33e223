// Calibrating, step by step: asks how far it is, shows it over the picture, moves corners. Knows pixels; judges nothing.

import { post } from "./taps.js";

const EVERY_MS = 500;
const IDLE_MS = 2500; // while nothing is being made
const OURS_MS = 10000; // by then the table shows our corners, or somebody else has put others
const SAME = 0.2; // pixels: the table tells corners to a tenth
const NUDGE = 0.01; // of the picture's width, for an arrow key; a fifth of it with Shift
const SVG = "http://www.w3.org/2000/svg";
const at = (id) => document.getElementById(id);
const words = JSON.parse(at("words").textContent);
const corners = Array.from(document.querySelectorAll(".corner"));
let now = JSON.parse(at("now").textContent);
let shown = []; // the corners as this phone shows them, in pixels of the picture
let held = null; // the corner under the finger
let own = 0; // until when the corners put here stand, though the table still shows older ones
let telling = false; // whether corners are on their way
let line = Promise.resolve(); // what is asked waits here, or the older of two could arrive last
let pending = false;

function show(id, yes) { if (at(id)) at(id).hidden = !yes; }
function text(node, said) { if (node.textContent !== said) node.textContent = said; }
function trouble(said) { show("trouble", said !== ""); text(at("trouble"), said); }

function draw() {
  const going = now.going;
  const step = going ? going.step : "";
  show("view", going && going.size);
  if (going && going.size) scene(going);
  else own = 0;
  const order = ["empty", "dice", "done"];
  for (const name of order) at("step-" + name).className = name === step ? "now" : order.indexOf(name) < order.indexOf(step) ? "past" : "";
  show("corner-help", step === "empty" || step === "dice");
  show("begin", !going || step === "done");
  text(at("begin"), going ? words.again : words.begin);
  at("begin").classList.toggle("plain", Boolean(going));
  show("cancel", going);
  show("take", step === "empty" || step === "dice");
  at("take").disabled = pending || ours() || !going || !going.passed;
  show("save", step === "done");
  show("clear", step === "empty" || step === "dice");
  show("lay", step === "dice");
  show("fine", step !== "" && step !== "done" && !ours() && going.passed && going.findings.length === 0);
  if (going) text(at("todo"), going.words);
  findings(going && going.findings ? going.findings : []);
  kept();
}

// Whether the corners shown are newer than what the table has told.
function ours() { return held !== null || telling || Date.now() < own; }

function kept() {
  const has = now.kept !== null;
  show("when", has);
  show("never", !has);
  show("unused", has && !now.used && !now.going);
  show("proof", has && !now.going);
  show("drop", has && !now.going);
  if (!has) return;
  text(at("made"), now.kept.made.slice(0, 16).replace("T", " "));
  const picture = "/calibration.jpg?v=" + encodeURIComponent(now.kept.made);
  if (at("proof-picture").getAttribute("src") !== picture) at("proof-picture").src = picture;
}

// Each sentence once, however many places it is said of; the places are ringed in the picture.
function findings(wrong) {
  const list = at("findings");
  const said = [...new Map(wrong.map((finding) => [finding.words, finding])).values()];
  while (list.children.length > said.length) list.lastElementChild.remove();
  said.forEach((finding, i) => {
    if (!list.children[i]) list.append(document.createElement("li"));
    text(list.children[i], finding.words);
    list.children[i].className = finding.grave ? "" : "slight";
  });
}

function scene(going) {
  const picture = "/camera.jpg?v=" + now.picture;
  if (now.picture && at("live").getAttribute("src") !== picture && at("live").dataset.loading !== "yes") {
    at("live").dataset.loading = "yes";
    at("live").src = picture;
  }
  at("live").style.aspectRatio = going.size.join(" / "); // it has its place before it is there, so nothing moves
  at("over").setAttribute("viewBox", `0 0 ${going.size[0]} ${going.size[1]}`);
  const near = ([x, y]) => going.corners.some((corner) => Math.hypot(corner[0] - x, corner[1] - y) < SAME);
  if (held === null && !telling && shown.every(near)) own = 0;
  if (!ours()) shown = going.corners.map((corner) => [...corner]);
  for (const corner of corners) corner.disabled = going.step === "done";
  area();
  const circles = going.dice.map((die) => [die.x, die.y, 0.75 * die.size, ""]);
  for (const f of going.findings) if (f.x !== null) circles.push([f.x, f.y, going.size[0] / 20, "wrong"]);
  at("marks").replaceChildren(...circles.map(([x, y, r, kind]) => {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r, class: kind })) circle.setAttribute(name, value);
    return circle;
  }));
}
for (const end of ["load", "error"]) at("live").addEventListener(end, () => {
  at("live").dataset.loading = "no";
  if (now.going && now.going.size) area();
});

function area() {
  at("area").setAttribute("points", shown.map((corner) => corner.join(",")).join(" "));
  const [wide, high] = now.going.size;
  const box = at("live").getBoundingClientRect();
  const edge = at("view").getBoundingClientRect();
  corners.forEach((node, i) => {
    node.style.left = box.left - edge.left + shown[i][0] / wide * box.width + "px";
    node.style.top = box.top - edge.top + shown[i][1] / high * box.height + "px";
  });
}

function put(i, x, y) {
  const [wide, high] = now.going.size;
  shown[i] = [Math.min(Math.max(x, 0), wide), Math.min(Math.max(y, 0), high)];
  own = Date.now() + OURS_MS;
  at("take").disabled = true; // what was found to be well was another area
  area();
}

// Tells the table where the corners are: one message at a time, and of those that wait only the newest.
async function tell() {
  if (telling) return;
  telling = true;
  let told = "";
  while (own && held === null && told !== String(shown)) {
    told = String(shown);
    own = Date.now() + OURS_MS;
    const taken = await ask({ do: "corners", corners: shown });
    if (!taken && told === String(shown)) own = 0;
  }
  telling = false;
}

corners.forEach((node, i) => {
  node.addEventListener("pointerdown", (event) => {
    const [wide, high] = now.going.size;
    const box = at("live").getBoundingClientRect();
    node.setPointerCapture(event.pointerId);
    held = { i, dx: shown[i][0] - event.clientX * wide / box.width, dy: shown[i][1] - event.clientY * high / box.height };
  });
  node.addEventListener("pointermove", (event) => {
    if (held === null || held.i !== i) return;
    const [wide, high] = now.going.size;
    const box = at("live").getBoundingClientRect();
    put(i, held.dx + event.clientX * wide / box.width, held.dy + event.clientY * high / box.height);
  });
  for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => {
    if (held === null) return;
    held = null;
    tell();
  });
  node.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const far = now.going.size[0] * (event.shiftKey ? NUDGE / 5 : NUDGE);
    put(i, shown[i][0] + far * way[0], shown[i][1] + far * way[1]);
  });
  node.addEventListener("keyup", (event) => { if (event.key.startsWith("Arrow")) tell(); });
});

function ask(what, address) {
  line = line.then(() => asked(what, address));
  return line;
}

async function asked(what, address = "/api/calibration") {
  trouble("");
  try {
    const answer = await post(address, what);
    if (answer.ok) return true;
    trouble((await answer.json()).words);
  } catch (lost) {
    trouble(words.no_answer);
  }
  return false;
}

function on(id, deed) {
  if (at(id)) at(id).addEventListener("click", async () => {
    pending = true;
    draw();
    await deed();
    pending = false;
    await look();
  });
}
on("begin", () => { own = 0; return ask({ do: "begin" }); });
on("take", () => ask({ do: "take", step: now.going.step }));
on("save", async () => { if (await ask({ do: "save" })) { await look(); text(at("todo"), words.saved); } });
on("cancel", async () => { if (await ask({ do: "cancel" })) text(at("todo"), words.ready); });
on("forget", () => ask({ do: "forget" }));
on("clear", () => ask({ do: "clear" }, "/api/tray"));
on("lay", () => ask({ do: "throw", cup: null }, "/api/tray"));

let looks = 0;
let newest = 0; // of the looks that were answered

async function look() {
  const mine = looks += 1;
  try {
    const answer = await fetch("/api/calibration?lang=" + document.documentElement.lang, { cache: "no-store" });
    if (!answer.ok) return;
    const told = await answer.json();
    if (mine < newest) return;
    newest = mine;
    now = told;
    draw();
  } catch (lost) {
    trouble(words.no_answer);
  }
}

let looked = 0;
setInterval(() => {
  if (document.hidden || (!now.going && Date.now() - looked < IDLE_MS)) return;
  looked = Date.now();
  look();
}, EVERY_MS);
window.addEventListener("resize", () => { if (now.going && now.going.size) area(); });
document.body.classList.add("live");
draw();
