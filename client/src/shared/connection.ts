import { reloadFailedStylesheets } from "./failed-stylesheets.ts";

/** The delays after the first failed checks, in milliseconds. The delay after every later check is {@link maxDelayMs}. */
const delaysMs = [1_000, 2_000, 4_000, 8_000];
const maxDelayMs = 15_000;

/** What {@link Connection} depends on. */
export type ConnectionDependencies = {
  /** checks whether the server responds now */
  probe: () => Promise<boolean>;
  sleep: (milliseconds: number) => Promise<void>;
  /** resolves when the browser reports that it is online again; the report may be wrong, or never come */
  online: () => Promise<unknown>;
};

/**
 * Knows whether the server can be reached. The checks start with {@link Connection.waitUntilReachable}, for example after a request
 * without a response or when the browser reports that it is offline, and repeat until the server responds.
 */
export type Connection = {
  /** sets the dependencies; call it once, before the first use */
  readonly configure: (deps: ConnectionDependencies) => void;
  /** true after a check of {@link Connection.waitUntilReachable} fails, until a later one of these checks succeeds */
  readonly isOffline: () => boolean;
  /** calls `listener` when {@link Connection.isOffline} changes; returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /** resolves when the server responds; concurrent callers share the same checks */
  readonly waitUntilReachable: () => Promise<void>;
  /** checks once; never changes {@link Connection.isOffline} */
  readonly isReachable: () => Promise<boolean>;
};

/** Creates a connection. */
export function createConnection(): Connection {
  let deps: ConnectionDependencies;
  let isOffline = false;
  let waitingPromise: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function setOffline(next: boolean): void {
    if (isOffline === next) return;
    isOffline = next;
    for (const listener of listeners) listener();
  }
  async function checkUntilReachable(): Promise<void> {
    /* oxlint-disable no-await-in-loop -- each check follows the one before */
    for (let tries = 0; !(await deps.probe()); tries += 1) {
      setOffline(true);
      await Promise.race([deps.sleep(delaysMs[tries] ?? maxDelayMs), deps.online()]);
    }
    /* oxlint-enable no-await-in-loop */
    setOffline(false);
    waitingPromise = null;
  }

  return {
    configure: (dependencies) => {
      deps = dependencies;
    },
    isOffline: () => isOffline,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waitUntilReachable: () => (waitingPromise ??= checkUntilReachable()),
    isReachable: () => deps.probe(),
  };
}

const probeTimeoutMs = 10_000;

/** Creates a probe that asks the server for a small file. `no-store` and the time in the query bypass the caches of browsers and proxies. */
export const createIconProbe =
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
 * The type of an event that the window gets when the second try to load a chunk fails, although the server has responded before it. A
 * usual cause is a new release, which no longer has the chunk.
 */
export const chunkMissingEvent = "daybook:chunk-missing";
const reportMissingChunk = (): void => void window.dispatchEvent(new Event(chunkMissingEvent));

/**
 * Wraps a dynamic import. After a failure it waits until the server can be reached, and tries again: an error would
 * replace the page and its unsaved text. When the second try fails too, it calls `onMissing` and throws. Each try
 * also requests failed stylesheets again.
 */
export const whenReachable =
  <T>(
    load: () => Promise<T>,
    server: Pick<Connection, "waitUntilReachable"> = connection,
    onMissing: () => void = reportMissingChunk,
  ) =>
  async (): Promise<T> => {
    const loadWithStyle = async (): Promise<T> => {
      await reloadFailedStylesheets();
      const chunk = await load();
      // A stylesheet may have failed while the code was loading.
      await reloadFailedStylesheets();
      return chunk;
    };
    try {
      return await loadWithStyle();
    } catch {
      await server.waitUntilReachable();
      try {
        return await loadWithStyle();
      } catch (error) {
        onMissing();
        throw error;
      }
    }
  };

/** Loads a chunk before it is needed. A failure is ignored: the chunk is requested again when it is needed. */
export const prefetch = (load: () => Promise<unknown>): void => void load().catch(() => {});
