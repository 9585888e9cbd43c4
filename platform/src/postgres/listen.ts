import pg from "pg";
import type { Logger } from "../logger.ts";
import { showPresence } from "./process-presence.ts";

/** Called with the payload of a notification, or with `null` when some may have been lost. */
export type NotificationHandler = (payload: string | null) => void;

/** LISTEN over one connection that a whole process shares. */
export type Listener = {
  /** Subscribes to a channel. The returned function ends the subscription. */
  subscribe(channel: string, handler: NotificationHandler): () => void;
  close(): Promise<void>;
};

const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** The connection is idle most of the time. Without probes, a cut network would go unnoticed for hours. */
const probeAfterIdleMs = 10_000;

/**
 * Keeps a LISTEN connection open, with a growing pause after each failure. Whenever it has connected, it calls every
 * handler with `null`. Notifications may be lost, so subscribers also poll now and then.
 *
 * @param options.processId the id of this process; with an id, the connection also shows other processes that this process is alive
 */
export function createListener(options: {
  connectionString: string;
  logger?: Pick<Logger, "warn">;
  processId?: number;
}): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>();
  let client: pg.Client | null = null;
  let isClosed = false;
  let delayMs = firstDelayMs;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> | null = null;
  let listenQueue: Promise<void> = Promise.resolve();

  const callHandlers = (channel: string, payload: string | null): void => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };

  function reconnectLater(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), delayMs);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }

  function onLost(lostClient: pg.Client, error?: Error): void {
    if (client !== lostClient) return;
    client = null;
    if (!isClosed) options.logger?.warn({ err: error }, "lost the connection that listens for notifications");
    lostClient.end().catch(() => {});
    reconnectLater();
  }

  async function open(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: options.connectionString,
      application_name: "daybook listener",
      keepAlive: true,
      keepAliveInitialDelayMillis: probeAfterIdleMs,
      connectionTimeoutMillis: 5_000,
    });
    newClient.on("error", (error) => onLost(newClient, error));
    newClient.on("end", () => onLost(newClient));
    newClient.on("notification", ({ channel, payload }) => callHandlers(channel, payload ?? ""));
    try {
      await newClient.connect();
      if (isClosed) {
        await newClient.end();
        return;
      }
      client = newClient;
      if (options.processId !== undefined) await showPresence(newClient, options.processId);
      for (const channel of handlers.keys()) await newClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      delayMs = firstDelayMs;
      for (const channel of handlers.keys()) callHandlers(channel, null);
    } catch {
      client = null;
      newClient.end().catch(() => {});
      reconnectLater();
    }
  }

  function connect(): Promise<void> {
    // One attempt at a time: a second one would replace the client of the first, and the first connection would stay open.
    clearTimeout(timer);
    connecting ??= open().finally(() => (connecting = null));
    return connecting;
  }

  function listenTo(channel: string): void {
    const currentClient = client;
    if (!currentClient) {
      void connect();
      return;
    }
    // A connection runs one statement at a time, so a LISTEN waits for the one before it.
    listenQueue = listenQueue
      .then(() => currentClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      .then(
        () => callHandlers(channel, null),
        (error: Error) => onLost(currentClient, error),
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
      isClosed = true;
      clearTimeout(timer);
      await connecting;
      const currentClient = client;
      client = null;
      await currentClient?.end().catch(() => {});
    },
  };
}
