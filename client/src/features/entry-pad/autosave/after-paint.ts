/** The longest time to wait for an animation frame, in milliseconds. Hidden pages get no frames. */
const frameTimeoutMs = 100;

/**
 * Resolves after the next paint; earlier when the page is left, hidden or shown, and at the latest after {@link frameTimeoutMs}.
 * Long work, such as encrypting a long draft, begins after that, so that it does not delay the display of a keystroke.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", finish);
      document.removeEventListener("visibilitychange", finish);
      resolve();
    };
    const timer = setTimeout(finish, frameTimeoutMs);
    window.addEventListener("pagehide", finish);
    document.addEventListener("visibilitychange", finish);
    // The callback of a frame runs before the paint. A message that the callback sends arrives after the paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => {
        port1.close();
        finish();
      });
      port1.start();
      port2.postMessage(null);
    });
  });
}
