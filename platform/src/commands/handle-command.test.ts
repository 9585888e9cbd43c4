import { journalDecider } from "@daybook/domain/journal/decider";
import { journalSamples } from "@daybook/domain/journal/samples";
import { isRejection } from "@daybook/domain/kernel/rejection";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventStore, OutcomeUnknown } from "../event-store/event-store.ts";
import { createInMemoryEventStore } from "../event-store/in-memory.ts";
import { uuid5 } from "../event-store/uuid5.ts";
import { newStream } from "../testing/test-events.ts";
import { type CommandContext, createCommandHandler, TooContended } from "./handle-command.ts";

const create = { type: "CreateJournal" as const, data: journalSamples.JournalCreated.data };
const rename = (nameTag: string) => ({
  type: "RenameJournal" as const,
  data: { ...journalSamples.JournalRenamed.data, nameTag },
});
const trash = { type: "TrashJournal" as const, data: journalSamples.JournalTrashed.data };

const namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

/** A command context with a named id. */
const commandContext = (name: string, isRepeat = false): CommandContext => ({
  commandId: uuid5(namespace, name),
  actor: "1",
  sessionId: null,
  requestId: null,
  source: "web",
  at: "2026-11-20T10:00:00.000Z",
  repeated: isRepeat,
});

type Commands = readonly (typeof create | ReturnType<typeof rename> | typeof trash)[];

function createTestHandler(store: EventStore = createInMemoryEventStore(), cacheSize = 10) {
  const handler = createCommandHandler({ store, cacheSize });
  const stream = newStream();
  return {
    store,
    stream,
    run: (commands: Commands, context: CommandContext) =>
      handler.execute({ decider: journalDecider, stream, commands, context }),
    /** Like `run`, in another process with its own cache. */
    runInOtherProcess: (commands: Commands, context: CommandContext) =>
      createCommandHandler({ store }).execute({ decider: journalDecider, stream, commands, context }),
    types: async () => (await store.readStream(stream)).map(({ type }) => type),
  };
}

/** A store whose next appends fail, before or after they are done. */
function failingStore(...failures: ("before" | "after")[]): EventStore {
  const store = createInMemoryEventStore();
  return {
    ...store,
    async append(...append) {
      const failure = failures.shift();
      if (failure === "before") throw new OutcomeUnknown("lost");
      const result = await store.append(...append);
      if (failure === "after") throw new OutcomeUnknown("lost");
      return result;
    },
  };
}

test("commands are decided in order, each on the state after the previous one, and appended together", async () => {
  const { run, types } = createTestHandler();
  const outcome = await run([create, rename("new"), trash], commandContext("a"));
  expect(outcome).toEqual({
    state: {
      ...journalDecider.initialState,
      status: "trashed",
      trashedAt: trash.data.at,
      accountId: create.data.accountId,
      nameTag: "new",
    },
    revision: 2,
    position: "3",
    hasChanges: true,
  });
  expect(await types()).toEqual(["JournalCreated", "JournalRenamed", "JournalTrashed"]);
});

test("when one command is refused, no command of the same call appends anything", async () => {
  const { run, types } = createTestHandler();
  const outcome = await run([create, trash, rename("new")], commandContext("a"));
  expect(isRejection(outcome) && outcome.code).toBe("journal_trashed");
  expect(await types()).toEqual([]);
});

test("a command without events returns that nothing changed", async () => {
  const { run, types } = createTestHandler();
  await run([create], commandContext("a"));
  const outcome = await run([rename(create.data.nameTag)], commandContext("b"));
  expect(outcome).toEqual({
    state: {
      ...journalDecider.initialState,
      status: "active",
      accountId: create.data.accountId,
      nameTag: create.data.nameTag,
    },
    revision: 0,
    position: null,
    hasChanges: false,
  });
  expect(await types()).toHaveLength(1);
});

test("an event has its actor, command and correlation id, but not whether the command was a repeat", async () => {
  const { run, store, stream } = createTestHandler();
  await run([create], commandContext("a", true));
  const [event] = await store.readStream(stream);
  const { repeated: _, ...meta } = commandContext("a");
  expect(event?.meta).toEqual({ ...meta, correlationId: meta.commandId });
});

test.each([[["before"]], [["after"]], [["after", "before"]], [["before", "after", "before"]]] as const)(
  "an append that fails with an unknown outcome before or after it is stored (%j) is stored once",
  async (failures) => {
    const { run, types } = createTestHandler(failingStore(...failures));
    const outcome = await run([create, rename("new")], commandContext("a"));
    expect(isRejection(outcome)).toBe(false);
    expect(outcome).toEqual({
      state: {
        ...journalDecider.initialState,
        status: "active",
        accountId: create.data.accountId,
        nameTag: "new",
      },
      revision: 1,
      position: "2",
      hasChanges: true,
    });
    expect(await types()).toEqual(["JournalCreated", "JournalRenamed"]);
  },
);

test("after too many unknown outcomes the caller gets the error", async () => {
  const { run } = createTestHandler(failingStore(...Array.from({ length: 20 }, () => "before" as const)));
  await expect(run([create], commandContext("a"))).rejects.toThrow(OutcomeUnknown);
});

test("a repeat after later commands appends nothing, although its events would be accepted again", async () => {
  const { run, types } = createTestHandler();
  await run([create], commandContext("a"));
  await run([rename("first")], commandContext("b"));
  await run([rename("second")], commandContext("c"));
  const repeatResult = await run([rename("first")], commandContext("b", true));
  expect(repeatResult).toEqual({
    state: {
      ...journalDecider.initialState,
      status: "active",
      accountId: create.data.accountId,
      nameTag: "second",
    },
    revision: 2,
    position: "2",
    hasChanges: true,
  });
  expect(await types()).toHaveLength(3);
});

test("a repeat of a command that appended nothing is decided again", async () => {
  const { run, types } = createTestHandler();
  await run([create], commandContext("a"));
  await run([rename("new")], commandContext("b", true));
  expect(await types()).toEqual(["JournalCreated", "JournalRenamed"]);
});

test("a command is decided on the events of another process, even if the cache lacks them", async () => {
  const { run, runInOtherProcess } = createTestHandler();
  await run([create], commandContext("a"));
  await runInOtherProcess([trash], commandContext("b"));
  const outcome = await run([rename("new")], commandContext("c"));
  expect(isRejection(outcome) && outcome.code).toBe("journal_trashed");
});

test("concurrent commands on one stream each decide on the current state", async () => {
  const { run, runInOtherProcess, store, stream } = createTestHandler();
  await run([create], commandContext("a"));
  const concurrent = Array.from({ length: 6 }, (_, index) =>
    runInOtherProcess([rename(`name-${index}`)], commandContext(`race-${index}`)),
  );
  await Promise.all(concurrent);
  const events = await store.readStream(stream);
  expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(new Set(events.map(({ meta }) => meta.commandId)).size).toBe(7);
});

test("many concurrent commands of one process on a stream all succeed", async () => {
  const { run, store, stream } = createTestHandler();
  await run([create], commandContext("a"));
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      run([rename(`name-${index}`)], commandContext(`concurrent ${index}`)),
    ),
  );
  expect(await store.readStream(stream)).toHaveLength(61);
});

test("too many conflicts end with a typed error", async () => {
  const store = createInMemoryEventStore();
  const { run } = createTestHandler({ ...store, append: async () => ({ status: "conflict", revision: 3 }) });
  const failure = run([create], commandContext("a"));
  await expect(failure).rejects.toThrow(TooContended);
});

test("with and without a cache, any sequence of commands appends events of the same types", async () => {
  const command = fc.oneof(
    fc.constant(create),
    fc.constant(trash),
    fc.nat(3).map((index) => rename(`${index}`)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.nat(9), fc.boolean()), { maxLength: 20 }),
      async (commands) => {
        const [cached, uncached] = [createTestHandler(), createTestHandler()];
        for (const [nextCommand, id, isRepeat] of commands) {
          await cached.run([nextCommand], commandContext(`command-${id}`, isRepeat));
          await uncached.runInOtherProcess([nextCommand], commandContext(`command-${id}`, isRepeat));
        }
        expect(await cached.types()).toEqual(await uncached.types());
      },
    ),
    { numRuns: 60 },
  );
});

test("a command is not refused because of events of its own duplicate", async () => {
  const { run, runInOtherProcess, types } = createTestHandler();
  const repeatOutcome = await runInOtherProcess([create], commandContext("create", true));
  const firstOutcome = await run([create], commandContext("create"));
  expect(isRejection(firstOutcome)).toBe(false);
  expect(firstOutcome).toEqual(repeatOutcome);
  expect(isRejection(await run([create], commandContext("another")))).toBe(true);
  expect(await types()).toEqual(["JournalCreated"]);
});

test("a repeat whose first run ends at the same time returns the state of that run", async () => {
  const memoryStore = createInMemoryEventStore();
  let reads = 0;
  let betweenReads = async (): Promise<void> => {};
  const store: EventStore = {
    ...memoryStore,
    async readStream(...readArgs) {
      // The first read does not show the command; the second one does.
      if (++reads === 2) await betweenReads();
      return memoryStore.readStream(...readArgs);
    },
  };
  const { run, stream } = createTestHandler(store);
  await createCommandHandler({ store: memoryStore }).execute({
    decider: journalDecider,
    stream,
    commands: [create],
    context: commandContext("a"),
  });
  betweenReads = async () => {
    const otherProcess = createCommandHandler({ store: memoryStore });
    await otherProcess.execute({
      decider: journalDecider,
      stream,
      commands: [rename("new")],
      context: commandContext("b", true),
    });
  };
  const outcome = await run([rename("new")], commandContext("b", true));
  expect(outcome).toMatchObject({ state: { nameTag: "new" }, revision: 1, position: "2" });
});
