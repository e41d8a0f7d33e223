// The simulated tray's controls: which dice go into the cup, throw, turn one. They move painted dice and nothing else.

import { notice, words } from "./draw.js";
import { post } from "./taps.js";

const felt = document.getElementById("felt");
const toss = document.getElementById("toss");
const turn = document.getElementById("turn-die");
const picked = new Set();
let seen = [];
let may_toss = false;
let ready = false; // a throw that begins before the tray lies still could not be told from dice that were there

export function tray(s) {
  if (s.glance.seen.length !== seen.length || s.page.lying === "old") picked.clear();
  seen = s.glance.seen;
  ready = s.page.tray;
  may_toss = s.page.toss;
  mark();
}

function mark() {
  for (const slot of felt.children) {
    const pick = slot.firstElementChild;
    const on = picked.has(Number(pick.dataset.die));
    pick.setAttribute("aria-pressed", on ? "true" : "false");
    slot.classList.toggle("picked", on);
    pick.disabled = Number(pick.dataset.die) >= seen.length;
  }
  toss.textContent = picked.size ? words.throw_some.replace("{count}", picked.size) : words.throw_all;
  toss.disabled = !may_toss;
  turn.disabled = !ready || picked.size === 0;
}

async function command(what) {
  try {
    const answer = await post("/api/tray", what);
    if (!answer.ok) notice((await answer.json()).words);
  } catch (lost) {
    notice(words.no_answer);
  }
}

const places = () => Array.from(picked, (n) => [seen[n].x, seen[n].y]);

if (toss) {
  felt.addEventListener("click", (event) => {
    const pick = event.target.closest(".pick");
    const die = pick ? Number(pick.dataset.die) : seen.length;
    if (die >= seen.length) return;
    if (!picked.delete(die)) picked.add(die);
    mark();
  });
  toss.addEventListener("click", () => {
    command({ do: "throw", cup: picked.size && picked.size < seen.length ? places() : null });
    picked.clear();
    mark();
  });
  turn.addEventListener("click", async () => {
    const turning = places();
    picked.clear();
    mark();
    for (const die of turning) await command({ do: "turn", die });
  });
}
