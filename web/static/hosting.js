// What only the host does: dice, flips and lots by hand, void throws, leaving, the PIN. Knows controls; no rule.

import { notice, words } from "./draw.js";
import { post } from "./taps.js";

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
  if (at("pin-form")) at("pin-form").addEventListener("submit", (event) => { event.preventDefault(); enter(hosted); });
}

async function enter(hosted) {
  try {
    const answer = await post("/api/host", { pin: at("pin").value });
    if (!answer.ok) { notice((await answer.json()).words); return; }
    at("pin-form").remove();
    hosted();
  } catch (lost) {
    notice(words.no_answer);
  }
}
