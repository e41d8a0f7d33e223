// What only the host does: dice, flips and lots by hand, void throws, leaving, the PIN. Knows controls; no rule.

import { notice, words } from "./draw.js";
import { post } from "./taps.js";

const AGAIN_MS = 700;
const SURE_MS = 4000;
const at = (id) => document.getElementById(id);
const faces = (kind) => Array.from(document.querySelectorAll(`[data-${kind}]`), (die) => Number(die.dataset.face));

// A tap shows the next face; where a place may stay empty, it is empty after the six.
function step(event, kind, lowest) {
  const die = event.target.closest(`[data-${kind}]`);
  if (!die) return;
  const face = die.dataset.face === "6" ? lowest : Number(die.dataset.face) + 1;
  die.dataset.face = face;
  die.setAttribute("aria-label", face || words.empty);
  die.querySelector("use").setAttribute("href", "#face-" + face);
}

export function begin(want, hosted) {
  const on = (id, kind, wish) => at(id).addEventListener("click", (event) => {
    const button = event.target.closest(`[data-${kind}]`);
    if (button) want(wish(button.dataset[kind]));
  });
  on("flip-list", "flip", (turned) => ({ do: "flip", faces: turned.split(" ").map(Number) }));
  on("leave-list", "leave", (side) => ({ do: "concede", side: Number(side) }));
  on("casts", "cast", (face) => ({ do: "cast", face: Number(face) }));
  on("also", "do", (what) => ({ do: what }));
  at("by-hand").addEventListener("click", (event) => step(event, "hand", 1));
  at("by-hand").addEventListener("submit", (event) => {
    event.preventDefault();
    want({ do: "throw", dice: faces("hand"), rerolled: Number(at("rerolled").value) });
  });
  at("void").addEventListener("click", (event) => step(event, "stand", 0));
  at("void").addEventListener("submit", (event) => {
    event.preventDefault();
    const standing = at("standing").hidden ? [] : faces("stand").filter(Boolean);
    want({ do: "void", why: at("void-why").value, rerolled: Number(at("void-count").value), standing });
  });
  at("give-up").addEventListener("click", () => want({ do: "give_up" }));
  if (at("entry")) entry(hosted);
}

// How a phone gets the host's right, hands it on and gives it up; at a table where everybody has it there is no such part.
function entry(hosted) {
  at("pin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await ask({ pin: at("pin").value })) { at("pin").value = ""; hosted(true); }
  });
  at("plea").addEventListener("click", async () => {
    const plea = await ask({ plea: true });
    if (!plea) return;
    notice(plea.words, "plain");
    let answer = plea;
    while (answer && answer.number) {
      await new Promise((later) => setTimeout(later, AGAIN_MS));
      answer = await ask({ claim: plea.claim });
    }
    if (answer) hosted(true);
  });
  at("revoke").addEventListener("click", (event) => { if (sure(event.target)) ask({ revoke: true }); });
  at("leave-host").addEventListener("click", async () => { if (await ask({ leave: true })) hosted(false); });
}

// What cannot be undone is tapped twice: the first tap says so on the button itself, for a few seconds.
function sure(button) {
  if (button.dataset.plain) return true;
  button.dataset.plain = button.textContent;
  button.textContent = words.tap_again.replace("{what}", button.textContent);
  setTimeout(() => { button.textContent = button.dataset.plain; delete button.dataset.plain; }, SURE_MS);
  return false;
}

// What the table says to a wish about the host's right: an object, empty for a plain yes, or null after saying why not.
async function ask(what) {
  try {
    const answer = await post("/api/host", what);
    const said = answer.status === 204 ? {} : await answer.json();
    const number = answer.headers.get("X-Cacho-Phone");
    if (number) at("own").textContent = at("own").dataset.words.replace("{number}", number);
    if (number) at("own").hidden = false;
    if (answer.ok) return said;
    notice(said.words);
  } catch (lost) {
    notice(words.no_answer);
  }
  return null;
}
