// Hears the table: a live stream, else polling, and says when the news is old. Knows time and the network; no game.

const WORRY_MS = 12000; // the table says something every 4 s; three missed is no accident
const POLL_MS = 3000;
const ASK_AGAIN_MS = 15000; // how long to poll before asking for a stream again

export function follow(take, worry) {
  const language = "?lang=" + document.documentElement.lang;
  let source = null;
  let heard = Date.now();
  let polled = 0;
  let refused = 0;
  let count = 0; // messages from streams; an answer to an older poll must not overwrite a newer message
  let worried = false;

  function news(state) {
    heard = Date.now();
    if (worried) { worried = false; worry(null); }
    if (state) take(state);
  }

  function open() {
    if (source) source.close();
    source = null;
    if (!window.EventSource) return;
    source = new EventSource("/api/live" + language);
    source.onmessage = (event) => { count += 1; news(JSON.parse(event.data)); };
    source.addEventListener("beat", () => news(null));
    source.onerror = () => {
      if (source && source.readyState === 2) { source = null; refused = Date.now(); poll(); }
    };
  }

  async function poll() {
    polled = Date.now();
    const before = count;
    try {
      const answer = await fetch("/api/state" + language, { cache: "no-cache" });
      if (answer.ok) { const state = await answer.json(); news(count === before ? state : null); }
    } catch (lost) { /* the worry below says it */ }
  }

  function again() { open(); poll(); }

  setInterval(() => {
    const now = Date.now();
    if (now - heard > WORRY_MS && !worried) { worried = true; worry(new Date(heard)); again(); }
    const silent = source === null || worried;
    if (silent && !document.hidden && now - polled >= POLL_MS) poll();
    if (source === null && now - refused > ASK_AGAIN_MS) { refused = now; open(); }
  }, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  window.addEventListener("online", again);
  open();
}
