// The page of backups: make one, put one back after a second tap. Knows its controls; not what a backup is.

import { key, post } from "./taps.js";

const at = (id) => document.getElementById(id);
const words = JSON.parse(at("words").textContent);

async function ask(what) {
  try {
    const answer = await post("/api/backups", what);
    const said = await answer.json();
    if (!answer.ok) at("answer").textContent = said.words;
    return answer.ok;
  } catch (lost) {
    at("answer").textContent = words.no_answer;
    return false;
  }
}

if (at("make")) at("make").addEventListener("click", async () => { if (await ask({ make: true })) location.reload(); });

for (const button of document.querySelectorAll("[data-restore]")) {
  button.addEventListener("click", async () => {
    if (!button.classList.contains("sure")) {
      button.classList.add("sure");
      button.textContent = words.sure;
      return;
    }
    button.disabled = true;
    if (await ask({ restore: button.dataset.restore, key: key() })) at("answer").textContent = words.done;
    button.hidden = true;
  });
}

document.body.classList.add("live");
