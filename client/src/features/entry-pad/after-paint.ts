/** The longest that a draft waits for a frame; a page that is not looked at gets none. */
const patience = 100;

/**
 * Resolves once what was just typed is on screen, or when the page is left: sealing a long text takes longer than the
 * key that changed it may.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", settle);
      document.removeEventListener("visibilitychange", settle);
      resolve();
    };
    const timer = setTimeout(settle, patience);
    window.addEventListener("pagehide", settle);
    document.addEventListener("visibilitychange", settle);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => {
        port1.close();
        settle();
      });
      port1.start();
      port2.postMessage(null);
    });
  });
}
