/** Pauses between the questions, in milliseconds. */
const delays = [1_000, 2_000, 4_000, 8_000];
const longest = 15_000;

/** What {@link Connection} depends on. */
export type ConnectionDependencies = {
  /** whether the server answers now */
  probe: () => Promise<boolean>;
  sleep: (milliseconds: number) => Promise<void>;
  /** resolves when the browser says that it is online again; it may say so too early, or never */
  online: () => Promise<unknown>;
};

/** Knows whether the server can be reached, while something waits for it. */
export type Connection = {
  /** sets what it depends on, once, before the first use */
  readonly start: (deps: ConnectionDependencies) => void;
  readonly isAway: () => boolean;
  /** calls back when {@link Connection.isAway} changes; returns a function that stops it */
  readonly subscribe: (changed: () => void) => () => void;
  /** resolves when the server answers; all callers share the same questions */
  readonly back: () => Promise<void>;
};

/** A connection that is not started yet. */
export function createConnection(): Connection {
  let deps: ConnectionDependencies;
  let isAway = false;
  let returning: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(next: boolean): void {
    if (isAway === next) return;
    isAway = next;
    for (const listener of listeners) listener();
  }
  async function wait(): Promise<void> {
    /* oxlint-disable no-await-in-loop -- one question after the other */
    for (let tries = 0; !(await deps.probe()); tries += 1) {
      set(true);
      await Promise.race([deps.sleep(delays[tries] ?? longest), deps.online()]);
    }
    /* oxlint-enable no-await-in-loop */
    set(false);
    returning = null;
  }

  return {
    start: (given) => {
      deps = given;
    },
    isAway: () => isAway,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    back: () => (returning ??= wait()),
  };
}

/** The connection of this page. */
export const connection = createConnection();

/**
 * Wraps a dynamic import. While Daybook cannot be reached, it waits: an error would replace the page, with what is being written on it.
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
