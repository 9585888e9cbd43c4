import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandContext } from "../commands/handle-command.ts";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { processMigrations } from "./migrations.ts";
import { createMoves, type Moves } from "./moves.ts";
import { createOperations, type Operations } from "./operations.ts";

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let time = Date.UTC(2026, 10, 20);
const clock = { now: () => time };
const minute = 60_000;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, processMigrations);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const context = (): CommandContext => ({
  at: new Date(time).toISOString(),
  commandId: randomUUID(),
  repeated: false,
  actor: "1",
  sessionId: null,
  requestId: null,
  source: "web",
});

describe("operations", () => {
  let operations: Operations;
  let otherProcess: Operations;
  beforeAll(() => {
    [operations, otherProcess] = [createOperations({ pool, clock }), createOperations({ pool, clock })];
  });
  let ids = 0;
  const begin = async (input = context()) => {
    const row = {
      id: ++ids,
      userId: 1,
      kind: "move",
      plan: { to: 2 },
      itemIds: [11, 12, 13],
      context: input,
    };
    const operation = await operations.begin(row);
    if (!operation) throw new Error("the id is taken");
    return { row, ...operation };
  };

  it("an operation is stored once for one command, and no other operation gets its id", async () => {
    const { row, operation, isExisting } = await begin();
    expect([isExisting, operation.itemIds, operation.plan]).toEqual([false, [11, 12, 13], { to: 2 }]);
    expect(await operations.begin(row)).toEqual({ operation, isExisting: true });
    expect(await operations.begin({ ...row, context: context() })).toBeNull();
    expect(await operations.begin({ ...row, userId: 2 })).toBeNull();
    expect(await operations.find(2, row.id)).toBeNull();
  });

  it("an operation is claimed by one of several callers when its lease has expired, and not before", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    expect(await operations.claim()).toBeNull();
    time += 2 * minute;
    const claims = await Promise.all([operations.claim(), operations.claim(), operations.claim()]);
    expect(claims.filter((claim) => claim !== null).map(({ id }) => id)).toEqual([row.id]);
    await operations.release(row.id);
    expect((await operations.claim())?.id).toBe(row.id);
  });

  it("an operation waits at most 15 seconds after a crash, and is not taken from a process that renews the lease", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    time += 14_000;
    expect(await operations.claim()).toBeNull();
    await operations.renew(row.id, 0);
    time += 14_000;
    expect(await operations.claim()).toBeNull();
    time += 1_000;
    expect((await operations.claim())?.id).toBe(row.id);
    expect(await operations.recordProgress(row.id, 0, 1, [])).toBe(true);
    // A renewal that names an earlier progress changes nothing.
    time += 14_000;
    await operations.renew(row.id, 0);
    time += 1_000;
    expect((await operations.claim())?.id).toBe(row.id);
  });

  it("an operation is not renewed or released by a process after another one has taken over", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    time += 15_000;
    expect((await otherProcess.claim())?.id).toBe(row.id);
    await operations.release(row.id);
    expect(await operations.claim()).toBeNull();
    time += 14_000;
    await operations.renew(row.id, 0);
    time += 1_000;
    expect((await operations.claim())?.id).toBe(row.id);
    // The process that records progress takes over.
    expect(await otherProcess.recordProgress(row.id, 0, 1, [])).toBe(true);
    time += 14_000;
    await otherProcess.renew(row.id, 1);
    time += 1_000;
    expect(await operations.claim()).toBeNull();
  });

  it("an operation is claimed without a wait after all leases were released", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    expect(await operations.claim()).toBeNull();
    await operations.releaseAll();
    expect((await operations.claim())?.id).toBe(row.id);
  });

  it("an operation continues only from its last step, and not after it has ended", async () => {
    const { row } = await begin();
    expect(await operations.recordProgress(row.id, 0, 2, [12])).toBe(true);
    expect(await operations.recordProgress(row.id, 0, 2, [12])).toBe(false);
    expect(await operations.recordProgress(row.id, 2, 3, [])).toBe(true);
    await operations.finish(row.id);
    const endedOperation = await operations.find(1, row.id);
    expect([endedOperation?.done, endedOperation?.skippedIds, endedOperation?.status]).toEqual([
      3,
      [12],
      "done",
    ]);
    expect(await operations.recordProgress(row.id, 3, 3, [])).toBe(false);
    await operations.purge(new Date(time + 1));
    expect(await operations.find(1, row.id)).toBeNull();
  });

  it("an operation is marked as failed after 40 attempts without progress, and is not claimed again", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    for (let attempt = 0; attempt < 40; attempt++) {
      time += 2 * minute;
      expect((await operations.claim())?.id).toBe(row.id);
    }
    time += 2 * minute;
    expect(await operations.claim()).toBeNull();
    expect((await operations.find(1, row.id))?.status).toBe("failed");
  });

  it("a failed operation can be restarted if a check under the lock of its kind allows this", async () => {
    await operations.removeOfAccount(1);
    const { row } = await begin();
    const isLockFree = async () => {
      const { rows } = await pool.query<{ isFree: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('operation move', 1)) AS "isFree"`,
      );
      return rows[0]?.isFree ?? false;
    };
    await pool.query("UPDATE processes.operations SET status = 'failed', attempts = 40 WHERE id = $1", [
      row.id,
    ]);
    expect(await operations.restart(row, isLockFree)).toBe(false);
    expect(await operations.claim()).toBeNull();
    expect(await operations.restart(row, async () => !(await isLockFree()))).toBe(true);
    expect((await operations.claim())?.id).toBe(row.id);
  });

  it("the newest operation of a kind can be found", async () => {
    await operations.removeOfAccount(1);
    const { row: olderRow } = await begin();
    expect((await operations.findNewest(1, olderRow.kind))?.id).toBe(olderRow.id);
    time += minute;
    const { row } = await begin();
    expect((await operations.findNewest(1, row.kind))?.id).toBe(row.id);
    expect(await operations.findNewest(1, "downgrade")).toBeNull();
  });
});

describe("moves", () => {
  let moves: Moves;
  let otherProcess: Moves;
  beforeAll(() => {
    [moves, otherProcess] = [createMoves({ pool, clock }), createMoves({ pool, clock })];
  });
  const move = (entryId: number) => ({
    entryId,
    userId: 1,
    fromJournalId: 2,
    toJournalId: 3,
    kind: "move" as const,
    context: context(),
  });

  it("a move begins only when its entry has no other move, and is claimed when its lease has ended", async () => {
    const firstMove = move(1);
    const secondMove = move(2);
    expect(await moves.begin([firstMove, secondMove])).toEqual(new Set([1, 2]));
    expect(await moves.begin([move(2), move(3)])).toEqual(new Set([3]));
    expect(await moves.claim(1)).toBeNull();
    time += 2 * minute;
    expect(await moves.claim(1)).toEqual(firstMove);
    expect(await moves.claim(1)).toBeNull();
    await moves.releaseLeasesOf(firstMove.context.commandId);
    expect(await moves.claim(1)).toEqual(firstMove);
    await moves.releaseAll();
    expect(await moves.claim(1)).toEqual(firstMove);
    await moves.end([1], firstMove.context);
    await moves.end([2], secondMove.context);
    expect((await moves.claim())?.entryId).toBe(3);
    await moves.removeOfAccount(1);
    expect(await moves.begin([move(3)])).toEqual(new Set([3]));
  });

  it("a move waits at most 15 seconds after a crash, and is not taken from a process that renews the lease", async () => {
    await moves.removeOfAccount(1);
    const [firstMove, secondMove] = [move(11), move(12)];
    await moves.begin([firstMove, secondMove]);
    time += 14_000;
    await moves.renew([11], firstMove.context.commandId);
    await moves.renew([12], "another command");
    time += 1_000;
    expect(await moves.claim(11)).toBeNull();
    expect(await moves.claim(12)).toEqual(secondMove);
    time += 14_000;
    // A lease that has ended cannot be renewed.
    await moves.renew([11], firstMove.context.commandId);
    expect(await moves.claim(11)).toEqual(firstMove);
  });

  it("a move is not ended by a late process of an earlier command", async () => {
    await moves.removeOfAccount(1);
    const [earlierMove, newerMove] = [move(31), move(31)];
    await moves.begin([newerMove]);
    await otherProcess.end([31], earlierMove.context);
    expect(await moves.begin([earlierMove])).toEqual(new Set());
    await moves.end([31], newerMove.context);
    expect(await moves.begin([earlierMove])).toEqual(new Set([31]));
  });

  it("a move is not renewed by a process after another one has taken over", async () => {
    await moves.removeOfAccount(1);
    const interruptedMove = move(21);
    await moves.begin([interruptedMove]);
    time += 15_000;
    expect(await otherProcess.claim(21)).toEqual(interruptedMove);
    time += 14_000;
    await moves.renew([21], interruptedMove.context.commandId);
    time += 1_000;
    expect(await moves.claim(21)).toEqual(interruptedMove);
  });
});
