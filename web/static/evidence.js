// How a box came about: asks the table, shows the plays, and lets the host put another in a play's place. No rule.

const at = (id) => document.getElementById(id);
const panel = at("evidence");
let shown = null; // the address and what it told
let opener = null;
let pending = null; // a correction that would break later plays and waits for the host's word

export function begin(correct) {
  at("card-list").addEventListener("click", (event) => {
    const tell = event.target.closest(".tell");
    if (!tell) return;
    const box = tell.closest(".box");
    const which = [...box.parentElement.children].indexOf(box);
    const name = box.dataset.box;
    look(`/api/turn/${tell.closest(".card").dataset.side}/${name}/${name === "grande" ? which : 0}`, tell);
  });
  at("amend-now").addEventListener("click", () => look("/api/turn", at("amend-now")));
  at("evidence-close").addEventListener("click", close);
  at("plays").addEventListener("click", (event) => {
    const amend = event.target.closest(".amend");
    if (amend) { const form = amend.nextElementSibling; form.hidden = !form.hidden; }
    const die = event.target.closest(".pick");
    if (die) face(die, Number(die.dataset.face) % 6 + 1);
  });
  at("plays").addEventListener("submit", (event) => {
    event.preventDefault();
    const item = event.target.closest("li");
    send({ do: "correct", at: Number(item.dataset.number), plays: lines(item), anyway: false });
  });
  at("anyway").addEventListener("click", () => send({ ...pending, anyway: true }));

  async function send(what) {
    const answer = await correct(what);
    pending = answer.code === "breaks_later" ? what : null;
    at("breaks").hidden = pending === null;
    at("breaks-words").textContent = pending ? answer.words : "";
    if (pending) at("anyway").focus();
    else if (answer.ok) close();
  }
}

async function look(address, from) {
  const answer = await fetch(address + "?lang=" + document.documentElement.lang);
  if (!answer.ok) return;
  shown = await answer.json();
  opener = from;
  pending = null;
  at("breaks").hidden = true;
  at("evidence-title").textContent = shown.title;
  at("evidence-photo").hidden = !shown.photo;
  if (shown.photo) at("evidence-photo").src = shown.photo;
  at("plays").replaceChildren(...shown.plays.map(play));
  at("before").replaceChildren(...shown.before.map(line));
  panel.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
  panel.focus();
}

function close() {
  panel.hidden = true;
  if (opener && opener.isConnected) opener.focus();
}

function line(words) {
  const item = document.createElement("li");
  item.textContent = words;
  return item;
}

function play(what) {
  const item = at("play").content.firstElementChild.cloneNode(true);
  const find = (name) => item.querySelector(name);
  item.dataset.number = what.number;
  item.dataset.play = what.kind;
  find(".words").textContent = what.words;
  find(".by").textContent = what.by;
  find(".shot").hidden = !what.photo;
  if (what.photo) find(".shot").href = what.photo;
  find(".amend").hidden = what.kind === "other";
  find(".amend").dataset.testid = "amend-" + what.number;
  for (const part of item.querySelectorAll("[data-kind]")) {
    part.hidden = !(part.dataset.kind === what.kind || (part.dataset.kind === "flipped" && what.kind === "written"));
  }
  if (what.kind === "thrown") {
    item.querySelectorAll(".pick").forEach((die, n) => face(die, what.dice[n]));
    find(".count").value = what.rerolled;
  }
  if (what.kind === "flipped") item.querySelectorAll(".turn").forEach((turn, n) => { turn.value = what.faces[n] || ""; });
  if (what.kind === "written") {
    find(".into").append(...shown.boxes.map((box) => new Option(box.name, box.box)));
    find(".into").value = what.box;
    find(".cross").checked = what.sign === "cross";
    item.dataset.sobre = what.sobre ? " sobre" : "";
  }
  return item;
}

function face(die, shows) {
  die.dataset.face = shows;
  die.setAttribute("aria-label", shows);
  die.querySelector("use").setAttribute("href", "#face-" + shows);
}

// The plays that come in the place of this one, as lines of a match; the points are the table's to say.
function lines(item) {
  const turns = Array.from(item.querySelectorAll(".turn"), (turn) => turn.value).filter(Boolean);
  const flips = turns.length ? ["flip " + turns.map((was) => was + ">" + (7 - was)).join(" ")] : [];
  if (item.dataset.play === "flipped") return flips;
  if (item.dataset.play === "written") {
    const sign = item.querySelector(".cross").checked ? "cross" : "number";
    return [...flips, `write ${item.querySelector(".into").value} 0 ${sign}${item.dataset.sobre}`];
  }
  const dice = Array.from(item.querySelectorAll(".pick"), (die) => die.dataset.face);
  const count = item.querySelector(".count").value;
  const won = shown.dormida && count === "5" && new Set(dice).size === 1;
  return [dice.join(" ") + (count === "5" ? " mano" : " huevo " + count), ...(won ? ["won dormida"] : [])];
}
