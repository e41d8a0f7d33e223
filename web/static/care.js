// What the host says to what the table tells about its history: read, or go on without. Knows two buttons.

import { notice, words } from "./draw.js";
import { key, post } from "./taps.js";

export function begin() {
  document.getElementById("noted").addEventListener("click", async (event) => {
    const button = event.target.closest("[data-say]");
    if (!button) return;
    try {
      const answer = await post("/api/notices", { say: button.dataset.say, key: key() });
      if (!answer.ok) notice((await answer.json()).words);
    } catch (lost) {
      notice(words.no_answer);
    }
  });
}
