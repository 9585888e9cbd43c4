import { journalDecider } from "@daybook/domain/journal/decider";
import { journalSamples } from "@daybook/domain/journal/samples";
import { isRejection } from "@daybook/domain/kernel/rejection";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventStore, OutcomeUnknown } from "../event-store/event-store.ts";
import { createInMemoryEventStore } from "../event-store/in-memory.ts";
import { uuid5 } from "../event-store/uuid5.ts";
import { newStream } from "../testing/test-events.ts";
import { type ActContext, createCommandHandler, TooContended } from "./handle-command.ts";

const create = { type: "CreateJournal" as const, data: journalSamples.JournalCreated.data };
const rename = (nameTag: string) => ({
  type: "RenameJournal" as const,
  data: { ...journalSamples.JournalRenamed.data, nameTag },
});
const trash = { type: "TrashJournal" as const, data: journalSamples.JournalTrashed.data };

const namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

/** An act by its name in the test. */
const act = (name: string, repeated = false): ActContext => ({
  commandId: uuid5(namespace, name),
  actor: "1",
  sessionId: null,
  requestId: null,
  source: "web",
  at: "2026-11-20T10:00:00.000Z",
  repeated,
});

type Commands = readonly (typeof create | ReturnType<typeof rename> | typeof trash)[];

function open(store: EventStore = createInMemoryEventStore(), cacheSize = 10) {
  const handler = createCommandHandler({ store, cacheSize });
  const stream = newStream();
  return {
    store,
    stream,
    run: (commands: Commands, context: ActContext) =>
      handler.execute({ decider: journalDecider, stream, commands, context }),
    /** Another process with a cache of its own. */
    elsewhere: (commands: Commands, context: ActContext) =>
      createCommandHandler({ store }).execute({ decider: journalDecider, stream, commands, context }),
    types: async () => (await store.readStream(stream)).map(({ type }) => type),
  };
}

/** A store whose next answers are taken from a list instead, before or after it did what it was asked. */
function troubled(...troubles: ("before" | "after")[]): EventStore {
  const store = createInMemoryEventStore();
  return {
    ...store,
    async append(...append) {
      const trouble = troubles.shift();
      if (trouble === "before") throw new OutcomeUnknown("lost");
      const result = await store.append(...append);
      if (trouble === "after") throw new OutcomeUnknown("lost");
      return result;
    },
  };
}

test("commands of one act are decided one on top of the other, and appended together", async () => {
  const { run, types } = open();
  const outcome = await run([create, rename("new"), trash], act("a"));
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
    changed: true,
  });
  expect(await types()).toEqual(["JournalCreated", "JournalRenamed", "JournalTrashed"]);
});

test("a refusal of any command appends nothing of the act", async () => {
  const { run, types } = open();
  const outcome = await run([create, trash, rename("new")], act("a"));
  expect(isRejection(outcome) && outcome.code).toBe("journal_trashed");
  expect(await types()).toEqual([]);
});

test("an act that decides nothing changes nothing, and says so", async () => {
  const { run, types } = open();
  await run([create], act("a"));
  const outcome = await run([rename(create.data.nameTag)], act("b"));
  expect(outcome).toEqual({
    state: {
      ...journalDecider.initialState,
      status: "active",
      accountId: create.data.accountId,
      nameTag: create.data.nameTag,
    },
    revision: 0,
    position: null,
    changed: false,
  });
  expect(await types()).toHaveLength(1);
});

test("an event carries who did it in which act, and nothing of how often it was tried", async () => {
  const { run, store, stream } = open();
  await run([create], act("a", true));
  const [event] = await store.readStream(stream);
  const { repeated: _, ...meta } = act("a");
  expect(event?.meta).toEqual(meta);
});

test.each([["before"], ["after"], ["after", "before"], ["before", "after", "before"]] as const)(
  "an append whose answer is lost (%s %s %s) is done once",
  async (...troubles) => {
    const { run, types } = open(troubled(...troubles.filter((trouble) => trouble !== undefined)));
    const outcome = await run([create, rename("new")], act("a"));
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
      changed: true,
    });
    expect(await types()).toEqual(["JournalCreated", "JournalRenamed"]);
  },
);

test("a store that never answers is given up, and the caller is told that it may try again", async () => {
  const { run } = open(troubled(...Array.from({ length: 20 }, () => "before" as const)));
  await expect(run([create], act("a"))).rejects.toThrow(OutcomeUnknown);
});

test("an act that is repeated after others went on appends nothing, although it could be decided again", async () => {
  const { run, types } = open();
  await run([create], act("a"));
  await run([rename("first")], act("b"));
  await run([rename("second")], act("c"));
  const again = await run([rename("first")], act("b", true));
  expect(again).toEqual({
    state: {
      ...journalDecider.initialState,
      status: "active",
      accountId: create.data.accountId,
      nameTag: "second",
    },
    revision: 2,
    position: "2",
    changed: true,
  });
  expect(await types()).toHaveLength(3);
});

test("a repeated act of which nothing was appended is decided anew", async () => {
  const { run, types } = open();
  await run([create], act("a"));
  await run([rename("new")], act("b", true));
  expect(await types()).toEqual(["JournalCreated", "JournalRenamed"]);
});

test("what another process appended is seen, whatever the cache holds", async () => {
  const { run, elsewhere } = open();
  await run([create], act("a"));
  await elsewhere([trash], act("b"));
  const outcome = await run([rename("new")], act("c"));
  expect(isRejection(outcome) && outcome.code).toBe("journal_trashed");
});

test("of many that race on one stream each decides on what really stands there", async () => {
  const { run, elsewhere, store, stream } = open();
  await run([create], act("a"));
  const racers = Array.from({ length: 6 }, (_, n) => elsewhere([rename(`name-${n}`)], act(`race-${n}`)));
  await Promise.all(racers);
  const events = await store.readStream(stream);
  expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(new Set(events.map(({ meta }) => meta.commandId)).size).toBe(7);
});

test("however much one process does at once on a stream, none of it is given up", async () => {
  const { run, store, stream } = open();
  await run([create], act("a"));
  await Promise.all(Array.from({ length: 60 }, (_, n) => run([rename(`name-${n}`)], act(`at once ${n}`))));
  expect(await store.readStream(stream)).toHaveLength(61);
});

test("a stream that others always win is given up with a typed error that names no id", async () => {
  const store = createInMemoryEventStore();
  const { run } = open({ ...store, append: async () => ({ status: "conflict", revision: 3 }) });
  const failure = run([create], act("a"));
  await expect(failure).rejects.toThrow(TooContended);
});

test("with a cache and without, any sequence of acts ends in the same events", async () => {
  const command = fc.oneof(
    fc.constant(create),
    fc.constant(trash),
    fc.nat(3).map((n) => rename(`${n}`)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.nat(9), fc.boolean()), { maxLength: 20 }),
      async (acts) => {
        const [cached, plain] = [open(), open()];
        for (const [one, id, repeated] of acts) {
          await cached.run([one], act(`act-${id}`, repeated));
          await plain.elsewhere([one], act(`act-${id}`, repeated));
        }
        expect(await cached.types()).toEqual(await plain.types());
      },
    ),
    { numRuns: 60 },
  );
});

test("an act that its own repeat has overtaken is not refused for what that did", async () => {
  const { run, elsewhere, types } = open();
  const repeat = await elsewhere([create], act("create", true));
  const first = await run([create], act("create"));
  expect(isRejection(first)).toBe(false);
  expect(first).toEqual(repeat);
  expect(isRejection(await run([create], act("another")))).toBe(true);
  expect(await types()).toEqual(["JournalCreated"]);
});

test("a repeat that is overtaken while it looks around answers with what then stands there", async () => {
  const plain = createInMemoryEventStore();
  let reads = 0;
  let meanwhile = async (): Promise<void> => {};
  const store: EventStore = {
    ...plain,
    async readStream(...read) {
      // Its first look sees nothing of the act; the second one finds it done.
      if (++reads === 2) await meanwhile();
      return plain.readStream(...read);
    },
  };
  const { run, stream } = open(store);
  await createCommandHandler({ store: plain }).execute({
    decider: journalDecider,
    stream,
    commands: [create],
    context: act("a"),
  });
  meanwhile = async () => {
    const other = createCommandHandler({ store: plain });
    await other.execute({
      decider: journalDecider,
      stream,
      commands: [rename("new")],
      context: act("b", true),
    });
  };
  const outcome = await run([rename("new")], act("b", true));
  expect(outcome).toMatchObject({ state: { nameTag: "new" }, revision: 1, position: "2" });
});
