import { randomUUID } from "node:crypto";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { password, readOperation, type StartedOperation, waitForEnd } from "./downgrade-steps.ts";
import { usePerson } from "./people.ts";

const setup = usePerson();
beforeEach(async () => {
  await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
});

const followToEnd = async (operation: StartedOperation) =>
  expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
const visitor = () => remoteDaybook(setup.daybook.url);

describe("running downgrades", () => {
  /** Stores a downgrade that no process works on. Its status is "running" until the test ends it. */
  async function startStalled(to: "free" | "pro") {
    const { id: userId } = setup.person.session!.user;
    const { rows } = await setup.daybook.platform.pools.durable.query<{ id: string }>(
      `INSERT INTO processes.operations (id, user_id, kind, plan, item_ids, context, leased_until, created_at)
       VALUES ($1, $2, 'downgrade', $3, '{1,2,3}', '{}', now() + interval '1 day', now()) RETURNING id`,
      [userId + 1, userId, JSON.stringify({ kind: "downgrade", to })],
    );
    return Number(rows[0]?.id);
  }
  const endOperation = (id: number) =>
    setup.daybook.platform.pools.durable.query(
      "UPDATE processes.operations SET status = 'done' WHERE id = $1",
      [id],
    );
  const readRunningDowngrade = async (client = setup.person) =>
    ok(await client.call("getRunningDowngrade")).downgrade;

  it("a running downgrade is shown only to the person who started it, with the token to follow it", async () => {
    expect(await readRunningDowngrade()).toBeNull();
    const id = await startStalled("free");
    const downgrade = await readRunningDowngrade();
    expect(downgrade).toMatchObject({ to: "basic", operation: { id, total: 3, status: "running" } });
    expect(await readOperation(setup.daybook, downgrade!.operation)).toMatchObject({ id, status: "running" });
    expect(await readRunningDowngrade(await setup.daybook.newPerson())).toBeNull();
    await endOperation(id);
    expect(await readRunningDowngrade()).toBeNull();
  });

  it("a running downgrade is returned to a second request for the same downgrade, and no second one begins", async () => {
    const id = await startStalled("free");
    const { email } = setup.person.session!.user;
    const secondReply = ok(await setup.person.call("downgrade", { body: {}, key: randomUUID() }));
    const body = { email, password };
    const loggedOutReply = ok(await visitor().call("downgradeLoggedOut", { body, key: randomUUID() }));
    expect([secondReply.operation.id, loggedOutReply.operation.id]).toEqual([id, id]);
    expect(await readOperation(setup.daybook, loggedOutReply.operation)).toMatchObject({ status: "running" });
    await endOperation(id);
    expect(ok(await setup.person.call("refreshToken")).user.is_pro).toBe(true);
  });

  it("a running downgrade from PRO plus to PRO blocks a downgrade to the basic plan until the first has ended", async () => {
    await setup.daybook.grant(setup.person, { level: "plus", years: 2 });
    const id = await startStalled("pro");
    expect(await readRunningDowngrade()).toMatchObject({ to: "pro" });
    const refused = await setup.person.call("downgrade", { body: {}, key: randomUUID() });
    expect([refused.status, refused.ok ? "" : refused.body.code]).toEqual([422, "payment_pending"]);
    await endOperation(id);
    await followToEnd(ok(await setup.person.call("downgrade", { body: {}, key: randomUUID() })).operation);
  });
});

describe("concurrent downgrades", () => {
  const readOperationIds = async () => {
    const { rows } = await setup.daybook.platform.pools.durable.query<{ id: number }>(
      "SELECT id FROM processes.operations WHERE user_id = $1 AND kind = 'downgrade'",
      [setup.person.session!.user.id],
    );
    return rows.map(({ id }) => id);
  };

  /**
   * Sends calls while a lock prevents storing an operation. Releases the lock when at least two of the calls wait to store one.
   */
  async function sendTogether<T>(send: () => Promise<T>[]): Promise<T[]> {
    const client = await setup.daybook.platform.pools.relaxed.connect();
    try {
      await client.query("BEGIN; LOCK TABLE processes.operations IN SHARE MODE");
      const answers = Promise.all(send());
      const countWaiting = async () => {
        const { rows } = await client.query<{ n: number }>(
          `SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND (relation = 'processes.operations'::regclass OR locktype = 'advisory')`,
        );
        return rows[0]?.n ?? 0;
      };
      await expect.poll(countWaiting, { timeout: 60_000 }).toBeGreaterThan(1);
      await client.query("COMMIT");
      return await answers;
    } finally {
      client.release(true);
    }
  }

  it("downgrades that are sent at the same time become one operation, with the same key and with different keys", async () => {
    const sharedKey = randomUUID();
    const answers = await sendTogether(() =>
      Array.from({ length: 20 }, (_, index) =>
        setup.person.call("downgrade", { body: {}, key: index % 2 === 0 ? sharedKey : randomUUID() }),
      ),
    );
    const startedOperations = answers.flatMap((answer) => (answer.ok ? [answer.body.operation] : []));
    const [firstOperation] = startedOperations;
    if (!firstOperation) throw new Error("no downgrade was started");
    expect([...new Set(startedOperations.map(({ id }) => id))]).toEqual([firstOperation.id]);
    expect(await readOperationIds()).toEqual([firstOperation.id]);
    // A call that runs after the downgrade has no session or no plan any more; one that waited too long may be sent again.
    for (const { status } of answers) expect([202, 401, 403, 503]).toContain(status);
    await followToEnd(firstOperation);
    expect(await readOperationIds()).toEqual([firstOperation.id]);
  });

  it("of two downgrades to different plans that are sent at the same time, one starts and the other is refused", async () => {
    await setup.daybook.grant(setup.person, { level: "plus", years: 2 });
    const answers = await sendTogether(() => [
      setup.person.call("downgrade", { body: {}, key: randomUUID() }),
      setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 422]);
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.body.code]))).toEqual(["payment_pending"]);
    const [startedOperation] = answers.flatMap((answer) => (answer.ok ? [answer.body.operation] : []));
    expect(await readOperationIds()).toEqual([startedOperation?.id]);
    await followToEnd(startedOperation!);
  });
});
