import pg from "pg";
import type { Logger } from "../logger.ts";

/** How long to wait for a server, in milliseconds. */
export type ServerTimeouts = {
  /** A statement, or a wait for a connection, that takes this long makes the watch ask whether the server still answers. */
  readonly suspiciousMs: number;
  /** How long the server may take to answer. */
  readonly answerMs: number;
  /** The pause before a silent server is asked again. */
  readonly retryMs: number;
  /** How long a statement may take on a server that answers. Rebuilds and migrations run long ones. */
  readonly statementMs: number;
};

/** A call fails within nine seconds after the server freezes. Calls work again within three seconds after the freeze ends. */
export const serverTimeouts: ServerTimeouts = {
  suspiciousMs: 3_000,
  // A server that is merely busy needs seconds for a new connection and a commit.
  answerMs: 5_000,
  retryMs: 1_000,
  statementMs: 30 * 60_000,
};

/** The database server does not answer; retry later. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "database_silent";
  constructor() {
    super("the database does not answer");
  }
}

/**
 * - `ok`: the server works.
 * - `refused`: the connection or the commit failed, for example while the server starts.
 * - `silent`: the server did not answer in time.
 */
export type ServerAnswer = "ok" | "refused" | "silent";

/** See {@link createServerWatch}. */
export type ServerWatch = ReturnType<typeof createServerWatch>;

/** Changes no data, but its commit must reach the disk. With a stuck disk, a plain read could still succeed. */
const durableNoOp = "SELECT pg_logical_emit_message(true, 'daybook', '')";

const waitSteps = 10;

/** What is logged when the server becomes silent, and when it is no longer silent. */
const logMessages: Record<ServerAnswer, string> = {
  silent: "the database does not answer",
  ok: "the database answers again",
  refused: "the database answers again, but refuses a connection or a commit",
};

async function askServer(connectionString: string, answerMs: number): Promise<ServerAnswer> {
  const client = new pg.Client({ connectionString, application_name: "daybook watch" });
  client.on("error", () => {});
  let isTimedOut = false;
  let stepsLeft = waitSteps;
  // Waits in several short steps. In a busy process, one long timer could fire before the process reads an answer that has arrived.
  const deadline = setInterval(() => {
    stepsLeft -= 1;
    if (stepsLeft > 0) return;
    isTimedOut = true;
    cut(client);
    clearInterval(deadline);
  }, answerMs / waitSteps);
  try {
    await client.connect();
    await client.query(durableNoOp);
    return "ok";
  } catch {
    return isTimedOut ? "silent" : "refused";
  } finally {
    clearInterval(deadline);
    if (!isTimedOut) client.end().catch(() => {});
  }
}

/** Closes a connection immediately, without the usual message to the server. Its running statement fails. */
function cut(client: pg.ClientBase): void {
  // The driver has no call for this: `end` waits for the server while the connection is being made.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/**
 * Distinguishes a busy server from a silent one, which no longer answers because of a stuck disk, a cut network or a frozen process.
 * A silent server keeps its connections, so without a time limit every call would wait forever. The pools of a process share one watch.
 */
export function createServerWatch(options: {
  readonly connectionString: string;
  readonly timeouts?: ServerTimeouts;
  readonly logger?: Pick<Logger, "warn">;
}) {
  const { connectionString, timeouts = serverTimeouts, logger } = options;
  let isSilent = false;
  let isClosed = false;
  let runningCheck: Promise<ServerAnswer> | null = null;
  let retryTimer: NodeJS.Timeout | undefined;

  function recordAnswer(answer: ServerAnswer): void {
    if (isClosed) return;
    const wasSilent = isSilent;
    isSilent = answer === "silent";
    if (isSilent !== wasSilent) logger?.warn(logMessages[answer]);
    clearTimeout(retryTimer);
    if (isSilent) retryTimer = setTimeout(() => void check(), timeouts.retryMs);
  }

  /** Checks the server now. Concurrent callers share one check. */
  function check(): Promise<ServerAnswer> {
    runningCheck ??= askServer(connectionString, timeouts.answerMs).then((answer) => {
      runningCheck = null;
      recordAnswer(answer);
      return answer;
    });
    return runningCheck;
  }

  /**
   * Watches one statement or one wait for a connection. Checks the server `suspiciousMs` after the start, and `suspiciousMs` after each
   * answer. Runs `giveUp` when the server is silent, or when the statement or wait exceeds `statementMs`. The caller must run the returned
   * function when the statement or wait has ended.
   */
  function watch(giveUp: () => void): () => void {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const checkServer = async (): Promise<void> => {
      const isOverdue = performance.now() - startedAt >= timeouts.statementMs;
      if (isOverdue || (await check()) === "silent") {
        if (!hasEnded) giveUp();
      } else if (!hasEnded) arm();
    };
    const arm = (): void => {
      timer = setTimeout(() => void checkServer(), timeouts.suspiciousMs);
    };
    arm();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  return {
    /** True from when the server was found silent until it answers again, also with a refusal of a connection or a commit. */
    get isSilent() {
      return isSilent;
    },
    check,
    /** Watches a wait for a connection. Calls `giveUp` when the server is silent, or the wait exceeds `statementMs`. */
    watchWait: (giveUp: () => void): (() => void) => watch(giveUp),
    /** Watches the statements of a connection. Cuts the connection when the server is silent or a statement exceeds `statementMs`. */
    watchStatements(client: pg.ClientBase): void {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown;
      const watchedQuery = (...args: unknown[]): unknown => {
        const end = watch(() => cut(client));
        const callback = args.at(-1);
        if (typeof callback === "function") {
          return send(...args.slice(0, -1), (...answer: unknown[]) => {
            end();
            callback(...answer);
          });
        }
        const result = send(...args);
        if (result instanceof Promise) result.then(end, end);
        // A stream (COPY) is not watched: no promise tells when it has ended.
        else end();
        return result;
      };
      client.query = watchedQuery as typeof client.query;
    },
    close(): void {
      isClosed = true;
      clearTimeout(retryTimer);
    },
  };
}
