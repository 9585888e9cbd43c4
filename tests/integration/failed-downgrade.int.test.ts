import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { downgradeWith, waitForEnd } from "./downgrade-steps.ts";
import { usePerson } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

const setup = usePerson();
const downgrade = () => setup.person.call("downgrade", { body: {}, key: randomUUID() });
const refusalOf = (answer: Awaited<ReturnType<typeof downgrade>>) => (answer.ok ? null : answer.body.code);

/** Downgrades with a process whose last steps fail, and gives the operation up. Returns its id. */
async function failDowngrade(): Promise<number | undefined> {
  const { platform } = setup.daybook;
  const app = await openSecondApplication(platform);
  try {
    const mail = () => Promise.reject(new Error("the outbox is away"));
    await downgradeWith({ ...app, mail }, setup.person);
  } finally {
    app.waiter.close();
  }
  const { rows } = await platform.pools.durable.query<{ id: number }>(
    `UPDATE processes.operations SET status = 'failed', finished_at = now()
     WHERE user_id = $1 AND status = 'running' RETURNING id`,
    [setup.person.session!.user.id],
  );
  return rows[0]?.id;
}

beforeEach(async () => {
  await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
});

it("a downgrade that failed after it had ended the plan is continued by the next request", async () => {
  const failedId = await failDowngrade();
  expect(ok(await setup.person.call("refreshToken")).user.is_pro).toBe(false);
  const { operation } = ok(await downgrade());
  expect(operation.id).toBe(failedId);
  expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
  expect((await setup.person.call("listJournals")).status).toBe(401);
});

it("a downgrade to another plan does not continue one that failed", async () => {
  await failDowngrade();
  const answer = await setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() });
  expect(refusalOf(answer)).toBe("pro_required");
});

it("an account without a plan has no downgrade to continue after one that was done", async () => {
  await waitForEnd(setup.daybook, ok(await downgrade()).operation);
  const { email } = setup.person.session!.user;
  await setup.person.logInOrSignUp({ email, password: "and so to bed 1660" });
  expect(refusalOf(await downgrade())).toBe("pro_required");
});
