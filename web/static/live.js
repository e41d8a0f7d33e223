// Hears the table: a live stream, else polling, and says when the news is old. Knows time and the network; no game.
// A browser opens only six connections to a table: of several tabs one holds the stream and tells the others.

const WORRY_MS = 12000; // the table says something every 4 s; three missed is no accident
const SILENT_MS = 6000; // a page that wakes after so long shows an old score, and says so until it has the new one
const POLL_MS = 2500; // with the round of half a second below: the right score within 3 s without any stream
const ROUND_MS = 500;
const ASK_AGAIN_MS = 15000; // how long to poll before asking for a stream again
const LENT_MS = 9000; // how long another tab's silence is borne; it passes on what the table says every 4 s
const AT_ONCE_MS = 1000; // tabs that took the stream within so short a time: the one with the higher number keeps it

// What tabs of one browser say to each other; where nothing may be stored Firefox forbids that too, and each tab is alone.
function channel(name) {
  try {
    return new BroadcastChannel(name);
  } catch (refused) {
    return { postMessage() {} };
  }
}

export function follow(take, worry) {
  const spoken = document.documentElement.lang;
  const language = "?lang=" + spoken;
  const tabs = channel("cacho-" + spoken);
  const me = Math.random();
  let source = null;
  let opened = 0;
  let lent = 0; // when another tab last passed something on
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

  function doubt() {
    if (!worried) { worried = true; worry(new Date(heard)); }
  }

  function close() {
    if (source) source.close();
    source = null;
  }

  function open() {
    close();
    if (!window.EventSource) return;
    tabs.postMessage({ takes: me });
    opened = Date.now();
    source = new EventSource("/api/live" + language);
    source.onmessage = (event) => { count += 1; tabs.postMessage({ state: event.data, from: me }); news(JSON.parse(event.data)); };
    source.addEventListener("beat", () => { tabs.postMessage({ state: null, from: me }); news(null); });
    source.onerror = () => {
      if (source && source.readyState === 2) { source = null; refused = Date.now(); }
      if (Date.now() - polled >= POLL_MS) poll();
    };
  }

  tabs.onmessage = ({ data }) => {
    if (data.takes !== undefined) {
      if (source && Date.now() - opened < AT_ONCE_MS && me > data.takes) return;
      close();
      lent = Date.now();
    } else if (data.leaves) {
      lent = refused = 0;
    } else if (source === null || data.from > me) { // of two that hold one, as on a slow phone, one goes on
      close();
      lent = Date.now();
      count += 1;
      news(data.state === null ? null : JSON.parse(data.state));
    }
  };

  async function poll() {
    polled = Date.now();
    const before = count;
    try {
      const answer = await fetch("/api/state" + language, { cache: "no-cache" });
      if (answer.ok) { const state = await answer.json(); news(count === before ? state : null); }
    } catch (lost) { doubt(); }
  }

  function again() {
    if (Date.now() - heard > SILENT_MS) doubt();
    open();
    poll();
  }

  setInterval(() => {
    const now = Date.now();
    if (now - heard > WORRY_MS && !worried) { doubt(); again(); }
    const alone = source === null && now - lent > LENT_MS;
    if ((alone || worried) && !document.hidden && now - polled >= POLL_MS) poll();
    if (alone && now - refused > ASK_AGAIN_MS) { refused = now; open(); }
  }, ROUND_MS);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  window.addEventListener("pagehide", () => { if (source) { close(); tabs.postMessage({ leaves: true }); } });
  window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  window.addEventListener("online", again);
  window.addEventListener("offline", doubt);
  open();
}
