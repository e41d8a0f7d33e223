// Sends what a person wants to the table. Knows keys, versions and retries; not what a wish means.

const RETRIES_MS = [400, 1200, 2500]; // a lost answer is asked for again with the same key, so it counts once

export function key() {
  const bytes = new Uint32Array(4);
  crypto.getRandomValues(bytes); // randomUUID is refused to pages without https
  return Array.from(bytes, (n) => n.toString(36)).join("-");
}

export async function post(address, body) {
  const whole = JSON.stringify(body);
  for (let n = 0; ; n += 1) {
    try {
      const headers = { "Content-Type": "application/json", "X-Cacho": "1" };
      return await fetch(address + "?lang=" + document.documentElement.lang, { method: "POST", headers, body: whole });
    } catch (lost) {
      if (n === RETRIES_MS.length) throw lost;
      await new Promise((later) => setTimeout(later, RETRIES_MS[n]));
    }
  }
}

// What the table answered: `ok`, or a code and words why not.
export async function wish(what, version, silent) {
  try {
    const answer = await post("/api/wish", { wish: what, version, key: key() });
    return { ok: answer.ok, status: answer.status, ...await answer.json() };
  } catch (lost) {
    return { ok: false, status: 0, words: silent };
  }
}
