/** Detects and reports a microphone without a signal; keeps the screen on and the page open while recording. */
const SILENT_MS = 10_000;
const AWAY_MS = 2000; // a headset that connects mutes the microphone shorter than this, a phone call longer
const VIBRATION = [200, 100, 200];

/**
 * Watch a stream while it is recorded. `onWarning("silent" | null)` is called when a problem starts or ends,
 * `onAway()` when the device has given no sound for two seconds (a phone call, a mute key), and `onLost()` once when
 * the device is gone. Pass it the meter's ticks.
 */
export function createWatchdog(stream, { onWarning, onAway, onLost }) {
  const [track] = stream.getAudioTracks();
  let mutedAt = track.muted ? performance.now() : null;
  let current = null;

  function warn(warning) {
    if (warning === current) return;
    current = warning;
    if (warning) vibrate();
    onWarning(warning);
  }
  const mute = () => {
    mutedAt ??= performance.now();
  };
  const unmute = () => {
    if (isAway()) reportAway(); // a phone may suspend the page during a call: then it was not noticed yet
    mutedAt = null;
  };
  const isAway = () => mutedAt !== null && performance.now() - mutedAt >= AWAY_MS;
  const reportAway = () => {
    vibrate();
    onAway();
  };
  const ended = () => {
    vibrate();
    onLost();
  };
  track.addEventListener("mute", mute);
  track.addEventListener("unmute", unmute);
  track.addEventListener("ended", ended);

  return {
    check({ silentMs, listening }) {
      if (track.readyState === "ended") return;
      if (isAway()) reportAway();
      else warn(listening && silentMs >= SILENT_MS ? "silent" : null);
    },
    stop() {
      track.removeEventListener("mute", mute);
      track.removeEventListener("unmute", unmute);
      track.removeEventListener("ended", ended);
    },
  };
}

export function vibrate() {
  navigator.vibrate?.(VIBRATION);
}

/** Let the browser ask for confirmation before the page is closed or loaded again; returns the function that stops this. */
export function askBeforeUnload() {
  const ask = (event) => {
    event.preventDefault();
    event.returnValue = ""; // older browsers ask only with this
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}

/**
 * While recording: keeps the screen on, and lets the browser ask for confirmation before it leaves the page.
 * `onHidden()` is called when the page is hidden (a phone may then kill it), and `onLeave(go)` instead of following a
 * link, which `go()` does once this has stopped. Returns the function that stops this.
 */
export function guardPage({ onHidden, onLeave }) {
  let sentinel = null;
  let over = false;
  const awake = async () => {
    try {
      sentinel = await navigator.wakeLock?.request("screen");
      if (over) sentinel?.release();
    } catch {
      // Low battery, or a browser without wake lock: recording continues.
    }
  };
  const visibility = () => (document.visibilityState === "visible" ? awake() : onHidden());
  const link = (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // another tab
    const target = event.target.closest?.("a[href]");
    if (!target || target.target === "_blank" || target.hasAttribute("download") || target.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave(() => target.click());
  };
  awake();
  document.addEventListener("visibilitychange", visibility);
  document.addEventListener("click", link, true);
  const unask = askBeforeUnload();
  window.addEventListener("pagehide", onHidden);
  return () => {
    over = true;
    sentinel?.release().catch(() => {});
    document.removeEventListener("visibilitychange", visibility);
    document.removeEventListener("click", link, true);
    unask();
    window.removeEventListener("pagehide", onHidden);
  };
}
