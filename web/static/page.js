// Joins the parts of the page: what is heard is drawn, what is tapped is sent. Knows the page's controls; no rule.

import { draw, notice, words } from "./draw.js";
import { feel } from "./feel.js";
import { follow } from "./live.js";
import { tray } from "./demo.js";
import * as care from "./care.js";
import * as evidence from "./evidence.js";
import * as hosting from "./hosting.js";
import * as setup from "./setup.js";
import { wish } from "./taps.js";

const at = (id) => document.getElementById(id);
const demo = document.body.dataset.demo === "yes";
let state = JSON.parse(at("state").textContent);

function take(news) {
  state = news;
  draw(state);
  setup.ready(state);
  feel(state);
  if (demo) tray(state);
  look();
}

function refuse(sentence, status) {
  if (status === 403) document.body.dataset.host = "no";
  notice(sentence);
}

async function want(what) {
  const answer = await wish(what, state.version, words.no_answer);
  if (!answer.ok) refuse(answer.words, answer.status);
  return answer;
}

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
  if (chip) want({ do: "write", box: chip.dataset.box, cross: chip.dataset.cross === "yes", sobre: chip.dataset.sobre === "yes" });
});

care.begin();
setup.begin(want);
evidence.begin(want);
hosting.begin(want, (is) => { document.body.dataset.host = is ? "yes" : "no"; draw(state); });

document.body.classList.add("live");
take(state);
follow(take, worry);
