import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import type { EntryPlan } from "@daybook/application/entries/bulk-steps";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import {
  type EntryOperation,
  resumeInterruptedWork,
  runOperation,
} from "@daybook/application/entries/run-operation";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import { seal } from "@daybook/platform/vault/seal";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { openSecondApplication } from "./second-application.ts";

let daybook: TestDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});
afterAll(() => daybook?.stop());

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

const hourAgo = () => daybook.platform.clock.now() - 3_600_000;
const userId = () => pepys.person.session?.user.id ?? 0;
const context = (): CommandContext => ({
  at: new Date(daybook.platform.clock.now()).toISOString(),
  commandId: randomUUID(),
  repeated: false,
  actor: String(userId()),
  sessionId: null,
  requestId: null,
  source: "web",
});

/** Begins an operation on entries, and does none of its work. */
async function beginOperation(app: Application, plan: EntryPlan, itemIds: number[]) {
  const begun = await app.operations.begin({
    id: app.newId(),
    userId: userId(),
    kind: plan.kind,
    plan,
    itemIds,
    context: context(),
  });
  if (!begun) throw new Error("no operation");
  return begun.operation;
}

const resumeInOtherApp = async () => {
  const otherApp = await openSecondApplication(daybook.platform);
  await resumeInterruptedWork(otherApp, new AbortController().signal);
  otherApp.waiter.close();
};

describe("after a crash", () => {
  it.each([
    ["is finished when the entry's key has moved already", true],
    ["is undone when the entry's key has not moved", false],
  ])("a move %s", async (_, isMoved) => {
    const { id } = await pepys.write({ title: "on its way" });
    const dyingApp = await openSecondApplication(daybook.platform, hourAgo);
    const intent = {
      entryId: id,
      userId: userId(),
      fromJournalId: pepys.firstJournalId,
      toJournalId: pepys.secondJournalId,
    };
    await dyingApp.moves.begin([{ ...intent, kind: "move", context: context() }]);
    if (isMoved) await dyingApp.vault.move(`entry-${id}`, contentKeyId(pepys.secondJournalId));
    dyingApp.waiter.close();
    await resumeInOtherApp();
    const journal = isMoved ? pepys.secondJournalId : pepys.firstJournalId;
    await expect.poll(() => pepys.list(journal)).toEqual([id]);
    expect((await pepys.read(journal, id)).title).toBe("on its way");
    expect(await pepys.parentKeyIdsOf([id])).toEqual(new Set([contentKeyId(journal)]));
    // The next move works.
    const otherJournalId = isMoved ? pepys.firstJournalId : pepys.secondJournalId;
    const body = { entry_ids: [id], new_journal_id: otherJournalId };
    ok(await pepys.person.call("moveEntries", { ...pepys.inJournal(journal), body }));
    expect(await pepys.parentKeyIdsOf([id])).toEqual(new Set([contentKeyId(otherJournalId)]));
  });

  it("a bulk move continues when its lease has ended, including the entries that were being moved", async () => {
    const ids = await pepys.writeMany(4);
    // The process stopped 20 seconds ago, so its leases on the operation and on the single moves have ended.
    const dyingApp = await openSecondApplication(
      daybook.platform,
      () => daybook.platform.clock.now() - 20_000,
    );
    const plan = { kind: "move", from: pepys.firstJournalId, to: pepys.secondJournalId } as const;
    const operation = await beginOperation(dyingApp, plan, ids);
    const intent = {
      userId: userId(),
      fromJournalId: pepys.firstJournalId,
      toJournalId: pepys.secondJournalId,
    };
    await dyingApp.moves.begin(
      ids.slice(0, 3).map((entryId) => ({
        ...intent,
        entryId,
        kind: "move" as const,
        context: operation.context,
      })),
    );
    await dyingApp.vault.move(`entry-${ids[0]}`, contentKeyId(pepys.secondJournalId));
    dyingApp.waiter.close();
    await resumeInOtherApp();
    const endedOperation = await pepys.waitForOperation(operation.id);
    expect([endedOperation.status, endedOperation.result]).toEqual(["done", { affected: 4, skipped: 0 }]);
    await expect.poll(async () => sorted(await pepys.list(pepys.secondJournalId))).toEqual(sorted(ids));
    expect(await pepys.parentKeyIdsOf(ids)).toEqual(new Set([contentKeyId(pepys.secondJournalId)]));
  });

  it("one of two processes continues an operation", async () => {
    const ids = await pepys.writeMany(120);
    const dyingApp = await openSecondApplication(daybook.platform, hourAgo);
    const plan = { kind: "delete", from: pepys.firstJournalId } as const;
    const operation = await beginOperation(dyingApp, plan, ids);
    await dyingApp.operations.recordProgress(operation.id, 0, 50, []);
    dyingApp.waiter.close();
    await Promise.all([resumeInOtherApp(), resumeInOtherApp()]);
    const endedOperation = await pepys.waitForOperation(operation.id);
    expect([endedOperation.done, endedOperation.status, endedOperation.result]).toEqual([
      120,
      "done",
      { affected: 120, skipped: 0 },
    ]);
    // The first fifty were recorded as done, so they were not trashed.
    await expect
      .poll(async () => sorted(await pepys.list(pepys.firstJournalId, { limit: "100" })))
      .toEqual(sorted(ids.slice(0, 50)));
  });
});

describe("a lock that a crash left in the vault but not in the log", () => {
  const password = "by water to Deptford";
  const readIndexedWords = async (): Promise<string[]> => {
    const { rows } = await daybook.platform.pools.durable.query<{ words: string }>(
      `SELECT words::text FROM search.documents_a WHERE user_id = $1
       UNION ALL SELECT words::text FROM search.documents_b WHERE user_id = $1`,
      [userId()],
    );
    return rows.flatMap(({ words }) => words.match(/gossamerkite|bluntwhisker/g) ?? []);
  };
  const pollOptions = { timeout: 60_000, interval: 25 };

  it.each(["journal", "entry"] as const)(
    "is recorded in the log, and so is its removal; the index follows both: %s",
    async (target) => {
      const { id } = await pepys.write({ title: "Gossamerkite", richtext_body: "<p>Bluntwhisker</p>" });
      await expect.poll(readIndexedWords, pollOptions).toContain("bluntwhisker");
      const stream = target === "journal" ? `journal-${pepys.firstJournalId}` : `entry-${id}`;
      const keyId = target === "journal" ? contentKeyId(pepys.firstJournalId) : stream;
      const dyingApp = await openSecondApplication(daybook.platform, hourAgo);
      const [key, hintKey] = [await dyingApp.vault.openKey(keyId), await dyingApp.vault.openKey(stream)];
      if (!key || !hintKey) throw new Error("no key");
      const hint = seal(hintKey, stream, `${target}.password_hint`, "a river");
      const options = { hint, remember: false, auto: false, recovery: undefined };
      const form = { type: lockTypes.password, password, ...options };
      const lock = {
        ...form,
        stream,
        userId: userId(),
        keyId,
        replacedLock: null,
        key,
        commandId: randomUUID(),
      };
      expect(await dyingApp.locks.set(lock)).not.toBe(false);
      // While the lock is new, the process that set it may still record it, so no other process does.
      const earlyApp = await openSecondApplication(daybook.platform, () => hourAgo() + 1_000);
      await resumeInterruptedWork(earlyApp, new AbortController().signal);
      earlyApp.waiter.close();
      expect(await readIndexedWords()).toContain("bluntwhisker");
      await resumeInOtherApp();
      await expect.poll(readIndexedWords, pollOptions).not.toContain("bluntwhisker");
      expect(await readIndexedWords()).toContain("gossamerkite");
      const readLockEvents = async (): Promise<string[]> => {
        const events = await daybook.platform.store.readStream(stream, { limit: 100 });
        return events.map(({ type }) => type).filter((type) => type.includes("Lock"));
      };
      const aggregateName = target === "journal" ? "Journal" : "Entry";
      expect(await readLockEvents()).toEqual([`${aggregateName}Locked`]);

      const storedLock = await dyingApp.locks.readLock(stream);
      if (!storedLock) throw new Error("no lock");
      expect(await dyingApp.locks.remove(storedLock, null)).toBe(true);
      dyingApp.waiter.close();
      await resumeInOtherApp();
      await expect.poll(readIndexedWords, pollOptions).toContain("bluntwhisker");
      await resumeInOtherApp();
      expect(await readLockEvents()).toEqual([`${aggregateName}Locked`, `${aggregateName}LockRemoved`]);
    },
  );
});

describe("a process that stops", () => {
  it("releases its operation, which can be continued immediately", async () => {
    const ids = await pepys.writeMany(3);
    const stoppingApp = await openSecondApplication(daybook.platform);
    const { user, access_token: token } = pepys.person.session ?? {};
    const actor = {
      userId: user?.id ?? 0,
      sessionId: 1,
      token: token?.token ?? "",
      sessionFamilyId: 1,
      lockAccess: noLockAccess(),
    };
    const startedOperation = await stoppingApp.operations.begin({
      id: stoppingApp.newId(),
      userId: actor.userId,
      kind: "delete",
      plan: { kind: "delete", from: pepys.firstJournalId },
      itemIds: ids,
      context: context(),
    });
    if (!startedOperation) throw new Error("no operation");
    const { operation } = startedOperation;
    await runOperation(stoppingApp, operation as EntryOperation, actor, AbortSignal.abort());
    expect((await stoppingApp.operations.find(actor.userId, operation.id))?.done).toBe(0);
    await resumeInterruptedWork(stoppingApp, new AbortController().signal);
    stoppingApp.waiter.close();
    expect((await pepys.waitForOperation(operation.id)).result).toEqual({
      affected: 3,
      skipped: 0,
    });
  });
});
