// Joins the parts of the page: what is heard is drawn, what is tapped is sent. Knows the page's controls; no rule.

import { draw, notice, words } from "./draw.js";
import { follow } from "./live.js";
import { tray } from "./demo.js";
import { post, wish } from "./taps.js";

const at = (id) => document.getElementById(id);
const demo = document.body.dataset.demo === "yes";
let state = JSON.parse(at("state").textContent);

function take(news) {
  state = news;
  draw(state);
  if (demo) tray(state);
  look();
}

function refuse(sentence, status) {
  if (status === 403) document.body.dataset.host = "no";
  notice(sentence);
}

const want = (what) => wish(what, state.version, refuse, words.no_answer);

function worry(since) {
  at("health").hidden = since === null;
  document.body.classList.toggle("unheard", since !== null);
  if (since) at("health").textContent = words.old.replace("{time}", since.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" }));
}

let loading = false;
function look() {
  const picture = at("picture");
  const newest = "/camera.jpg?v=" + state.glance.picture;
  if (!state.glance.picture || !at("camera").open || loading || picture.getAttribute("src") === newest) return;
  loading = true;
  picture.src = newest;
  picture.hidden = false;
}
for (const end of ["load", "error"]) at("picture").addEventListener(end, () => { loading = false; look(); });
at("camera").addEventListener("toggle", look);

at("buttons").addEventListener("click", (event) => {
  const button = event.target.closest("[data-button]");
  if (button) want({ do: "press", button: button.dataset.button });
});

at("chips").addEventListener("click", (event) => {
  const chip = event.target.closest(".chip");
  if (chip) want({ do: "write", box: chip.dataset.box, cross: chip.dataset.cross === "yes" });
});

at("start").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const names = Array.from(form.querySelectorAll("[name=side]"), (field) => field.value.trim());
  const sides = names.filter(Boolean);
  const starts = Number(form.elements.first.value);
  const first = names[starts] ? names.slice(0, starts).filter(Boolean).length : 0;
  if (sides.length) want({ do: "start", sides, first });
  else notice(words.wrong_names);
});

at("by-hand").addEventListener("click", (event) => {
  const die = event.target.closest("[data-hand]");
  if (!die) return;
  const face = Number(die.dataset.face) % 6 + 1;
  die.dataset.face = face;
  die.setAttribute("aria-label", face);
  die.querySelector("use").setAttribute("href", "#face-" + face);
});

at("by-hand").addEventListener("submit", (event) => {
  event.preventDefault();
  const dice = Array.from(document.querySelectorAll("[data-hand]"), (die) => Number(die.dataset.face));
  want({ do: "throw", dice, rerolled: Number(at("rerolled").value) });
});

at("flips").addEventListener("click", (event) => {
  const flip = event.target.closest("[data-flip]");
  if (flip) want({ do: "flip", faces: [Number(flip.dataset.flip)] });
});

at("give-up").addEventListener("click", () => want({ do: "give_up" }));

if (at("pin-form")) at("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  try {
    const answer = await post("/api/host", { pin: at("pin").value });
    if (!answer.ok) { notice((await answer.json()).words); return; }
    form.remove();
    document.body.dataset.host = "yes";
    draw(state);
  } catch (lost) {
    notice(words.no_answer);
  }
});

document.body.classList.add("live");
take(state);
follow(take, worry);
