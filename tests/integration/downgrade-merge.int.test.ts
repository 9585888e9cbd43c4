import { contentKeyId } from "@daybook/domain/kernel/ids";
import { expect, it } from "vitest";
import { ok } from "../answers.ts";
import { downgradeWith, useDowngrades } from "./downgrade-steps.ts";
import { openSecondApplication } from "./second-application.ts";

const { setup, logIn, readJournalNames } = useDowngrades();

it("a downgrade hides the emptied journals also while the read models are behind", async () => {
  const app = await openSecondApplication(setup.daybook.platform, Date.now);
  const { firstJournalId, secondJournalId } = setup.diarist;
  const { id } = await setup.diarist.write({ title: "Late" }, secondJournalId);
  await setup.daybook.waitUntilCaughtUp();
  // The query for the entry ids always returns its first result, as if no event of the merge was projected yet.
  let firstResult: unknown;
  const query = async (...input: unknown[]) => {
    const run = app.pool.query.bind(app.pool) as (...args: unknown[]) => Promise<unknown>;
    const isEntryIdsQuery = JSON.stringify(input[0]).includes("entry-ids-of-journals");
    const result = isEntryIdsQuery && firstResult !== undefined ? firstResult : await run(...input);
    if (isEntryIdsQuery) firstResult = result;
    return result;
  };
  const pool = new Proxy(app.pool, {
    get: (target, name) => (name === "query" ? query : (Reflect.get(target, name) as unknown)),
  });
  await downgradeWith({ ...app, pool }, setup.person);
  app.waiter.close();
  expect(JSON.stringify(firstResult)).toContain(String(id));
  await logIn();
  expect(await setup.diarist.list(firstJournalId)).toEqual([id]);
  expect(await readJournalNames()).toHaveLength(1);
});

it("an entry that its owner moves back while a downgrade runs stays in its journal, under the key of that journal", async () => {
  const app = await openSecondApplication(setup.daybook.platform);
  const { diarist, person, daybook } = setup;
  const { firstJournalId, secondJournalId } = diarist;
  const { id } = await diarist.write({ title: "Back" }, secondJournalId);
  await daybook.waitUntilCaughtUp();
  // The downgrade waits for the read models before it plans the merge, and again after the merge.
  let waitCount = 0;
  const waitUntilCaughtUp = async () => {
    await daybook.waitUntilCaughtUp();
    waitCount += 1;
    if (waitCount !== 2) return;
    const body = { entry_ids: [id], new_journal_id: secondJournalId };
    ok(await person.call("moveEntries", { ...diarist.inJournal(firstJournalId), body }));
    await daybook.waitUntilCaughtUp();
  };
  await downgradeWith({ ...app, waitUntilCaughtUp }, person);
  app.waiter.close();
  expect(waitCount).toBeGreaterThan(2);
  await logIn();
  expect([...(await diarist.parentKeyIdsOf([id]))]).toEqual([contentKeyId(secondJournalId)]);
  expect(await diarist.list(secondJournalId)).toEqual([id]);
});
