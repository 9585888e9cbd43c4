import pg from "pg";
import type { Logger } from "../logger.ts";

/** Called with the payload of a notification, or with `null` when some may have been lost. */
export type NotificationHandler = (payload: string | null) => void;

/** LISTEN over one connection that a whole process shares. */
export type Listener = {
  /** Subscribes to a channel. The returned function ends that. */
  subscribe(channel: string, handler: NotificationHandler): () => void;
  close(): Promise<void>;
};

const firstDelay = 100;
const longestDelay = 5_000;

/**
 * Keeps a LISTEN connection open, with a growing pause after each failure. After a reconnect every handler is called
 * once with `null`. Notifications may be lost, so subscribers also poll now and then.
 */
export function createListener(options: {
  connectionString: string;
  logger?: Pick<Logger, "warn">;
}): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>();
  let client: pg.Client | null = null;
  let closed = false;
  let delay = firstDelay;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> | null = null;
  let listening: Promise<void> = Promise.resolve();

  const each = (channel: string, payload: string | null): void => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };

  function reconnectLater(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, longestDelay);
  }

  function onLost(from: pg.Client, error?: Error): void {
    if (client !== from) return;
    client = null;
    if (!closed) options.logger?.warn({ err: error }, "lost the connection that listens for notifications");
    from.end().catch(() => {});
    reconnectLater();
  }

  async function open(): Promise<void> {
    const opened = new pg.Client({
      connectionString: options.connectionString,
      application_name: "daybook listener",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    opened.on("error", (error) => onLost(opened, error));
    opened.on("end", () => onLost(opened));
    opened.on("notification", ({ channel, payload }) => each(channel, payload ?? ""));
    try {
      await opened.connect();
      if (closed) {
        await opened.end();
        return;
      }
      client = opened;
      for (const channel of handlers.keys()) await opened.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      delay = firstDelay;
      for (const channel of handlers.keys()) each(channel, null);
    } catch {
      client = null;
      opened.end().catch(() => {});
      reconnectLater();
    }
  }

  function connect(): Promise<void> {
    connecting ??= open().finally(() => (connecting = null));
    return connecting;
  }

  function listenTo(channel: string): void {
    const current = client;
    if (!current) {
      void connect();
      return;
    }
    // A connection runs one statement at a time.
    listening = listening
      .then(() => current.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      .then(
        () => each(channel, null),
        (error: Error) => onLost(current, error),
      );
  }

  return {
    subscribe(channel, handler) {
      const channelHandlers = handlers.get(channel);
      if (channelHandlers) channelHandlers.add(handler);
      else handlers.set(channel, new Set([handler]));
      if (!channelHandlers) listenTo(channel);
      return () => handlers.get(channel)?.delete(handler);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      const current = client;
      client = null;
      await current?.end().catch(() => {});
    },
  };
}
