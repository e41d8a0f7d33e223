// Puts a state into the page. Knows the page's places; no rule, no arithmetic, no network. Keep parts.html in step.

const at = (id) => document.getElementById(id);
const text = (node, words) => { if (node.textContent !== String(words)) node.textContent = words; };
const copy = (id) => at(id).content.firstElementChild.cloneNode(true);
const show = (node, yes) => { if (node.hidden === yes) node.hidden = !yes; };
const name = (node, classes) => { if (node.className !== classes) node.className = classes; };

export const words = JSON.parse(at("words").textContent);
const NOTICE_MS = 5000; // long enough to read two lines
const JOY_MS = 3000;
const OWN_KEPT = 3;
const PRESSING = ["refusal", "question"]; // what must be seen wherever one has scrolled
let drawn = null;
let saying = null;
let noticed = 0; // until when a notice of this phone's own stands in the place of the sentence
let own = []; // what was refused to this phone alone, the newest first
let in_sight = true; // whether the sentence can be seen, or was scrolled away

export function draw(s) {
  const p = s.page;
  document.body.dataset.phase = s.match.phase;
  document.body.dataset.on = p.on ? "yes" : "no";
  document.body.dataset.sides = s.sides.length < 3 ? "few" : "many";
  text(at("who"), p.who || "Cacho Alalay");
  text(at("round"), p.round);
  text(at("throw"), p.throw);
  name(at("hand"), p.hand);
  sign(at("hand").firstElementChild, p.hand);
  text(at("hand").children[1], words.signs[p.hand] || "");
  text(at("hand").lastElementChild, p.hand_gloss);
  show(at("simulated"), s.glance.simulated);
  show(at("notices"), p.health !== "");
  text(at("notices"), p.health);
  text(at("calibrated"), p.calibrated);
  show(at("noted"), p.unread || p.unwritten);
  show(at("read"), p.unread);
  show(at("go-on"), p.unwritten);
  if (drawn && p.wins > drawn.page.wins) celebrate();
  name(at("felt"), p.lying);
  list(at("felt"), "slot", p.slots, slot);
  if (!drawn || drawn.page.moment.words !== p.moment.words || Date.now() >= noticed) {
    noticed = 0;
    name(at("moment"), p.moment.kind);
    text(at("moment"), p.moment.words);
    if (drawn && PRESSING.includes(p.moment.kind)) text(at("say"), p.moment.words);
  }
  peek();
  list(at("chips"), "chip", s.turn.choices, (node, choice, i) => chip(node, choice, p.chips[i]));
  list(at("also"), "also-chip", p.also, also);
  show(at("casts"), p.cast);
  list(at("card-list"), "card", s.sides, (node, side, i) => card(node, side, p.marks[i], i, s));
  for (const button of at("buttons").children) {
    text(button, p.buttons[button.dataset.button]);
    name(button, s.glance.buttons[button.dataset.button] === "nothing" ? "idle" : "");
  }
  list(at("flip-list"), "flip", p.flips, flip);
  show(at("flips"), p.flips.length > 0);
  list(at("leave-list"), "leave", p.leaving, leave);
  own = own.filter((line) => p.refused.every((known) => known.words !== line.words));
  list(at("refused-list"), "refused-line", [...own, ...p.refused], refused);
  show(at("refused"), own.length + p.refused.length > 0);
  show(at("leaving"), p.leaving.length > 0);
  show(at("standing"), p.standing);
  text(at("house-words"), p.house);
  if (drawn && drawn.match.phase !== s.match.phase) at("new").open = s.match.phase === "no_match";
  if (saying !== p.say) { if (saying !== null) text(at("say"), p.say); saying = p.say; }
  document.body.dataset.version = s.version;
  drawn = s;
}

// Says something to this phone alone, until the table has something new to say; a refusal unless another kind is named.
export function notice(sentence, kind) {
  noticed = Date.now() + NOTICE_MS;
  setTimeout(() => draw(drawn), NOTICE_MS);
  name(at("moment"), kind || "refusal");
  text(at("moment"), sentence);
  text(at("say"), sentence);
  if (!kind) own = [{ when: "", words: sentence }, ...own.filter((line) => line.words !== sentence)].slice(0, OWN_KEPT);
  peek();
}

// A refusal or a question comes to the thumb while the sentence's own place is scrolled away.
function peek() {
  const kind = at("moment").className;
  show(at("notice"), !in_sight && PRESSING.includes(kind));
  name(at("notice"), kind);
  text(at("notice"), at("moment").textContent);
}

function celebrate() {
  document.body.classList.add("joy");
  setTimeout(() => document.body.classList.remove("joy"), JOY_MS);
}

if (window.IntersectionObserver) {
  new IntersectionObserver((seen) => { in_sight = seen[seen.length - 1].isIntersecting; peek(); }, { rootMargin: "-40px 0px -80px 0px" }).observe(at("moment"));
}

function list(parent, template, items, fill) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  items.forEach((item, i) => {
    if (!parent.children[i]) parent.append(copy(template));
    fill(parent.children[i], item, i);
  });
}

function sign(svg, kind) {
  const known = words.signs[kind] || "";
  svg.setAttribute("aria-label", known);
  svg.toggleAttribute("hidden", !known);
  use(svg, "#sign-" + (kind || "number"));
}

function use(svg, href) {
  const node = svg.firstElementChild;
  if (node.getAttribute("href") !== href) node.setAttribute("href", href);
}

function slot(node, what, i) {
  const pick = node.firstElementChild;
  name(node, "slot " + what.kind + (pick.getAttribute("aria-pressed") === "true" && what.face ? " picked" : ""));
  pick.id = "die-" + i;
  pick.dataset.testid = pick.id;
  pick.dataset.die = i;
  pick.setAttribute("aria-label", what.say);
  use(pick.firstElementChild, what.kind === "cup" ? "#cup" : "#face-" + what.face);
  text(pick.lastElementChild, what.note);
}

function chip(node, choice, said) {
  const button = node.firstElementChild;
  name(button, said.lit ? "chip lit" : "chip");
  button.dataset.testid = "chip-" + choice.box + (choice.sobre ? "-sobre" : "");
  button.dataset.box = choice.box;
  button.dataset.sobre = choice.sobre ? "yes" : "no";
  button.dataset.cross = choice.sign === "cross" ? "yes" : "no";
  button.disabled = document.body.dataset.host !== "yes";
  text(button.children[0].firstElementChild, said.name);
  text(button.children[0].lastElementChild, said.gloss);
  text(button.children[1], choice.sign === "cross" ? "" : choice.points);
  sign(button.children[2], choice.sign);
}

function also(node, what) {
  const button = node.firstElementChild;
  name(button, what.lit ? "chip lit" : "chip");
  button.dataset.testid = "also-" + what.do;
  button.dataset.do = what.do;
  button.disabled = document.body.dataset.host !== "yes";
  text(button, what.words);
}

function flip(node, faces) {
  const button = node.firstElementChild;
  button.dataset.flip = faces.join(" ");
  button.dataset.testid = "flip-" + faces.join("-");
  text(button, faces.map((face) => face + " → " + (7 - face)).join(", "));
}

function refused(node, line) {
  text(node.firstElementChild, line.when);
  text(node.lastElementChild, line.words);
}

function leave(node, side) {
  const button = node.firstElementChild;
  button.dataset.leave = side.index;
  button.dataset.testid = "leave-" + side.index;
  text(button, side.name);
}

function card(node, side, mark, i, s) {
  const before = drawn && drawn.match.id === s.match.id && drawn.sides[i];
  const few = s.sides.length < 3;
  const summary = node.querySelector("summary");
  if (!drawn || !before || drawn.turn.side !== s.turn.side) node.open = few || mark.turn;
  name(node, "card" + (mark.turn ? " turn" : "") + (mark.best ? " best" : ""));
  node.dataset.side = i;
  node.dataset.testid = "card-" + i;
  text(summary.querySelector(".name"), side.name);
  text(summary.querySelector(".mark"), mark.words);
  text(summary.querySelector(".total"), side.total);
  for (const win of node.querySelectorAll(".win")) {
    const alive = mark[win.dataset.win];
    name(win, alive ? "win" : "win gone");
    text(win.lastElementChild, words.alive[alive ? 1 : 0]);
  }
  const small = summary.querySelectorAll(".mini i");
  let grandes = 0;
  node.querySelectorAll(".box").forEach((box, n) => {
    const grande = box.dataset.box === "grande" ? grandes++ : null;
    const of = (boxes) => (grande === null ? boxes[box.dataset.box] : boxes.grande[grande]);
    const entry = of(side.boxes);
    name(small[n], entry ? entry.sign : "open");
    const value = box.querySelector(".value");
    text(value.firstElementChild, entry && entry.sign !== "cross" ? entry.points : "");
    sign(value.children[1], entry ? entry.sign : "");
    value.lastElementChild.toggleAttribute("hidden", !(entry && entry.corrected));
    show(box.querySelector(".tell"), Boolean(entry));
    name(box, entry && before && !of(before.boxes) ? "box fresh" : entry && before && box.className === "box fresh" ? "box fresh" : "box");
  });
}
