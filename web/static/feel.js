// A sound and a buzz on a refusal and on a win, for who asked for them. Knows tones; not why anything was refused.

const BUZZ_MS = { refusal: [60, 40, 60], won: [40, 30, 40, 30, 160] };
const TONES_HZ = { refusal: [220, 165], won: [523, 659, 784, 1047] };
const TONE_S = 0.14;
const box = document.getElementById("feel");
let sound = null;
let last = null;

// Called with every state; the first one is no news.
export function feel(s) {
  const now = s.glance.refusal ? "refusal" : s.match.phase === "over" ? "won" : "";
  if (box.checked && last !== null && now && now !== last) play(now);
  last = now;
}

function play(what) {
  if (navigator.vibrate) navigator.vibrate(BUZZ_MS[what]);
  if (!sound || sound.state !== "running") return;
  TONES_HZ[what].forEach((hz, n) => {
    const tone = sound.createOscillator();
    const soft = sound.createGain();
    tone.frequency.value = hz;
    soft.gain.value = 0.08;
    tone.connect(soft).connect(sound.destination);
    tone.start(sound.currentTime + n * TONE_S);
    tone.stop(sound.currentTime + (n + 1) * TONE_S);
  });
}

// Sound may begin only with a tap, so the choice is asked for anew on every visit.
box.addEventListener("change", () => {
  if (box.checked && !sound && window.AudioContext) sound = new AudioContext();
  if (box.checked) play("refusal");
});
