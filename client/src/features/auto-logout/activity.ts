/** The DOM events that count as user activity. */
const activityEvents = ["pointermove", "pointerdown", "wheel", "keydown"] as const;

/** A moving mouse sends hundreds of events a second; one report per second is enough. */
const minIntervalMs = 1_000;

/**
 * Listens for pointer and keyboard activity and reports it at most once a second.
 *
 * @param target the window, in tests another event target
 * @param now the wall clock, milliseconds since 1970
 * @returns a function that stops listening
 */
export function listenForActivity(
  target: EventTarget,
  now: () => number,
  onActivity: () => void,
): () => void {
  const stop = new AbortController();
  let lastReportAt = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    // A clock that was set back must not block the reports.
    if (Math.abs(now() - lastReportAt) < minIntervalMs) return;
    lastReportAt = now();
    onActivity();
  };
  // The listeners run in the capture phase, because widgets may stop the propagation of an event later.
  for (const eventName of activityEvents) {
    target.addEventListener(eventName, report, { capture: true, passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
