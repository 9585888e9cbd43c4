import { toPosition } from "@daybook/platform/event-store/position";
import { expect, test } from "vitest";
import { projections } from "../registry.ts";
import { diary } from "../testing/diary-events.ts";
import { projectionNames, useProjections } from "../testing/use-projections.ts";

const { setup, start } = useProjections();

test("when the log ends before the checkpoints, each projection reports an error that says so, and the role is down", async () => {
  const role = await start();
  await setup.database.append(diary.entryCreated(1, 10), diary.entryCreated(2, 10));
  await setup.database.waitUntilCaughtUp(projectionNames);
  await role.stop();
  const messages: unknown[] = [];
  const error = (...[, message]: unknown[]) => void messages.push(message);
  const logger = { fatal() {}, error, warn() {}, info() {}, debug() {} };
  const head = async () => toPosition(1);
  const newRole = await start(projections, undefined, { store: { ...setup.database.store, head }, logger });
  await expect.poll(() => newRole.health()).toEqual({ status: "down" });
  await expect.poll(() => messages).toHaveLength(projections.length);
  expect(messages[0]).toMatch(/^the log of events ends before the newest event/);
});

test("when the log is replaced by an older copy while the role runs, the role is down", async () => {
  let isOld = false;
  let endSubscription = () => {};
  const store: typeof setup.database.store = {
    ...setup.database.store,
    head: async () => (isOld ? toPosition(1) : setup.database.store.head()),
    subscribe: (options, handle) =>
      Promise.race([
        setup.database.store.subscribe(options, handle),
        new Promise<void>((resolve) => (endSubscription = resolve)),
      ]),
  };
  const role = await start(projections, undefined, { store });
  await setup.database.append(diary.entryCreated(1, 10), diary.entryCreated(2, 10));
  await setup.database.waitUntilCaughtUp(projectionNames);
  expect(await role.health()).toEqual({ status: "ok" });
  isOld = true;
  endSubscription();
  await expect.poll(() => role.health()).toEqual({ status: "down" });
});
