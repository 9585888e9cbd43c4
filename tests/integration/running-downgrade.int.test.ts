import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
});

const password = "and so to bed 1660";
const visitor = () => remoteDaybook(daybook.url);
const readOperation = async ({ id, token }: { readonly id: number; readonly token: string }) => {
  const query = { token };
  return ok(await visitor().call("getOperation", { params: { operationId: String(id) }, query })).operation;
};

describe("a downgrade that is running", () => {
  /** Starts a downgrade that no process works on until it is ended here. */
  async function startStalled(to: "free" | "pro") {
    const { id: userId } = person.session!.user;
    const { rows } = await daybook.platform.pools.durable.query<{ id: string }>(
      `INSERT INTO processes.operations (id, user_id, kind, plan, item_ids, context, leased_until, created_at)
       VALUES ($1, $2, 'downgrade', $3, '{1,2,3}', '{}', now() + interval '1 day', now()) RETURNING id`,
      [userId + 1, userId, JSON.stringify({ kind: "downgrade", to })],
    );
    return Number(rows[0]?.id);
  }
  const endOperation = (id: number) =>
    daybook.platform.pools.durable.query("UPDATE processes.operations SET status = 'done' WHERE id = $1", [
      id,
    ]);
  const readRunningDowngrade = async (client = person) =>
    ok(await client.call("getRunningDowngrade")).downgrade;

  it("is shown only to its person, with the token to follow it", async () => {
    expect(await readRunningDowngrade()).toBeNull();
    const id = await startStalled("free");
    const downgrade = await readRunningDowngrade();
    expect(downgrade).toMatchObject({ to: "basic", operation: { id, total: 3, status: "running" } });
    expect(await readOperation(downgrade!.operation)).toMatchObject({ id, status: "running" });
    expect(await readRunningDowngrade(await daybook.newPerson())).toBeNull();
    await endOperation(id);
    expect(await readRunningDowngrade()).toBeNull();
  });

  it("is returned to a second request for the same downgrade, and no second one begins", async () => {
    const id = await startStalled("free");
    const { email } = person.session!.user;
    const secondReply = ok(await person.call("downgrade", { body: {}, key: randomUUID() }));
    const body = { email, password };
    const loggedOutReply = ok(await visitor().call("downgradeLoggedOut", { body, key: randomUUID() }));
    expect([secondReply.operation.id, loggedOutReply.operation.id]).toEqual([id, id]);
    expect(await readOperation(loggedOutReply.operation)).toMatchObject({ status: "running" });
    await endOperation(id);
    expect(ok(await person.call("refreshToken")).user.is_pro).toBe(true);
  });

  it("from PRO plus to PRO is not taken for one to the basic plan", async () => {
    await daybook.grant(person, { level: "plus", years: 2 });
    const id = await startStalled("pro");
    expect(await readRunningDowngrade()).toMatchObject({ to: "pro" });
    const { operation } = ok(await person.call("downgrade", { body: {}, key: randomUUID() }));
    expect(operation.id).not.toBe(id);
    await expect
      .poll(async () => (await readOperation(operation)).status, { timeout: 60_000 })
      .not.toBe("running");
    await endOperation(id);
  });
});
