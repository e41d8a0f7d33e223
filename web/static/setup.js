// The form of a new match: the order of the sides, who starts, the house and its options. Knows fields; no rule.

import { notice, words } from "./draw.js";

const at = (id) => document.getElementById(id);
const known = JSON.parse(at("setup").textContent);
const form = at("start");
const names = Array.from(form.querySelectorAll("[name=side]"));
const options = Array.from(form.querySelectorAll("[data-option]"));
let on = document.body.dataset.on === "yes";

// After a match the form stands ready for the next one with the same sides.
export function ready(s) {
  if (on && !s.page.on && s.sides.length) {
    names.forEach((field, n) => { field.value = s.sides[n] ? s.sides[n].name : ""; });
    form.elements.first.value = "loser";
  }
  on = s.page.on;
  at("loser").hidden = s.sides.length === 0;
}

export function begin(want) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const all = names.map((field) => field.value.trim());
    const sides = all.filter(Boolean);
    if (sides.length) want({ do: "start", sides, first: first(all), house: house() });
    else notice(words.wrong_names);
  });
}

function first(all) {
  const chosen = form.elements.first.value;
  if (chosen === "throw" || chosen === "loser") return chosen;
  return all[Number(chosen)] ? all.slice(0, Number(chosen)).filter(Boolean).length : 0;
}

function house() {
  const name = at("house").value;
  const own = options.filter((option) => option.dataset.value !== known.houses[name][option.dataset.option]);
  return Object.assign({ name }, ...own.map((option) => ({ [option.dataset.option]: option.dataset.value })));
}

function say(option, value) {
  option.dataset.value = value;
  option.textContent = known.meanings[option.dataset.option][value];
  option.className = value === known.houses[at("house").value][option.dataset.option] ? "" : "changed";
}

at("house").addEventListener("change", () => {
  for (const option of options) say(option, known.houses[at("house").value][option.dataset.option]);
});

at("options").addEventListener("click", (event) => {
  const option = event.target.closest("[data-option]");
  if (!option) return;
  const values = Object.keys(known.meanings[option.dataset.option]);
  say(option, values[(values.indexOf(option.dataset.value) + 1) % values.length]);
});

form.addEventListener("click", (event) => {
  const up = event.target.closest("[data-up]");
  if (!up) return;
  const n = Number(up.dataset.up);
  [names[n - 1].value, names[n].value] = [names[n].value, names[n - 1].value];
  const starts = form.elements.first.value;
  if (starts === String(n)) form.elements.first.value = String(n - 1);
  else if (starts === String(n - 1)) form.elements.first.value = String(n);
  if (n > 1) form.querySelector(`[data-up="${n - 1}"]`).focus();
});
