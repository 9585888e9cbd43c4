/** Delays between the first checks, in milliseconds; later ones use {@link maxDelayMs}. */
const delaysMs = [1_000, 2_000, 4_000, 8_000];
const maxDelayMs = 15_000;

/** What {@link Connection} depends on. */
export type ConnectionDependencies = {
  /** checks whether the server responds now */
  probe: () => Promise<boolean>;
  sleep: (milliseconds: number) => Promise<void>;
  /** resolves when the browser says that it is online again; the browser may be wrong, or never report it */
  online: () => Promise<unknown>;
};

/**
 * Decides whether the page is online, by asking the server. It asks when a request got no answer or the browser reports a
 * change, and then until the server responds.
 */
export type Connection = {
  /** sets the dependencies; call it once, before the first use */
  readonly start: (deps: ConnectionDependencies) => void;
  readonly isAway: () => boolean;
  /** calls back when {@link Connection.isAway} changes; returns a function that stops it */
  readonly subscribe: (listener: () => void) => () => void;
  /** resolves when the server responds; concurrent callers share the same checks */
  readonly back: () => Promise<void>;
  /** checks once */
  readonly isReachable: () => Promise<boolean>;
};

/** A connection that is not started yet. */
export function createConnection(): Connection {
  let deps: ConnectionDependencies;
  let isAway = false;
  let waitingPromise: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function setAway(next: boolean): void {
    if (isAway === next) return;
    isAway = next;
    for (const listener of listeners) listener();
  }
  async function waitUntilReachable(): Promise<void> {
    /* oxlint-disable no-await-in-loop -- each check follows the one before */
    for (let tries = 0; !(await deps.probe()); tries += 1) {
      setAway(true);
      await Promise.race([deps.sleep(delaysMs[tries] ?? maxDelayMs), deps.online()]);
    }
    /* oxlint-enable no-await-in-loop */
    setAway(false);
    waitingPromise = null;
  }

  return {
    start: (connectionEvents) => {
      deps = connectionEvents;
    },
    isAway: () => isAway,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    back: () => (waitingPromise ??= waitUntilReachable()),
    isReachable: () => deps.probe(),
  };
}

const probeTimeoutMs = 10_000;

/** Asks the server for a small file. `no-store` and the time in its query pass the caches of browsers and of proxies. */
export const askForIcon =
  (fetch: (url: string, init: RequestInit) => Promise<Response>, now: () => number) =>
  async (): Promise<boolean> => {
    try {
      const init = { cache: "no-store", signal: AbortSignal.timeout(probeTimeoutMs) } as const;
      return (await fetch(`/favicon.ico?${now()}`, init)).ok;
    } catch {
      return false;
    }
  };

/** The connection of this page. */
export const connection = createConnection();

/**
 * Wraps a dynamic import. A failed import waits until the server can be reached and then tries again: an error would replace
 * the page and its unsaved text.
 */
export const whenReachable =
  <T>(load: () => Promise<T>, server: Pick<Connection, "back"> = connection) =>
  async (): Promise<T> => {
    try {
      return await load();
    } catch {
      await server.back();
      return load();
    }
  };
