import { beforeEach, expect, test, vi } from "vitest";
import { EventStoreUnavailable } from "./event-store.ts";
import { createKurrentEventStore } from "./kurrent.ts";
import { toPosition } from "./position.ts";

type LogRecord = { event: { metadata: object; position: { commit: bigint; prepare: bigint } } };

/** What the server stores, and the error that it answers with. */
const server = vi.hoisted(() => ({ log: [] as unknown[], failure: null as Error | null }));

// The client has native code; a run without a server does not load it.
vi.mock("@kurrent/kurrentdb-client", () => {
  class ClientError extends Error {}
  async function* readAll({ fromPosition, maxCount }: { fromPosition: unknown; maxCount: number }) {
    if (server.failure) throw server.failure;
    const log = server.log as LogRecord[];
    const before = fromPosition === "end" ? Infinity : (fromPosition as { commit: bigint }).commit;
    yield* log.filter(({ event }) => event.position.commit < before).slice(0, maxCount);
  }
  async function* readStream() {
    if (server.failure) throw server.failure;
    yield* [];
  }
  return {
    AccessDeniedError: class extends ClientError {},
    CancelledError: class extends ClientError {},
    DeadlineExceededError: class extends ClientError {},
    NotLeaderError: class extends ClientError {},
    StreamNotFoundError: class extends ClientError {},
    UnavailableError: class extends ClientError {},
    UnknownError: class extends ClientError {},
    BACKWARDS: "backwards",
    FORWARDS: "forwards",
    START: "start",
    END: "end",
    excludeSystemEvents: () => ({}),
    KurrentDBClient: { connectionString: () => ({ readAll, readStream }) },
  };
});

const store = createKurrentEventStore({ url: "kurrentdb://127.0.0.1:2113" });

beforeEach(() => {
  server.log = [];
  server.failure = null;
});

const logRecord = (commit: number, metadata: object) => ({
  event: {
    id: "",
    type: "Tested",
    data: {},
    streamId: "",
    revision: 0n,
    created: new Date(0),
    metadata,
    position: { commit: BigInt(commit), prepare: 0n },
  },
});

test("the head is the newest Daybook event, also behind hundreds of the server's own events", async () => {
  expect(await store.head()).toBeNull();
  const systemEvents = Array.from({ length: 300 }, (_, index) => logRecord(1_000 - index, {}));
  server.log = systemEvents;
  expect(await store.head()).toBeNull();
  server.log = [...systemEvents, logRecord(7, { version: 1 }), logRecord(6, { version: 1 })];
  expect(await store.head()).toBe(toPosition(7n << 64n));
});

test("a read fails with EventStoreUnavailable when the server cannot answer; other errors are passed on unchanged", async () => {
  const { UnavailableError, AccessDeniedError } = await import("@kurrent/kurrentdb-client");
  const reads = [
    () => store.head(),
    () => store.readAll({ after: null, limit: 1 }),
    () => store.readStream("entry-1"),
  ];
  for (const read of reads) {
    server.failure = new UnavailableError();
    await expect(read()).rejects.toBeInstanceOf(EventStoreUnavailable);
    server.failure = new AccessDeniedError();
    await expect(read()).rejects.toBe(server.failure);
  }
});
