/** What shows that somebody is there. */
const signs = ["pointermove", "pointerdown", "wheel", "keydown"] as const;

/** Moving a mouse gives hundreds of events a second; one of them is enough. Milliseconds. */
const atMostEvery = 1_000;

/**
 * Hears the mouse and the keyboard, at most once a second.
 *
 * @param page where events arrive: the window
 * @param now the wall clock, milliseconds since 1970
 * @returns stops listening
 */
export function hearActivity(page: EventTarget, now: () => number, heard: () => void): () => void {
  const stop = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  const listen = (): void => {
    // A clock that was set back must not silence the listener.
    if (Math.abs(now() - last) < atMostEvery) return;
    last = now();
    heard();
  };
  // A widget that keeps an event for itself does so after the capture phase.
  for (const sign of signs) {
    page.addEventListener(sign, listen, { capture: true, passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
